local terrane = require "terrane"
local maps = require "maps"

local function layer(width, height, f) return terrane.layer { width = width, height = height, data = f } end
local function with(t, more)
	local all = {}
	for k, v in pairs(t) do all[k] = v end
	for k, v in pairs(more or {}) do all[k] = v end
	return all
end
local function slid(image, settings) return image:thermal(settings or {}):render() end
local function heights(image, settings) return slid(image, settings):layer "C" end
local function total(l)
	local sum = 0
	maps.each(l, function(v) sum = sum + v end)
	return sum
end
--- The steepest slope between neighbours, with diagonals, over pixels of size 1.
local function steepest(l)
	local most = 0
	maps.each(l, function(v, x, y)
		for _, d in ipairs { { 1, 0, 1 }, { 0, 1, 1 }, { 1, 1, math.sqrt(2) }, { -1, 1, math.sqrt(2) } } do
			local i, j = x + d[1], y + d[2]
			if i >= 0 and i < l.width and j < l.height then most = math.max(most, math.abs(l:get(i, j) - v) / d[3]) end
		end
	end)
	return most
end
local function tan(degrees) return math.tan(math.rad(degrees)) end
local function rough(width, height, seed)
	return terrane.image {
		C = layer(width, height, maps.rough(seed, 9)), debris = layer(width, height, maps.rough(seed + 1, 3)),
		hard = layer(width, height, function(x, y) return (x + y) % 3 / 2 end),
	}
end

