local terrane = require "terrane"
local maps = require "maps"

local function height(image, settings) return image:mono_to_height(settings or {}):render():layer(settings and settings.out_layer or "height") end

describe("mono_to_height", function()
	it("scales first and offsets then", function()
		local image = maps.image(3, 2, function(x, y) return 0.5 * x - y end)
		local h = height(image, { height_scale = 2, height_offset = 1 })
		for y = 0, 1 do
			for x = 0, 2 do assert.are.equal(x - 2 * y + 1, h:get(x, y)) end
		end
		assert.are.equal(2, height(maps.image(1, 1, function() return 0.5 end), { height_scale = 2, height_offset = 1 }):get(0, 0))
	end)

	it("keeps every value with the defaults", function()
		local image = maps.image(16, 16, function(x, y) return (x - 7.3) * 1.7 ^ (y * 8 - 60) end)
		assert.are.equal(image:layer("C"):hash(), height(image):hash())
		assert.is_true(1 / height(maps.image(1, 1, function() return -0.0 end)):get(0, 0) > 0)
	end)

	it("is the offset where the scale is 0, and a void where there is one", function()
		local image = maps.image(2, 1, function(x) return x == 0 and 5 or 0 / 0 end)
		local h = height(image, { height_scale = 0, height_offset = -3.25 })
		assert.are.equal(-3.25, h:get(0, 0))
		assert.is_true(h:get(1, 0) ~= h:get(1, 0))
	end)

	it("rounds once", function()
		local h = height(maps.image(1, 1, function() return 16777215 end), { height_scale = 3, height_offset = -33554430 })
		assert.are.equal(16777215, h:get(0, 0)) -- 3 * 16777215 is no float
		local large = height(maps.image(1, 1, function() return 1e38 end), { height_scale = 10, height_offset = -9e38 })
		assert.near(1e38, large:get(0, 0), 1e33) -- 10 * 1e38 would be infinite as a float
	end)

	it("uses the first channel and keeps the other layers", function()
		local image = terrane.image {
			rgb = terrane.layer { width = 2, height = 2, channels = 3, data = function(x, y, c) return c * 10 + x + 2 * y end },
		}
		local out = image:mono_to_height({ layer = "rgb", height_scale = 2 }):render()
		assert.are.same({ "rgb", "height" }, out:layers())
		assert.are.equal(1, out:layer("height").channels)
		assert.are.equal(2 * 13, out:layer("height"):get(1, 1))
		assert.are.same({ "rgb", "z" }, image:mono_to_height({ layer = "rgb", out_layer = "z" }):render():layers())
		assert.are.same({ "rgb" }, image:mono_to_height({ layer = "rgb", out_layer = "" }):render():layers())
		assert.are.same({ "rgb" }, image:mono_to_height({ layer = "rgb", out_layer = "rgb" }):render():layers())
	end)

	it("says what is wrong", function()
		local image = maps.image(2, 2, maps.rough(1))
		assert.matches("mono_to_height: layer: no layer 'height' %(the image has 'C'%)", maps.failure(function() image:mono_to_height({ layer = "height" }):render() end))
		assert.matches("height_scale: ", maps.failure(function() image:mono_to_height { height_scale = 1 / 0 } end))
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(37, 23, maps.rough(11))
		maps.each_runtime(function(kind)
			assert.are.equal("f27d92b94ab9d68c96ddd4a157623ed5", height(image, { height_scale = 0.1, height_offset = 1 / 3 }):hash(), kind)
		end)
	end)
end)
