local terrane = require "terrane"
local maps = require "maps"

local function exact(x) return terrane.layer { width = 1, height = 1, data = { x } }:get(0, 0) end
local function row(heights, settings, name) -- the values of a layer over a row of heights
	local out = maps.image(#heights, 1, function(x) return heights[x + 1] end):strata(settings or {}):render():layer(name or "C")
	local list = {}
	for i = 1, #heights do list[i] = out:get(i - 1, 0) end
	return list
end
local function rising(n, from, to)
	local list = {}
	for i = 1, n do list[i] = exact(from + (to - from) * (i - 1) / (n - 1)) end
	return list
end

describe("strata", function()
	it("is terrace where nothing tilts, folds or varies, to the last bit", function()
		local image = maps.image(64, 48, function(x, y) return (x - 20.3) * 0.013 + y * 0.0071 - x * y / 3000 end)
		for _, s in ipairs { { 0.1, 0, 0.7 }, { 0.037, 0.011, 0.5 }, { 0.25, -3, 0.999 }, { 0.1, 0, 0 }, { 1e-6, 0, 0.7 } } do
			local strata = image:strata { spacing = s[1], strata_offset = s[2], sharpness = s[3], hardness_random = 0, strength = 1 }:render()
			local terrace = image:terrace { step = s[1], offset = s[2], sharpness = s[3] }:render()
			assert.are.equal(terrace:layer("C"):hash(), strata:layer("C"):hash())
		end
		local half = image:strata { hardness_random = 0, strength = 0.5 }:render():layer("C")
		assert.are.equal(image:terrace { mask = 0.5 }:render():layer("C"):hash(), half:hash())
	end)

	it("lowers the ground by f - f^p of a layer, never raises it", function()
		local settings = { hardness_random = 0, strata_only = true, spacing = 0.5 }
		local down, least = row(rising(16001, -1, 1.5), settings), 0
		for _, d in ipairs(down) do
			assert.is_true(d <= 0)
			least = math.min(least, d)
		end
		assert.near(-0.417837 * 0.5, least, 1e-6) -- the most that f - f^(10/3) is
		assert.near(-0.417837 * 0.5, row({ 0.596910 * 0.5 }, settings)[1], 1e-6)
		for _, d in ipairs(row(rising(3001, -1, 2), { hardness_random = 1, strata_only = true, sharpness = 0.999, tilt = "3 -2", noise_amount = 0.4 })) do
			assert.is_true(d <= 0 and d > -0.1)
		end
	end)

	it("puts out the displacement alone, which added to the height makes strength 1", function()
		local image = maps.image(40, 30, maps.rough(5))
		local s = { spacing = 0.3, tilt = "0.5 0.2", noise_amount = 0.2, rand_seed = 3, strength = 1 }
		local whole = image:strata(s):render():layer "C"
		s.strata_only = true
		for _, strength in ipairs { 0, 0.3 } do -- which does not count
			s.strength = strength
			local alone = image:strata(s):render():layer "C"
			maps.each(alone, function(d, x, y) assert.near(whole:get(x, y), image:layer("C"):get(x, y) + d, 5e-7) end)
		end
	end)

	it("mixes by strength times the mask", function()
		local image = terrane.image {
			C = terrane.layer { width = 5, height = 1, data = { 0.06, 0.06, 0.06, 0.06, 0.06 } },
			m = terrane.layer { width = 5, height = 1, data = { 0, 0.5, 1, 4, 0 / 0 } },
		}
		local full = image:strata { strength = 1 }:render():layer("C"):get(0, 0) - exact(0.06)
		local out = image:strata { strength = 0.8, mask_layer = "m" }:render():layer "C"
		for i, share in ipairs { 0, 0.4, 0.8, 0.8, 0 } do assert.near(exact(0.06) + full * share, out:get(i - 1, 0), 1e-8) end
		assert.are.equal(exact(0.06), out:get(0, 0))
		assert.near(exact(0.06) + 0.8 * full, image:strata{}:render():layer("C"):get(0, 0), 1e-8)
		assert.are.equal(image:layer("C"):hash(), image:strata { strength = 0 }:render():layer("C"):hash())
	end)

	it("numbers the layers upwards", function()
		local ids = row({ -0.15, -0.05, 0, 0.05, 0.1, 0.2999999, 0.31, 17.25 }, {}, "C_id")
		assert.are.same({ -2, -1, 0, 0, 1, 3, 3, 172 }, ids)
		local before = -math.huge
		for _, k in ipairs(row(rising(5001, -30, 30), { spacing = 0.00011 }, "C_id")) do
			assert.is_true(k >= before)
			before = k
		end
		local image = maps.image(3, 3, maps.rough(1)):strata { out_layer = "rock" }:render()
		assert.are.same({ "C", "rock", "rock_id" }, image:layers())
		assert.are.equal("i32", image:layer("rock_id").type)
	end)

	it("tilts: the borders dip by the tilt from edge to edge", function()
		local flat = maps.image(100, 80, function() return 0 end)
		local ids = flat:strata { tilt = "1 0" }:render():layer "C_id"
		for x = 0, 99 do assert.are.equal(math.floor((x + 0.5) / 10), ids:get(x, 17)) end
		ids = flat:strata { tilt = "0 -0.8" }:render():layer "C_id"
		for y = 0, 79 do assert.are.equal(math.floor(-(y + 0.5) / 10), ids:get(50, y)) end
		-- a border at 0.3 on the left is found 0.5 lower on the right
		local slab = maps.image(200, 400, function(_, y) return y / 400 end):strata { tilt = "0.5 0" }:render():layer "C_id"
		local function border(x, k) for y = 0, 399 do if slab:get(x, y) >= k then return y / 400 end end end
		assert.near(0.5 * 199 / 200, border(0, 8) - border(199, 8), 0.006)
	end)

	it("folds by noise of -1 to 1 times the amount", function()
		local flat = maps.image(96, 96, function() return 0 end)
		local least, most, sum = 0, 0, 0
		maps.each(flat:strata { noise_amount = 1, spacing = 0.01, noise_frequency = 8 }:render():layer "C_id", function(k)
			least, most, sum = math.min(least, k), math.max(most, k), sum + k
		end)
		assert.is_true(least >= -100 and most <= 99 and least < -50 and most > 50)
		assert.is_true(math.abs(sum / 96 ^ 2) < 10)
		local function layers(settings)
			settings.noise_amount = settings.noise_amount or 0.5
			local edges, image = 0, flat:strata(settings):render():layer "C_id"
			maps.each(image, function(k, x, y) if x > 0 and image:get(x - 1, y) ~= k then edges = edges + 1 end end)
			return edges
		end
		assert.is_true(layers { noise_frequency = 8 } > 1.5 * layers { noise_frequency = 3 })
		assert.is_true(layers { noise_frequency = 3, noise_amount = 1 } > 1.5 * layers { noise_frequency = 3 })
		assert.are.equal(0, layers { noise_frequency = 0 })
		assert.are_not.equal(flat:strata({ noise_amount = 1 }):render():layer("C_id"):hash(), flat:strata({ noise_amount = 1, rand_seed = 1 }):render():layer("C_id"):hash())
	end)

	it("gives each layer a hardness of its own, the same wherever it shows", function()
		local function powers(settings) -- by what 0.4 and 0.7 of a layer become
			local low, high, list = {}, {}, {}
			for k = 0, 59 do low[k + 1], high[k + 1] = k + 0.4, k + 0.7 end
			settings.spacing, settings.strata_only = 1, true
			local a, b = row(low, settings), row(high, settings)
			for k = 1, 60 do
				list[k] = math.log(exact(low[k]) - (k - 1) + a[k]) / math.log(exact(low[k]) - (k - 1))
				assert.near(list[k], math.log(exact(high[k]) - (k - 1) + b[k]) / math.log(exact(high[k]) - (k - 1)), 2e-3)
			end
			return list
		end
		local list, least, most, seen = powers { hardness_random = 1 }, 99, 0, {}
		for _, p in ipairs(list) do
			least, most = math.min(least, p), math.max(most, p)
			seen[math.floor(p * 50)] = true
		end
		assert.is_true(least >= 0.999 and least < 1.2 and most <= 10 / 3 + 1e-2 and most > 2.8)
		local kinds = 0
		for _ in pairs(seen) do kinds = kinds + 1 end
		assert.is_true(kinds > 20)
		for _, p in ipairs(powers { hardness_random = 0 }) do assert.near(10 / 3, p, 5e-3) end
		for _, p in ipairs(powers {}) do assert.is_true(p > 1 / (1 - 0.35) - 1e-2 and p <= 10 / 3 + 1e-2) end
		assert.are_not.same(list, powers { hardness_random = 1, rand_seed = 1 })
	end)

	it("leaves voids, and stays finite", function()
		local image = maps.image(3, 1, function(x) return x == 1 and 0 / 0 or 0.37 end):strata{}:render()
		assert.is_true(image:layer("C"):get(1, 0) ~= image:layer("C"):get(1, 0))
		assert.are.equal(-2147483648, image:layer("C_id"):get(1, 0))
		assert.are.equal(3, image:layer("C_id"):get(2, 0))
		for _, settings in ipairs { { spacing = 1e-6 }, { spacing = 1e24 }, { strata_offset = -1e24 }, { tilt = "1e24 -1e24" }, { noise_amount = 1e24, noise_frequency = 10000 },
			{ sharpness = 0.999, hardness_random = 0, strata_only = true, spacing = 1e24 } } do
			maps.finite(maps.image(5, 5, maps.rough(2)):strata(settings):render(), { "C", "C_id" })
		end
	end)

	it("takes tilt as text or as a table", function()
		local image = maps.image(9, 9, maps.rough(3))
		assert.are.equal(image:strata({ tilt = "0.25 -1" }):key(), image:strata({ tilt = { 0.25, -1 } }):key())
	end)

	it("says what is wrong", function()
		local image = maps.image(2, 2, maps.rough(1))
		local function fail(settings) return maps.failure(function() image:strata(settings):render() end) end
		assert.matches("strata: tilt: must be 2 numbers, got '1'", fail { tilt = "1" })
		assert.matches("tilt: must be 2 numbers, got 'up'", fail { tilt = "up" })
		assert.matches("spacing: must be at least 1e%-06, got 0", fail { spacing = 0 })
		assert.matches("sharpness: must be within 0 and 0.999, got 1", fail { sharpness = 1 })
		assert.matches("strata: layer: no layer 'h'", fail { layer = "h" })
		assert.matches("mask_layer: no layer 'm'", fail { mask_layer = "m" })
		image:strata({ mask_layer = "m", strata_only = true }):render() -- where it does not count
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):strata { noise_amount = 0.1 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(37, 23, maps.rough(11))
		maps.each_runtime(function(kind)
			local level = image:strata { spacing = 0.31, rand_seed = 2 }:render()
			local folded = image:strata { spacing = 0.31, tilt = "0.7 0.3", noise_amount = 0.6, hardness_random = 1, sharpness = 0.95, mask_layer = "C" }:render()
			assert.are.equal("8a8bd6f069d0a460f97d37d69e2b4fa9", level:layer("C"):hash(), kind)
			assert.are.equal("4af5f40c4ca8583ca43830db58d22053", folded:layer("C"):hash(), kind)
			assert.are.equal("b65cc812c5524d5643c76431d79bedef", folded:layer("C_id"):hash(), kind)
		end)
	end)
end)
