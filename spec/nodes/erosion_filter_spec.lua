local terrane = require "terrane"
local maps = require "maps"

local function eroded(image, settings, size) return image:erosion_filter(settings or {}):render(size) end
local function with(settings, more)
	local all = {}
	for k, v in pairs(settings) do all[k] = v end
	for k, v in pairs(more) do all[k] = v end
	return all
end
local land = terrane.noise { noise_type = "perlin", fractal = "terrain", octaves = 5, frequency = 2, amplitude = 0.3 }:render { width = 160, height = 160 }
local range = { height_min = -0.3, height_max = 0.3 }

describe("erosion_filter", function()
	it("moves the ground by no more than its octaves' depths together, and by all of that somewhere on a plane", function()
		local bound = 0.01 * (1 - 0.35 ^ 5) / 0.65
		for _, settings in ipairs { {}, { fade = "none" }, { strength = -2 }, { strength = 0.5, tile = true } } do
			local out, most = eroded(land, settings), 0
			local size = math.abs(settings.strength or 1)
			maps.each(out:layer "C", function(z, x, y) most = math.max(most, math.abs(z - land:layer "C":get(x, y)) * size) end)
			assert.is_true(most <= bound * 1.0001 and most > bound / 3, most .. " of " .. bound)
		end
		local most, plane = 0, maps.image(128, 128, function(x) return x / 128 end)
		maps.each(eroded(plane):layer "C", function(z, x) most = math.max(most, math.abs(z - x / 128)) end)
		assert.near(0.0153038, most, 2e-5)
	end)

	it("leaves alone what has nothing to erode", function()
		for _, settings in ipairs { { octaves = 0 }, { amplitude = 0 }, { wavelength = 1.9 }, { steepness = 0, fade = "none" } } do
			local out = eroded(land, settings)
			assert.are.equal(land:layer "C":hash(), out:layer "C":hash())
			local s = out:layer "erosion":stats()
			assert.are.same({ 0, 0 }, { s.min, s.max })
		end
		local level = maps.image(20, 30, function() return 0.7 end)
		for _, fade in ipairs { "altitude", "none" } do
			local out = eroded(level, { fade = fade })
			assert.are.equal(level:layer "C":hash(), out:layer "C":hash())
			maps.each(out:layer "erosion", function(value) assert.are.equal(0, value) end)
		end
	end)

	it("makes of flat ground what its altitude says", function()
		for _, case in ipairs { { 0, -1 }, { 1, 1 }, { 0.5, 0 }, { 2, 1 } } do
			local out = eroded(maps.image(8, 8, function() return case[1] end), { height_min = 0, height_max = 1, octaves = 1 })
			assert.near(case[1] + 0.01 * case[2], out:layer "C":get(3, 3), 1e-6)
			assert.are.equal(case[2], out:layer "erosion":get(3, 3))
		end
	end)

	it("lays stripes down a plane, a wavelength apart", function()
		local n, along, across, crossings = 192, 0, 0, 0
		local plane = maps.image(n, n, function(x) return x / n end)
		local out = eroded(plane, { octaves = 1, wavelength = 16, fade = "none" }):layer "C"
		local function d(x, y) return out:get(x, y) - x / n end
		for y = 1, n - 2 do
			for x = 1, n - 2 do
				local here, up = d(x, y), d(x, y + 1)
				along, across = along + (d(x + 1, y) - here) ^ 2, across + (up - here) ^ 2
				if (here > 0) ~= (up > 0) then crossings = crossings + 1 end
			end
		end
		assert.is_true(math.sqrt(along / across) < 0.5, along / across)
		assert.near(2 * n / 16, crossings / (n - 2) * n / (n - 2), 0.2 * 2 * n / 16)
	end)

	it("goes on smoothly from cell to cell of its lattice", function()
		local n, wavelength = 96, 2000
		local plane = maps.image(n, n, function(x, y) return (x + 0.6 * y) / n end)
		for seed = 1, 6 do -- the corner of a cell, which is 0.7 wavelengths wide, lies in the middle
			local at = 0.7 * wavelength / n - 0.5
			local out = eroded(plane, { octaves = 1, wavelength = wavelength, fade = "none", flow_blur = 0, steepness = 100, rand_seed = seed, origin_x = at, origin_y = at }):layer "C"
			local function d(x, y) return out:get(x, y) - (x + 0.6 * y) / n end
			local most = 0
			for i = 0, n - 2 do
				for j = 0, n - 1, 7 do most = math.max(most, math.abs(d(i + 1, j) - d(i, j)), math.abs(d(j, i + 1) - d(j, i))) end
			end
			assert.is_true(most < 0.01 * 2 * math.pi / wavelength * 2, most)
		end
	end)

	it("marks crests and beds from -1 to 1", function()
		local hill = maps.image(160, 160, function(x, y) return 0.4 / (1 + ((x - 80) ^ 2 + (y - 80) ^ 2) / 2500) end)
		for _, case in ipairs { { 1, 0.5, -0.3 }, { 5, 0.3, -0.5 } } do
			local out = eroded(hill, { octaves = case[1] })
			local s = out:layer "erosion":stats()
			assert.is_true(s.min >= -1 and s.max <= 1 and s.min < -0.7 and s.max > 0.7)
			local function correlation(f, g)
				local sf, sg, ff, gg, fg, n = 0, 0, 0, 0, 0, 0
				for y = 2, 157 do
					for x = 2, 157 do
						local a, b = f(x, y), g(x, y)
						sf, sg, ff, gg, fg, n = sf + a, sg + b, ff + a * a, gg + b * b, fg + a * b, n + 1
					end
				end
				return (fg - sf * sg / n) / math.sqrt((ff - sf * sf / n) * (gg - sg * sg / n))
			end
			local z, before, mask = out:layer "C", hill:layer "C", out:layer "erosion"
			local function d(x, y) return z:get(x, y) - before:get(x, y) end
			local function bend(x, y) return d(x + 1, y) + d(x - 1, y) + d(x, y + 1) + d(x, y - 1) - 4 * d(x, y) end
			local function marked(x, y) return mask:get(x, y) end
			assert.is_true(correlation(marked, d) > case[2], correlation(marked, d))
			assert.is_true(correlation(marked, bend) < case[3], correlation(marked, bend))
		end
	end)

	it("has no seam when it tiles", function()
		local n, turn = 96, 2 * math.pi / 96
		local hills = maps.image(n, n, function(x, y) return 0.5 + 0.2 * math.sin(turn * x) * math.cos(2 * turn * y) + 0.1 * math.sin(turn * (2 * x + y)) end)
		for _, flow_blur in ipairs { 0, 0.25 } do
			local z = eroded(hills, { tile = true, flow_blur = flow_blur }):layer "C"
			local inside, seam = 0, 0
			for y = 0, n - 1 do
				for x = 0, n - 2 do
					inside = math.max(inside, math.abs(z:get(x + 1, y) - z:get(x, y)), math.abs(z:get(y, x + 1) - z:get(y, x)))
				end
				seam = math.max(seam, math.abs(z:get(0, y) - z:get(n - 1, y)), math.abs(z:get(y, 0) - z:get(y, n - 1)))
			end
			assert.is_true(seam <= inside, seam .. " " .. inside)
		end
	end)

	it("agrees bit for bit with its neighbour, given origins", function()
		local off, w, margin = 40, 120, 50
		local part = maps.image(w, 160, function(x, y) return land:layer "C":get(x + off, y) end)
		local low = maps.image(160, w, function(x, y) return land:layer "C":get(x, y + off) end)
		for _, unit in ipairs { 1, 0.1, 30 } do
			local settings = with(range, { strength = 100 * unit, amplitude = 2 * unit })
			local whole = eroded(land, with(settings, { world_size = 160 * unit, origin_x = -1e6 * unit, origin_y = 12 * unit }))
			local east = eroded(part, with(settings, { world_size = w * unit, origin_x = (off - 1e6) * unit, origin_y = 12 * unit }))
			local north = eroded(low, with(settings, { world_size = 160 * unit, origin_x = -1e6 * unit, origin_y = (12 + off) * unit }))
			for _, name in ipairs { "C", "erosion" } do
				local bad, far = 0, 0
				for y = 0, 159 do
					for x = margin, w - 1 do
						local a, b = whole:layer(name):get(x + off, y), east:layer(name):get(x, y)
						local c, d = whole:layer(name):get(y, x + off), north:layer(name):get(y, x)
						if a ~= b or c ~= d then bad = bad + 1 end
						far = math.max(far, math.abs(a - b), math.abs(c - d))
					end
				end
				if unit == 1 then assert.are.equal(0, bad, name) end
				assert.is_true(far < 1e-3, name .. " " .. far)
			end
		end
	end)

	it("turns with the terrain: upside down it makes the same, upside down", function()
		local over = maps.image(160, 160, function(x, y) return -land:layer "C":get(x, y) end)
		local a, b = eroded(land, range), eroded(over, { strength = -1, height_min = -0.3, height_max = 0.3 })
		assert.are.equal(a:layer "erosion":hash(), b:layer "erosion":hash())
		maps.each(a:layer "C", function(z, x, y) assert.are.equal(-z, b:layer "C":get(x, y)) end)
	end)

	it("is the same in other units of the world", function()
		local a = eroded(land, {})
		local b = eroded(land, { strength = 64, world_size = 64, amplitude = 0.64 })
		maps.each(a:layer "C", function(z, x, y) assert.near(z, b:layer "C":get(x, y), 1e-5) end)
	end)

	it("keeps to the blurred slope: gullies wind less", function()
		-- a slope under noise finer than the gullies: straightness is how little they change along it
		local noisy = maps.image(128, 128, function(x, y) return x / 64 + (maps.rough(3, 1)(x, y) - 0.5) / 24 end)
		local function winding(flow_blur)
			local z, sum = eroded(noisy, { flow_blur = flow_blur, octaves = 1, wavelength = 24, fade = "none" }):layer "C", 0
			for y = 20, 107 do
				for x = 20, 106 do
					local d = (z:get(x + 1, y) - noisy:layer "C":get(x + 1, y)) - (z:get(x, y) - noisy:layer "C":get(x, y))
					sum = sum + d * d
				end
			end
			return sum
		end
		assert.is_true(winding(0.25) < 0.3 * winding(0), winding(0.25) / winding(0))
	end)

	it("spreads voids no further than it looks", function()
		for flow_blur, reach in pairs { [0] = 1, [0.1] = 9 } do
			local settings = with(range, { flow_blur = flow_blur, wavelength = 16 })
			local function at(void)
				return eroded(maps.image(48, 40, function(x, y) return void and x == 24 and y == 20 and 0 / 0 or land:layer "C":get(x, y) end), settings)
			end
			local whole, holed = at(false), at(true)
			for _, name in ipairs { "C", "erosion" } do
				local voids = 0
				maps.each(holed:layer(name), function(value, x, y)
					if value ~= value then
						voids = voids + 1
						assert.is_true(math.max(math.abs(x - 24), math.abs(y - 20)) <= reach)
					else assert.are.equal(whole:layer(name):get(x, y), value) end
				end)
				assert.is_true(voids >= 5)
				assert.is_true(holed:layer(name):get(24, 20) ~= holed:layer(name):get(24, 20))
			end
		end
	end)

	it("stays finite at any size and at the bounds of its parameters", function()
		for _, size in ipairs { { 1, 1 }, { 1, 6 }, { 7, 1 }, { 2, 2 }, { 33, 20 } } do
			local image = maps.image(size[1], size[2], function(x, y) return x * y % 3 - 1 end)
			for _, settings in ipairs {
				{}, { tile = true }, { strength = -10000, world_size = 1e-6, amplitude = 10000, gain = 2, octaves = 12, lacunarity = 1.05 }, { strength = 1e-300 },
				{ strength = 10000, world_size = 1e300 }, { wavelength = 1 }, { wavelength = 4096, flow_blur = 4 }, { wavelength = 2, lacunarity = 8, octaves = 12 },
				{ tile = true, wavelength = 4096, flow_blur = 0.01 }, { steepness = 10000, gain = 0 }, { origin_x = 1e300, origin_y = -1e300 }, { rand_seed = 4294967295 },
				{ height_min = -1e300, height_max = 1e300 }, { height_min = 3, height_max = 2 }, { height_min = 0, height_max = 1e-300 },
			} do
				maps.finite(image:erosion_filter(settings):render(), { "C", "erosion" })
			end
		end
	end)

	it("names and keeps layers as asked, and says what is wrong", function()
		local image = maps.image(3, 3, maps.rough(1))
		assert.are.same({ "C", "erosion" }, image:erosion_filter({}):render():layers())
		assert.are.same({ "C", "worn" }, image:erosion_filter({ out_layer = "worn", mask_layer = "" }):render():layers())
		assert.are.same({ "worn", "rill" }, image:erosion_filter({ keep_layers = false, out_layer = "worn", mask_layer = "rill" }):render():layers())
		local function fail(settings) return maps.failure(function() image:erosion_filter(settings):render() end) end
		assert.matches("strength: must not be 0", fail { strength = 0 })
		assert.matches("layer: no layer 'h'", fail { layer = "h" })
		assert.matches("octaves: .*13", fail { octaves = 13 })
		assert.matches("lacunarity: ", fail { lacunarity = 1 })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(9, 7, maps.rough(1)):erosion_filter { wavelength = 8 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = {
			{ {}, "ed83c4fc7421bcb606879af34e8a4d9b", "f3e8577dc37a5b914b1252f33bc80ebf" },
			{ { tile = true, flow_blur = 0, wavelength = 20, lacunarity = 1.7, fade = "none", rand_seed = 9 }, "516041d7e663c8568575e2bf7b8b5997", "1a149e00bc376fa7d9f6c290fb1ec6b5" },
			{ { strength = -3, origin_x = 0.3, origin_y = -1234.5, height_max = 0.2, flow_blur = 1 }, "bc7d2a75c43e79625bf85a1b1cf58654", "3f09319f3113d18e2ade0b62e0663ce8" },
		}
		local image = maps.image(300, 37, function(x, y) return land:layer "C":get(x % 160, y) end)
		maps.each_runtime(function(which)
			for _, case in ipairs(golden) do
				local out = eroded(image, case[1])
				assert.are.same({ case[2], case[3] }, { out:layer "C":hash(), out:layer "erosion":hash() }, which)
			end
		end)
	end)
end)
