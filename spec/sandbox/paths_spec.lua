-- Which files a stranger's recipe may name, and which not.
if _VERSION == "Lua 5.1" then return end -- strangers' recipes do not run under LuaJIT
local terrane = require "terrane"
local recipe = require "terrane.recipe"
local program = require "spec.support.program"

describe("files of a stranger's recipe", function()
	local folder, outside
	setup(function()
		outside = program.folder()
		folder = outside .. "/mod"
		assert(os.execute("mkdir -p " .. folder .. "/maps/deep " .. folder .. "/folder.png " .. outside .. "/else"))
		local layer = terrane.layer{ width = 2, height = 2, data = { 1, 2, 3, 4 } }
		for _, path in ipairs{ folder .. "/a.r32", folder .. "/maps/deep/b.r32", folder .. "/maps/..c.r32", folder .. "/two  words.r32", outside .. "/else/secret.r32" } do
			assert(layer:write(path, { format = "raw32" }))
		end
		assert(os.execute(("cd %s && ln -s ../else/secret.r32 out.r32 && ln -s a.r32 in.r32 && ln -s ../else maps/away && ln -s deep maps/near && ln -s loop loop "
			.. "&& ln -s /dev/zero zero.r32 && ln -s nowhere dangling.r32 && mkfifo pipe.r32"):format(folder)))
	end)
	teardown(function() program.remove(outside) end)

	local function read(path, options)
		options = options or {}
		options.directory = options.directory or folder
		options.name = "mod.lua"
		return recipe.run(("return image{ file = %q, format = 'raw32' }"):format(path), options)
	end
	local function refused(path, pattern, kind)
		local start = terrane.clock()
		local outputs, err = read(path)
		assert.is_nil(outputs, path)
		assert.matches("^mod.lua:1: image: " .. pattern, err.message)
		assert.equal(kind or "recipe", err.kind)
		assert.is_true(terrane.clock() - start < 1)
	end

	it("lie beside it and below", function()
		for _, path in ipairs{ "a.r32", "maps/deep/b.r32", "maps/..c.r32", "two  words.r32" } do
			local outputs, err = read(path)
			assert.is_not_nil(outputs, err and err.message)
			assert.equal(4, outputs[1].node:render():layer "C":get(1, 1))
		end
	end)

	it("are not there, in so many words", function()
		refused("none.r32", folder .. "/none.r32: No such file or directory", "file")
		refused("none/a.r32", folder .. "/none/a.r32: No such file or directory", "file")
		refused("a.r32/b.r32", folder .. "/a.r32/b.r32: Not a directory", "file")
	end)

	it("are reached over no link, whichever way it leads", function()
		for _, path in ipairs{ "out.r32", "in.r32", "maps/away/secret.r32", "maps/near/b.r32", "loop", "loop/a.r32", "zero.r32", "dangling.r32" } do
			refused(path, "'[%w/.]+' leads over a symbolic link, which recipes do not follow")
		end
	end)

	it("are plain files", function()
		refused("pipe.r32", "'pipe.r32' is no plain file")
		refused("folder.png", "'folder.png' is no plain file")
		refused("maps", "'maps' is no plain file")
	end)

	it("have names that every system takes, and that stay inside", function()
		local count = 0
		local function all(paths, pattern)
			for _, path in ipairs(paths) do
				refused(path, pattern)
				count = count + 1
			end
		end
		all({ "/etc/passwd", "//etc/passwd", "/", "..", "../else/secret.r32", "maps/../a.r32", "maps/../../else/secret.r32", "maps/deep/../../../x",
			"maps/..", "C:a.r32", "c:/a.r32", "C:\\a.r32", "\\\\host\\share\\a.r32", "\\\\?\\C:\\a.r32", "..\\a.r32", "maps\\deep\\b.r32", "a.r32:stream", "a.r32::$DATA",
			"a\nb", "a\tb", "a\127b", "\27[31m.r32", "a\rb" }, ".- is neither below the recipe's folder nor given as a parameter")
		all({ "a.r32.", "a.r32 ", "maps./deep/b.r32", "maps /deep/b.r32", "...", "maps/... ", " " }, ".- ends in a dot or a space")
		all({ "CON", "con", "nul.r32", "NUL.tar.gz", "Aux", "PRN.png", "COM1", "com9.r32", "LPT0.x", "maps/CON/b.r32", "NUL .png", "CONIN$", "conout$.r32" }, ".- has the name of a device in it")
		all({ "./a.r32", "maps/./deep/b.r32", "maps//deep/b.r32", "." }, ".- has an empty part or '.' in it")
		all({ "maps/" }, "'maps/' is no file")
		all({ ("x"):rep(1025), ("x/"):rep(600) .. "x" }, ".- is too long for a path")
		assert.is_true(count >= 50, count)
		for _, path in ipairs{ "CONSOLE.r32", "COM.r32", "COM10.r32", "nuls.r32" } do refused(path, ".*No such file", "file") end
	end)

	it("may be anywhere where the host names them", function()
		for _, path in ipairs{ folder .. "/../else/secret.r32", folder .. "/out.r32" } do
			local outputs, err = recipe.run("return image{ file = param('map', ''), format = 'raw32' }", { directory = folder, params = { map = path } })
			assert.is_not_nil(outputs, err and err.message)
		end
		assert.is_not_nil((read("../else/secret.r32", { trusted = true })))
	end)

	it("are no fonts, but for those that the host names", function()
		assert(os.execute(("cp /usr/share/fonts/truetype/dejavu/DejaVuSans.ttf %s/a.ttf 2>/dev/null || echo none > %s/a.ttf"):format(folder, folder)))
		local function font(name, options)
			options.directory, options.name = folder, "mod.lua"
			return recipe.run(("return text{ font = param('font', %q) }"):format(name), options)
		end
		for _, path in ipairs{ "a.ttf", "./a.ttf", folder .. "/a.ttf", "/dev/zero", "maps/deep/x.OTF", "..", "../x", "x\\y", "x.ttc", ".otc", "/" } do
			local outputs, err = font(path, {})
			if path == ".." then assert.is_not_nil(outputs) -- a name, of no font
			else
				assert.is_nil(outputs, path)
				assert.equal("recipe", err.kind)
				assert.equal("mod.lua:1: text: font: '" .. path .. "' is a font file, which the host may name but no stranger's recipe; name an installed font", err.message)
			end
		end
		assert.is_not_nil((font("DejaVu Sans", {})))
		assert.is_not_nil((font("", {})))
		local seen = {}
		local function opened(path) seen[#seen + 1] = path end
		local given = assert(font("", { params = { font = folder .. "/a.ttf" }, opened = opened }))
		local beside = assert(font("a.ttf", { trusted = true, opened = opened }))
		assert.same({ folder .. "/a.ttf", folder .. "/a.ttf" }, seen)
		assert.same({ folder .. "/a.ttf", folder .. "/a.ttf" }, { given[1].node:params().font, beside[1].node:params().font })
		local outputs, err = font("none.ttf", { trusted = true })
		assert.is_nil(outputs)
		assert.equal("file", err.kind)
		assert.matches("^mod.lua:1: text: " .. folder:gsub("%p", "%%%0") .. "/none.ttf: No such file", err.message)
	end)

	it("are told to the host", function()
		local seen = {}
		assert(read("maps/deep/b.r32", { opened = function(path) seen[#seen + 1] = path end }))
		assert.same({ folder .. "/maps/deep/b.r32" }, seen)
	end)

	it("are all that is opened", function()
		local path = program.write(outside .. "/probe.lua", ([[
			local recipe = require "terrane.recipe"
			recipe.run "return noise{}"
			io.stderr:write "begin\n"
			for _, file in ipairs{ "a.r32", "out.r32", "../else/secret.r32", "pipe.r32", "maps/away/secret.r32" } do
				recipe.run("return image{ file = '" .. file .. "' }", { directory = %q })
			end
			io.stderr:write "end\n"]]):format(folder))
		local pipe = io.popen(("strace -f -e trace=open,openat,creat,write %s lua %s 2>&1 </dev/null"):format(program.quote(program.path), path))
		local text = pipe:read "*a"
		pipe:close()
		local between = text:match 'write%(2, "begin.-\n(.*)write%(2, "end'
		if not between then return pending "strace is not here" end
		local opened = {}
		for name in between:gmatch 'open[at]*%([^"\n]*"([^"]*)"' do opened[#opened + 1] = name end
		for _, name in ipairs(opened) do
			assert.is_true(name == folder or name == "a.r32" or name == "out.r32" or name == "pipe.r32" or name == "maps" or name == "away", name)
		end
		assert.is_true(#opened >= 5)
	end)
end)
