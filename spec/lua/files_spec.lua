-- Files from Lua: what comes back, what is refused and how. The formats themselves are tested in spec/c.
local terrane = require "terrane"

local dir = os.tmpname()
os.remove(dir)
assert(os.execute("mkdir -p " .. dir))
local function path(name) return dir .. "/" .. name end
local function message(f, ...) return select(2, pcall(f, ...)) end

local layer = terrane.layer{ width = 5, height = 4, data = function(x, y) return x + 10 * y end }
local image = terrane.image{ C = layer, mask = terrane.layer{ width = 5, height = 4 } }

describe("files", function()
	teardown(function() os.execute("rm -rf " .. dir) end)

	it("come back as they were written", function()
		assert.is_true(layer:write(path "a.r32"))
		assert.equal(layer:hash(), terrane.read(path "a.r32", { width = 5, height = 4 }):layer("C"):hash())
		assert.is_true(image:write(path "b.png", { range = { 0, 65535 }, sidecar = true, world_size = 1200, key = "abc", level = 1 }))
		local back = terrane.read(path "b.png")
		assert.equal(layer:hash(), back:layer("C"):hash())
		assert.equal(1200, back.world_size)
		assert.equal(layer:hash(), terrane.read(path "b.png", { raw = true }):layer("C"):hash())
		assert.is_true(image:write(path "c.png", { layer = "mask", bits = 8 }))
		assert.same({ min = 0, max = 0, mean = 0, sum = 0, nan = 0 }, terrane.read(path "c.png"):layer("C"):stats())
	end)

	it("have a hash of what they hold", function()
		layer:write(path "h.r32")
		layer:write(path "i.r32")
		local hash = assert(terrane.file_hash(path "h.r32"))
		assert.matches("^%x+$", hash)
		assert.equal(32, #hash)
		assert.equal(hash, terrane.file_hash(path "i.r32"))
		image:write(path "i.r32", { layer = "mask" })
		assert.not_equal(hash, terrane.file_hash(path "i.r32"))
		local none, why, status = terrane.file_hash(path "none")
		assert.same({ "no such file or folder", "file error" }, { why:match "opened: (.*)$", status })
		assert.is_nil(none)
		assert.is_nil((terrane.file_hash(dir)))
		assert.matches("string expected", message(terrane.file_hash))
	end)

	it("can be looked at without reading them", function()
		image:write(path "d.png", { range = { -5, 5 }, sidecar = true, world_size = 70 })
		assert.same({ format = "png", width = 5, height = 4, channels = 1, bits = 16, sidecar = true, range = { -5, 5 },
			world_size = 70 }, terrane.inspect(path "d.png"))
		local none, why, status = terrane.inspect(path "none.png")
		assert.is_nil(none)
		assert.matches("none.png", why)
		assert.equal("file error", status)
	end)

	it("that cannot be read are nil, a message and what kind of trouble it is", function()
		local none, why, status = terrane.read(path "none.png")
		assert.is_nil(none)
		assert.matches("none.png", why)
		assert.equal("file error", status)
		local f = assert(io.open(path "broken.png", "wb"))
		f:write("\137PNG\r\n\26\n and no more")
		f:close()
		none, why, status = terrane.read(path "broken.png")
		assert.is_nil(none)
		assert.is_string(why)
		assert.equal("bad format", status)
	end)

	it("that cannot be written too", function()
		local none, why, status = layer:write(path "no/such/folder/a.png")
		assert.is_nil(none)
		assert.matches("no/such/folder", why)
		assert.equal("file error", status)
		local holes = terrane.layer{ width = 1, height = 1, data = { 0 / 0 } }
		none, why, status = holes:write(path "holes.png", { range = { 0, 1 } })
		assert.is_nil(none)
		assert.is_string(why)
		assert.equal("bad data", status)
		assert.is_nil(io.open(path "holes.png"))
	end)

	it("raise where the call itself is wrong", function()
		assert.matches("write: no option 'bit' %(did you mean 'bits'%?%)", message(layer.write, layer, path "x.png", { bit = 8 }))
		assert.matches("write: no option 'layer'", message(layer.write, layer, path "x.png", { layer = "C" }))
		assert.matches("'range' must be two numbers {lowest, highest}", message(layer.write, layer, path "x.png", { range = { 1 } }))
		assert.matches("'range' must be two numbers", message(layer.write, layer, path "x.png", { range = { 1, 0 / 0 } }))
		assert.matches("'format' must be one of auto, png, raw16, raw32, got 'gif'",
			message(layer.write, layer, path "x.png", { format = "gif" }))
		assert.matches("the image has no layer 'height'", message(image.write, image, path "x.png", { layer = "height" }))
		assert.matches("zero byte", message(layer.write, layer, path "x\0y.png"))
		assert.is_false(pcall(layer.write, layer))
		assert.is_false(pcall(layer.write, layer, 3))
		assert.is_false(pcall(terrane.read))
		assert.is_false(pcall(terrane.read, path "a.r32", { widht = 3 }))
		assert.is_false(pcall(terrane.read, path "a.r32", {}, {}))
	end)

	it("are the image's C unless another layer is named, or else its first", function()
		local other = terrane.image{ b = layer }
		assert.is_true(other:write(path "e.r32"))
		assert.equal(layer:hash(), terrane.read(path "e.r32", { width = 5, height = 4 }):layer("C"):hash())
	end)

	it("are read on the runtime they are asked of", function()
		local rt = terrane.runtime{ threads = 1 }
		layer:write(path "f.r32")
		local before = rt:stats().bytes
		local img = rt:read(path "f.r32", { width = 5, height = 4 })
		assert.is_true(rt:stats().bytes > before)
		assert.equal(5, img.width)
	end)
end)
