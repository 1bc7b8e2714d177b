local terrane = require "terrane"
local maps = require "maps"

local function centred(layer) -- the values less their mean, and the range
	local s = layer:stats()
	return function(x, y) return layer:get(x, y) - s.mean end, s.max - s.min
end
-- The largest difference between a height map and what comes back of it, constants aside, over the range; `ring`: pixels left out at the edges.
local function lost(height, back, ring)
	local a, range = centred(height)
	local b = centred(back)
	local worst = 0
	ring = ring or 0
	for y = ring, height.height - 1 - ring do
		for x = ring, height.width - 1 - ring do worst = math.max(worst, math.abs(a(x, y) - b(x, y))) end
	end
	return worst / range
end
local function there_and_back(image, settings)
	local s = { strength = settings.strength, world_size = settings.world_size }
	local normals = image:height_to_normal { strength = s.strength, world_size = s.world_size, tile = settings.tile, method = settings.operator }
	return normals:normal_to_height { strength = s.strength, world_size = s.world_size, tile = settings.tile, method = settings.method }:render():layer "height"
end
-- waves along both axes that a period of so many pixels has, but for the shortest
local function waves(width, height, seed)
	local list, rough = {}, maps.rough(seed, 4)
	for i = 1, 12 do
		local ku, kv = math.floor(rough(i, 1) * 64) % math.ceil(width / 2), math.floor(rough(i, 2) * 64) % math.ceil(height / 2)
		list[i] = { ku, kv, rough(i, 3), rough(i, 4) - 2 }
	end
	return function(x, y)
		local sum = 0
		for _, w in ipairs(list) do sum = sum + w[4] * math.cos(2 * math.pi * ((w[1] * x) / width + (w[2] * y) / height + w[3])) end
		return sum
	end
end

