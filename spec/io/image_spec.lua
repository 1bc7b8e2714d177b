-- The node `image`, and real elevation models where they are at hand.
local terrane = require "terrane"

local dir = os.tmpname()
os.remove(dir)
assert(os.execute("mkdir -m 700 " .. dir))
local function path(name) return dir .. "/" .. name end
local function failure(f, ...) return tostring(select(2, pcall(f, ...))) end

local hill = terrane.layer{ width = 7, height = 5, data = function(x, y) return 100 + x * y * 12.5 - y end }

describe("the node image", function()
	teardown(function() os.execute("rm -r " .. dir) end)

	it("brings heights back as they were written, to half a step", function()
		assert(terrane.image{ C = hill }:write(path "hill.png", { sidecar = true, world_size = 900 }))
		local image = terrane.image{ file = path "hill.png" }:render{ width = 64 }
		assert.same({ 7, 5, 900 }, { image.width, image.height, image.world_size })
		local stats, layer = hill:stats(), image:layer "C"
		local half = (stats.max - stats.min) / 65535 / 2
		for y = 0, 4 do
			for x = 0, 6 do assert.is_true(math.abs(layer:get(x, y) - hill:get(x, y)) <= half + 1e-5) end
		end
		assert.same({ stats.min, stats.max }, { layer:stats().min, layer:stats().max })
	end)

	it("takes the range that is stated, as a table or as text", function()
		assert(hill:write(path "plain.png"))
		local table_form = terrane.image{ file = path "plain.png", range = { -3, 9 } }
		local text_form = terrane.image{ file = path "plain.png", range = "-3 9", layer = "height", world_size = 40 }:render{}
		assert.same({ -3, 9 }, { table_form:render{}:layer("C"):stats().min, table_form:render{}:layer("C"):stats().max })
		assert.equal(9, text_form:layer("height"):stats().max)
		assert.equal(40, text_form.world_size)
		assert.equal(65535, terrane.image{ file = path "plain.png", raw = true }:render{}:layer("C"):stats().max)
	end)

	it("reads headerless files", function()
		assert(hill:write(path "hill.r32"))
		local by_width = terrane.image{ file = path "hill.r32", width = 7 }:render{}
		assert.equal(hill:hash(), by_width:layer("C"):hash())
		assert(hill:write(path "big.r32", { big_endian = true }))
		assert.equal(hill:hash(), terrane.image{ file = path "big.r32", height = 5, byte_order = "big" }:render{}:layer("C"):hash())
		assert(hill:write(path "hill.dat", { format = "raw16" }))
		assert.equal(1, terrane.image{ file = path "hill.dat", format = "raw16", width = 7 }:render{}:layer("C"):stats().max)
	end)

	it("reads a file anew when it or its sidecar changes", function()
		local node = terrane.image{ file = path "edited.png" }
		assert(hill:write(path "edited.png", { sidecar = true }))
		local first = node:render{}:layer("C"):stats().max
		assert(hill:write(path "edited.png", { sidecar = true, range = { 0, 1000 } }))
		local second = node:render{}:layer("C"):hash()
		assert(hill:write(path "edited.png"))
		assert.equal(hill:stats().max, first)
		assert.equal(1, node:render{}:layer("C"):stats().max)
		assert.not_equal(second, node:render{}:layer("C"):hash())
	end)

	it("refuses what it reads of a file that changes meanwhile", function()
		local rt = terrane.runtime {}
		local function flat(size, value) return terrane.layer { width = size, height = size, data = function() return value end } end
		local node = rt:image { file = path "growing.r32" }:height_to_normal { keep_layers = false }
		local function render(before, after)
			assert(before:write(path "growing.r32"))
			return failure(node.render, node, { progress = function(_, at) if at == "image" then assert(after:write(path "growing.r32")) end end })
		end
		assert.matches("image: a file changed while it was read", render(flat(8, 1), flat(8, 2)))
		assert.matches("image: the image is 4x4 now, and was 300x300", render(flat(300, 1), flat(4, 1)))
		assert.equal(1, rt:image { file = path "growing.r32" }:render {}:layer("C"):stats().max)
		assert(flat(8, 1):write(path "growing.r32"))
		assert.equal(1, rt:image { file = path "growing.r32" }:render {}:layer("C"):stats().max) -- and nothing wrong is remembered
	end)

	it("keeps voids, and says where integers cannot", function()
		local holes = terrane.layer{ width = 3, height = 2, data = { 1, 0 / 0, 3, 4, 5, 0 / 0 } }
		assert(holes:write(path "holes.r32"))
		assert.equal(2, terrane.image{ file = path "holes.r32", width = 3 }:render{}:layer("C"):stats().nan)
		local none, message = holes:write(path "holes.png")
		assert.is_nil(none)
		assert.is_truthy(message:find("2 voids (NaN), the first at x 1, y 0", 1, true))
	end)

	it("names the file, and the line of the recipe, in its errors", function()
		local message = failure(function() return terrane.image{ file = path "none.png" }:render{} end)
		assert.matches("image_spec.lua:%d+: image: " .. path "none.png" .. ": cannot be opened: no such file", message)
		assert.matches("range: must be two numbers", failure(terrane.image, { file = "a.png", range = "1 2 3" }))
		assert.matches("range: has no meaning for raw samples", failure(terrane.image, { file = "a.png", range = { 0, 1 }, raw = true }))
		assert.matches("layer: must not be empty", failure(terrane.image, { file = "a.png", layer = "" }))
	end)
end)

describe("elevation models", function()
	local folder = (os.getenv "TERRANE_SHARED" or "../shared") .. "/data/"
	local probe = io.open(folder .. "dem/rainier_512.r32", "rb")
	if not probe then
		pending("are not at hand: " .. folder .. "dem")
		return
	end
	probe:close()

	local function worst(a, b, w, h)
		local most = 0
		for y = 0, h - 1, 3 do
			for x = 0, w - 1, 3 do most = math.max(most, math.abs(a:get(x, y) - b:get(x, y))) end
		end
		return most
	end

	it("agree between float32, 16-bit PNG and 16-bit headerless files", function()
		local float = assert(terrane.read(folder .. "dem/bigtujunga_505.r32")):layer "C"
		local metres = assert(terrane.read(folder .. "dem/bigtujunga_505.png", { range = { 347, 347 + 65535 } })):layer "C"
		local stretched = assert(terrane.read(folder .. "r16/bigtujunga_505.r16", { range = { 347, 1979 } })):layer "C"
		assert.same({ 347, 1979, 0 }, { float:stats().min, float:stats().max, float:stats().nan })
		assert.is_true(worst(float, metres, 505, 505) <= 6e-5) -- whole metres, and the rounding of a float
		assert.is_true(worst(float, stretched, 505, 505) <= 1632 / 65535 / 2 + 6e-5)
	end)

	it("keep their voids", function()
		local site = assert(terrane.read(folder .. "dem/hugo_site.r32", { width = 76 })):layer "C"
		assert.equal(2028, site:stats().nan)
		assert.same({ 1660, 1711 }, { site:stats().min, site:stats().max })
	end)

	it("have sidecars of their own kind, which are not ours", function()
		local image = assert(terrane.read(folder .. "dem/rainier_512.png"))
		assert.same({ 0, 1 }, { image:layer("C"):stats().min, image:layer("C"):stats().max })
		assert.is_false(terrane.inspect(folder .. "dem/rainier_512.png").sidecar)
	end)
end)
