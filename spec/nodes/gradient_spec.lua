local terrane = require "terrane"
local maps = require "maps"

local function gradient(settings, width, height)
	return terrane.gradient(settings):render({ width = width, height = height or width }):layer(settings.layer or "C")
end
local function row(settings, width, height, y)
	local layer, list = gradient(settings, width, height), {}
	for x = 0, width - 1 do list[x + 1] = layer:get(x, y or 0) end
	return list
end
local function fail(settings) return maps.failure(function() return terrane.gradient(settings):render { width = 2 } end) end
local each = maps.each

describe("gradient", function()
	it("is the pixel's u, or its v", function()
		assert.are.same({ 0.125, 0.375, 0.625, 0.875 }, row({ direction = "u" }, 4, 2))
		local v = gradient({}, 3, 4)
		each(v, function(t, _, y) assert.are.equal((y + 0.5) / 4, t) end)
		assert.are.equal(0.5, gradient({}, 1):get(0, 0))
		assert.are.equal(0.5, gradient({ direction = "u" }, 1, 9):get(0, 8))
	end)

	it("looks its place up in the ramp", function()
		-- 2 pixels: t is 0.25 and 0.75
		assert.are.same({ 0.5, 0.5 }, row({ direction = "u", ramp = "0:0 0.5:1 1:0" }, 2))
		assert.are.same({ 0.15625, 0.84375 }, row({ direction = "u", ramp_mode = "smooth" }, 2))
		local steps = row({ direction = "u", ramp = "0:0 .5:1", ramp_mode = "constant" }, 100)
		assert.are.equal(0, steps[50])
		assert.are.equal(1, steps[51])
		assert.are.same({ 0, 1, 1 }, row({ direction = "u", ramp = "0:0 .5:1", ramp_mode = "constant" }, 3)) -- a stop's own place is its value's
		assert.are.same({ 3, 3, 4, 4 }, row({ direction = "u", ramp = "0.5:3 0.5:4" }, 4)) -- ends hold, and a step
		assert.are.same({ 2, 3 }, row({ direction = "u", ramp = "0.75:3 0.25:2" }, 2)) -- in any order
		assert.are.same({ 7, 7 }, row({ direction = "u", ramp = "0.3:7" }, 2))
	end)

	it("has as many channels as the stops have components", function()
		local layer = gradient({ direction = "u", ramp = "0:0,1,-2 1:1,0.5,2" }, 2)
		assert.are.equal(3, layer.channels)
		assert.are.same({ 0.25, 0.875, -1 }, { layer:get(0, 0, 1), layer:get(0, 0, 2), layer:get(0, 0, 3) })
		assert.are.equal(4, gradient({ ramp = "0:1,2,3,4" }, 1).channels)
		-- the same ramp as a table
		assert.are.equal(layer:hash(), gradient({ direction = "u", ramp = { { 0, { 0, 1, -2 } }, { 1, { 1, 0.5, 2 } } } }, 2):hash())
	end)

	it("ends at the corners along a diagonal", function()
		-- stretched by one pixel, the pixel centres at two opposite corners would have 0 and 1
		for _, size in ipairs { { 8, 8 }, { 40, 10 }, { 7, 31 } } do
			local w, h = size[1], size[2]
			for _, angle in ipairs { 0, 30, 45, 90, 135, 200, 315, -725 } do
				local c, s = math.cos(math.rad(angle)), math.sin(math.rad(angle))
				local layer = gradient({ direction = "diagonal", angle = angle }, w, h)
				local length = w * math.abs(c) + h * math.abs(s) -- in pixels, which are square
				each(layer, function(t, x, y) assert.near(0.5 + ((x + 0.5 - w / 2) * c + (y + 0.5 - h / 2) * s) / length, t, 2e-7) end)
				local stats = layer:stats()
				assert.near(0, stats.min, 1 / math.min(w, h))
				assert.near(1, stats.max, 1 / math.min(w, h))
			end
		end
		assert.are.equal(gradient({ direction = "u" }, 16):hash(), gradient({ direction = "diagonal" }, 16):hash())
		assert.are.equal(gradient({ direction = "v" }, 16):hash(), gradient({ direction = "diagonal", angle = 90 }, 16):hash())
	end)

	it("is radial: 0 at the centre, 1 half the short side away", function()
		local square = gradient({ direction = "radial" }, 5)
		assert.are.equal(0, square:get(2, 2))
		assert.near(0.4, square:get(3, 2), 1e-7)
		assert.near(0.8, square:get(2, 0), 1e-7)
		-- the same circle in the middle of a long image
		local long = gradient({ direction = "radial", ramp = "0:0 9:9" }, 25, 5)
		each(gradient({ direction = "radial", ramp = "0:0 9:9" }, 5), function(t, x, y) assert.are.equal(t, long:get(x + 10, y)) end)
		assert.near(4, long:get(2, 2), 1e-6)
		-- moved to the right edge and the bottom
		assert.near(0, gradient({ direction = "radial", center_x = 0.4, center_y = -0.4 }, 5):get(4, 0), 1e-7)
		assert.near(0.4, gradient({ direction = "radial", center_x = 2.4 }, 25, 5):get(23, 2), 1e-6)
	end)

	it("is angular: once around, from the right", function()
		local layer = gradient({ direction = "angular" }, 5)
		assert.are.equal(0, layer:get(4, 2))
		assert.are.equal(0.125, layer:get(4, 4))
		assert.are.equal(0.25, layer:get(2, 4))
		assert.are.equal(0.5, layer:get(0, 2))
		assert.are.equal(0.75, layer:get(2, 0))
		assert.are.equal(0, layer:get(2, 2)) -- the centre itself
		local below = gradient({ direction = "angular", center_y = 1e-17 }, 501, 1) -- just below the right
		assert.is_true(below:get(500, 0) <= 1 and below:get(500, 0) > 0.999999)
		local long = gradient({ direction = "angular" }, 40, 10)
		each(long, function(t, x, y)
			local angle = math.deg(math.atan2 and math.atan2(y - 4.5, x - 19.5) or math.atan(y - 4.5, x - 19.5)) / 360
			assert.near(angle < 0 and angle + 1 or angle, t, 1e-7)
		end)
	end)

	it("is of 64-bit floats where it is exact", function()
		local exact, float = gradient({ direction = "radial", device = "exact" }, 33, 17), gradient({ direction = "radial", device = "cpu" }, 33, 17)
		assert.are.equal("f64", exact.type)
		assert.are.equal("f32", float.type)
		assert.are.equal(2 * math.sqrt((2 / 17) ^ 2 + (1 / 17) ^ 2), exact:get(18, 9))
		each(float, function(t, x, y) assert.near(exact:get(x, y), t, 1e-7) end)
		assert.are.equal(float:hash(), gradient({ direction = "radial" }, 33, 17):hash())
	end)

	it("goes on beyond the image, exactly", function()
		local node = terrane.gradient { direction = "u", ramp = "-1e12:-1e12 1e12:1e12", device = "exact" }
		local far = node:render({ width = 4, height = 4, unbounded = true, window = { 1099511627776, -3, 2, 2 } }):layer "C"
		assert.are.equal(274877906944.125, far:get(0, 0))
		assert.are.equal(1, gradient({ direction = "u", ramp = "-1:1 0:0 2:1" }, 1):get(0, 0) * 4)
	end)

	it("stays finite at the bounds", function()
		for _, direction in ipairs { "v", "u", "diagonal", "radial", "angular" } do
			for _, settings in ipairs { { angle = 3600 }, { angle = -3600 }, { center_x = 1e4, center_y = -1e4 }, { ramp = "-1e308:-1e24 1e308:1e24" } } do
				settings.direction = direction
				for _, mode in ipairs { "linear", "smooth", "constant" } do
					settings.ramp_mode = mode
					for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 5, 4 } } do
						local stats = gradient(settings, size[1], size[2]):stats()
						assert.is_true(stats.nan == 0 and stats.max - stats.max == 0 and stats.min - stats.min == 0)
					end
				end
			end
		end
	end)

	it("says what is wrong", function()
		assert.matches("gradient: ramp: has no stop; write \"0:0 1:1\"", fail { ramp = "" })
		assert.matches("gradient: ramp: must be stops, .*, got '0:0 1'", fail { ramp = "0:0 1" })
		assert.matches("gradient: ramp: the stop at 1 has 2 components, and the first 1", fail { ramp = "0:0 1:1,2" })
		assert.matches("gradient: ramp: 1e%+30 is more than 1e24 in size", fail { ramp = "0:0 1:1e30" })
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = {
			v = "54d165767ceb4d163af8a87fc2d61ab6", u = "f314a677b0d03de1a8b59fceca325801", diagonal = "7d20ea8a274e6d851f264a754d0cd4c7", radial = "3ad14a9fcd609521b15f85fc18f35fd1", angular = "ef843eb04bcd8ecdb168d956755b5563",
		}
		local ramp = "0:0,0.3 0.2:1,-1 0.55:0.1,7 1:0.7,0.7"
		maps.each_runtime(function(kind)
			for direction, hash in pairs(golden) do
				local layer = gradient({ direction = direction, angle = 33, center_x = 0.1, ramp = ramp, ramp_mode = "smooth" }, 53, 31)
				assert.are.equal(hash, layer:hash(), kind .. " " .. direction)
			end
		end)
	end)
end)
