local terrane = require "terrane"
local maps = require "maps"

local function layer(width, height, f) return terrane.layer { width = width, height = height, data = f } end
local function eroded(image, settings) return image:stream_power(settings or {}):render() end
local function heights(image, settings) return eroded(image, settings):layer "C" end
local function each(l, f)
	for y = 0, l.height - 1 do
		for x = 0, l.width - 1 do f(l:get(x, y), x, y) end
	end
end
local function total(l)
	local sum = 0
	each(l, function(v) sum = sum + v end)
	return sum
end
local function with(t, more)
	local all = {}
	for k, v in pairs(t) do all[k] = v end
	for k, v in pairs(more) do all[k] = v end
	return all
end
local function float(x) return terrane.layer({ width = 1, height = 1, data = { x } }):get(0, 0) end

-- The least height that the highest pixel of a way to the border can have, slowly: relaxed until nothing changes.
local function filled(l)
	local w, h, f = l.width, l.height, {}
	for i = 0, w * h - 1 do
		local x, y = i % w, math.floor(i / w)
		f[i] = (x == 0 or y == 0 or x == w - 1 or y == h - 1) and l:get(x, y) or math.huge
	end
	local changed = true
	while changed do
		changed = false
		for y = 1, h - 2 do
			for x = 1, w - 2 do
				local i, low = y * w + x, math.huge
				for _, d in ipairs { 1, w + 1, w, w - 1, -1, -w - 1, -w, -w + 1 } do low = math.min(low, f[i + d]) end
				local v = math.max(l:get(x, y), low)
				if v < f[i] then f[i], changed = v, true end
			end
		end
	end
	return f
end

--- Hills of three sizes, by straight interpolation between random heights: the same numbers on every machine.
local function hills(seed)
	return function(x, y)
		local sum = 0
		for o = 1, 3 do
			local cell, rough = 2 ^ (5 - o), maps.rough(seed + 10 * o, 1)
			local i, j = math.floor(x / cell), math.floor(y / cell)
			local u, v = x / cell - i, y / cell - j
			local below, above = rough(i, j) * (1 - u) + rough(i + 1, j) * u, rough(i, j + 1) * (1 - u) + rough(i + 1, j + 1) * u
			sum = sum + (below * (1 - v) + above * v) * cell / 16
		end
		return sum
	end
end
--- Rough hills with masks beside them.
local function ground(width, height, seed)
	local high, rough = hills(seed), maps.rough(seed, 1)
	return terrane.image {
		C = layer(width, height, function(x, y) return high(x, y) + 0.125 * rough(x, y) end),
		rise = layer(width, height, function(x, y) return 3 * rough(y, x + 1) - 1 end),
		base = layer(width, height, function(x, y) return (x + 2 * y) % 31 == 7 and 1 or 0.5 end),
	}
end

