local program = require "program"
local json = require "terrane.json"
local terrane = require "terrane"
local run = program.run

describe("the program", function()
	it("says what it can do", function()
		local code, out, err = run { "--help" }
		assert.equal(0, code)
		assert.equal("", err)
		for _, command in ipairs { "run", "eval", "lua", "nodes", "help", "info", "doctor" } do
			assert.matches("\n  " .. command .. " ", out)
			local c, page, e = run { "help", command }
			assert.equal(0, c)
			assert.equal("", e)
			assert.matches("^usage: terrane " .. command, page)
		end
		assert.equal(out, select(2, run { "help" }))
		assert.same({ run { "help", "run" } }, { run { "run", "--help" } })
		assert.same({ 0, "terrane " .. terrane.version .. "\n", "" }, { run { "--version" } })
	end)

	it("says on stderr, with code 2, what is wrong with a command line", function()
		for pattern, words in pairs {
			["a command is missing\nTry: terrane help\n"] = {},
			["there is no command 'rum' %(did you mean 'run'%?%)"] = { "rum" },
			["recipe is missing\nTry: terrane help run"] = { "run" },
			["one recipe at a time; 'b.lua' is a second one"] = { "run", "a.lua", "b.lua" },
			["no option '%-%-sise' %(did you mean '%-%-size'%?%)"] = { "run", "a.lua", "--sise", "4" },
			["%-%-size is a size, 512 or 512x256, not 'huge'"] = { "run", "a.lua", "--size=huge" },
			["%-D is name=value, not 'seed'"] = { "run", "a.lua", "-D", "seed" },
			["%-%-progress is one of none, bar, plain, json, not 'x'"] = { "run", "a.lua", "--progress=x" },
			["there is no node or command 'splatt' %(did you mean 'splat'%?%)"] = { "help", "splatt" },
			["recipe text is missing"] = { "eval" },
			["one file is wanted"] = { "info" },
			["doctor takes no words, but got 'now'"] = { "doctor", "now" },
			["help takes one word, but got 'splat'\nTry: terrane help\n"] = { "help", "noise", "splat" },
		} do
			local code, out, err = run(words)
			assert.equal(2, code)
			assert.equal("", out)
			assert.matches("^terrane: ", err)
			assert.matches(pattern, err)
		end
	end)

	it("says that its output could not be written, and bears streams that are closed", function()
		if program.exists "/dev/full" then
			local pipe = assert(io.popen(program.quote(program.path) .. " nodes 2>&1 >/dev/full; echo \"code $?\""))
			assert.equal("terrane: not all of the output could be written\ncode 3\n", pipe:read "*a")
			pipe:close()
		end
		local folder = program.folder()
		local line = program.quote(program.path) .. " eval 'print \"talk\" return noise{}' --size 4 -o " .. folder
		assert.is_true(os.execute(line .. " >&- 2>&- <&-"))
		local image = assert(terrane.read(folder .. "/C.png")) -- no line of talk in it
		assert.equal(4, image.width)
		program.remove(folder)
	end)

	it("shows nodes", function()
		local code, out, err = run { "nodes" }
		assert.equal(0, code)
		assert.equal("", err)
		assert.matches("\n  splat +%u", out)
		code, out = run({ "help", "splat" }, { env = "COLUMNS=60" })
		assert.equal(0, code)
		assert.matches("^[^\n]+ %- splat{ ... }\n", out)
		assert.matches('\n  rock_angle = 38\n      0 ... 90; degrees\n', out)
		for line in out:gmatch "[^\n]+" do assert.is_true(#line <= 60 or line:find "^  %S" ~= nil, line) end -- but code
	end)

	it("lists the declarations as JSON", function()
		local code, out = run { "nodes", "--json" }
		assert.equal(0, code)
		local nodes = assert(json.decode(out)).nodes
		assert.equal(#terrane.nodes(), #nodes)
		for _, node in ipairs(nodes) do
			assert.is_true(#node.summary > 10, node.id)
			for _, param in ipairs(node.params) do
				assert.is_not_nil(param.default, node.id .. "." .. param.name)
				assert.is_not_nil(param.min)
				assert.is_not_nil(param.max)
			end
		end
		assert.equal(out, select(2, run { "nodes", "--json" }))
	end)

	it("agrees with the catalogue", function()
		local shared = os.getenv "TERRANE_SHARED" or "../shared"
		if not program.exists(shared .. "/check-catalogue") then pending("no catalogue here") return end
		local pipe = io.popen(shared .. "/check-catalogue " .. program.quote(program.path) .. " 2>&1; echo \"code $?\"")
		local text = pipe:read "*a"
		pipe:close()
		assert.matches("code 0", text, nil, text)
	end)

	it("is well", function()
		local code, out = run { "doctor" }
		assert.equal(0, code, out)
		assert.is_nil(out:find "FAIL")
		assert.matches("ok    three threads give the same bytes as one", out)
	end)

	it("runs Lua scripts", function()
		local path = program.write(os.tmpname(), "print(arg[0], arg[1], select(2, ...), require 'terrane'.version) error 'oh'")
		local code, out, err = run { "lua", path, "a", "b" }
		os.remove(path)
		assert.equal(1, code)
		assert.equal(path .. "\ta\tb\t" .. terrane.version .. "\n", out)
		assert.matches("oh\nstack traceback", err)
	end)
end)