describe("normal_to_height", function()
	it("gives the heights of a tiled map back exactly, at any size", function()
		for _, size in ipairs { { 32, 24 }, { 17, 13 }, { 31, 1 }, { 1, 20 }, { 5, 64 }, { 45, 30 }, { 101, 7 } } do
			local image = maps.image(size[1], size[2], waves(size[1], size[2], 3))
			local world = size[1] * 3
			local back = there_and_back(image, { tile = true, method = "exact", world_size = world })
			assert.is_true(lost(image:layer "C", back) < 2e-6, size[1] .. "x" .. size[2])
		end
		local odd = maps.image(33, 27, maps.rough(5)) -- whatever there is: an odd number of pixels has no wave that differences miss
		assert.is_true(lost(odd:layer "C", there_and_back(odd, { tile = true, method = "exact", world_size = 33 })) < 1e-5)
	end)

	it("takes what scale and size the normals were made with", function()
		local image = maps.image(24, 36, waves(24, 36, 9))
		for _, s in ipairs { { 2, 100 }, { -0.5, 7 }, { 1e-3, 1 }, { 10000, 3e5 } } do
			assert.is_true(lost(image:layer "C", there_and_back(image, { tile = true, method = "exact", strength = s[1], world_size = s[2] })) < 1e-4)
		end
		local up = image:height_to_normal { world_size = 24, tile = true }:render()
		local once = up:normal_to_height { world_size = 24, tile = true }:render():layer "height"
		maps.each(up:normal_to_height { world_size = 48, strength = -4, tile = true }:render():layer "height", function(h, x, y) assert.near(once:get(x, y) / -2, h, 1e-6) end)
	end)

	it("loses with spectral what differences between pixels lose: 97.5 % of 16 pixels come back, 64 % of 4", function()
		for period, gain in pairs { [16] = 0.974495, [4] = 0.636620, [8] = 0.900316 } do
			for axis = 1, 2 do
				local image = maps.image(32, 32, function(x, y) return math.cos(2 * math.pi * ((axis == 1 and x or y) + 0.5) / period) end)
				local back = there_and_back(image, { tile = true, world_size = 32 })
				maps.each(back, function(h, x, y) assert.near(gain * math.cos(2 * math.pi * ((axis == 1 and x or y) + 0.5) / period), h, 1e-5) end)
			end
		end
	end)

	it("integrates slopes of waves exactly with spectral", function()
		local w, h, a, b = 40, 28, 2 * math.pi * 3 / 40, 2 * math.pi * 2 / 28
		local function phase(x, y) return a * x + b * y + 0.3 end -- p = a cos, q = b cos of it
		local slopes = terrane.image { N = terrane.layer { width = w, height = h, channels = 3, data = function(x, y, c) return ({ -a * math.cos(phase(x, y)), -b * math.cos(phase(x, y)), 1 })[c] end } }
		maps.each(slopes:normal_to_height { tile = true, world_size = w }:render():layer "height", function(z, x, y) assert.near(math.sin(phase(x, y)), z, 1e-6) end)
		-- mirrored: half waves that are level at the edges
		local function half(k, n, x) return math.pi * k * (x + 0.5) / n end
		local mirrored = terrane.image { N = terrane.layer { width = w, height = h, channels = 3, data = function(x, y, c)
			local u, v = half(3, w, x), half(5, h, y)
			return ({ math.pi * 3 / w * math.sin(u) * math.cos(v), math.pi * 5 / h * math.cos(u) * math.sin(v), 1 })[c]
		end } }
		maps.each(mirrored:normal_to_height { world_size = w }:render():layer "height", function(z, x, y)
			assert.near(math.cos(half(3, w, x)) * math.cos(half(5, h, y)), z, 1e-6)
		end)
	end)

	it("is the mean of contradicting normals in the sense of least squares", function()
		-- a swirl has no heights
		local swirl = terrane.image { N = terrane.layer { width = 32, height = 32, channels = 3, data = function(x, y, c)
			return ({ math.sin(2 * math.pi * y / 32), -math.sin(2 * math.pi * x / 32), 1 })[c]
		end } }
		for _, method in ipairs { "spectral", "exact" } do
			maps.each(swirl:normal_to_height { tile = true, method = method, world_size = 32 }:render():layer "height", function(h) assert.near(0, h, 1e-6) end)
		end
	end)

	it("wraps with tile, and not without", function()
		local f = waves(24, 20, 4)
		local image, rolled = maps.image(24, 20, f), maps.image(24, 20, function(x, y) return f((x + 7) % 24, (y + 5) % 20) end)
		for _, method in ipairs { "spectral", "exact" } do
			local a, b = there_and_back(image, { tile = true, method = method, world_size = 24 }), there_and_back(rolled, { tile = true, method = method, world_size = 24 })
			maps.each(b, function(h, x, y) assert.near(a:get((x + 7) % 24, (y + 5) % 20), h, 2e-5) end)
		end
		local edge = there_and_back(maps.image(24, 20, function(x) return x end), { world_size = 24 }) -- a ramp cannot wrap
		assert.is_true(edge:get(22, 9) - edge:get(1, 9) > 18)
	end)

	it("brings back planes and hills of an image that does not tile, away from its edges", function()
		local plane = maps.image(64, 48, function(x, y) return 0.3 * x - 0.2 * y end)
		assert.is_true(lost(plane:layer "C", there_and_back(plane, { world_size = 64 }), 4) < 0.05)
		local hill = maps.image(57, 41, function(x, y) return 9 * math.exp(-((x - 30) ^ 2 + (y - 22) ^ 2) / 60) end)
		assert.is_true(lost(hill:layer "C", there_and_back(hill, { world_size = 57 })) < 0.02)
	end)

	it("makes level ground of level normals, with a mean of 0 always", function()
		for _, size in ipairs { { 1, 1 }, { 1, 6 }, { 6, 1 }, { 2, 2 }, { 13, 8 } } do
			local flat = terrane.image { N = terrane.layer { width = size[1], height = size[2], channels = 3, data = function(_, _, c) return c == 3 and 1 or 0 end } }
			for _, settings in ipairs { {}, { tile = true }, { tile = true, method = "exact" }, { method = "exact" } } do
				local out = flat:normal_to_height(settings):render():layer "height"
				maps.each(out, function(h) assert.are.equal(0, h) end)
				local rough = maps.rough(2)
				local slopes = terrane.image { N = terrane.layer { width = size[1], height = size[2], channels = 3, data = function(x, y, c) return c == 3 and 1 or rough(x, y + 50 * c) - 2 end } }
				local s = slopes:normal_to_height(settings):render():layer("height"):stats()
				assert.is_true(s.nan == 0 and s.max < 10 and s.min > -10 and math.abs(s.mean) < 1e-7)
			end
		end
	end)

	it("makes nothing of what central differences do not see", function()
		local image = maps.image(8, 8, function(x, y) return (x + y) % 2 end)
		for _, settings in ipairs { { tile = true, method = "exact" }, { tile = true } } do
			maps.each(there_and_back(image, settings), function(h) assert.near(0, h, 1e-7) end)
		end
	end)

	it("clamps normals that lie down, and counts them", function()
		local function up(z) return terrane.image { N = terrane.layer { width = 6, height = 4, channels = 3, data = function(x, y, c) return c == 3 and (x == 2 and z or 1) or c == 1 and x == 2 and 0.5 or 0 end } } end
		local low = up(0):normal_to_height { tile = true }
		assert.are.equal(4, low:stats().clamped)
		assert.matches("clamped%D+4", low:report())
		local at = up(0.01):normal_to_height { tile = true }:render():layer("height"):hash()
		for _, z in ipairs { 0, -1, -0.01, 0.005 } do assert.are.equal(up(z):normal_to_height({ tile = true }):stats().clamped, 4) end
		assert.is_true(math.abs(up(0):normal_to_height({ tile = true }):render():layer("height"):get(2, 0) - up(-1):normal_to_height({ tile = true }):render():layer("height"):get(2, 0)) == 0)
		assert.are.equal(0, up(0.02):normal_to_height({ tile = true }):stats().clamped)
		assert.are_not.equal(at, up(0.02):normal_to_height({ tile = true }):render():layer("height"):hash())
		local none = terrane.image { N = terrane.layer { width = 3, height = 3, channels = 3, data = function() return 0 end } }:normal_to_height {}
		assert.are.equal(9, none:stats().clamped)
		maps.each(none:render():layer "height", function(h) assert.are.equal(0, h) end)
	end)

	it("does not look at the length of normals, nor at a fourth channel", function()
		local rough = maps.rough(3)
		local function make(scale, channels)
			return terrane.image { N = terrane.layer { width = 9, height = 7, channels = channels, data = function(x, y, c) return scale * (c == 3 and 1 or rough(x, y + 9 * c) - 2) end } }
		end
		local a = make(1, 3):normal_to_height({}):render():layer "height"
		assert.are.equal(a:hash(), make(0.5, 4):normal_to_height({}):render():layer("height"):hash())
	end)

	it("names and keeps layers as asked", function()
		local image = maps.image(5, 5, maps.rough(1)):height_to_normal{}:render()
		assert.are.same({ "C", "N", "height" }, image:normal_to_height{}:render():layers())
		assert.are.same({ "height" }, image:normal_to_height({ keep_layers = false }):render():layers())
		assert.are.same({ "C", "N" }, image:normal_to_height({ out_layer = "C" }):render():layers())
		assert.are.same({ "C", "N" }, image:normal_to_height({ out_layer = "" }):render():layers())
	end)

	it("counts within the window, which is cut from the whole", function()
		local node = terrane.image { N = terrane.layer { width = 20, height = 10, channels = 3, data = function(x, _, c) return c == 3 and (x < 5 and 0 or 1) or c end } }:normal_to_height {}
		local whole = node:render():layer "height"
		local part = node:render { window = { 3, 2, 7, 5 } }:layer "height"
		maps.each(part, function(h, x, y) assert.are.equal(whole:get(x + 3, y + 2), h) end)
	end)

	it("says what is wrong", function()
		local image = maps.image(3, 3, maps.rough(1))
		local normals = image:height_to_normal{}:render()
		local function fail(from, settings) return maps.failure(function() from:normal_to_height(settings):render() end) end
		assert.matches("normal_to_height: layer: no layer 'N' %(the image has 'C'%)", fail(image, {}))
		assert.matches("layer: 'C' has 1 channels, not the 3 of normals", fail(image, { layer = "C" }))
		assert.matches("strength: must not be 0", fail(normals, { strength = 0 }))
		assert.matches("world_size: must be at least 1e%-06, got 0", fail(normals, { world_size = 0 }))
		for c = 1, 3 do
			local holed = terrane.image { N = terrane.layer { width = 4, height = 3, channels = 3, data = function(x, y, i) return i == c and x == 2 and y >= 1 and 0 / 0 or 1 end } }
			assert.matches("layer: layer 'N' has 2 void or infinite pixels, the first at x 2, y 1", fail(holed, {}))
		end
		local failure = maps.failure(function() terrane.noise({}):height_to_normal({}):normal_to_height({}):tile { x = 0, y = 0, size = 16 } end)
		assert.matches("adds up slopes across the whole image", failure)
	end)

	it("fails cleanly when memory runs out", function()
		for _, tile in ipairs { true, false } do
			maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):height_to_normal({}):normal_to_height { tile = tile } end)
		end
	end)

	it("gives the same bytes everywhere #golden", function()
		local sizes = { { 37, 23 }, { 48, 40 }, { 30, 101 } } -- by the chirp, by stages, both
		local normals = {}
		for i, size in ipairs(sizes) do normals[i] = maps.image(size[1], size[2], maps.rough(11)):height_to_normal({ world_size = 40, tile = true }):render() end
		maps.each_runtime(function(kind)
			local function hash(i, tile, method) return normals[i]:normal_to_height({ tile = tile, method = method, world_size = 40 }):render():layer("height"):hash() end
			assert.are.equal("1c695460a7db075e6c47b98ebef2441a", hash(1, true, "exact"), kind)
			assert.are.equal("05ebd67410e3893914895c0c7da96b75", hash(1, false, "spectral"), kind)
			assert.are.equal("7b800134bba7e22b7c9d5cf4023e0297", hash(2, true, "spectral"), kind)
			assert.are.equal("e844876af4a1cc85d3052185dfe7c046", hash(2, false, "exact"), kind)
			assert.are.equal("a11c1a98c9e32618f16497da58f3e72b", hash(3, true, "exact"), kind)
			assert.are.equal("91a2678c3eae0ba31c94c5a2b6eed427", hash(3, false, "spectral"), kind)
		end)
	end)
end)