describe("stream_power", function()
	it("lowers a slope of one pixel by 1 + K a step", function()
		local two = terrane.image { C = layer(2, 1, function(x) return x end), base = layer(2, 1, function(x) return 1 - x end) }
		for _, n in ipairs { 1, 2, 10, 100 } do
			for _, world_size in ipairs { 1, 37 } do -- with m = 1/2 the size drops out
				local h = heights(two, { iterations = n, base_layer = "base", world_size = world_size })
				assert.are.equal(0, h:get(0, 0))
				assert.near(1.02 ^ -n, h:get(1, 0), 1e-6)
			end
		end
		local diagonal = terrane.image { -- the upper right pixel drains to the lower left one
			C = layer(2, 2, function(x, y) return ({ [0] = 0, 5, 5, 1 })[x + 2 * y] end),
			base = layer(2, 2, function(x, y) return ({ [0] = 1, 1, 1, 0 })[x + 2 * y] end),
		}
		assert.near(1 / (1 + 0.02 / math.sqrt(2)), heights(diagonal, { iterations = 1, base_layer = "base" }):get(1, 1), 1e-6)
	end)

	it("finds the steady state of a river", function()
		local function chain(settings)
			local image = terrane.image { C = layer(5, 1, function(x) return 0.01 * x end), base = layer(5, 1, function(x) return x == 0 and 1 or 0 end) }
			return heights(image, with({ iterations = 20000, base_layer = "base", uplift = 0.001 }, settings))
		end
		local h = chain {}
		for x, want in ipairs { 0.025, 0.0538675, 0.0892229, 0.1392229 } do assert.near(want, h:get(x, 0), 2e-6) end
		h = chain { area_exponent = 0, world_size = 10 } -- slopes of U/K everywhere, over a spacing of 2
		for x = 1, 4 do assert.near(x * 2 * 0.05, h:get(x, 0), 1e-5) end
		h = chain { area_exponent = 1, world_size = 5 }
		local want = 0
		for x = 1, 4 do
			want = want + 0.05 / (5 - x)
			assert.near(want, h:get(x, 0), 2e-6)
		end
		h = chain { area_exponent = 0.3, world_size = 10 }
		want = 0
		for x = 1, 4 do
			want = want + 0.05 * 2 / (4 * (5 - x)) ^ 0.3
			assert.near(want, h:get(x, 0), 1e-5)
		end
	end)

	it("makes slopes go with drainage to the power m once all is steady", function()
		local rough = maps.rough(3, 1)
		local start = maps.image(48, 48, function(x, y) return 0.01 * rough(x, y) end)
		for _, m in ipairs { 0.5, 0.35 } do
			local settings = { iterations = 300, uplift = 0.01, erodibility = 0.5, area_exponent = m, routing = "d8", world_size = 48 }
			local out = start:stream_power(settings):flow({ world_size = 48 }):render()
			local h, area, dir = out:layer "C", out:layer "flow", out:layer "flow_dir"
			local n, sx, sy, sxx, sxy = 0, 0, 0, 0, 0
			for y = 1, 46 do
				for x = 1, 46 do
					local u, v = dir:get(x, y, 1), dir:get(x, y, 2)
					local dx, dy = u > 0.5 and 1 or u < -0.5 and -1 or 0, v > 0.5 and 1 or v < -0.5 and -1 or 0
					local slope = (h:get(x, y) - h:get(x + dx, y + dy)) / math.sqrt(dx * dx + dy * dy)
					local a, b = math.log(area:get(x, y)), math.log(slope)
					n, sx, sy, sxx, sxy = n + 1, sx + a, sy + b, sxx + a * a, sxy + a * b
				end
			end
			local exponent = (n * sxy - sx * sy) / (n * sxx - sx * sx)
			assert.near(-m, exponent, 0.02 * m)
			assert.near(math.log(0.01 / 0.5), (sy - exponent * sx) / n, 0.02)
		end
	end)

	it("lets rivers cut no faster from area_cap on", function()
		local image = terrane.image { C = layer(7, 1, function(x) return 0.01 * x end), base = layer(7, 1, function(x) return x == 0 and 1 or 0 end) }
		for _, m in ipairs { 0.5, 1, 0.3, 0 } do
			for _, cap in ipairs { 3, 2.5, 0.5, 100 } do -- in pixels of 4
				local h = heights(image, { iterations = 2000, base_layer = "base", uplift = 0.01, erodibility = 0.1, area_exponent = m, world_size = 14, area_cap = 4 * cap })
				local want = 0
				for x = 1, 6 do
					want = want + 2 * 0.01 / (0.1 * (4 * math.min(7 - x, cap)) ^ m)
					assert.near(want, h:get(x, 0), 2e-5 * want)
				end
			end
		end
		local rough = ground(40, 30, 1)
		assert.are.equal(heights(rough, { iterations = 5 }):hash(), heights(rough, { iterations = 5, area_cap = 1e9 }):hash())
	end)

	it("leaves protected ground alone, and some of it to some degree", function()
		local two = terrane.image {
			C = layer(2, 1, function(x) return x end), base = layer(2, 1, function(x) return 1 - x end),
			some = layer(2, 1, function() return 0.25 end), much = layer(2, 1, function() return 7 end),
		}
		assert.near(1 / 1.015, heights(two, { iterations = 1, base_layer = "base", protect_layer = "some" }):get(1, 0), 1e-6)
		assert.are.equal(1, heights(two, { iterations = 50, base_layer = "base", protect_layer = "much" }):get(1, 0))
		-- a road through the hills: nothing is taken from it, whatever goes on beside it
		local w, h = 41, 33
		local hill, rough = hills(4), maps.rough(4, 1)
		local image = terrane.image {
			C = layer(w, h, function(x, y) return 3 + hill(x, y) + 0.125 * rough(x, y) end),
			road = layer(w, h, function(x, y) return math.abs(x - 20 - 6 * math.sin(y / 5)) < 2 and 1 or 0 end),
		}
		local fill = heights(image, { iterations = 1, erodibility = 0 })
		for _, settings in ipairs { {}, { diffusion = 0.2 }, { area_exponent = 0.4 }, { strength = -1 } } do
			local all = with({ iterations = 25, erodibility = 0.2 }, settings)
			local free, kept = heights(image, all), heights(image, with(all, { protect_layer = "road" }))
			local sign, start = settings.strength or 1, settings.strength and heights(image, { iterations = 1, erodibility = 0, strength = -1 }) or fill
			local lowered = 0
			each(kept, function(v, x, y)
				if image:layer("road"):get(x, y) == 1 then
					assert.is_true(sign * v >= sign * start:get(x, y))
					if not settings.diffusion then assert.are.equal(start:get(x, y), v) end
				elseif sign * v < sign * start:get(x, y) then
					lowered = lowered + 1
				end
			end)
			assert.is_true(lowered > 300 and free:hash() ~= kept:hash())
		end
		-- protected everywhere: only depressions fill
		local all = terrane.image { C = image:layer "C", road = layer(w, h, function() return 1 end) }
		assert.are.equal(fill:hash(), heights(all, { iterations = 9, diffusion = 0.1, protect_layer = "road" }):hash())
		local none = terrane.image { C = image:layer "C", road = layer(w, h, function() return -1 end) }
		assert.are.equal(heights(image, { iterations = 9, diffusion = 0.1 }):hash(), heights(none, { iterations = 9, diffusion = 0.1, protect_layer = "road" }):hash())
	end)

	it("raises high ground alone with uplift_by_height", function()
		local image = maps.image(9, 3, function(x) return x / 2 end)
		local function smooth(lo, hi, v)
			local t = hi > lo and math.min(1, math.max(0, (v - lo) / (hi - lo))) or v >= lo and 1 or 0
			return t * t * (3 - 2 * t)
		end
		for _, range in ipairs { { 1, 3 }, { 2, 2 }, { 3, 1 }, { -1e300, 1e300 } } do
			for _, strength in ipairs { 1, 4 } do
				local settings = {
					iterations = 3, erodibility = 0, uplift = 0.5, uplift_by_height = true, strength = strength,
					uplift_low = range[1] * strength, uplift_high = range[2] * strength, world_size = 9,
				}
				local node, lifted = image:stream_power(settings), 0
				local out = node:render():layer "C"
				for x = 1, 7 do
					local v = x / 2
					for _ = 1, 3 do v = v + 0.5 / strength * smooth(range[1], range[2], v) end
					lifted = lifted + (v - x / 2) * strength
					assert.near(v, out:get(x, 1), 1e-5)
				end
				assert.are.equal(0, out:get(0, 1))
				assert.near(lifted, node:stats().uplift_volume, 1e-4)
			end
		end
		-- peaks that erosion would take away stay, while valleys are cut as before
		local rough = ground(40, 30, 5)
		local plain, held = eroded(rough, { iterations = 30 }), eroded(rough, { iterations = 30, uplift = 0.02, uplift_by_height = true, uplift_low = 0.8, uplift_high = 1.2 })
		assert.is_true(held:layer("C"):stats().max > plain:layer("C"):stats().max + 0.1)
		assert.near(plain:layer("C"):stats().min, held:layer("C"):stats().min, 1e-6)
		local node = rough:stream_power { iterations = 12, uplift = 0.02, uplift_by_height = true, uplift_layer = "rise", diffusion = 0.1, protect_layer = "base", area_cap = 0.01 }
		local s = node:stats()
		assert.near(s.volume_after, s.volume_before + s.filled_volume + s.uplift_volume + s.repair_volume - s.eroded_volume, 1e-6)
	end)

	it("with nothing to do fills depressions", function()
		for seed = 1, 3 do
			local image = ground(30, 23, seed)
			local out, want = heights(image, { erodibility = 0, iterations = 3 }), filled(image:layer "C")
			each(out, function(v, x, y) assert.are.equal(want[y * 30 + x], v) end)
		end
	end)

	it("creates no new pits, keeps outlets, and stays between its bounds", function()
		for seed, settings in ipairs {
			{ iterations = 1 }, { iterations = 30 }, { iterations = 30, routing = "d8" }, { iterations = 12, uplift = 0.01, uplift_layer = "rise" },
			{ iterations = 12, diffusion = 0.1, uplift = 0.01 }, { iterations = 12, diffusion = 0.25 }, { iterations = 5, erodibility = 10 },
			{ iterations = 9, area_exponent = 0.8, world_size = 500 }, { iterations = 20, strength = -2 },
		} do
			local image = ground(41, 27, seed)
			local before, out = image:layer "C", heights(image, settings)
			local sign = (settings.strength or 1) < 0 and -1 or 1
			local up = sign > 0 and out or layer(41, 27, function(x, y) return -out:get(x, y) end)
			local again = filled(up)
			each(up, function(v, x, y) assert.are.equal(again[y * 41 + x], v) end)
			local stats, least, most = before:stats(), math.huge, -math.huge
			each(out, function(v, x, y)
				least, most = math.min(least, v), math.max(most, v)
				if x == 0 or y == 0 or x == 40 or y == 26 then assert.are.equal(before:get(x, y), v) end
			end)
			if not settings.uplift then assert.is_true(least >= stats.min and most <= stats.max) end
		end
	end)

	it("cuts down to the outlets when K is huge", function()
		local out = heights(maps.image(9, 9, function(x, y) return 10 + x + y end), { erodibility = 10, iterations = 400, world_size = 1e3, area_exponent = 2 })
		each(out, function(v) assert.is_true(v >= 10 and v < 26.0001) end)
		assert.near(10, out:get(1, 1), 1e-4) -- the corner that it drains to
		local extreme = heights(maps.image(9, 9, maps.rough(1)), { erodibility = 10, area_exponent = 2, world_size = 1e300, iterations = 2 })
		each(extreme, function(v) assert.is_true(v >= 0 and v < 4) end)
	end)

	it("leaves the heights alone with 0 iterations and still finds the flow", function()
		local image = ground(40, 30, 1)
		for _, routing in ipairs { "d8", "rho8" } do
			local none, one = eroded(image, { iterations = 0, routing = routing }), eroded(image, { iterations = 1, routing = routing })
			assert.are.equal(image:layer("C"):hash(), none:layer("C"):hash())
			assert.are.equal(one:layer("flow"):hash(), none:layer("flow"):hash())
		end
		local s = image:stream_power({ iterations = 0, uplift = 1 }):stats()
		assert.are.equal(0, s.eroded_volume)
		assert.are.equal(0, s.uplift_volume)
		assert.are.equal(0, s.filled_volume)
	end)

	it("collects all rain at the outlets", function()
		local image = ground(37, 29, 4)
		local world = 740 -- a spacing of 20
		for _, routing in ipairs { "d8", "rho8" } do
			local flow = eroded(image, { iterations = 7, routing = routing, world_size = world }):layer "flow"
			local out = 0
			each(flow, function(v, x, y)
				assert.is_true(v >= 400 and v % 400 == 0)
				if x == 0 or y == 0 or x == 36 or y == 28 then out = out + v end
			end)
			assert.are.equal(37 * 29 * 400, out)
			local tiled = image:stream_power { iterations = 7, routing = routing, world_size = world, tile = true }
			local most, at = 0, nil
			each(tiled:render():layer "flow", function(v, x, y) if v > most then most, at = v, { x, y } end end)
			assert.are.equal(37 * 29 * 400, most)
			assert.are.equal(most, tiled:stats().largest_drainage)
			assert.are.equal(1, tiled:stats().outlets)
			assert.are.equal(image:layer("C"):stats().min, image:layer("C"):get(at[1], at[2])) -- the lowest pixel
			local marked = 0
			flow = eroded(image, { iterations = 7, routing = routing, world_size = world, tile = true, base_layer = "base" }):layer "flow"
			each(flow, function(v, x, y) if image:layer("base"):get(x, y) > 0.5 then marked = marked + v end end)
			assert.are.equal(37 * 29 * 400, marked)
		end
	end)

	it("drains level ground of every kind", function()
		for _, step in ipairs { 1, 4, 40 } do
			local rough = maps.rough(5, 1)
			local image = maps.image(64, 48, function(x, y) return math.floor(step * rough(math.floor(x / 5), math.floor(y / 4))) end)
			for _, routing in ipairs { "d8", "rho8" } do
				local node = image:stream_power { iterations = 3, tile = true, routing = routing, world_size = 64 }
				assert.are.equal(64 * 48, node:stats().largest_drainage)
			end
		end
	end)

	it("takes every size and shape", function()
		for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 2, 2 }, { 2, 7 }, { 3, 3 }, { 5, 2 } } do
			local w, h = size[1], size[2]
			local image = terrane.image { C = layer(w, h, maps.rough(3)), base = layer(w, h, function() return 1 end) }
			local keep = { { iterations = 5, uplift = 1 }, { iterations = 5, uplift = 1, base_layer = "base" }, { iterations = 5, diffusion = 0.2, base_layer = "base", tile = true } }
			for i, settings in ipairs(keep) do
				if i > 1 or w < 3 or h < 3 then -- all outlets: nothing moves
					local out = eroded(image, with(settings, { world_size = w }))
					assert.are.equal(image:layer("C"):hash(), out:layer("C"):hash())
					each(out:layer "flow", function(v) assert.are.equal(1, v) end)
				end
			end
			local node = image:stream_power { iterations = 5, tile = true, world_size = w, uplift = 0.1, diffusion = 0.1 }
			assert.near(w * h, node:stats().largest_drainage, 1e-9 * w * h)
			each(node:render():layer "C", function(v) assert.is_true(v >= 0 and v < 5) end)
		end
		local level = maps.image(20, 12, function() return 0.25 end)
		for _, tile in ipairs { false, true } do
			local out = eroded(level, { iterations = 8, tile = tile, diffusion = 0.2, world_size = 20 })
			assert.are.equal(level:layer("C"):hash(), out:layer("C"):hash())
			if tile then assert.are.equal(240, out:layer("flow"):get(0, 0)) end -- the first pixel is the outlet
		end
	end)

	it("diffuses without losing or inventing ground", function()
		local spike = maps.image(33, 33, function(x, y) return x == 16 and y == 16 and 1 or 0 end)
		for _, rate in ipairs { 0.05, 0.125, 0.2, 0.25 } do
			local node = spike:stream_power { iterations = 4, erodibility = 0, diffusion = rate, tile = true, world_size = 33 }
			assert.near(1 + node:stats().repair_volume, total(node:render():layer "C"), 1e-5)
			assert.is_true(node:stats().repair_volume < 0.05)
		end
		assert.near(1 - 4 * 0.1, heights(spike, { iterations = 1, erodibility = 0, diffusion = 0.1 }):get(16, 16), 1e-6)
		local halves = heights(spike, { iterations = 1, erodibility = 0, diffusion = 0.2 })
		assert.near(0.6 * 0.6 + 4 * 0.1 * 0.1, halves:get(16, 16), 1e-6)
		-- a chequerboard dies away, even at the limit
		local checks = terrane.image { C = layer(16, 16, function(x, y) return (x + y) % 2 end), base = layer(16, 16, function(x, y) return x + y == 0 and 1 or 0 end) }
		local last = 1
		for n = 1, 4 do
			local h = heights(checks, { iterations = n, erodibility = 0, diffusion = 0.25, base_layer = "base", tile = true })
			local range = math.abs(h:get(8, 8) - h:get(8, 9))
			assert.is_true(range <= last and range < 0.5)
			last = range
		end
		-- closed at the border: a slope between closed sides levels out and keeps its volume
		local slope = terrane.image { C = layer(12, 3, function(x) return x end), base = layer(12, 3, function(x, y) return x == 11 and y == 2 and 1 or 0 end) }
		local h = heights(slope, { iterations = 1, erodibility = 0, diffusion = 0.1, base_layer = "base", strength = -1 })
		assert.near(0.1, h:get(0, 0), 1e-6)
		assert.near(5, h:get(5, 1), 1e-6)
	end)

	it("knows the height scale: only uplift depends on it", function()
		local image = ground(30, 20, 6)
		local base = heights(image, { iterations = 9 }):hash()
		for _, strength in ipairs { 0.001, 3, 10000 } do assert.are.equal(base, heights(image, { iterations = 9, strength = strength }):hash()) end
		assert.are.equal(heights(image, { iterations = 9, uplift = 0.5, strength = 8 }):hash(), heights(image, { iterations = 9, uplift = 0.0625 }):hash())
		local down = terrane.image { C = layer(30, 20, function(x, y) return -image:layer("C"):get(x, y) end) }
		local turned, plain = heights(image, { iterations = 9, uplift = 0.01, strength = -1, diffusion = 0.05 }), heights(down, { iterations = 9, uplift = 0.01, diffusion = 0.05 })
		each(plain, function(v, x, y) assert.are.equal(-v, turned:get(x, y)) end)
	end)

	it("lifts by uplift times its layer, clamped, but not outlets", function()
		local image = ground(20, 20, 8)
		local share = image:layer "rise"
		local fill = heights(image, { iterations = 1, erodibility = 0 })
		local out = heights(image, { iterations = 1, erodibility = 0, uplift = 10, uplift_layer = "rise" })
		local lower, lifted = 0, 0
		each(out, function(v, x, y)
			local outlet = x == 0 or y == 0 or x == 19 or y == 19
			local lift = outlet and 0 or 10 * math.min(1, math.max(0, share:get(x, y)))
			lifted = lifted + lift
			assert.is_true(v >= float(fill:get(x, y) + lift) - 1e-6) -- more only where the receiver was lifted above it
			if v > fill:get(x, y) + lift + 1e-5 then lower = lower + 1 end
		end)
		assert.is_true(lower > 0)
		local s = image:stream_power({ iterations = 1, erodibility = 0, uplift = 10, uplift_layer = "rise", world_size = 20 }):stats()
		assert.near(lifted, s.uplift_volume, 1e-3)
	end)

	it("keeps books that balance", function()
		for _, settings in ipairs {
			{ iterations = 12 }, { iterations = 12, uplift = 0.01 }, { iterations = 12, uplift = 0.02, uplift_layer = "rise", diffusion = 0.2 },
			{ iterations = 12, tile = true, strength = 3, diffusion = 0.1 }, { iterations = 12, strength = -2, base_layer = "base", uplift = 0.1 },
		} do
			local image = ground(40, 25, 9)
			local node = image:stream_power(with(settings, { world_size = 80 }))
			local s, out = node:stats(), node:render():layer "C"
			local scale = (settings.strength or 1) * 4
			assert.near(total(image:layer "C") * scale, s.volume_before, 1e-6)
			assert.near(total(out) * scale, s.volume_after, 1e-6)
			assert.near(s.volume_after, s.volume_before + s.filled_volume + s.uplift_volume + s.repair_volume - s.eroded_volume, 1e-6)
			assert.is_true(s.eroded_volume > 0 and s.filled_volume > 0)
			assert.are.equal((settings.diffusion or 0) > 0, s.repair_volume > 0)
			local stats = out:stats()
			local a, b = stats.min * (settings.strength or 1), stats.max * (settings.strength or 1)
			assert.near(math.min(a, b), s.min_after, 1e-6)
			assert.near(math.max(a, b), s.max_after, 1e-6)
			assert.matches("eroded_volume: ", node:report(), 1, true)
		end
		-- an exact case: 3 x 3, a pit of depth 1 in the middle
		local s = maps.image(3, 3, function(x, y) return x == 1 and y == 1 and 0 or 1 end):stream_power({ iterations = 1, world_size = 6 }):stats()
		assert.are.equal(4, s.filled_volume)
		assert.are.equal(1, s.lakes)
		assert.are.equal(8, s.outlets)
		assert.are.equal(0, s.eroded_volume)
		assert.are.equal(8, s.largest_drainage) -- of two pixels
	end)

	it("lets rivers run along drowned valleys", function()
		-- a winding valley behind a dam: after filling, the river keeps to the old bed
		local function bed(y) return 16 + 6 * math.sin(0.3 * y) end
		local image = terrane.image {
			C = layer(32, 48, function(x, y) return 0.05 * math.abs(x - bed(y)) + 0.02 * y + (y < 6 and 1 or 0) end),
			base = layer(32, 48, function(_, y) return y == 0 and 1 or 0 end),
		}
		local flow = eroded(image, { iterations = 1, routing = "d8", base_layer = "base" }):layer "flow"
		local last = 0
		for y = 40, 8, -1 do
			local best = 0
			for x = 1, 31 do if flow:get(x, y) > flow:get(best, y) then best = x end end
			assert.is_true(math.abs(best - bed(y)) < 2.1, "row " .. y)
			assert.is_true(flow:get(best, y) >= last)
			last = flow:get(best, y)
		end
	end)

	it("turns rivers every way with rho8, by its seed", function()
		local image = ground(48, 48, 2)
		local function flow(settings) return eroded(image, with({ iterations = 5 }, settings)):layer("flow"):hash() end
		assert.are.equal(flow { rand_seed = 7 }, flow { rand_seed = 7 })
		assert.are_not.equal(flow { rand_seed = 7 }, flow { rand_seed = 8 })
		assert.are_not.equal(flow { rand_seed = 0 }, flow { routing = "d8" })
		assert.are.equal(flow { routing = "d8", rand_seed = 1 }, flow { routing = "d8", rand_seed = 2 })
		-- another draw in each step: what drains where changes between steps on a plane that nothing cuts
		local plane = maps.image(40, 40, function(x, y) return 1 + x + 0.5 * y end)
		local function plane_flow(n) return eroded(plane, { iterations = n, erodibility = 0 }):layer("flow"):hash() end
		assert.are_not.equal(plane_flow(1), plane_flow(2))
		assert.are_not.equal(plane_flow(2), plane_flow(3))
	end)

	it("heeds every parameter", function()
		local image = ground(32, 32, 5)
		local settings = { iterations = 6, uplift = 0.01, uplift_layer = "rise", area_exponent = 0.4 }
		local function result(more)
			local out = eroded(image, with(settings, more))
			return out:layer("C"):hash() .. out:layer("flow"):hash()
		end
		local base = result {}
		for name, value in pairs {
			layer = "rise", strength = 2, world_size = 3, iterations = 7, erodibility = 0.03, area_exponent = 0.5, diffusion = 0.01,
			routing = "d8", rand_seed = 1, uplift = 0.02, uplift_layer = "", tile = true, base_layer = "base",
			area_cap = 0.02, protect_layer = "rise", uplift_by_height = true,
		} do
			assert.are_not.equal(base, result { [name] = value }, name)
		end
	end)

	it("names and keeps layers as asked", function()
		local image = ground(8, 8, 1)
		local names = image:layers()
		local function layers(settings)
			local set = {}
			for _, name in ipairs(eroded(image, with({ iterations = 1 }, settings)):layers()) do set[name] = true end
			return set
		end
		local all = layers {}
		for _, name in ipairs(names) do assert.is_true(all[name]) end
		assert.is_true(all.flow)
		assert.is_nil(layers { flow_layer = "" }.flow)
		local out = eroded(image, { iterations = 3, out_layer = "worn", flow_layer = "area" })
		assert.are.equal(image:layer("C"):hash(), out:layer("C"):hash())
		assert.are.equal(heights(image, { iterations = 3 }):hash(), out:layer("worn"):hash())
		assert.are.equal(eroded(image, { iterations = 3 }):layer("flow"):hash(), out:layer("area"):hash())
		assert.are.equal(eroded(image, { iterations = 3 }):layer("C"):hash(), eroded(image, { iterations = 3, flow_layer = "" }):layer("C"):hash())
	end)

	it("says what is wrong", function()
		local image = ground(6, 5, 1)
		local function fail(settings, of) return maps.failure(function() (of or image):stream_power(settings):render() end) end
		assert.matches("stream_power: strength: must not be 0", fail { strength = 0 }, 1, true)
		assert.matches("layer: no layer 'h' (the image has", fail { layer = "h" }, 1, true)
		assert.matches("uplift_layer: no layer 'h'", fail { uplift = 1, uplift_layer = "h" }, 1, true)
		assert.matches("base_layer: no layer 'h'", fail { base_layer = "h" }, 1, true)
		assert.matches("base_layer: no pixel of layer 'C' is above 0.5", fail({ base_layer = "C" }, maps.image(4, 4, function() return 0.5 end)), 1, true)
		assert.matches("iterations: must be at least 0, got -1", fail { iterations = -1 }, 1, true)
		assert.matches("routing: cannot be 'rho9'", fail { routing = "rho9" }, 1, true)
		for name, bad in pairs { strength = 10001, world_size = 0, erodibility = 10.5, area_exponent = -0.1, diffusion = 0.3, uplift = -1 } do
			assert.matches(name .. ": ", fail { [name] = bad }, 1, true)
		end
		local void = maps.image(4, 4, function(x, y) return x == 2 and y == 1 and 0 / 0 or 1 end)
		assert.matches("layer 'C' has 1 void or infinite pixels, the first at x 2, y 1", fail({}, void), 1, true)
		local far = maps.image(4, 4, function(x) return x * 1e38 end)
		assert.matches("heights would reach 3e+38", fail({}, far), 1, true)
		assert.is_not_nil(image:stream_power({ uplift = 0, uplift_layer = "nowhere", iterations = 1 }):render()) -- disabled without uplift
	end)

	it("can be watched and stopped", function()
		local node = ground(64, 64, 1):stream_power { iterations = 200 }
		local last, calls = -1, 0
		node:render { progress = function(fraction)
			assert.is_true(fraction >= last)
			last, calls = fraction, calls + 1
		end }
		assert.are.equal(1, last)
		local long = ground(64, 64, 2):stream_power { iterations = 1000000 }
		assert.are.same({ nil, "cancelled" }, { long:render { progress = function(fraction) return fraction < 1e-4 end } })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function()
			return ground(20, 15, 3):stream_power {
				iterations = 2, diffusion = 0.1, area_exponent = 0.3, uplift = 0.1, uplift_layer = "rise", base_layer = "base", strength = -1,
				protect_layer = "rise", uplift_by_height = true,
			}
		end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = ground(200, 171, 11)
		local small = ground(37, 23, 12)
		maps.each_runtime(function(kind)
			local out = eroded(image, { iterations = 3, uplift = 0.002, uplift_layer = "rise", diffusion = 0.05 })
			assert.are.equal("4278b8eaeb704642a16a04a4ae8ee7a8", out:layer("C"):hash(), kind)
			assert.are.equal("5718233bf578670784d1f3655c0daf68", out:layer("flow"):hash(), kind)
			out = eroded(small, { iterations = 20, tile = true, routing = "d8", area_exponent = 0.37, world_size = 37, strength = -3, uplift = 0.01 })
			assert.are.equal("40e8a0440d6d15e946b1b513f697fac2", out:layer("C"):hash(), kind)
			assert.are.equal("7e2feac8bbf8510fd14293242de81462", out:layer("flow"):hash(), kind)
			out = eroded(image, { iterations = 3, uplift = 0.01, uplift_by_height = true, protect_layer = "rise", area_cap = 0.01, diffusion = 0.1 })
			assert.are.equal("8b4df4956463cc35d37fd2dd979daf75", out:layer("C"):hash(), kind)
		end)
	end)
end)
