-- Recipes as build rules: the dependency files of `terrane run --deps`, and examples/build.
local program = require "program"
local terrane = require "terrane"
local quote = program.quote

local folder
setup(function() folder = program.folder() end)
teardown(function() program.remove(folder) end)

local function sh(command)
	local pipe = assert(io.popen("{ " .. command .. "; } 2>&1; echo \" exit $?\""))
	local text = pipe:read "a"
	pipe:close()
	local out, code = text:match "^(.*) exit (%d+)\n$"
	return tonumber(code), out
end
local function there(command) return (sh("command -v " .. command)) == 0 end
local function read(path)
	local file = assert(io.open(path, "rb"))
	local text = file:read "a"
	file:close()
	return text
end
local function touch(path) assert.equal(0, (sh("sleep 0.02; touch " .. quote(path)))) end
local function map(path, height)
	assert(terrane.layer{ width = 24, height = 24, data = function(x, y) return height + x * y end }:write(path, { sidecar = true }))
end

describe("terrane run --deps", function()
	it("names the font files that a trusted recipe has read", function()
		local font = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
		if not program.exists(font) or not terrane.runtime():text_version() then return pending "text, or DejaVuSans.ttf, is not here" end
		assert.equal(0, (sh("mkdir -p " .. folder .. "/fonts && cp " .. font .. " " .. folder .. "/fonts/a.ttf")))
		local recipe = program.write(folder .. "/fonts/r.lua", "return { one = text{ font = 'a.ttf' }, two = text{ font = 'DejaVu Sans' } }")
		local d = folder .. "/fonts"
		assert.equal(0, (program.run { "run", recipe, "--trusted", "-o", d .. "/out", "--deps", d .. "/r.d", "--size", "64" }))
		assert.equal(("%s/out/manifest.json: \\\n  %s/r.lua \\\n  %s/a.ttf\n\n%s/r.lua:\n\n%s/a.ttf:\n"):format(d, d, d, d, d), read(d .. "/r.d"))
		local code, _, err = program.run { "run", recipe, "-o", d .. "/out", "--size", "64" }
		assert.equal(1, code)
		assert.is_truthy(err:find("text: font: 'a.ttf' is a font file", 1, true), err)
	end)

	it("writes what the recipe has read, when all is made", function()
		assert.equal(0, (sh("mkdir -p " .. folder .. "/deps/maps")))
		local recipe = program.write(folder .. "/deps/r.lua", [[
			local a = image{ file = param("map", "maps/a.png") }
			local b = image{ file = "maps/b.r32" }
			return { one = a, two = b:mono_to_height{}, three = image{ file = "maps/b.r32" } }]])
		map(folder .. "/deps/maps/a.png", 1)
		map(folder .. "/deps/maps/b.r32", 1)
		map(folder .. "/deps/my map #1 $.png", 1)
		local d = folder .. "/deps"
		local code, _, err = program.run { "run", recipe, "-o", d .. "/out", "--deps", d .. "/out/r.d" }
		assert.equal(0, code, err)
		local function rule(target, ...)
			local text, empty = target .. ":", ""
			for _, name in ipairs { ... } do text, empty = text .. " \\\n  " .. name, empty .. "\n" .. name .. ":\n" end
			return text .. "\n" .. empty
		end
		assert.equal(rule(d .. "/out/manifest.json", d .. "/r.lua", d .. "/maps/a.png", d .. "/maps/a.json", d .. "/maps/b.r32", d .. "/maps/b.r32.json"),
			read(d .. "/out/r.d"))
		assert.equal(0, (program.run { "run", recipe, "-o", d .. "/out", "-D", "map=" .. d .. "/my map #1 $.png", "--deps", d .. "/r.d", "--deps-target", "my maps" }))
		assert.equal(rule("my\\ maps", d .. "/r.lua", d .. "/my\\ map\\ \\#1\\ $$.png", d .. "/my\\ map\\ \\#1\\ $$.json", d .. "/maps/b.r32", d .. "/maps/b.r32.json"),
			read(d .. "/r.d"))
		assert.equal(0, (program.run { "eval", "noise{}", "--size", "8", "-o", d .. "/out", "--deps", d .. "/eval.d" }))
		assert.equal(d .. "/out/manifest.json:\n", read(d .. "/eval.d"))
	end)

	it("writes nothing where the run fails, and says what it cannot write", function()
		local d = folder .. "/failing"
		assert.equal(0, (sh("mkdir " .. d)))
		local function fails(code, message, words)
			for _, word in ipairs { "-o", d .. "/out", "--deps", d .. "/x.d" } do words[#words + 1] = word end
			local got, out, err = program.run(words)
			assert.same({ code, "" }, { got, out })
			assert.matches(message, err)
			assert.is_false(program.exists(d .. "/x.d"))
		end
		fails(1, "no 'nois'", { "eval", "nois{}" })
		fails(1, "no layer 'x'", { "eval", "noise{ layer = 'C' }:mono_to_height{ layer = 'x' }" })
		fails(3, "none.png", { "eval", "image{ file = 'none.png' }" })
		fails(3, "the name 'a;b' has ';' in it, which dependency files cannot hold", { "eval", "noise{}", "--deps-target", "a;b" })
		local code, _, err = program.run { "eval", "noise{}", "--size", "8", "-o", d .. "/out", "--deps", d .. "/none/x.d" }
		assert.equal(3, code)
		assert.matches("none/x.d", err)
		code, _, err = program.run { "eval", "noise{}", "--deps-target", "x" }
		assert.equal(2, code)
		assert.matches("%-%-deps%-target says what the rule of %-%-deps is for", err)
	end)

	it("is read by make as it was meant, whatever the names", function()
		if not there "make" then pending "no make" return end
		local d = folder .. "/names"
		for i, name in ipairs { "plain", "a b", "$x", "#1", "c:d", "back\\slash", "back\\ slash", "[1] ~(2)@", "ä" } do
			local at = d .. i
			assert.equal(0, (sh("mkdir " .. at)))
			local path = at .. "/" .. name .. ".r32"
			map(path, 1)
			local run = ("%s run r.lua -o out --size 8 -q --deps r.d --deps-target done -D %s"):format(quote(program.path), quote("map=" .. name .. ".r32"))
			program.write(at .. "/r.lua", "return image{ file = param('map', '') }")
			program.write(at .. "/Makefile", "done:\n\t" .. run:gsub("%$", "$$") .. "\n\ttouch done\n-include r.d\n")
			local make = "make -C " .. quote(at) .. " "
			local code, out = sh(make)
			assert.equal(0, code, out)
			assert.equal(0, (sh(make .. "-q")), name)
			touch(path)
			assert.equal(1, (sh(make .. "-q")), name)
			assert.equal(0, (sh(make)))
			assert.equal(0, (sh(make .. "-q")), name)
			os.remove(path .. ".json") -- gone, and no reason to stop
			code, out = sh(make)
			assert.equal(0, code, out)
			assert.matches("run r.lua", out, 1, true)
		end
	end)
end)

-- Two recipes, one of them with a map; a function that makes them, and one that says which ran.
local function project(name)
	local d = folder .. "/" .. name
	assert.equal(0, (sh(("mkdir -p %s/recipes/maps %s/build"):format(d, d))))
	program.write(d .. "/recipes/alpine.lua", "return noise{ fractal = 'terrain' }:stream_power{ iterations = 3 }:splat{}")
	program.write(d .. "/recipes/from_map.lua", "return image{ file = 'maps/m.png' }:stream_power{ iterations = 2 }")
	map(d .. "/recipes/maps/m.png", 5)
	return d
end

describe("examples/build", function()
	local d, make
	local function baked(...) -- with make
		local code, out = sh(make)
		assert.equal(0, code, out)
		local wanted, seen = {}, {}
		for _, name in ipairs { ... } do wanted[name] = true end
		for name in out:gmatch "run %S*/([%w_]+)%.lua " do seen[name] = true end
		assert.same(wanted, seen, out)
		return out
	end

	it("is made by make: what changed, and nothing else", function()
		if not there "make" then pending "no make" return end
		d = project "make"
		make = ("make -C examples/build RECIPES=%s/recipes OUT=%s/out TERRANE=%s FLAGS='--size 32'"):format(d, d, quote(program.path))
		baked("alpine", "from_map")
		for _, file in ipairs { "alpine/C.png", "alpine/preview.png", "alpine/manifest.json", "from_map/C.png", "alpine.d", "from_map.d" } do
			assert.is_true(program.exists(d .. "/out/" .. file), file)
		end
		baked()
		touch(d .. "/recipes/alpine.lua")
		assert.matches("nodes evaluated: 0;", baked "alpine")
		baked()
		assert.equal(0, (sh("sleep 0.02")))
		map(d .. "/recipes/maps/m.png", 7)
		assert.matches("nodes evaluated: [1-9]", baked "from_map")
		baked()
		assert.equal(7, math.floor(terrane.read(d .. "/recipes/maps/m.png"):layer "C":stats().min + 0.5))
		touch(d .. "/recipes/maps/m.json")
		baked "from_map"
		os.remove(d .. "/recipes/maps/m.json")
		baked "from_map"
		baked()
	end)

	it("makes outputs that were removed from the cache, without evaluating a node", function()
		if not make then pending "no make" return end
		assert.equal(0, (sh(("cp -r %s/out %s/before && rm -r %s/out/alpine %s/out/from_map"):format(d, d, d, d))))
		local out = baked("alpine", "from_map")
		for evaluated, found in out:gmatch "nodes evaluated: (%d+); results found in the cache: (%d+)" do
			assert.equal("0", evaluated)
			assert.is_true(tonumber(found) >= 2) -- the output and its preview
		end
		assert.equal(2, select(2, out:gsub("nodes evaluated", "")))
		assert.same({ 0, "" }, { sh(("diff -r %s/out %s/before"):format(d, d)) })
	end)

	it("leaves maps alone that have not changed, for rules that work on them", function()
		if not make then pending "no make" return end
		touch(d .. "/mark")
		touch(d .. "/recipes/alpine.lua")
		baked "alpine"
		local _, new = sh(("cd %s/out/alpine && find . -newer %s/mark -type f"):format(d, d))
		assert.equal("./manifest.json\n", new)
	end)

	it("is made again after a mistake was mended", function()
		if not make then pending "no make" return end
		local path = d .. "/recipes/alpine.lua"
		local good = read(path)
		local rule = read(d .. "/out/alpine.d")
		touch(path)
		program.write(path, "return nois{}")
		local code, out = sh(make)
		assert.equal(2, code)
		assert.matches("there is no 'nois'", out, 1, true)
		assert.equal(rule, read(d .. "/out/alpine.d"))
		program.write(path, good)
		baked "alpine"
	end)

	it("is made by several jobs of make at once", function()
		if not make then pending "no make" return end
		assert.equal(0, (sh(("rm -r %s/out"):format(d))))
		local code, out = sh(make .. " -j4")
		assert.equal(0, code, out)
		assert.same({ 0, "" }, { sh(("diff -r -x cache %s/out %s/before"):format(d, d)) })
		assert.same({ 0, "" }, { sh(("find %s/out -name '*.tmp' -o -name '*.part'"):format(d)) })
	end)

	local function copy(from, to) -- with the program and the size of this spec
		program.write(to, (read(from):gsub("%.%./%.%./scripts/terrane", (program.path:gsub("%%", "%%%%"))):gsub("%-%-size 512 %-%-quiet", "--size 32")))
	end

	it("is made by ninja", function()
		if not there "ninja" then pending "no ninja" return end
		local n = project "ninja"
		copy("examples/build/build.ninja", n .. "/build/build.ninja")
		local function ninja(...)
			local code, out = sh("ninja -v -C " .. n .. "/build")
			assert.equal(0, code, out)
			for _, name in ipairs { "alpine", "from_map" } do
				local wanted = false
				for _, w in ipairs { ... } do wanted = wanted or w == name end
				assert.equal(wanted, out:find("run ../recipes/" .. name .. ".lua", 1, true) ~= nil, out)
			end
		end
		ninja("alpine", "from_map")
		ninja()
		touch(n .. "/recipes/alpine.lua")
		ninja "alpine"
		ninja()
		touch(n .. "/recipes/maps/m.png")
		ninja "from_map"
		os.remove(n .. "/recipes/maps/m.json")
		ninja "from_map"
		ninja()
	end)

	it("is made by Premake", function()
		local premake = there "premake5" and "premake5" or there "premake4" and "premake4"
		if not premake then pending "no Premake" return end
		local p = project "premake"
		program.write(p .. "/build/maps.lua", read "examples/build/premake5.lua")
		program.write(p .. "/build/main.c", "int main(void) { return 0; }\n")
		program.write(p .. "/build/premake5.lua", "workspace = workspace or solution\ndofile 'maps.lua'\nfiles { 'main.c' }\nexcludes { '../embed/host.c' }\n")
		local code, out = sh(("cd %s/build && TERRANE=%s FLAGS='--size 32' %s --file=premake5.lua gmake && make && make"):format(p, quote(program.path), premake))
		assert.equal(0, code, out)
		local _, runs = out:gsub("nodes evaluated: %d", "")
		assert.equal(4, runs, out)
		assert.equal(2, select(2, out:gsub("nodes evaluated: 0; results found in the cache: [2-9]", "")), out)
		assert.is_true(program.exists(p .. "/build/out/from_map/C.png"))
	end)
end)
