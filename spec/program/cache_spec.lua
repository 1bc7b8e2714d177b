-- The cache on disk as the program has it.
local program = require "program"

local folder
setup(function() folder = program.folder() end)
teardown(function() program.remove(folder) end)

local recipe = "return { a = noise{ fractal = 'terrain' }:splat{}, b = noise{ fractal = 'terrain' } }"
local function run(words, options)
	for i, word in ipairs { "eval", recipe, "--size", "48", "-o", folder .. "/out" } do table.insert(words, i, word) end
	local code, out, err = program.run(words, options)
	assert.equal(0, code, err)
	local evaluated, found = err:match "nodes evaluated: (%d+); results found in the cache: (%d+)\n"
	return tonumber(evaluated), tonumber(found), err, out
end
local function counts(...) -- evaluated nodes and found results
	local evaluated, found = run(...)
	return { evaluated, found }
end
local function find(where, what)
	local pipe = io.popen("find " .. where .. " " .. what .. " | wc -l")
	local n = pipe:read "n"
	pipe:close()
	return n
end

describe("the cache", function()
	it("is none unless it is asked for", function()
		assert.is_nil((run {}))
		assert.equal(0, find(folder, "-name '*.result'"))
	end)

	it("serves the whole of a second run", function()
		local cache = folder .. "/one/below"
		local evaluated, found, _, out = run { "--cache", cache }
		assert.same({ 6, 0 }, { evaluated, found }) -- two maps of two nodes in all, and a picture of each from an image
		assert.equal(4, find(cache, "-name '*.result'")) -- the maps, of which one is a part of the other, and the pictures
		os.execute("mv " .. folder .. "/out " .. folder .. "/first")
		local again, hits, _, same = run { "--cache", cache }
		assert.same({ 0, 4, out }, { again, hits, same })
		assert.is_true(os.execute(("diff -r %s/out %s/first"):format(folder, folder)))
		assert.same({ 0, 4 }, counts { "--cache=" .. cache, "--threads", "3" })
	end)

	it("is where TERRANE_CACHE says, but for an option", function()
		local env = "TERRANE_CACHE=" .. folder .. "/env"
		assert.same({ 6, 0 }, counts({}, { env = env }))
		assert.same({ 0, 4 }, counts({}, { env = env }))
		assert.is_nil((run({ "--cache=" }, { env = env })))
		assert.same({ 6, 0 }, counts({ "--cache", folder .. "/other" }, { env = env }))
		local code, out = program.run({ "doctor" }, { env = env })
		assert.equal(0, code)
		assert.matches("ok    results are kept in " .. folder .. "/env\n +0.%d MiB there\n", out)
		code, out = program.run({ "doctor" }, { env = "TERRANE_CACHE=/dev/null" })
		assert.equal(5, code)
		assert.matches("FAIL  TERRANE_CACHE: ", out)
		assert.matches("cache       none", select(2, program.run { "doctor" }))
	end)

	it("is bounded", function()
		local cache = folder .. "/small"
		assert.is_true((run { "--cache", cache, "--cache-size", "1" }) > 0)
		assert.is_true((run { "--cache", cache, "--cache-size", "1", "--size", "300" }) > 0) -- some MiB: the large ones do not fit
		local pipe = io.popen("find " .. cache .. " -type f -printf '%s\n'")
		local sum = 0
		for line in pipe:lines() do sum = sum + tonumber(line) end
		pipe:close()
		assert.is_true(sum > 0 and sum <= 1048576)
	end)

	it("stops no run that cannot use it", function()
		program.write(folder .. "/file", "")
		local evaluated, _, err = run { "--cache", folder .. "/file" }
		assert.equal(6, evaluated)
		assert.matches("^terrane: nothing is added to the cache: cannot write to the folder '" .. folder .. "/file': Not a directory\n", err)
		assert.equal(6, (run { "--cache", folder .. "/file/below" }))
		local disk = folder .. "/disk"
		assert(os.execute("mkdir " .. disk))
		if not os.execute("mount -t tmpfs -o size=16k none " .. disk .. " 2>/dev/null") then pending("no right to mount a small disk") return end
		local ok, nodes = pcall(run, { "--cache", disk })
		local left = find(disk, "-name '*.tmp'")
		os.execute("umount " .. disk)
		assert.same({ true, 6, 0 }, { ok, nodes, left })
	end)

	it("is shared by several runs at once", function()
		local cache = folder .. "/shared"
		local line = ("%s eval %s --size 48 -q --cache %s -o %s/at"):format(program.quote(program.path), program.quote(recipe), cache, folder)
		local parts = {}
		for i = 1, 4 do parts[i] = ("{ %s%d >/dev/null || echo failed; } & "):format(line, i) end
		local pipe = io.popen("{ " .. table.concat(parts) .. "wait; } 2>&1")
		assert.equal("", pipe:read "a")
		pipe:close()
		for i = 2, 4 do assert.is_true(os.execute(("diff -r %s/at1 %s/at%d"):format(folder, folder, i))) end
		assert.equal(4, find(cache, "-name '*.result'"))
		assert.equal(0, find(cache, "-name '*.tmp'"))
		assert.same({ 0, 4 }, counts { "--cache", cache })
	end)
end)
