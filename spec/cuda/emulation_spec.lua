-- The plugin's source on the CPU: indices, bounds, copies, arithmetic. It says nothing about a GPU; spec/cuda/gpu_spec.lua does.
local program = require "program"

local plugin = program.path:gsub("[^/]*$", "") .. "emulation/terrane_cuda_emu.so"
local there = program.exists(plugin)
local function run(words, more) return program.run(words, { env = "TERRANE_CUDA=" .. program.quote(plugin) .. " " .. (more or "") }) end

describe("the emulated plugin", function()
	if not there then
		pending "is not built: there is no g++"
		return
	end
	local busted = io.popen "command -v busted":read "*l"

	it("gives every golden hash", function()
		local code, out = run({ "lua", busted, "--ignore-lua", "--tags=golden", "spec/nodes" }, "TERRANE_DEVICE=cuda")
		assert.equal(0, code, out)
		assert.matches("[1-9]%d* passed, 0 failed", out)
	end)

	it("passes the other specs of all nodes #slow", function()
		local code, out = run({ "lua", busted, "--ignore-lua", "--exclude-tags=slow,golden", "spec/nodes" }, "TERRANE_DEVICE=cuda")
		assert.equal(0, code, out)
		assert.matches("[1-9]%d* passed, 0 failed", out)
	end)

	-- the numbers of those of a run of random graphs in which the two differ
	local function different(first, last)
		local script = program.write(os.tmpname(), ([[
			package.path = "./spec/support/?.lua;" .. package.path
			local sizes = { { 1, 1 }, { 1, 40 }, { 41, 1 }, { 2, 2 }, { 33, 5 }, { 31, 47 }, { 64, 33 } }
			local list = require "on_device".different(require "terrane", %d, %d, sizes)
			print(table.concat(list, " "))]]):format(first, last))
		local code, out, err = run { "lua", script }
		os.remove(script)
		assert.equal(0, code, err)
		return out
	end
	it("gives the CPU's bytes for random graphs of awkward sizes", function() assert.equal("\n", different(1, 200)) end)
	it("gives them for many #slow", function() assert.equal("\n", different(201, 1000)) end)

	if program.path:find "/asan/" then
		it("shows an index out of bounds to an address sanitizer", function()
			local folder = program.folder()
			local code, _, err = run({ "eval", "noise{ resolution_x = 64, resolution_y = 62 }:height_to_normal{}", "-o", folder, "--device", "cuda" },
				"TERRANE_EMU=beyond=height_to_normal")
			program.remove(folder)
			assert.not_equal(0, code)
			assert.matches("AddressSanitizer: heap%-buffer%-overflow", err)
			assert.matches("height_to_normal", err)
		end)
	end

	it("is told of by doctor", function()
		local code, out = run { "doctor" }
		assert.equal(0, code, out)
		assert.matches("ok    no device: emulation on the CPU, compute capability 7.5 gives the same bytes", out, 1, true)
		code, out = run({ "doctor" }, "TERRANE_EMU=none")
		assert.equal(0, code, out)
		assert.matches("      no CUDA device: the NVIDIA driver finds no device", out, 1, true)
	end)

	it("is used by the program where it is asked to, and missed in one sentence", function()
		local folder = program.folder()
		local function eval(device, more)
			return run({ "eval", "noise{}", "-o", folder, "--size", "8", "--device", device, "--quiet" }, more)
		end
		assert.equal(0, (eval "cuda"))
		assert.equal(0, (eval("auto", "TERRANE_EMU=none")))
		local code, _, err = eval("cuda", "TERRANE_EMU=none")
		assert.equal(2, code)
		assert.matches("^terrane: [^\n]*no CUDA device: the NVIDIA driver finds no device; 'auto' and 'cpu' give the same bytes without one\n", err)
		local wants = 0
		for _, node in ipairs(require "terrane".nodes()) do
			for _, param in ipairs(node.params) do
				if param.name == "device" or param.name == "compute" then
					wants = wants + 1
					local recipe = program.write(folder .. "/wants.lua", ("local z = constant{}\nreturn %s{ %s%s = 'cuda' }\n"):format(node.id,
						node.inputs[1] and not node.inputs[1].optional and "cop = z, " or "", param.name))
					code, _, err = run({ "run", recipe, "-o", folder, "--quiet" }, "TERRANE_EMU=driver")
					assert.equal(1, code)
					local none, no_way = "no CUDA device: there is no NVIDIA driver", "this node has no way for CUDA devices yet"
					local why = param.doc:find("no way for cuda yet", 1, true) and no_way or none
					assert.matches(("wants.lua:2: %s: %s: %s"):format(node.id, param.name, why), err, 1, true)
				end
			end
		end
		assert.is_true(wants >= 5, wants .. " nodes")
		program.remove(folder)
	end)
end)
