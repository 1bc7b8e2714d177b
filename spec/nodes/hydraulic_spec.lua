local terrane = require "terrane"
local maps = require "maps"

local function layer(width, height, f) return terrane.layer { width = width, height = height, data = f } end
local function with(t, more)
	local all = {}
	for k, v in pairs(t) do all[k] = v end
	for k, v in pairs(more or {}) do all[k] = v end
	return all
end
--- Hills of several sizes by straight interpolation, with layers beside them; pixels are 1 wide with world_size = width.
local function hills(width, height, seed)
	local function value(x, y)
		local sum = 0
		for o = 1, 4 do
			local cell, f = 2 ^ (6 - o), maps.rough(seed + 10 * o, 1)
			local i, j = math.floor(x / cell), math.floor(y / cell)
			local u, v = x / cell - i, y / cell - j
			local below, above = f(i, j) * (1 - u) + f(i + 1, j) * u, f(i, j + 1) * (1 - u) + f(i + 1, j + 1) * u
			sum = sum + (below * (1 - v) + above * v) * cell * 0.6
		end
		return sum
	end
	return terrane.image {
		C = layer(width, height, value), debris = layer(width, height, maps.rough(seed, 1)),
		hard = layer(width, height, function(x) return x < width / 2 and 1 or 0 end), soft = layer(width, height, function() return 0 end),
		rock = layer(width, height, function() return 1.5 end),
	}
end
local function eroded(image, settings) return image:hydraulic(settings or {}):render() end
local function total(l)
	local sum = 0
	maps.each(l, function(v) sum = sum + v end)
	return sum
end
--- Pixels below, and above, all eight neighbours.
local function pits_and_spikes(l)
	local pits, spikes = 0, 0
	for y = 1, l.height - 2 do
		for x = 1, l.width - 2 do
			local v, low, high = l:get(x, y), true, true
			for j = -1, 1 do
				for i = -1, 1 do
					if i ~= 0 or j ~= 0 then
						local n = l:get(x + i, y + j)
						low, high = low and n > v, high and n < v
					end
				end
			end
			pits, spikes = pits + (low and 1 or 0), spikes + (high and 1 or 0)
		end
	end
	return pits, spikes
end

