-- What `premake4 --file=premake5.lua --prefix=DIR install` copies is all that a host needs.
local program = require "program"

local function run(command)
	local pipe = assert(io.popen("(" .. command .. ") 2>&1; echo \" exit $?\""))
	local text = pipe:read "a"
	pipe:close()
	local out, code = text:match "^(.*) exit (%d+)\n$"
	return out, tonumber(code)
end

describe("the installed tree", function()
	local build = (os.getenv "TERRANE" or "build/terrane"):match "^(.*)/terrane$"
	if build ~= "build" then return end -- one of the builds is enough
	local folder

	setup(function()
		folder = program.folder() .. "/a prefix"
		local premake = run "command -v premake5" ~= "" and "premake5" or "premake4 --file=premake5.lua"
		local out, code = run(("%s --prefix=%s install"):format(premake, program.quote(folder)))
		assert.equal(0, code, out)
	end)
	teardown(function() program.remove((folder:match "^(.*)/")) end)

	local function host(source, packages)
		local binary = program.quote(folder .. "/host")
		return run(("PKG_CONFIG_PATH=%s; export PKG_CONFIG_PATH; eval cc -Wall -Wextra -Werror %s -o '\"%s\"' $(pkg-config --cflags --libs %s)")
			:format(program.quote(folder .. "/lib/pkgconfig"), source, folder .. "/host", packages)), binary
	end

	it("builds a host in C", function()
		local out, binary = host("examples/embed/host.c", "terrane")
		assert.equal("", out)
		assert.matches("256x256, summit ", (run(binary)))
	end)

	it("builds a host with a Lua of its own", function()
		local out, binary = host("examples/embed/recipe_host.c", "terrane_lua lua5.4")
		assert.equal("", out)
		assert.matches("256x256\n$", (run(binary .. " examples/recipes/alpine.lua")))
	end)

	it("has headers that C++ takes", function()
		assert.same({ "", 0 }, { run(("echo '#include <terrane_lua.h>' | c++ -Wall -Wextra -pedantic -Werror -fsyntax-only -x c++ -I%s $(pkg-config --cflags lua5.4) -")
			:format(program.quote(folder .. "/include"))) })
	end)

	it("has a program and modules that run", function()
		assert.matches("^terrane %d", (run(program.quote(folder .. "/bin/terrane") .. " --version")))
		for lua, version in pairs { ["lua5.4"] = "5.4", luajit = "5.1" } do
			local out, code = run(("%s -e 'package.cpath = [[%s/lib/lua/%s/?.so]] io.write(require(\"terrane\").noise{}:render{ width = 8 }.width)'")
				:format(lua, folder, version))
			assert.same({ "8", 0 }, { out, code })
		end
	end)

	it("finds its CUDA plugin, where one was built", function()
		local built = program.exists "build/lib/terrane/terrane_cuda.so"
		local wanted = built and "exists" or "does not exist"
		assert.equal(built, program.exists(folder .. "/lib/terrane/terrane_cuda.so"), wanted)
		local module = ([[package.cpath = %q print(select(2, require "terrane".runtime{}:device()) or "there")]]):format(folder .. "/lib/lua/5.4/?.so")
		local script = program.write(folder .. "/device.lua", module)
		for _, command in ipairs { "bin/terrane doctor", "bin/terrane lua", "lua5.4" } do
			local path = command == "lua5.4" and command or program.quote(folder) .. "/" .. command
			local out = run("cd / && unset TERRANE_CUDA TERRANE_DEVICE; " .. path .. (command:find "doctor" and "" or " " .. program.quote(script)))
			assert.equal(not built, out:find("is not installed", 1, true) ~= nil, out)
		end
	end)
end)