describe("thermal", function()
	it("moves rate (excess) / (n + 1) over a pair, and comes to rest at the angle", function()
		local two = maps.image(2, 1, function(x) return 3 * (1 - x) end)
		local settings = { world_size = 2, talus_angle = 45, neighbours = "4" }
		local h = heights(two, with(settings, { iterations = 1 }))
		assert.near(2.8, h:get(0, 0), 1e-6)
		assert.near(0.2, h:get(1, 0), 1e-6)
		h = heights(two, with(settings, { iterations = 300 }))
		assert.near(2, h:get(0, 0), 1e-6)
		assert.near(1, h:get(1, 0), 1e-6)
		h = heights(two, { world_size = 2, talus_angle = 45, iterations = 1, rate = 1 })
		assert.near(3 - 2 / 9, h:get(0, 0), 1e-6)
		-- units: the same ground in metres and in parts of 1000 m
		local metres = maps.image(2, 1, function(x) return 3000 * (1 - x) end)
		local parts = heights(two, { world_size = 2000, strength = 1000, iterations = 7 })
		local m = heights(metres, { world_size = 2000, iterations = 7 })
		assert.near(m:get(0, 0), 1000 * parts:get(0, 0), 1e-3)
		-- a diagonal is longer
		local corner = maps.image(2, 2, function(x, y) return x * y == 1 and 10 or 0 end)
		assert.near(10 - (2 * 9 + 10 - math.sqrt(2)) * 0.5 / 9, heights(corner, { world_size = 2, talus_angle = 45, iterations = 1 }):get(1, 1), 1e-5)
	end)

	it("gives ground that is gentle enough back to the bit", function()
		local slope = tan(34.99)
		local plane = maps.image(40, 30, function(x, y) return 1000 + slope * (x * 0.8 + y * 0.6) end) -- 34.99 degrees along its fall
		for _, settings in ipairs { {}, { tile = false, rate = 1, neighbours = "4" }, { slump_mode = "granular" }, { hardness_layer = "C" } } do
			local out = slid(plane, with(settings, { world_size = 40 }))
			assert.are.equal(plane:layer("C"):hash(), out:layer("C"):hash())
			assert.are.equal(0, out:layer("debris"):stats().max)
		end
		assert.are_not.equal(plane:layer("C"):hash(), heights(plane, { world_size = 40, talus_angle = 34 }):hash())
		local image = rough(20, 20, 1)
		for _, settings in ipairs { { iterations = 0 }, { rate = 0 }, { talus_angle = 89.9, world_size = 1000 } } do
			local out = slid(image, settings)
			assert.are.equal(image:layer("C"):hash(), out:layer("C"):hash())
			assert.are.equal(0, out:layer("debris"):stats().max)
		end
		-- one step among flat ground moves a few pixels, and no others
		local step = maps.image(64, 8, function(x) return x < 32 and 0.1 or 0.7 end)
		local moved = heights(step, { world_size = 64, talus_angle = 20, iterations = 3 })
		maps.each(moved, function(v, x, y) if x < 29 or x > 34 then assert.are.equal(step:layer("C"):get(x, y), v) end end)
	end)

	it("makes a cone of a column, at the angle of repose", function()
		local n, volume = 49, 1000
		local column = maps.image(n, n, function(x, y) return x == 24 and y == 24 and volume or 0 end)
		for _, angle in ipairs { 30, 45 } do
			local h = heights(column, { world_size = n, talus_angle = angle, rate = 1, iterations = 6000 })
			assert.near(volume, total(h), 1e-2)
			-- degrees, along the axes and the diagonals, away from the tip and the rim
			for r = 2, 6 do
				assert.near(angle, math.deg(math.atan(h:get(24 + r, 24) - h:get(25 + r, 24))), 1)
				assert.near(angle, math.deg(math.atan(h:get(24, 24 - r) - h:get(24, 23 - r))), 1)
				assert.near(angle, math.deg(math.atan((h:get(24 + r, 24 + r) - h:get(25 + r, 25 + r)) / math.sqrt(2))), 1)
			end
			assert.near((3 * volume * tan(angle) ^ 2 / math.pi) ^ (1 / 3), h:get(24, 24), 0.08 * h:get(24, 24)) -- a cone of that volume
			assert.is_true(steepest(h) < tan(angle) * 1.0001)
		end
	end)

	it("loses nothing, and makes nothing steeper, higher or lower", function()
		for seed, settings in ipairs {
			{}, { neighbours = "4", rate = 1 }, { rate = 1, tile = true }, { slump_mode = "granular", rand_seed = 5 }, { hardness_layer = "hard" }, { strength = -2 }, { talus_angle = 0 },
		} do
			local image = rough(37, 23, seed)
			local before, out = image:layer "C", heights(image, with({ world_size = 37, iterations = 13 }, settings))
			assert.near(total(before), total(out), 1e-3)
			local b, o = before:stats(), out:stats()
			assert.is_true(o.min >= b.min and o.max <= b.max)
			if not settings.hardness_layer then assert.is_true(steepest(out) <= steepest(before) * (1 + 1e-6)) end
		end
		local flat = heights(rough(16, 16, 3), { talus_angle = 0, iterations = 3000, tile = true, world_size = 16 })
		assert.near(0, flat:stats().max - flat:stats().min, 1e-4)
		-- four neighbours at full rate leave no chequerboard
		local checks = maps.image(16, 16, function(x, y) return (x + y) % 2 end)
		local h = heights(checks, { neighbours = "4", rate = 1, talus_angle = 0, iterations = 40, tile = true })
		assert.near(0.5, h:stats().min, 1e-5)
		assert.near(0.5, h:stats().max, 1e-5)
	end)

	it("needs as many passes as it is given, in whatever bundles it makes them", function()
		local image, again = rough(33, 70, 2), nil
		again = image
		for _ = 1, 8 do again = terrane.image { C = slid(again, { world_size = 33, iterations = 1 }):layer "C" } end
		local at_once = heights(image, { world_size = 33, iterations = 8 })
		maps.each(at_once, function(v, x, y) assert.near(v, again:layer("C"):get(x, y), 1e-6) end)
		-- once nothing moves, more passes alter nothing
		local small = rough(9, 9, 2)
		local rest = heights(small, { world_size = 9, iterations = 5000 }):hash()
		for _, n in ipairs { 5001, 5003, 2000000000 } do assert.are.equal(rest, heights(small, { world_size = 9, iterations = n }):hash()) end
	end)

	it("wraps: what is rolled comes out rolled", function()
		local w, h = 24, 18
		local f = maps.rough(4, 5)
		for _, settings in ipairs { {}, { debris_source = "constant", debris_scale = 0.5 } } do
			settings = with(settings, { tile = true, world_size = w, iterations = 20 })
			local plain = slid(maps.image(w, h, f), settings)
			local rolled = slid(maps.image(w, h, function(x, y) return f((x + 7) % w, (y + 11) % h) end), settings)
			for _, name in ipairs { "C", "debris" } do
				local a, b = plain:layer(name), rolled:layer(name)
				maps.each(b, function(v, x, y) assert.are.equal(a:get((x + 7) % w, (y + 11) % h), v) end)
			end
		end
		local cliff = maps.image(8, 3, function(x) return x == 0 and 10 or 0 end)
		assert.are.equal(0, heights(cliff, { iterations = 1, world_size = 8 }):get(7, 1))
		assert.is_true(heights(cliff, { iterations = 1, world_size = 8, tile = true }):get(7, 1) > 0)
	end)

	it("keeps bedrock where it is hard", function()
		local image = rough(30, 30, 6)
		local out, before, hard = heights(image, { world_size = 30, hardness_layer = "hard" }), image:layer "C", image:layer "hard"
		local lower = 0
		maps.each(out, function(v, x, y)
			if hard:get(x, y) == 1 then assert.is_true(v >= before:get(x, y)) end
			if v < before:get(x, y) then lower = lower + 1 end
		end)
		assert.is_true(lower > 100)
		local two = terrane.image { C = layer(2, 1, function(x) return 3 * (1 - x) end), hard = layer(2, 1, function() return 0.25 end), over = layer(2, 1, function() return 7 end) }
		local settings = { world_size = 2, talus_angle = 45, neighbours = "4", iterations = 1 }
		assert.near(3 - 0.2 * 0.75, heights(two, with(settings, { hardness_layer = "hard" })):get(0, 0), 1e-6)
		assert.are.equal(3, heights(two, with(settings, { hardness_layer = "over" })):get(0, 0))
	end)

	it("slides debris over bedrock that stays", function()
		local image = rough(31, 22, 7)
		local before, debris = image:layer "C", image:layer "debris"
		for _, settings in ipairs {
			{ debris_source = "layer" }, { debris_source = "layer", debris_scale = 0.25, slump_mode = "granular" }, { debris_source = "constant", debris_scale = 0.5 },
			{ debris_source = "layer", remove_debris = true, rate = 1 }, { debris_source = "layer", strength = -1, tile = true }, { debris_source = "constant", debris_scale = 100, neighbours = "4" },
		} do
			settings = with({ world_size = 31, iterations = 40 }, settings)
			local out, bare = slid(image, settings), heights(image, with(settings, { add_debris = false }))
			local sign, sum, moved = (settings.strength or 1) < 0 and -1 or 1, 0, 0
			maps.each(out:layer "debris", function(v, x, y)
				local start = settings.debris_source == "layer" and debris:get(x, y) * (settings.debris_scale or 1) or settings.debris_scale
				local bed = settings.remove_debris and before:get(x, y) - sign * start or before:get(x, y)
				assert.is_true(v >= 0)
				assert.near(bed, bare:get(x, y), 1e-5)
				assert.near(bed + sign * v, out:layer("C"):get(x, y), 1e-5)
				sum, moved = sum + start, moved + (math.abs(v - start) > 1e-4 and 1 or 0)
			end)
			assert.near(sum, total(out:layer "debris"), 1e-5 * sum)
			assert.is_true(moved > 100)
		end
		-- where it has slid off, the bedrock shows
		local cliff = maps.image(12, 1, function(x) return x < 6 and 20 or 0 end)
		local out = slid(cliff, { debris_source = "constant", debris_scale = 0.5, world_size = 12, iterations = 500 })
		assert.near(0, out:layer("debris"):get(5, 0), 1e-6)
		assert.near(20, out:layer("C"):get(5, 0), 2e-6)
		assert.is_true(out:layer("debris"):get(6, 0) > 0.6)
		-- nothing to slide, and nothing that has to
		for _, settings in ipairs { { debris_source = "constant", debris_scale = 0 }, { debris_source = "layer", debris_scale = 0 } } do
			assert.are.equal(before:hash(), heights(image, with(settings, { world_size = 31 })):hash())
		end
		local level = maps.image(9, 9, function() return 0.3 end)
		out = slid(level, { debris_source = "constant", debris_scale = 0.1, remove_debris = true })
		assert.are.equal(level:layer("C"):hash(), out:layer("C"):hash())
		assert.near(8.1, total(out:layer "debris"), 1e-6)
		assert.matches("debris_scale: heights with their debris would reach 1e%+300", maps.failure(slid, level, { debris_source = "constant", debris_scale = 1e300 }))
		assert.matches("debris_input: no layer 'scree'", maps.failure(slid, image, { debris_source = "layer", debris_input = "scree" }), 1)
	end)

	it("says by how much the ground has risen", function()
		local image = rough(20, 20, 8)
		for _, strength in ipairs { 1, -1 } do
			local out = slid(image, { world_size = 20, strength = strength })
			maps.each(out:layer "debris", function(v, x, y)
				assert.near(math.max(0, strength * (out:layer("C"):get(x, y) - image:layer("C"):get(x, y))), v, 1e-6)
			end)
		end
		local turned = terrane.image { C = layer(20, 20, function(x, y) return -image:layer("C"):get(x, y) end) }
		local up, down = heights(image, { world_size = 20 }), heights(turned, { world_size = 20, strength = -1 })
		maps.each(up, function(v, x, y) assert.near(-v, down:get(x, y), 1e-6) end)
	end)

	it("takes every size, extreme settings, and steep ground as it comes", function()
		for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 2, 2 }, { 3, 2 }, { 17, 3 } } do
			local w, h = size[1], size[2]
			local image = maps.image(w, h, maps.rough(3, 50))
			for _, tile in ipairs { false, true } do
				for _, settings in ipairs { {}, { neighbours = "4" }, { debris_source = "constant", debris_scale = 2 }, { slump_mode = "granular" } } do
					local out = slid(image, with(settings, { tile = tile, world_size = w, iterations = 9, rate = 1 }))
					maps.finite(out, { "C", "debris" })
					assert.near(total(image:layer "C") + (settings.debris_scale or 0) * w * h, total(out:layer "C"), 1e-3)
				end
			end
		end
		local f = maps.rough(5, 4)
		for _, case in ipairs { { 1e-30, {} }, { 1e30, {} }, { 1, { strength = 10000 } }, { 1, { strength = 1e-300 } }, { 1, { world_size = 1e300 } }, { 1, { world_size = 1e-6, rate = 1, talus_angle = 89.9 } } } do
			local image = maps.image(12, 9, function(x, y) return f(x, y) * case[1] end)
			maps.finite(slid(image, case[2]), { "C", "debris" })
		end
	end)

	it("refuses what it cannot do", function()
		local image = rough(8, 8, 1)
		assert.matches("thermal: strength: must not be 0", maps.failure(slid, image, { strength = 0 }), 1, true)
		assert.matches("compute: this node has no way for CUDA", maps.failure(slid, image, { compute = "cuda" }), 1, true)
		assert.are.equal(heights(image, {}):hash(), heights(image, { compute = "cpu" }):hash())
		local void = terrane.image {
			C = layer(8, 8, function(x, y) return x == 3 and y == 2 and 0 / 0 or 1 end), hard = layer(8, 8, function(x) return x == 0 and math.huge or 0 end), fine = layer(8, 8, function() return 0 end),
		}
		assert.matches("layer 'C' has 1 void or infinite pixels, the first at x 3, y 2", maps.failure(slid, void, {}), 1, true)
		assert.matches("hardness_layer: layer 'hard' has 8 void", maps.failure(slid, void, { layer = "fine", hardness_layer = "hard" }), 1, true)
		assert.matches("debris_input: layer 'hard' has 8 void", maps.failure(slid, void, { layer = "fine", debris_source = "layer", debris_input = "hard" }), 1, true)
		local out = slid(image, { keep_layers = false, out_layer = "relaxed", debris_layer = "" })
		assert.are.same({ "relaxed" }, out:layers())
	end)

	it("survives refused allocations, and stops when asked to", function()
		maps.survives_failed_allocations(function() return rough(20, 20, 1):thermal { debris_source = "layer", hardness_layer = "hard", iterations = 2, world_size = 20 } end)
		local big = maps.image(200, 200, maps.rough(1, 9))
		local asked
		local none, why = big:thermal({ iterations = 2000000000, slump_mode = "granular", world_size = 200 }):render { progress = function(done)
			asked = asked or done > 0 and terrane.clock()
			return not asked
		end }
		assert.is_nil(none)
		assert.are.equal("cancelled", why)
		assert.is_true(terrane.clock() - asked < 1) -- 50 ms, but this machine may be busy
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = {
			{ { world_size = 130 }, "a9170a4d5dc733956d669acd4102b826", "660e9f131f7f04945edb85304343dabb" },
			{ { world_size = 130, slump_mode = "granular", rand_seed = 3, tile = true, hardness_layer = "hard", neighbours = "4", iterations = 20 }, "d73661d0af13c14dbf5acca84d329eeb", "f3039aa5beb1efbf96e6c7ad70a08a4f" },
			{ { world_size = 130, debris_source = "layer", strength = -0.7, remove_debris = true, iterations = 33 }, "385bd28aafe5a40d8e3e4893bcdfe606", "11643ead5ae46c29697159a7e4ede6e0" },
		}
		local image = rough(130, 150, 11)
		maps.each_runtime(function(which)
			for _, case in ipairs(golden) do
				local out = slid(image, case[1])
				assert.are.same({ case[2], case[3] }, { out:layer("C"):hash(), out:layer("debris"):hash() }, which)
			end
		end)
	end)
end)
