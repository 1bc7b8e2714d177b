local terrane = require "terrane"
local maps = require "maps"

local function depths(width, height, f) return maps.image(width, height, f, "depth") end
local function stereo(image, settings)
	local out = image:stereogram(settings or {}):render()
	return out:layer "stereogram", out:layer "stereogram_sep"
end
local function fail(image, settings) return maps.failure(function() stereo(image, settings) end) end
local function color(layer, x, y)
	local t = {}
	for c = 1, layer.channels do t[c] = layer:get(x, y, c) end
	return t
end
local function copies(picture, separation) -- every pixel is the one its separation to the left
	for y = 0, picture.height - 1 do
		for x = 0, picture.width - 1 do
			local s = math.max(1, math.floor(separation:get(x, y) + 0.5))
			if x >= s then
				for c = 1, picture.channels do assert.are.equal(picture:get(x - s, y, c), picture:get(x, y, c)) end
			end
		end
	end
end
local function dome(width, height)
	return depths(width, height, function(x, y)
		local r = math.sqrt((x - 0.6 * width) ^ 2 + (y - 0.5 * height) ^ 2) / (0.35 * height)
		return r < 1 and 0.3 + 0.7 * math.sqrt(1 - r * r) or 0
	end)
end

describe("stereogram", function()
	it("repeats each pixel its separation to the right", function()
		local rough = depths(150, 20, maps.rough(3, 1))
		for _, image in ipairs { dome(150, 40), rough } do
			for _, settings in ipairs { {}, { cross_eyed = true }, { strip = 40, depth_scale = 0.9 }, { color = false, strip = 7 } } do
				copies(stereo(image, settings))
			end
		end
	end)

	it("has separations of the strip, less where it is near", function()
		local function at(depth, settings)
			local picture, separation = stereo(depths(512, 2, function() return depth end), settings)
			copies(picture, separation)
			return separation:get(9, 1)
		end
		assert.are.equal(64, at(0))
		assert.near(42.88, at(1), 1e-5)
		assert.near(53.44, at(0.5), 1e-5)
		assert.are.equal(64, at(1, { cross_eyed = true }))
		assert.near(42.88, at(0, { cross_eyed = true }), 1e-5)
		assert.are.equal(64, at(-7))
		assert.near(42.88, at(9), 1e-5)
		assert.are.equal(64, at(0.7, { depth_scale = 0 }))
		assert.near(10, at(1, { strip = 100, depth_scale = 0.9 }), 1e-5)
		local flat = stereo(depths(512, 2, function() return 1 end)) -- 42.88: a period of 43
		for x = 43, 511 do assert.are.same(color(flat, x - 43, 0), color(flat, x, 0)) end
		local distinct = 0
		for x = 1, 42 do distinct = distinct + (flat:get(x, 0) ~= flat:get(x - 1, 0) and 1 or 0) end
		assert.are.equal(42, distinct)
	end)

	it("shows depth to who matches its rows", function()
		local image = dome(320, 60)
		local picture, separation = stereo(image, { strip = 40 })
		local good, all = 0, 0
		for y = 8, 52, 4 do
			for x = 60, 310 do
				local best, least = 0, math.huge
				for k = 20, 44 do
					local e = 0
					for t = -4, 4 do
						for c = 1, 3 do e = e + math.abs(picture:get(x + t, y, c) - picture:get(x + t - k, y, c)) end
					end
					if e < least then best, least = k, e end
				end
				all = all + 1
				if math.abs(best - math.floor(separation:get(x, y) + 0.5)) <= 1 then good = good + 1 end
			end
		end
		assert.is_true(good / all > 0.97, good / all)
	end)

	it("works row by row", function()
		local function image(changed) return depths(100, 4, function(x, y) return y == 1 and changed and 0.9 or maps.rough(4, 1)(x, y) end) end
		local a, b = stereo(image(false)), stereo(image(true))
		for _, y in ipairs { 0, 2, 3 } do
			for x = 0, 99 do assert.are.same(color(a, x, y), color(b, x, y)) end
		end
		assert.are_not.equal(a:hash(), b:hash())
	end)

	it("draws dots by seed, in colour or grey", function()
		local image = depths(400, 100, function() return 0 end)
		local picture = stereo(image, { strip = 400 })
		assert.are.equal(3, picture.channels)
		for c = 1, 3 do
			local s = picture:stats(c)
			assert.is_true(s.min >= 0 and s.max < 1)
			assert.near(0.5, s.mean, 0.01)
		end
		assert.are_not.equal(picture:hash(), stereo(image, { strip = 400, rand_seed = 1 }):hash())
		local grey = stereo(image, { strip = 400, color = false })
		assert.are.equal(3, grey.channels)
		for x = 0, 399 do
			local c = color(grey, x, 7)
			assert.are.same({ c[1], c[1], picture:get(x, 7, 1) }, { c[2], c[3], c[1] })
		end
		assert.are_not.equal(picture:get(5, 7, 1), picture:get(5, 7, 2))
		assert.are_not.equal(picture:get(5, 7, 1), picture:get(5, 8, 1))
	end)

	it("repeats a pattern", function()
		local image = terrane.image {
			depth = terrane.layer { width = 90, height = 5, data = function() return 0 end },
			tiles = terrane.layer { width = 90, height = 5, channels = 2, data = function(x, y, c) return x + 100 * y + 1000 * c end },
		}
		local picture = stereo(image, { pattern_layer = "tiles", strip = 16 })
		assert.are.equal(2, picture.channels)
		for y = 0, 4 do
			for x = 0, 89 do assert.are.same({ x % 16 + 100 * y + 1000, x % 16 + 100 * y + 2000 }, color(picture, x, y)) end
		end
		assert.are.equal(image:layer("tiles"):hash(), stereo(image, { pattern_layer = "tiles", strip = 400 }):hash()) -- wider than the image
		assert.are.equal(picture:hash(), stereo(image, { pattern_layer = "tiles", strip = 16, rand_seed = 8, color = false }):hash())
		assert.are.same({ "depth", "stereogram", "stereogram_sep", "tiles" }, (function()
			local names = image:stereogram({ pattern_layer = "tiles" }):render():layers()
			table.sort(names)
			return names
		end)())
	end)

	it("works at every size", function()
		for _, size in ipairs { { 1, 1 }, { 1, 5 }, { 7, 1 }, { 8, 2 }, { 15, 2 }, { 16, 1 } } do
			local picture, separation = stereo(depths(size[1], size[2], function() return 0 end))
			assert.are.same(size, { picture.width, picture.height })
			assert.are.equal(math.max(1, math.floor(size[1] / 8)), separation:get(0, 0))
		end
		local line = stereo(depths(30, 2, function() return 1 end), { strip = 1, depth_scale = 0.9 }) -- never less than a pixel
		for x = 1, 29 do assert.are.same(color(line, 0, 1), color(line, x, 1)) end
		stereo(depths(10, 1, function() return 0.5 end), { strip = 4096 })
	end)

	it("names its layers and says what is wrong", function()
		local image = depths(16, 4, function() return 0.5 end)
		assert.are.same({ "depth", "s", "s_sep" }, image:stereogram({ out_layer = "s" }):render():layers())
		assert.are.same({ "depth" }, image:stereogram({ out_layer = "" }):render():layers())
		assert.matches("out_layer: ", fail(image, { out_layer = ("x"):rep(60) }))
		assert.matches("depth_layer: no layer 'height' %(the image has 'depth'%)", fail(image, { depth_layer = "height" }))
		assert.matches("pattern_layer: no layer 'tiles'", fail(image, { pattern_layer = "tiles" }))
		local void = depths(6, 4, function(x, y) return x == 2 and y == 3 and 0 / 0 or 0.5 end)
		assert.matches("depth_layer: layer 'depth' has 1 void .* x 2, y 3", fail(void))
	end)

	it("needs whole rows, and says so", function()
		local node = terrane.noise({ layer = "depth" }):stereogram {}
		local whole, part = node:render({ width = 64 }):layer "stereogram", node:render({ width = 64, window = { 30, 20, 20, 9 } }):layer "stereogram"
		for y = 0, 8 do
			for x = 0, 19 do assert.are.same(color(whole, x + 30, y + 20), color(part, x, y)) end
		end
		assert.matches("stereogram copies dots along the whole of each row; put :bake{} behind it", maps.failure(node.tile, node, { x = 1, y = 1 }))
		assert.are.same({}, node:bake({}):check_tiles())
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return terrane.noise({ layer = "depth", resolution_x = 9, resolution_y = 7 }):stereogram {} end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = depths(300, 70, maps.rough(9, 1))
		local golden = { { "70747e5d58fd5842bebe663971c38ec72cd4f7796c5a0cb65f06fb92b88c197b" }, { "0d054fb2a10b684786f3e2d394ba497e56fbdf33c1871dc6d6aaae819b6e6514", cross_eyed = true, color = false, strip = 41, depth_scale = 0.6, rand_seed = 12 } }
		maps.each_runtime(function(kind)
			for i, settings in ipairs(golden) do
				local hash = table.remove(settings, 1)
				local picture, separation = stereo(image, settings)
				assert.are.equal(hash, picture:hash() .. separation:hash(), i .. ", " .. kind)
				table.insert(settings, 1, hash)
			end
		end)
	end)
end)