describe("hydraulic", function()
	it("leaves the ground to the bit where nothing can happen", function()
		local image = hills(48, 40, 1)
		local hash = image:layer("C"):hash()
		for _, settings in ipairs {
			{ droplets_per_pixel = 0 }, { capacity = 0 }, { erode_rate = 0 }, { hardness_layer = "rock" },
		} do
			local out = eroded(image, with(settings, { world_size = 48, erosion_layer = "worn", accumulate_deposit = false }))
			assert.are.equal(hash, out:layer("C"):hash())
			assert.are.equal(0, out:layer("debris"):stats().max)
			assert.are.equal(0, out:layer("worn"):stats().max)
		end
		assert.are.equal(0, eroded(image, { droplets_per_pixel = 0 }):layer("wetness"):stats().max)
		local flat = maps.image(20, 20, function() return 0.7 end)
		assert.are.equal(flat:layer("C"):hash(), eroded(flat):layer("C"):hash())
		-- half of it is bedrock
		local half = eroded(image, { world_size = 48, hardness_layer = "hard", erosion_layer = "worn" }):layer "worn"
		local worn = 0
		maps.each(half, function(v, x) if x < 24 then assert.are.equal(0, v) else worn = worn + v end end)
		assert.is_true(worn > 1)
		assert.are.equal(eroded(image, { world_size = 48 }):layer("C"):hash(), eroded(image, { world_size = 48, hardness_layer = "soft" }):layer("C"):hash())
	end)

	it("keeps books that balance to the last quantum", function()
		local image = hills(48, 32, 2)
		for _, settings in ipairs {
			{}, { end_mode = "lose" }, { tile = true }, { deposit_radius = 5, radius = 7 }, { radius = 1, batch = 7 }, { strength = -0.5 }, { tile = true, radius = 32, deposit_radius = 32, droplets_per_pixel = 0.03, lifetime = 9 },
			{ lifetime = 300, inertia = 0.9, gravity = 1000, capacity = 1000, erode_rate = 1, deposit_rate = 1, min_slope = 10, droplets_per_pixel = 0.2 },
		} do
			local node = image:hydraulic(with({ world_size = 96, erosion_layer = "worn", accumulate_deposit = false }, settings))
			local s, out = node:stats(), node:render()
			local scale = (settings.strength or 1) * 4 -- a pixel is 2 x 2
			local change = (total(out:layer "C") - total(image:layer "C")) * scale
			assert.are.equal(0, s.residual)
			assert.near(change, s.volume_change, 2e-3)
			assert.near(s.volume_change, s.deposited_volume - s.eroded_volume, 1e-6)
			assert.near(-s.volume_change, s.outflow_volume + s.discarded_volume, 1e-6)
			assert.near(change, (total(out:layer "debris") - total(out:layer "worn")) * math.abs(scale), 2e-3)
			assert.is_true(s.eroded_volume > 1 and s.deposited_volume > 0)
			assert.are.equal(settings.tile or false, s.outflow_volume == 0)
			if settings.end_mode == "lose" then assert.is_true(s.discarded_volume > 0)
			elseif not settings.lifetime and settings.radius ~= 32 then assert.is_true(s.discarded_volume < 0.1 * s.eroded_volume) end
			maps.each(out:layer "C", function(v, x, y)
				local up = (v - image:layer("C"):get(x, y)) * (settings.strength and -1 or 1)
				assert.near(math.max(0, up), out:layer("debris"):get(x, y), 1e-4)
				assert.near(math.max(0, -up), out:layer("worn"):get(x, y), 1e-4)
			end)
		end
		local s = image:hydraulic({ droplets_per_pixel = 0.5 }):stats()
		assert.are.equal(24 * 32, s.droplets)
		assert.are.equal(96, s.batch) -- one droplet for 16 pixels
		assert.is_true(s.steps > 0 and s.steps <= 30 * s.droplets)
		assert.matches("residual: 0\n", image:hydraulic({}):report(), 1, true)
	end)

	it("carries ground down a slope and off the map", function()
		local plane = maps.image(64, 32, function(x) return x * 0.5 end)
		local node = plane:hydraulic { world_size = 64, gravity = 0 }
		local out, s = node:render():layer "C", node:stats()
		assert.is_true(s.outflow_volume > 0 and s.eroded_volume > s.outflow_volume)
		-- a basin between two slopes fills up
		local trough = maps.image(64, 32, function(x) return math.abs(x - 31.5) * 0.5 end)
		local debris = eroded(trough, { world_size = 64 }):layer "debris"
		local middle, sides = 0, 0
		maps.each(debris, function(v, x) if x > 25 and x < 38 then middle = middle + v else sides = sides + v end end)
		assert.is_true(middle > 20 * sides)
		-- the lower third of the plane loses more than its upper edge has to give
		assert.is_true(out:get(0, 16) <= 0.5)
	end)

	it("makes no pits and no spikes", function()
		for seed, settings in ipairs { {}, { droplets_per_pixel = 3 }, { tile = true }, { radius = 1, deposit_radius = 3 }, { end_mode = "lose", batch = 16 } } do
			local rough = maps.rough(seed, 1)
			local image = terrane.image { C = layer(64, 64, function(x, y) return rough(x, y) + x * 0.2 + 4 * math.sin(y / 9) end) }
			local pits, spikes = pits_and_spikes(image:layer "C")
			local after, tall = pits_and_spikes(eroded(image, with({ world_size = 64 }, settings)):layer "C")
			assert.is_true(after < pits / 8, ("%d pits of %d"):format(after, pits))
			assert.is_true(tall <= spikes, ("%d spikes of %d"):format(tall, spikes))
		end
	end)

	it("adds its deposit to the debris that is there", function()
		local image = hills(40, 40, 4)
		local fresh = eroded(image, { world_size = 40, accumulate_deposit = false }):layer "debris"
		local sum = eroded(image, { world_size = 40 }):layer "debris"
		maps.each(sum, function(v, x, y) assert.near(fresh:get(x, y) + image:layer("debris"):get(x, y), v, 1e-6) end)
		local alone = eroded(image, { world_size = 40, deposit_layer = "alluvium", keep_layers = false, wet_layer = "", out_layer = "land" })
		assert.are.equal(fresh:hash(), alone:layer("alluvium"):hash())
		local names = alone:layers()
		table.sort(names)
		assert.are.same({ "alluvium", "land" }, names)
	end)

	it("is wet where water gathers", function()
		local valley = maps.image(80, 60, function(x, y) return math.abs(y - 30) * 0.3 + x * 0.1 end)
		local wet = eroded(valley, { world_size = 80 }):layer "wetness"
		local ones, bed, slopes = 0, 0, 0
		maps.each(wet, function(v, x, y)
			assert.is_true(v >= 0 and v <= 1)
			if v == 1 then ones = ones + 1 end
			if math.abs(y - 30) <= 3 then bed = bed + v else slopes = slopes + v end
		end)
		assert.is_true(ones >= 40 and ones <= 60) -- one in a hundred
		assert.is_true(bed > slopes) -- of 7 rows and 53
	end)

	it("knows world units", function()
		local image = hills(48, 48, 5)
		local high = terrane.image { C = layer(48, 48, function(x, y) return image:layer("C"):get(x, y) * 1024 end) }
		local a, b = eroded(image, { world_size = 48 }):layer "C", eroded(high, { world_size = 48 * 1024 }):layer "C"
		maps.each(a, function(v, x, y) assert.are.equal(v * 1024, b:get(x, y)) end)
		local c = eroded(high, { world_size = 48, strength = 1 / 1024 }):layer "C"
		maps.each(a, function(v, x, y) assert.are.equal(v * 1024, c:get(x, y)) end)
		local turned = terrane.image { C = layer(48, 48, function(x, y) return -image:layer("C"):get(x, y) end) }
		local d = image:hydraulic({ world_size = 48 }):stats()
		local e = turned:hydraulic({ world_size = 48, strength = -1 }):stats()
		assert.near(d.eroded_volume, e.eroded_volume, 0.05 * d.eroded_volume)
	end)

	it("takes every size and extreme settings", function()
		for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 2, 2 }, { 3, 2 }, { 17, 3 }, { 40, 1 }, { 1, 40 } } do
			local w, h = size[1], size[2]
			local image = maps.image(w, h, maps.rough(3, 50))
			for _, settings in ipairs { {}, { tile = true }, { tile = true, radius = 32, deposit_radius = 20, lifetime = 2, droplets_per_pixel = 0.3 }, { radius = 32, end_mode = "lose", lifetime = 4 } } do
				local node = image:hydraulic(with({ world_size = w, droplets_per_pixel = 3 }, settings))
				maps.finite(node:render(), { "C", "debris", "wetness" })
				assert.are.equal(0, node:stats().residual)
			end
		end
		local f = maps.rough(5, 4)
		for _, case in ipairs {
			{ 1e-30, {} }, { 1e30, {} }, { 1, { strength = 10000 } }, { 1, { strength = 1e-300 } }, { 1, { world_size = 1e300, erode_rate = 0 } }, { 1, { world_size = 1e300, min_slope = 10, capacity = 1000, gravity = 1000 } },
			{ 1, { world_size = 1e-6, gravity = 1000, lifetime = 500, droplets_per_pixel = 1 } }, { 1, { evaporate = 0.99, inertia = 0.99, batch = 2147483647 } },
		} do
			local image = maps.image(20, 12, function(x, y) return f(x, y) * case[1] end)
			local node = image:hydraulic(case[2])
			maps.finite(node:render(), { "C", "debris", "wetness" })
			assert.are.equal(0, node:stats().residual)
		end
	end)

	it("refuses what it cannot do", function()
		local image = hills(16, 16, 1)
		assert.matches("hydraulic: strength: must not be 0", maps.failure(eroded, image, { strength = 0 }), 1, true)
		assert.matches("compute: this node has no way for CUDA", maps.failure(eroded, image, { compute = "cuda" }), 1, true)
		assert.matches("hardness_layer: no layer 'granite'", maps.failure(eroded, image, { hardness_layer = "granite" }), 1, true)
		local void = terrane.image { C = layer(8, 8, function(x, y) return x == 3 and y == 2 and 0 / 0 or 1 end), fine = layer(8, 8, function() return 0 end) }
		assert.matches("layer 'C' has 1 void or infinite pixels, the first at x 3, y 2", maps.failure(eroded, void, {}), 1, true)
		assert.matches("hardness_layer: layer 'C' has 1 void", maps.failure(eroded, void, { layer = "fine", hardness_layer = "C" }), 1, true)
	end)

	it("survives refused allocations, and stops when asked to", function()
		maps.survives_failed_allocations(function() return hills(20, 20, 1):hydraulic { hardness_layer = "hard", droplets_per_pixel = 0.1, erosion_layer = "worn" } end)
		local asked
		local none, why = maps.image(128, 128, maps.rough(1, 9)):hydraulic({ droplets_per_pixel = 100, lifetime = 10000, batch = 1000000 }):render { progress = function(done)
			asked = asked or done > 0.04 and terrane.clock()
			return not asked
		end }
		assert.is_nil(none)
		assert.are.equal("cancelled", why)
		assert.is_true(terrane.clock() - asked < 1) -- 50 ms, but this machine may be busy
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = { -- the size is such that five threads have work
			{ { world_size = 256, droplets_per_pixel = 0.03 }, "a6f9d815da58bd621e91bf62a51bcd89", "ffc6df4ab42f449b6b5599ba960aa128" },
			{ { world_size = 256, droplets_per_pixel = 0.02, tile = true, radius = 5, deposit_radius = 4, hardness_layer = "hard", lifetime = 20, strength = -0.5 }, "5fe80304ea19e794d51941f20611c399", "9b92067be7d5d9d6aa0827124d19103f" },
			{ { world_size = 700, droplets_per_pixel = 0.01, radius = 18, end_mode = "lose", inertia = 0.4, rand_seed = 9, lifetime = 10 }, "7e038cde2e48440c1762435fa2426c77", "f3023060af8a0196e1054550854ee804" },
		}
		local small = hills(64, 83, 11):layer "C"
		local image = terrane.image {
			C = layer(256, 330, function(x, y)
				local i, j = math.floor(x / 4), math.floor(y / 4)
				local u, v, k, l = x / 4 - i, y / 4 - j, math.min(i + 1, 63), math.min(j + 1, 82)
				return 4 * ((small:get(i, j) * (1 - u) + small:get(k, j) * u) * (1 - v) + (small:get(i, l) * (1 - u) + small:get(k, l) * u) * v)
			end),
			hard = layer(256, 330, function(x) return x < 128 and 0.7 or 0 end),
		}
		maps.each_runtime(function(which)
			for _, case in ipairs(golden) do
				local out = eroded(image, case[1])
				assert.are.same({ case[2], case[3] }, { out:layer("C"):hash(), out:layer("wetness"):hash() }, which)
			end
		end)
	end)
end)
