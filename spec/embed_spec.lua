-- Hosts: the C programs of examples/embed, and Lua interpreters that load the module, use its threads and close.
local build = (os.getenv "TERRANE" or "build/terrane"):match "^(.*)/terrane$"

local function run(command)
	local pipe = assert(io.popen(command .. " 2>&1; echo \" exit $?\""))
	local text = pipe:read "a"
	pipe:close()
	return text:match "^(.*) exit (%d+)\n$"
end

describe("a host in C", function()
	it("builds a graph, watches it and reads the heights in place", function()
		local text, code = run(build .. "/examples/host")
		assert.equal("0", code, text)
		assert.is_truthy(text:find("256x256, summit ", 1, true), text)
		assert.is_truthy(text:find "100 %%", text)
	end)

	it("grows its world in a game loop, with threads and without", function()
		for _, how in ipairs{ "", " stepped" } do
			local text, code = run(build .. "/examples/game_loop" .. how)
			assert.equal("0", code, text)
			assert.is_truthy(text:find("column 8: 12 tiles in view, 0 gaps between them", 1, true), text)
			local made, cancelled = text:match "(%d+) tiles made, (%d+) cancelled"
			assert.is_true(tonumber(made) >= 12 and made + cancelled <= 36, text) -- a slow machine drops what it does not get done
		end
	end)

	it("runs a recipe in a Lua state of its own", function()
		local recipe = os.tmpname() .. ".lua"
		local f = assert(io.open(recipe, "w"))
		f:write 'local s = param("seed", 1)\nreturn { land = noise{ rand_seed = s }, bare = noise{ octaves = s } }\n'
		f:close()
		local text, code = run(build .. "/examples/recipe_host " .. recipe .. " seed=3")
		assert.equal("0", code, text)
		assert.is_truthy(text:find("land: 256x256", 1, true) and text:find("bare: 256x256", 1, true), text)
		text, code = run(build .. "/examples/recipe_host " .. recipe .. " seed=0")
		assert.equal("1", code)
		assert.is_truthy(text:find(":2: noise: octaves: must be within 1 and 16, got 0", 1, true), text)
		os.remove(recipe)
	end)
end)

describe("closing a state", function()
	-- the module must stay mapped: OpenMP's idle threads would run on in unmapped code
	local work = [[local t = require "terrane" t.runtime{ threads = 4 }:noise{ fractal = "standard" }:render{ width = 1024 } os.exit(true, true)]]
	for _, host in ipairs {
		{ name = "lua5.4", module = build .. "/lua/5.4/?.so" },
		{ name = "luajit", module = build .. "/lua/5.1/?.so" },
	} do
		it("does not crash " .. host.name .. " under live threads, 200 times #slow", function()
			if build:find "asan" then return pending "the interpreters are not built for sanitizers" end
			local script = ("failed=0; for i in $(seq 200); do %s -e 'package.cpath = \"%s;\" .. package.cpath %s' || failed=$((failed+1)); done; echo failed $failed")
				:format(host.name, host.module, work)
			local text = run(script)
			assert.is_truthy(text:find("failed 0\n", 1, true), text)
		end)

		it("does not crash " .. host.name .. " under jobs that are under way, closed or not", function()
			if build:find "asan" then return pending "the interpreters are not built for sanitizers" end
			local jobs = [[local t = require "terrane" local rt = t.runtime{ threads = 2 } kept = {} for i = 1, 4 do
				kept[i] = rt:noise{ rand_seed = i }:stream_power{ iterations = 1000000 }:start{ stepped = i == 4 } kept[i]:step(1) end
				os.exit(true, ... == "close")]]
			local script = ("failed=0; for i in $(seq 10); do for how in close leave; do %s -e 'package.cpath = \"%s;\" .. package.cpath' %s $how || failed=$((failed+1)); done; done; echo failed $failed")
			local file = os.tmpname()
			local f = assert(io.open(file, "w"))
			f:write(jobs)
			f:close()
			local text = run(script:format(host.name, host.module, file))
			os.remove(file)
			assert.is_truthy(text:find("failed 0\n", 1, true), text)
		end)
	end
end)
