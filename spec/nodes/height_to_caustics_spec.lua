local terrane = require "terrane"
local maps = require "maps"

local function caustics(image, settings) return image:height_to_caustics(settings or {}):render():layer(settings and settings.out_layer or "caustics") end
local function merged(a, b) local t = {} for k, v in pairs(a) do t[k] = v end for k, v in pairs(b or {}) do t[k] = v end return t end
local function all(layer, wanted, what)
	maps.each(layer, function(v, x, y) if v ~= wanted then error(("%s: %.9g at %d,%d"):format(what, v, x, y), 2) end end)
end
-- waves that repeat, a pixel's slope about 1
local function waves(width, height)
	return function(x, y) return 0.3 * math.sin(2 * math.pi * (x + 0.5) / width * 2 + 1) + 0.2 * math.cos(2 * math.pi * ((x + 0.5) / width - (y + 0.5) / height)) end
end
local function sum(layer) local s = layer:stats() return s.mean * layer.width * layer.height end

describe("height_to_caustics", function()
	it("is exactly 1 under calm water", function()
		for _, size in ipairs { { 1, 1 }, { 1, 7 }, { 2, 2 }, { 3, 5 }, { 300, 70 } } do
			local calm = maps.image(size[1], size[2], function() return 0.7 end)
			for _, tile in ipairs { true, false } do
				for supersample = 1, size[1] < 300 and 8 or 3 do
					for _, light in ipairs { { 90, 0 }, { 30, 0 }, { 5, 77 } } do
						local settings = { tile = tile, supersample = supersample, elevation = light[1], azimuth = light[2], depth = 3 }
						all(caustics(calm, settings), 1, ("%dx%d, %d, %s"):format(size[1], size[2], supersample, tostring(tile)))
					end
				end
			end
		end
	end)

	it("is exactly 1 without refraction, depth or height", function()
		local sea = maps.image(40, 30, waves(40, 30))
		for _, tile in ipairs { true, false } do
			all(caustics(sea, { depth = 0, tile = tile }), 1, "no depth")
			all(caustics(sea, { strength = 0, tile = tile }), 1, "no height")
			for _, light in ipairs { { 90, 0 }, { 30, 200 } } do
				all(caustics(sea, { ior = 1, tile = tile, strength = 0.1, depth = 0.5, elevation = light[1], azimuth = light[2] }), 1, "no refraction")
			end
		end
	end)

	it("loses no light with tile, whatever the waves, the depth and the sun", function()
		for _, size in ipairs { { 40, 30 }, { 1, 9 }, { 5, 1 } } do
			local sea = maps.image(size[1], size[2], maps.rough(3, 4))
			for _, settings in ipairs { {}, { depth = 10000 }, { strength = 10000 }, { elevation = 0.1, azimuth = 33 }, { supersample = 7, strength = 0.03 }, { max_shift = 2.5 },
				{ world_size = 1e-6, depth = 10000 } } do
				-- pixels are exact multiples of 2^-26, less what float takes off
				assert.near(size[1] * size[2], sum(caustics(sea, settings)), size[1] * size[2] * 2e-7)
			end
		end
		-- what float keeps whole sums up exactly
		local s = 0
		maps.each(caustics(maps.image(32, 32, waves(32, 32)), { strength = 0.01, supersample = 1 }), function(v) s = s + v end)
		assert.near(1024, s, 1e-4)
	end)

	it("gathers light under a crest as paraxial theory has it", function()
		local width, length, height, depth = 1024, 0.25, 0.001, 0.1
		local sea = maps.image(width, 2, function(x) return height * math.cos(2 * math.pi * ((x + 0.5) / width - 0.5) / length) end)
		local light = caustics(sea, { supersample = 4, depth = depth })
		local g = depth * (1 - 1 / 1.33) * height * (2 * math.pi / length) ^ 2
		local function mean(at) local s = 0 for x = at - 8, at + 7 do s = s + light:get(x, 0) end return s / 16 end -- photons fall in pixels as they may
		assert.near(1 / (1 - g), mean(512), 5e-4)
		assert.near(1 / (1 + g), mean(512 + 128), 5e-4)
		assert.near(1 / (1 - g), light:get(512, 0), 3e-3)
	end)

	it("is a lens: bumps gather light, dents scatter it", function()
		local bump = maps.image(65, 65, function(x, y) return math.exp(-((x - 32) ^ 2 + (y - 32) ^ 2) / 50) end)
		for _, tile in ipairs { true, false } do
			local settings = { strength = 0.06, supersample = 4, tile = tile }
			assert.is_true(caustics(bump, settings):get(32, 32) > 1.5)
			assert.is_true(caustics(bump, merged(settings, { strength = -0.06 })):get(32, 32) < 0.75)
			-- a denser medium bends more, and so does a deeper floor while light still gathers
			assert.is_true(caustics(bump, merged(settings, { ior = 1.2 })):get(32, 32) < caustics(bump, settings):get(32, 32))
			assert.is_true(caustics(bump, merged(settings, { depth = 0.05 })):get(32, 32) < caustics(bump, settings):get(32, 32))
		end
	end)

	it("leaves the pattern below its waves in oblique light", function()
		local bump = maps.image(65, 65, function(x, y) return math.exp(-((x - 32) ^ 2 + (y - 32) ^ 2) / 50) end)
		for _, azimuth in ipairs { 0, 90, 215 } do
			local light = caustics(bump, { strength = 0.03, supersample = 4, elevation = 50, azimuth = azimuth })
			local most, at_x, at_y = 0
			maps.each(light, function(v, x, y) if v > most then most, at_x, at_y = v, x, y end end)
			assert.is_true(math.abs(at_x - 32) <= 2 and math.abs(at_y - 32) <= 2 and most > 1.1)
		end
		-- straight down it does not matter where the sun is
		assert.equal(caustics(bump, { azimuth = 20 }):hash(), caustics(bump, {}):hash())
		assert.are_not.equal(caustics(bump, { azimuth = 20, elevation = 50 }):hash(), caustics(bump, { elevation = 50 }):hash())
	end)

	it("bends light by Snell's law", function()
		-- water that slopes by 45 degrees carries all light as far as the law says, so columns come out shifted, with a shadow behind
		local width = 200
		local slope = maps.image(width, 2, function(x) return x / width end)
		local light = caustics(slope, { tile = false, supersample = 8, depth = 0.3 })
		local angle = math.pi / 4 - math.asin(math.sin(math.pi / 4) / 1.33)
		local shift = 0.3 * math.tan(angle) * width -- up the slope
		for x = 0, width - 1 do
			if x < shift - 1.5 then assert.equal(0, light:get(x, 0))
			elseif x > shift + 1.5 and x < width - 1 then assert.near(1, light:get(x, 0), 1e-4) end
		end
	end)

	it("mirrors, and rolls where the image repeats", function()
		local wave = waves(20, 14)
		local settings = { strength = 0.05, elevation = 60, azimuth = 35 }
		local still = caustics(maps.image(20, 14, wave), settings)
		local rolled = caustics(maps.image(20, 14, function(x, y) return wave((x + 3) % 20, (y + 2) % 14) end), settings)
		local rough = maps.rough(4)
		local still_rough, rolled_rough = caustics(maps.image(20, 14, rough), settings), caustics(maps.image(20, 14, function(x, y) return rough((x + 3) % 20, (y + 2) % 14) end), settings)
		maps.each(rolled, function(v, x, y) assert.near(still:get((x + 3) % 20, (y + 2) % 14), v, 1e-4) end) -- sines differ beyond a period
		maps.each(rolled_rough, function(v, x, y) assert.equal(still_rough:get((x + 3) % 20, (y + 2) % 14), v) end)
		local a, b = caustics(maps.image(20, 14, rough), { strength = 0.05 }), caustics(maps.image(20, 14, function(x, y) return rough(19 - x, y) end), { strength = 0.05 })
		maps.each(a, function(v, x, y) assert.near(v, b:get(19 - x, y), 2e-5) end)
	end)

	it("loses light beyond the image without tile", function()
		local bowl = maps.image(30, 30, function(x, y) return -((x - 14.5) ^ 2 + (y - 14.5) ^ 2) / 900 end) -- leans inwards everywhere
		local dome = maps.image(30, 30, function(x, y) return ((x - 14.5) ^ 2 + (y - 14.5) ^ 2) / 900 end)
		assert.is_true(sum(caustics(dome, { tile = false, depth = 0.3 })) < 850)
		assert.is_true(sum(caustics(bowl, { tile = false, depth = 0.3 })) < 900.5)
		assert.is_true(caustics(bowl, { tile = false, depth = 0.3 }):get(0, 15) < 0.8)
	end)

	it("goes no farther than max_shift", function()
		local bump = maps.image(65, 65, function(x, y) return math.exp(-((x - 32) ^ 2 + (y - 32) ^ 2) / 8) end)
		local free = caustics(bump, { strength = 0.05, tile = false })
		assert.equal(free:hash(), caustics(bump, { strength = 0.05, tile = false, max_shift = 60 }):hash())
		local held = caustics(bump, { strength = 0.05, tile = false, max_shift = 1 })
		assert.are_not.equal(free:hash(), held:hash())
		all(caustics(bump, { strength = 0.05, tile = false, max_shift = 1e-9 }), 1, "held where it is")
	end)

	it("refuses voids, and stays finite otherwise", function()
		local hole = maps.image(9, 7, function(x, y) return x == 4 and y == 2 and 0 / 0 or 0 end)
		assert.matches("height_to_caustics: layer: layer 'C' has 1 void .* x 4, y 2", maps.failure(function() hole:height_to_caustics {}:render() end))
		local huge = maps.image(9, 8, function(x, y) return (x * y % 3 - 1) * 3e38 end)
		for _, settings in ipairs { { strength = 10000, world_size = 1e-6, depth = 10000 }, { elevation = 0.1, ior = 4 }, { world_size = 1e300 }, { max_shift = 4096 } } do
			for _, tile in ipairs { true, false } do
				local s = caustics(huge, merged(settings, { tile = tile })):stats()
				assert.is_true(s.nan == 0 and s.min >= 0 and s.max < 1e6)
			end
		end
	end)

	it("names and keeps layers as asked", function()
		local image = terrane.image {
			C = terrane.layer { width = 3, height = 3, data = maps.rough(1) },
			sea = terrane.layer { width = 3, height = 3, channels = 2, data = maps.rough(2) },
		}
		assert.same({ "C", "sea", "caustics" }, image:height_to_caustics {}:render():layers())
		assert.same({ "light" }, image:height_to_caustics({ keep_layers = false, out_layer = "light", layer = "sea" }):render():layers())
		assert.same({ "C", "sea" }, image:height_to_caustics({ out_layer = "" }):render():layers())
		assert.equal(caustics(maps.image(3, 3, maps.rough(2))):hash(), caustics(image, { layer = "sea" }):hash())
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):height_to_caustics {} end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(301, 150, maps.rough(11)) -- several blocks; light goes far beyond them
		maps.each_runtime(function(kind)
			assert.are.equal("0084fcafcb7ddff95af03281efbe157b", caustics(image, { strength = 0.02 }):hash(), kind)
			assert.are.equal("150da7aaeddaa2bb90940bfe869bb908", caustics(image, { strength = -0.1, tile = false, elevation = 40, azimuth = 100, depth = 0.5, supersample = 3, max_shift = 90 }):hash(), kind)
		end)
	end)
end)
