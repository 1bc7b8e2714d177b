local program = require "program"
local json = require "terrane.json"
local terrane = require "terrane"

local folder
setup(function() folder = program.folder() end)
teardown(function() program.remove(folder) end)

local function recipe(name, text) return program.write(folder .. "/" .. name, text) end
local function run(words, options)
	table.insert(words, 2, "--size=32")
	return program.run(words, options)
end
local function manifest(directory)
	local file = assert(io.open(directory .. "/manifest.json"))
	local text = file:read "*a"
	file:close()
	return assert(json.decode(text)), text
end

describe("terrane run", function()
	it("writes layers, sidecars, a preview and a manifest, and prints their names", function()
		local path = recipe("alpine.lua", [[
			local seed = param("seed", 42, { min = 0 })
			return noise{ rand_seed = seed, fractal = "terrain" }:shade{ keep_layers = true }:splat{ world_size = 5000, strength = 900 }]])
		local out = folder .. "/alpine"
		local code, stdout, stderr = run { "run", path, "-o", out, "-D", "seed=7" }
		assert.equal(0, code, stderr)
		local m = manifest(out)
		assert.same({ seed = 7 }, m.params)
		assert.equal("alpine.lua", m.recipe)
		assert.equal(1, #m.outputs)
		local o = m.outputs[1]
		assert.same({ 32, 32, 5000, "preview.png" }, { o.width, o.height, o.world_size, o.preview })
		local expected = {}
		for _, layer in ipairs(o.layers) do
			expected[#expected + 1] = out .. "/" .. layer.file
			local image = assert(terrane.read(out .. "/" .. layer.file))
			assert.same({ 32, 32 }, { image.width, image.height })
		end
		expected[#expected + 1] = out .. "/preview.png"
		expected[#expected + 1] = out .. "/manifest.json"
		assert.equal(table.concat(expected, "\n") .. "\n", stdout)
		for _, file in ipairs(expected) do assert.is_true(program.exists(file), file) end
		-- the height map comes back as it was, to a step of its range
		local image = terrane.read(out .. "/C.png")
		local node = terrane.recipe(path, { params = { seed = 7 } })[1].node
		local original = node:render { width = 32 }:layer "C"
		local s = original:stats()
		for y = 0, 31 do
			for x = 0, 31 do assert.near(original:get(x, y), image:layer "C":get(x, y), (s.max - s.min) / 65535) end
		end
		assert.equal(5000, image.world_size)
		assert.equal(original:hash(), o.layers[1].hash)
		assert.equal(node:key(), o.key)
		-- where the time went is talk
		assert.matches("files +%d", stderr)
		assert.matches("\nall ", stderr)
	end)

	it("writes the same bytes each time", function()
		local path = recipe("twice.lua", "return { a = noise{ fractal = 'terrain' }, b = noise{ noise_type = 'worley' } }")
		for _, name in ipairs { "one", "two" } do assert.equal(0, (run { "run", path, "-o", folder .. "/" .. name, "--threads", name == "one" and "1" or "3" })) end
		local code = os.execute(("diff -r %s/one %s/two"):format(folder, folder))
		assert.is_true(code == true or code == 0)
		local m = manifest(folder .. "/one")
		assert.same({ "a", "b" }, { m.outputs[1].name, m.outputs[2].name })
		assert.same({ "a_C.png", "b_C.png", "a_preview.png" }, { m.outputs[1].layers[1].file, m.outputs[2].layers[1].file, m.outputs[1].preview })
	end)

	it("leaves files alone that stand as it would write them", function()
		local path = recipe("again.lua", [[
			local n = noise{ fractal = "terrain" }
			return { a = n:splat{ world_size = param("size", 500) }, b = n:height_to_normal{} }]])
		local out = folder .. "/again"
		local function new(...) -- the files that a run writes
			assert.equal(0, os.execute("sleep 0.02; touch " .. folder .. "/mark; sleep 0.02") and 0)
			local code, _, err = run { "run", path, "-o", out, ... }
			assert.equal(0, code, err)
			local pipe = io.popen(("cd %s && find . -newer ../mark -type f | sort"):format(out))
			local list = {}
			for line in pipe:lines() do list[#list + 1] = line:sub(3) end
			pipe:close()
			return list
		end
		local all = new()
		assert.is_true(#all > 20)
		local _, text = manifest(out)
		local function only(...) assert.same({ ... }, new()) assert.equal(text, (select(2, manifest(out)))) end
		only "manifest.json" -- so that it is newer than what it was made from
		local function spoil(name, f)
			local file = assert(io.open(out .. "/" .. name, "rb"))
			local bytes = file:read "a"
			file:close()
			program.write(out .. "/" .. name, f(bytes))
		end
		spoil("a_C.png", function(bytes) return bytes:sub(1, 99) .. string.char(bytes:byte(100) ~ 1) .. bytes:sub(101) end)
		only("a_C.json", "a_C.png", "manifest.json")
		spoil("a_splat_rock.json", function() return "" end)
		only("a_splat_rock.json", "a_splat_rock.png", "manifest.json")
		os.remove(out .. "/b_preview.png")
		only("b_preview.png", "manifest.json")
		spoil("manifest.json", function(bytes) return (bytes:gsub('"a"', '"c"')) end) -- nothing is known of the output a
		local written = new()
		assert.is_true(#written < #all and #written > #all / 3)
		assert.equal(text, (select(2, manifest(out))))
		for _, broken in ipairs { "", "null", "[]", "{", '{"outputs": 3}', '{"terrane": "' .. terrane.version .. '", "outputs": [3, {"name": "a"}, {"name": "a", "layers": [1, {}]}]}' } do
			spoil("manifest.json", function() return broken end)
			assert.same(all, new())
			assert.equal(text, (select(2, manifest(out))))
		end
		spoil("manifest.json", function() return ("["):rep(100000) end)
		assert.same(all, new())
		os.remove(out .. "/manifest.json")
		assert(os.execute("mkfifo " .. out .. "/manifest.json")) -- nobody will write to it
		assert.same(all, new())
		spoil("manifest.json", function(bytes) return (bytes:gsub('"terrane": "[^"]*"', '"terrane": "0.0.1"')) end)
		assert.same(all, new())
		written = new("-D", "size=600") -- other sidecars, and other masks
		for _, name in ipairs(written) do assert.matches("^a_", name == "manifest.json" and "a_" or name) end
		assert.is_true(#written > 10)
		assert.same(all, new("--size", "16"))
	end)

	it("chooses a folder below out/", function()
		local path = recipe("here.lua", "return noise{}")
		local code, out = run({ "run", path }, { through = "env -C " .. folder })
		if code == 125 then pending("env -C is not there") return end
		assert.equal(0, code)
		assert.matches("^out/here/C.png\n", out)
		assert.is_true(program.exists(folder .. "/out/here/C.png"))
	end)

	it("takes the size that is asked for, unless the recipe states one", function()
		local path = recipe("size.lua", "return { free = noise{}, fixed = noise{ resolution_x = 20, resolution_y = 10 } }")
		assert.equal(0, (program.run { "run", path, "-o", folder .. "/size", "--size", "24x12" }))
		local m = manifest(folder .. "/size")
		assert.same({ 20, 10, 24, 12 }, { m.outputs[1].width, m.outputs[1].height, m.outputs[2].width, m.outputs[2].height })
	end)

	it("is silent where it is told to", function()
		local code, out, err = run { "eval", "noise{}", "-o", folder .. "/quiet", "--quiet" }
		assert.equal(0, code)
		assert.equal("", err)
		assert.matches("C.png", out)
	end)

	it("shows progress as it is told to", function()
		local _, _, err = run { "eval", "noise{}", "-o", folder .. "/p", "--progress=plain" }
		assert.matches("\n?100 %%  noise\n", err)
		_, _, err = run { "eval", "noise{}", "-o", folder .. "/p", "--progress=json", "--quiet" }
		local last
		for line in err:gmatch "[^\n]+" do last = assert(json.decode(line), line) end
		assert.same({ 1, "noise", "" }, { last.fraction, last.node, last.output })
		_, _, err = run { "eval", "noise{}", "-o", folder .. "/p", "--progress=bar" }
		assert.matches("\r%[#+%] 100 %%  noise", err)
		_, _, err = run { "eval", "noise{}", "-o", folder .. "/p" }
		assert.is_nil(err:find("[\r\27]"))
	end)

	it("prints what the recipe prints as talk", function()
		local _, out, err = run { "eval", "print 'hello' return noise{}", "-o", folder .. "/p" }
		assert.matches("^hello\n", err)
		assert.is_nil(out:find "hello")
	end)
end)

describe("mistakes", function()
	local function fails(code, message, words, options)
		local got, out, err = run(words, options)
		assert.equal(code, got, err)
		assert.equal("", out)
		assert.equal(message .. "\n", err)
	end

	it("of a recipe are one line with their place, and code 1", function()
		fails(1, "typo.lua:2: splat: no parameter 'rock_angel' (did you mean 'rock_angle'?)",
			{ "run", recipe("typo.lua", "local n = noise{}\nreturn n:splat{ rock_angel = 1 }"), "-o", folder .. "/x" })
		fails(1, "eval:1: there is no 'nosie' (did you mean 'noise'?)", { "eval", "nosie{}", "-o", folder .. "/x" })
		fails(1, "eval:1: parameter 'seed' is a number, not 'x'", { "eval", "noise{ rand_seed = param('seed', 1) }", "-D", "seed=x", "-o", folder .. "/x" })
		fails(1, "eval: no parameter 'sede' (did you mean 'seed'?); it declares seed",
			{ "eval", "noise{ rand_seed = param('seed', 1) }", "-D", "sede=1", "-o", folder .. "/x" })
		fails(1, "eval: it returns a number; return a node, or a table of nodes by name", { "eval", "5" })
		fails(1, "eval:1: recipes have no 'os'; run those you trust as trusted to give them all of Lua", { "eval", "os.exit()" })
		local code, out, err = run { "eval", "noise{" }
		assert.same({ 1, "" }, { code, out })
		assert.matches("^eval:1: .*near <eof>\n$", err)
	end)

	it("that show when the map is made are the same", function()
		local code, out, err = run { "run", recipe("late.lua", "local n = noise{ layer = 'x' }\nreturn n:splat{}"), "-o", folder .. "/x" }
		assert.same({ 1, "" }, { code, out })
		assert.matches("^late.lua:2: splat: ", err)
	end)

	it("of files have code 3", function()
		fails(3, folder .. "/none.lua: No such file or directory", { "run", folder .. "/none.lua" })
		program.write(folder .. "/file", "")
		fails(3, "cannot make the folder '" .. folder .. "/file/out': Not a directory", { "eval", "noise{}", "-o", folder .. "/file/out" })
		fails(3, "cannot write to the folder '" .. folder .. "/file': Not a directory", { "eval", "noise{}", "-o", folder .. "/file" })
		fails(3, "eval:1: image: none.png: No such file or directory", { "eval", "image{ file = 'none.png' }", "-o", folder .. "/x" })
	end)

	it("of a full disk leave nothing half written", function()
		local disk = folder .. "/disk"
		assert(os.execute("mkdir " .. disk))
		if not os.execute("mount -t tmpfs -o size=16k none " .. disk .. " 2>/dev/null") then pending("no right to mount a small disk") return end
		local code, out, err = program.run { "eval", "noise{ noise_type = 'white' }", "--size", "256", "-o", disk .. "/x" }
		local pipe = io.popen("find " .. disk .. " -type f")
		local left = pipe:read "*a"
		pipe:close()
		os.execute("umount " .. disk)
		assert.same({ 3, "", "" }, { code, out, left })
		assert.matches("no space left", err:lower())
	end)
end)

describe("Ctrl-C", function()
	it("ends an evaluation with code 4, and leaves nothing half written", function()
		local out = folder .. "/cancelled"
		local started = terrane.clock()
		local code, stdout, err = program.run({ "eval", "noise{ noise_type = 'torus', fractal = 'terrain', octaves = 16 }", "--size", "8192", "-o", out, "--quiet" },
			{ through = "timeout -s INT 0.5" })
		assert.equal("", stdout)
		assert.equal("terrane: cancelled\n", err)
		assert.is_true(code == 4 or code == 124)
		assert.is_true(terrane.clock() - started < 3)
		local pipe = io.popen("find " .. out .. " -type f")
		assert.equal("", pipe:read "*a")
		pipe:close()
	end)
	it("means SIGTERM too", function()
		local code = program.run({ "eval", "noise{ noise_type = 'torus', fractal = 'terrain', octaves = 16 }", "--size", "8192", "-o", folder .. "/ended", "--quiet" },
			{ through = "timeout --preserve-status 0.3" })
		assert.equal(4, code)
	end)
	it("ends a recipe that never ends", function()
		local code, _, err = program.run({ "eval", "while true do end", "--trusted" }, { through = "timeout --preserve-status -s INT 0.3" })
		assert.equal(4, code)
		assert.equal("terrane: cancelled\n", err)
	end)
end)

describe("terrane info", function()
	it("tells what a map holds", function()
		assert.equal(0, (run { "eval", "noise{}", "-o", folder .. "/info" }))
		local code, out, err = program.run { "info", folder .. "/info/C.png" }
		assert.same({ 0, "" }, { code, err })
		assert.matches("format      png, 32 x 32, 1 channel of 16 bits\nsidecar     yes\nrange       ", out)
		assert.matches("channel 1   min .*, voids 0\nhash        %x+\n$", out)
		program.write(folder .. "/three.r32", ("\0\0\128\63"):rep(3))
		code, out, err = program.run { "info", folder .. "/three.r32", "--size", "3x1" }
		assert.same({ 0, "" }, { code, err })
		assert.matches("^format      raw32, 3 x 1, 1 channel of 32 bits\nsidecar     none\nchannel 1   min 1, max 1, mean 1, voids 0\n", out)
		code, out = program.run { "info", folder .. "/none.png" }
		assert.same({ 3, "" }, { code, out })
	end)
	it("tells what a recipe declares", function()
		local path = recipe("about.lua", "local s = param('seed', 42, { min = 0, max = 9999, doc = 'which' })\nlocal k = param('kind', 'a', { choices = { 'a', 'b' } })\nreturn { h = noise{ rand_seed = s } }")
		assert.same({ 0, 'output     h, made by noise at about.lua:3\nparameter  seed = 42 (0 ... 9999): which\nparameter  kind = "a" (a, b)\n', "" },
			{ program.run { "info", path } })
	end)
end)
