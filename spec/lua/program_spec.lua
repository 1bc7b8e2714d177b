-- The program as a plain Lua host: terrane lua SCRIPT [arguments].
local program = os.getenv "TERRANE" or "build/terrane"
local dir = os.tmpname()
os.remove(dir)
assert(os.execute("mkdir -p " .. dir))

local function write(name, text)
	local f = assert(io.open(dir .. "/" .. name, "wb"))
	f:write(text)
	f:close()
	return dir .. "/" .. name
end

-- What a shell command prints on both streams, and its exit code.
local function sh(command)
	local pipe = assert(io.popen("(" .. command .. ") 2>&1; echo \"::$?\""))
	local text = pipe:read "*a"
	pipe:close()
	local out, code = text:match "^(.-)::(%d+)\n$"
	return out, tonumber(code)
end

describe("terrane lua", function()
	if jit then return end
	teardown(function() os.execute("rm -rf " .. dir) end)

	it("hands over the arguments as lua does", function()
		local script = write("a.lua", [[
			print(arg[0]:match "[^/]+$", arg[1], arg[2], #arg, arg[-1], select("#", ...), (...))
		]])
		local out, code = sh(program .. " lua " .. script .. " one 'two words'")
		assert.equal("a.lua\tone\ttwo words\t2\tlua\t2\tone\n", out)
		assert.equal(0, code)
	end)

	it("has the module, all of Lua, and the usual paths", function()
		local script = write("b.lua", [[
			local terrane = require "terrane"
			assert(terrane.layer{ width = 2, height = 2 }.width == 2)
			assert(debug and io and os and coroutine and package.path:find("?.lua", 1, true) and package.cpath:find("?.so", 1, true))
			local host = require "terrane.host"
			print(host.isatty(io.stdout), host.interrupted())
		]])
		assert.equal("false\tfalse\n", (sh(program .. " lua " .. script)))
	end)

	it("reads a script from standard input", function()
		assert.equal("42\n", (sh("echo 'print(42)' | " .. program .. " lua -")))
	end)

	it("ends with the script's own exit code", function()
		assert.same({ "", 7 }, { sh(program .. " lua " .. write("c.lua", "os.exit(7)")) })
		assert.same({ "", 0 }, { sh(program .. " lua " .. write("d.lua", "#!/usr/bin/env lua\nreturn 3")) })
	end)

	it("prints errors with a traceback and ends with 1", function()
		local out, code = sh(program .. " lua " .. write("e.lua", "local function f() error 'boom' end\nf()"))
		assert.matches("^terrane: .*e.lua:1: boom\nstack traceback:", out)
		assert.matches("e.lua:2: in main chunk", out)
		assert.equal(1, code)
		out, code = sh(program .. " lua " .. write("f.lua", "x ="))
		assert.matches("^terrane: .*f.lua:1: unexpected symbol near <eof>", out)
		assert.equal(1, code)
		assert.matches("error object is a table", (sh(program .. " lua " .. write("g.lua", "error({})"))))
		local telling = write("h.lua", "error(setmetatable({}, { __tostring = function() return 'as text' end }))")
		assert.matches("as text", (sh(program .. " lua " .. telling)))
		assert.equal(1, select(2, sh(program .. " lua " .. dir .. "/missing.lua")))
		assert.equal(2, select(2, sh(program .. " lua")))
	end)

	it("makes folders", function()
		local script = write("i.lua", [[
			local host = require "terrane.host"
			print(host.mkdir(arg[1] .. "/x/y//z"), host.mkdir(arg[1] .. "/x"), (host.mkdir "/proc/no/such"))
		]])
		assert.equal("true\ttrue\tnil\n", (sh(program .. " lua " .. script .. " " .. dir)))
		assert.truthy(os.rename(dir .. "/x/y/z", dir .. "/x/z"))
	end)

	describe("on Ctrl-C", function()
		local function interrupted(body)
			local script = write("j.lua", [[
				local terrane = require "terrane"
				io.stdout:setvbuf "no"
				local img = terrane.image{ C = terrane.layer{ width = 1024, height = 1024 } }
				print "ready"
			]] .. body)
			-- the signal is sent when the script says that it is ready
			local run = ": > %s; %s lua %s > %s & pid=$!; while kill -0 $pid && ! grep -q ready %s; do sleep 0.01; done; sleep 0.05; "
				.. "kill -INT $pid; wait $pid"
			local log = dir .. "/out"
			return sh(run:format(log, program, script, log, log))
		end
		local function printed()
			local f = assert(io.open(dir .. "/out"))
			local text = f:read "*a"
			f:close()
			return text
		end

		it("cancels what is evaluated, ends the script, and exits with 4", function()
			local out, code = interrupted "local i = 0 while true do i = i + 1 img:mono_to_height{ height_offset = i }:render() end"
			assert.same({ "", 4 }, { out, code })
		end)

		it("ends plain Lua too, and lets it clean up", function()
			local out, code = interrupted "local ok, e = pcall(function() while true do end end) print(ok, e:match 'interrupted')"
			assert.same({ "", 4 }, { out, code })
			assert.equal("ready\nfalse\tinterrupted\n", printed())
		end)
	end)
end)
