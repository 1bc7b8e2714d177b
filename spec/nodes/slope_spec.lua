local terrane = require "terrane"
local maps = require "maps"

local function slopes(image, settings)
	local out = image:slope(settings or {}):render()
	return out:layer "slope", out:layer "aspect", out:layer "slope_dir"
end
local function turned(a, b) local d = (a - b) % 360 return math.min(d, 360 - d) end

describe("slope", function()
	it("is exact on planes, to the border, at every size", function()
		for width = 1, 5 do
			for height = 1, 4 do
				local image = maps.image(width, height, function(x, y) return 0.75 * x - 1.25 * y + 2 end)
				local p, q = width > 1 and 0.75 or 0, height > 1 and -1.25 or 0
				local g = math.sqrt(p * p + q * q)
				local slope, aspect, down = slopes(image, { world_size = width })
				maps.each(slope, function(value, x, y)
					local where = width .. "x" .. height .. " at " .. x .. "," .. y
					assert.near(math.deg(math.atan(g)), value, 1e-5, where)
					local way = g > 0 and math.deg((math.atan2 or math.atan)(-q, -p)) or 0
					assert.near(0, turned(way, aspect:get(x, y)), 2e-5, where)
					assert.near(g > 0 and -p / g or 0, down:get(x, y, 1), 1e-7, where)
					assert.near(g > 0 and -q / g or 0, down:get(x, y, 2), 1e-7, where)
				end)
			end
		end
	end)

	it("points down: along -u, +u, -v, +v and between", function()
		for _, case in ipairs { { -1, 0, 0 }, { 0, -1, 90 }, { 1, 0, 180 }, { 0, 1, -90 }, { -1, -1, 45 }, { 1, -1, 135 }, { 1, 1, -135 }, { -1, 1, -45 } } do
			local slope, aspect, down = slopes(maps.image(8, 8, function(x, y) return case[1] * x + case[2] * y end), { world_size = 8 })
			maps.each(aspect, function(value, x, y)
				assert.are.equal(case[3], value) -- to the last bit
				if case[1] == 0 or case[2] == 0 then
					assert.are.equal(45, slope:get(x, y))
					assert.are.same({ 0 - case[1], 0 - case[2] }, { down:get(x, y, 1), down:get(x, y, 2) })
				end
				assert.is_true(1 / down:get(x, y, 1) > 0 or down:get(x, y, 1) ~= 0) -- no negative zeros
			end)
		end
		-- a hair off 180 degrees is 180, not -180
		local _, aspect = slopes(maps.image(3, 3, function(x, y) return x + y * 1e-12 end), { world_size = 3 })
		maps.each(aspect, function(value) assert.are.equal(180, value) end)
	end)

	it("is exact on quadratic surfaces, to the border", function()
		for _, size in ipairs { { 3, 3 }, { 9, 5 }, { 4, 7 } } do
			local width, height = size[1], size[2]
			local image = maps.image(width, height, function(x, y) return (x * x - 3 * x * y + 2 * y * y + x) / 8 end)
			local tangent = slopes(image, { world_size = width, units = "tangent" })
			maps.each(tangent, function(value, x, y)
				local p, q = (2 * x - 3 * y + 1) / 8, (4 * y - 3 * x) / 8
				assert.near(math.sqrt(p * p + q * q), value, 3e-7 * (1 + value))
			end)
		end
	end)

	it("knows three units", function()
		local image = maps.image(9, 7, maps.rough(3))
		local degrees, tangent, part = slopes(image), slopes(image, { units = "tangent" }), slopes(image, { units = "normalized" })
		maps.each(degrees, function(value, x, y)
			assert.near(math.deg(math.atan(tangent:get(x, y))), value, 2e-5)
			assert.near(value / 90, part:get(x, y), 1e-6)
			assert.is_true(value >= 0 and value < 90)
		end)
	end)

	it("has no direction where it is flat", function()
		for _, settings in ipairs { {}, { tile = true }, { strength = 0 }, { strength = -5 } } do
			local slope, aspect, down = slopes(maps.image(4, 3, function(x) return settings.strength == 0 and x or 7.5 end), settings)
			maps.each(slope, function(value, x, y)
				for _, zero in ipairs { value, aspect:get(x, y), down:get(x, y, 1), down:get(x, y, 2) } do
					assert.are.equal(0, zero)
					assert.is_true(1 / zero > 0)
				end
			end)
		end
		local slope, aspect, down = slopes(maps.image(4, 3, function(x) return x * 1e-13 end), { world_size = 4 })
		assert.is_true(slope:get(1, 1) > 0 and aspect:get(1, 1) == 0 and down:get(1, 1, 1) == 0)
	end)

	it("measures in world units", function()
		local rough = maps.rough(3)
		local function bytes(image, settings) local s, a, d = slopes(image, settings) return s:hash() .. a:hash() .. d:hash() end
		local base = bytes(maps.image(9, 7, rough), { strength = 2, world_size = 9 })
		assert.are.equal(base, bytes(maps.image(9, 7, function(x, y) return 2 * rough(x, y) end), { world_size = 9 }))
		assert.are.equal(base, bytes(maps.image(9, 7, function(x, y) return 4 * rough(x, y) end), { world_size = 18 }))
		assert.are_not.equal(base, bytes(maps.image(9, 7, rough), { strength = 2, world_size = 18 }))
		local once, twice = slopes(maps.image(9, 7, rough), { units = "tangent" }), slopes(maps.image(9, 7, rough), { units = "tangent", strength = 2 })
		maps.each(once, function(value, x, y) assert.are.equal(2 * value, twice:get(x, y)) end)
		-- upside down: as steep, and the other way
		local slope, aspect, down = slopes(maps.image(9, 7, rough))
		local same, away, up = slopes(maps.image(9, 7, rough), { strength = -1 })
		assert.are.equal(slope:hash(), same:hash())
		maps.each(slope, function(value, x, y)
			if value > 0 then assert.near(180, turned(aspect:get(x, y), away:get(x, y)), 3e-5) end
			assert.are.equal(-down:get(x, y, 1), up:get(x, y, 1))
		end)
	end)

	it("turns with the map", function()
		local rough = maps.rough(5)
		local slope, aspect = slopes(maps.image(8, 6, rough))
		local across, aside = slopes(maps.image(6, 8, function(x, y) return rough(y, x) end), { world_size = 6 / 8 })
		maps.each(slope, function(value, x, y)
			assert.near(value, across:get(y, x), 1e-5)
			if value > 0 then assert.near(0, turned(90 - aspect:get(x, y), aside:get(y, x)), 5e-5) end
		end)
	end)

	it("repeats with tile: what is rolled comes out rolled, bit for bit", function()
		local rough = maps.rough(7)
		for _, size in ipairs { { 7, 5 }, { 2, 3 }, { 1, 4 }, { 3, 1 } } do
			local w, h = size[1], size[2]
			local slope, aspect, down = slopes(maps.image(w, h, rough), { tile = true })
			local slope2, aspect2, down2 = slopes(maps.image(w, h, function(x, y) return rough((x + 3) % w, (y + 2) % h) end), { tile = true })
			maps.each(slope2, function(value, x, y)
				local i, j = (x + 3) % w, (y + 2) % h
				assert.are.same({ slope:get(i, j), aspect:get(i, j), down:get(i, j, 1), down:get(i, j, 2) }, { value, aspect2:get(x, y), down2:get(x, y, 1), down2:get(x, y, 2) })
			end)
		end
	end)

	it("makes voids of voids and of their four neighbours", function()
		local rough = maps.rough(2)
		local function hole(i, j) return maps.image(9, 9, function(x, y) return x == i and y == j and 0 / 0 or rough(x, y) end) end
		local whole = { slopes(maps.image(9, 9, rough)) }
		for k, layer in ipairs { slopes(hole(4, 4)) } do
			maps.each(layer, function(value, x, y)
				if math.abs(x - 4) + math.abs(y - 4) <= 1 then assert.is_true(value ~= value)
				else assert.are.equal(whole[k]:get(x, y), value) end
			end)
		end
		maps.each(slopes(hole(2, 4)), function(value, x, y) -- the parabola at the border
			assert.are.equal((math.abs(x - 2) + math.abs(y - 4) <= 1 or x == 0 and y == 4), value ~= value, x .. "," .. y)
		end)
	end)

	it("stays finite with huge heights, and at the bounds of its parameters", function()
		for _, size in ipairs { { 1, 1 }, { 1, 6 }, { 6, 1 }, { 2, 2 }, { 5, 4 } } do
			local image = maps.image(size[1], size[2], function(x, y) return (x * y % 3 - 1) * 1e37 + x end)
			for _, strength in ipairs { -10000, 1e-300, 10000 } do
				for _, world_size in ipairs { 1e-6, 1e300 } do
					maps.finite(image:slope({ strength = strength, world_size = world_size }):render(), { "slope", "aspect" })
				end
			end
		end
	end)

	it("agrees with GDAL's slopes and aspects on real ground", function()
		local name = "oracles/rainier_256/rainier."
		local input, slope, aspect = maps.shared(name .. "input", 256, 256), maps.shared(name .. "gdal_slope_zt", 256, 256), maps.shared(name .. "gdal_aspect_zt", 256, 256)
		if not (input and slope and aspect) then return pending "the reference rasters are not there" end
		local s, a = slopes(input, { world_size = 256 * 90 })
		slope, aspect = slope:layer "C", aspect:layer "C"
		for y = 1, 254 do
			for x = 1, 254, 3 do
				assert.near(slope:get(x, y), s:get(x, y), 2e-5)
				assert.near(0, turned(aspect:get(x, y), 90 - a:get(x, y)), 1e-4)
			end
		end
	end)

	it("makes the layers that are named", function()
		local image = maps.image(3, 3, maps.rough(1))
		local function layers(settings) return image:slope(settings):render():layers() end
		assert.are.same({ "C", "slope", "aspect", "slope_dir" }, layers {})
		assert.are.same({ "slope", "aspect", "slope_dir" }, layers { keep_layers = false })
		assert.are.same({ "C", "steep" }, layers { slope_layer = "steep", aspect_layer = "", dir_layer = "" })
		assert.are.same({ "C", "way" }, layers { slope_layer = "", aspect_layer = "", dir_layer = "way" })
		-- alone or together, the same bytes
		local s, a, d = slopes(image)
		assert.are.equal(s:hash(), image:slope({ aspect_layer = "", dir_layer = "" }):render():layer("slope"):hash())
		assert.are.equal(a:hash(), image:slope({ slope_layer = "", dir_layer = "" }):render():layer("aspect"):hash())
		assert.are.equal(d:hash(), image:slope({ aspect_layer = "", slope_layer = "" }):render():layer("slope_dir"):hash())
		assert.matches("slope: layer: no layer 'h' %(the image has 'C'%)", maps.failure(function() image:slope({ layer = "h" }):render() end))
		assert.matches("world_size: must be at least 1e%-06", maps.failure(function() image:slope({ world_size = 0 }):render() end))
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):slope {} end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(37, 23, maps.rough(11))
		maps.each_runtime(function(kind)
			local s, a, d = slopes(image, { world_size = 40 })
			assert.are.equal("3591833d79a0664bacd37dd81ecc5cb0", s:hash(), kind)
			assert.are.equal("45187ca1e849318047447cf723c59d29", a:hash(), kind)
			assert.are.equal("eb82ddd22b59d5b6bdabd88e95415519", d:hash(), kind)
			assert.are.equal("7bdb5228f0f07982eede6e7ab2470fd2", slopes(image, { world_size = 40, tile = true, units = "tangent" }):hash(), kind)
		end)
	end)
end)
