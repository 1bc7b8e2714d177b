local terrane = require "terrane"
local maps = require "maps"

local function rough(width, height) return maps.image(width, height, maps.rough(3)) end
local function beyond(outside, at, size)
	if at >= 0 and at < size then return at end
	if outside == "clamp" then return at < 0 and 0 or size - 1 end
	if outside == "repeat" then return at % size end
	if outside == "mirror" then at = at % (2 * size) return at < size and at or 2 * size - 1 - at end
end

describe("crop", function()
	it("copies a part of the image bit for bit, or more than it", function()
		local image = rough(11, 7)
		local from = image:layer "C"
		for _, outside in ipairs { "clamp", "repeat", "mirror", "void", "value" } do
			for _, part in ipairs { { 0, 0, 11, 7 }, { 3, 2, 5, 4 }, { 10, 6, 1, 1 }, { -4, -9, 30, 25 }, { -40, 50, 9, 3 }, { 2, -1, 6, 3 } } do
				local l = image:crop { pixels = part, outside = outside, value = 7.5 }:render { width = 4 }:layer "C"
				assert.are.same({ part[3], part[4] }, { l.width, l.height })
				maps.each(l, function(v, x, y)
					local px, py = beyond(outside, x + part[1], 11), beyond(outside, y + part[2], 7)
					if px and py then assert.are.equal(from:get(px, py), v)
					elseif outside == "void" then assert.is_true(v ~= v)
					else assert.are.equal(7.5, v) end
				end)
			end
		end
	end)

	it("takes fractions, rounded to whole pixels", function()
		local image = rough(10, 8)
		local function place(settings)
			settings.outside = "value"
			settings.value = -1
			local l = image:crop(settings):render {}:layer "C"
			return l.width .. "x" .. l.height
		end
		assert.are.equal("10x8", place {})
		assert.are.equal("5x4", place { region = { 0.25, 0.25, 0.75, 0.75 } })
		assert.are.equal("30x24", place { region = { -1, -1, 2, 2 } })
		assert.are.equal("1x8", place { region = { 0.5, 0, 0.501, 1 } })
		assert.are.equal(image:layer("C"):get(4, 6), image:crop { region = "0.4 0.7 0.9 1" }:render {}:layer("C"):get(0, 0)) -- 5.6 rounds to 6
	end)

	it("pads each side", function()
		local image = rough(5, 4)
		local from = image:layer "C"
		for _, case in ipairs { { 2, nil, 2, 2, 9, 8 }, { 1, "0 2 0 2", 1, 3, 7, 10 }, { 0, { 0, -1, 4, 2 }, 0, -1, 9, 5 }, { -1, "-1 0 -1 0", -2, -1, 1, 2 } } do
			local l = image:crop { pad = case[1], pad_sides = case[2], outside = "void" }:render {}:layer "C"
			assert.are.same({ case[5], case[6] }, { l.width, l.height })
			assert.are.equal(from:get(2, 2), l:get(2 + case[3], 2 + case[4]))
		end
		assert.are.equal(9 * 8 - 5 * 4, image:crop { pad = 2, outside = "void" }:render {}:layer("C"):stats().nan)
		-- of the part
		assert.are.equal(from:get(3, 2), image:crop { pixels = "3 2 1 1", pad = 1 }:render {}:layer("C"):get(1, 1))
	end)

	it("keeps every kind of layer, and pixels as large as they are in the world", function()
		local image = terrane.image {
			id = terrane.layer { width = 4, height = 3, type = "i32", data = function(x, y) return 2 ^ 30 + x + 4 * y end },
			fine = terrane.layer { width = 4, height = 3, type = "f64", channels = 2, data = function(x, y, c) return x / 3 + y / 7 + c end },
		}
		local made = image:crop { pad = 1, outside = "void" }:render {}
		assert.are.equal(-1, made:layer("id"):get(0, 0))
		assert.are.equal(2 ^ 30 + 11, made:layer("id"):get(4, 3))
		assert.are.equal(2 / 3 + 1 / 7 + 2, made:layer("fine"):get(3, 2, 2))
		assert.is_true(made:layer("fine"):get(0, 0, 2) ~= made:layer("fine"):get(0, 0, 2))
		made = image:crop { pad = 1, outside = "value", value = 2.6 }:render {}
		assert.are.equal(3, made:layer("id"):get(0, 0))
		assert.are.equal(2.6, made:layer("fine"):get(0, 0, 1))
		local node = terrane.noise {}:height_to_normal { world_size = 500 }:crop { region = "0 0 0.5 1" }
		assert.near(250, node:render { width = 40 }.world_size, 1e-9)
		assert.near(125, node:render { width = 40, window = { 2, 3, 10, 4 } }.world_size, 1e-9)
	end)

	it("hands on the whole as it is, also in a bake", function()
		local map = rough(9, 4)
		assert.are.equal(map:layer("C"):hash(), map:crop {}:render {}:layer("C"):hash())
		local node = terrane.noise {}:crop {}:blend { other = terrane.noise {}, mode = "difference" }:bake { width = 30, region = { 2, 1, 3, 2 } }
		assert.are.equal(0, node:render { width = 30, window = { 60, 30, 30, 30 }, unbounded = true }:layer("C"):stats().max)
	end)

	it("refuses what leaves nothing, or too much", function()
		local image = rough(9, 4)
		for _, region in ipairs { "0 0 1", "0 0 0 1", "1 0 0 1", "a", "0 0 1 1 1", "0 0 1 2e6", "" } do
			assert.matches("crop: region: must be {u0, v0, u1, v1}", maps.failure(image.crop, image, { region = region }))
		end
		for _, pixels in ipairs { "0 0 1", "0 0 0 1", "0.5 0 1 1", "0 0 2e9 1" } do
			assert.matches("crop: pixels: must be {x, y, width, height}", maps.failure(image.crop, image, { pixels = pixels }))
		end
		for _, sides in ipairs { "", "1 2 3", "0.5 0 0 0", "x" } do
			assert.matches("crop: pad_sides: must be four whole numbers", maps.failure(image.crop, image, { pad_sides = sides }))
		end
		assert.matches("crop: pad: of the image of 9x4 it is 5x0 pixels with its pad", maps.failure(function() image:crop { pad = -2 }:render {} end))
		assert.matches("crop: pad_sides: of the image of 9x4 it is 0x4 ", maps.failure(function() image:crop { pad_sides = "-9 0 0 0" }:render {} end))
		assert.matches("crop: region: of the image of 9x4 it is 9000x4000000", maps.failure(function() image:crop { region = "0 0 1e3 1e6" }:render {} end))
		assert.matches("crop: size 20000x4", maps.failure(function() image:crop { pixels = "0 0 20000 4" }:render {} end))
	end)

	it("survives failed allocations", function()
		maps.survives_failed_allocations(function() return rough(6, 6):crop { pad = 2 } end)
	end)
end)
