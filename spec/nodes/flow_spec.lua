local terrane = require "terrane"
local maps = require "maps"

local each = maps.each
local function layer(width, height, f) return terrane.layer { width = width, height = height, data = f } end
local function float(x) return terrane.layer({ width = 1, height = 1, data = { x } }):get(0, 0) end
--- What asserts say of every pixel takes the time of the test: these do the same without their ceremony.
local function must(ok) if not ok then error("it does not hold", 2) end end
local function same(want, got) if want ~= got then error(("%s, not %s"):format(got, want), 2) end end
local function near(want, got, by) if not (math.abs(want - got) <= by) then error(("%s, not %s"):format(got, want), 2) end end
--- What flow makes, where pixels have an area of 1.
local function run(image, settings)
	local all = { world_size = image.width }
	for k, v in pairs(settings or {}) do all[k] = v end
	local node = image:flow(all)
	return node:render(), node:stats()
end
local function drained(image, settings) return (run(image, settings)):layer "flow" end
--- Rough hills with masks beside them; heights, rain and all are multiples of 1/64.
local function ground(width, height, seed)
	local low, fine = maps.rough(seed, 4), maps.rough(seed + 1, 1)
	return terrane.image {
		C = layer(width, height, function(x, y) return low(math.floor(x / 6), math.floor(y / 5)) + fine(x, y) end),
		rain = layer(width, height, function(x, y) return math.max(0, 3 * fine(y, x) - 1) end),
		base = layer(width, height, function(x, y) return (x + 2 * y) % 31 == 7 and 1 or 0.5 end),
	}
end

local DX, DY = { 1, 1, 0, -1, -1, -1, 0, 1 }, { 0, 1, 1, 1, 0, -1, -1, -1 }
--- Where a pixel with this direction drains to: dx, dy; 0, 0 without a receiver.
local function step(dir, x, y)
	local function sign(v) return v > 0.5 and 1 or v < -0.5 and -1 or 0 end
	return sign(dir:get(x, y, 1)), sign(dir:get(x, y, 2))
end

-- the water's balance is exact whatever the method, outlets, rain
local KINDS = {
	{}, { method = "rho8" }, { method = "rho8", rand_seed = 9, tile = true },
	{ method = "mfd" }, { method = "mfd", exponent = 7, tile = true },
	{ rain_layer = "rain" }, { method = "mfd", rain_layer = "rain", base_layer = "base" }, { base_layer = "base" },
	{ tile = true, base_layer = "base", method = "mfd" }, { fill_pits = false }, { fill_pits = false, method = "rho8", tile = true },
	{ fill_pits = false, method = "mfd", rain_layer = "rain" },
	{ strength = -3 }, { strength = -1, method = "mfd", fill_pits = false }, { strength = 0, tile = true },
}

describe("flow", function()
	it("adds up what drains along a slope", function()
		local w, h = 9, 5
		local flow = drained(maps.image(w, h, function(x) return x end))
		local out = 0
		each(flow, function(v, x, y)
			local border = x == 0 or y == 0 or x == w - 1 or y == h - 1
			if border then out = out + v end
			if y == 0 or y == h - 1 then same(1, v)
			else same(x == 0 and w - 1 or x == w - 1 and 1 or w - 1 - x, v) end
		end)
		assert.are.equal(w * h, out)
		-- in world units squared
		assert.are.equal(6 * 4, drained(maps.image(w, h, function(x) return x end), { world_size = 2 * w }):get(2, 2))
	end)

	it("fills a bowl, and reports it", function()
		local image = maps.image(5, 5, function(x, y) return x == 2 and y == 2 and 0 or 1 end)
		local out, s = run(image, { strength = 3, world_size = 10 })
		each(out:layer "lake", function(v, x, y) same(x == 2 and y == 2 and 1 or 0, v) end)
		assert.are.equal(100, s.rain)
		assert.are.equal(100, s.outflow)
		assert.are.equal(0, s.retained)
		assert.are.equal(0, s.difference)
		assert.are.equal(16, s.outlets)
		assert.are.equal(1, s.lakes)
		assert.are.equal(4, s.lake_area)
		assert.are.equal(12, s.lake_volume)
		assert.are.equal(3, s.deepest_lake)
		assert.matches("rain: 100", image:flow({ world_size = 10 }):report(), 1, true)
		-- two bowls that one water fills are one lake, two waters that meet at a dry sill are two
		local function lakes(sill)
			local row = { [0] = 2, 0, sill, 0, 2 }
			local _, stats = run(maps.image(5, 3, function(x, y) return y == 1 and row[x] or 2 end))
			return stats.lakes
		end
		assert.are.equal(1, lakes(1))
		assert.are.equal(2, lakes(2))
	end)

	it("splits flow by slope", function()
		local plane = terrane.image {
			C = layer(7, 9, function(x) return x end), one = layer(7, 9, function(x, y) return x == 4 and y == 4 and 1 or 0 end),
			base = layer(7, 9, function(x) return x == 0 and 1 or 0 end),
		}
		local function shares(exponent)
			local flow = drained(plane, { method = "mfd", exponent = exponent, rain_layer = "one", base_layer = "base" })
			return flow:get(3, 4), flow:get(3, 3), flow:get(3, 5)
		end
		for exponent, want in pairs { [1.1] = { 0.422647, 0.288676 }, [1] = { 0.414214, 0.292893 }, [0.1] = {}, [20] = {} } do
			local straight, south, north = shares(exponent)
			assert.near(want[1] or straight, straight, 1e-6)
			assert.near(want[2] or south, south, 1e-6)
			assert.near(1 / (1 + 2 * 0.5 ^ (exponent / 2)), straight, 2e-7)
			assert.are.equal(south, north)
		end
		local dir = (run(plane, { method = "mfd", base_layer = "base" })):layer "flow_dir"
		assert.near(-1, dir:get(4, 4, 1), 1e-7)
		assert.are.equal(0, dir:get(4, 4, 2)) -- both sides cancel exactly
		-- at a peak of a roof all ways cancel
		dir = (run(maps.image(5, 5, function(x, y) return -math.abs(x - 2) - math.abs(y - 2) end), { method = "mfd" })):layer "flow_dir"
		assert.are.equal(0, dir:get(2, 2, 1))
		assert.are.equal(0, dir:get(2, 2, 2))
	end)

	it("turns to diagonals as often as the slope asks for with rho8", function()
		for tangent, tolerance in pairs { [0] = 0, [0.5] = 0.0122, [0.25] = 0.0106 } do -- three standard deviations
			local dir = (run(maps.image(128, 128, function(x, y) return x + tangent * y end), { method = "rho8", rand_seed = 5 })):layer "flow_dir"
			local diagonal = 0
			for y = 1, 126 do
				for x = 1, 126 do
					must(dir:get(x, y, 1) < -0.7)
					if dir:get(x, y, 2) ~= 0 then diagonal = diagonal + 1 end
				end
			end
			assert.near(tangent, diagonal / 126 ^ 2, tolerance)
		end
	end)

	it("loses no water", function()
		for i, settings in ipairs(KINDS) do
			local image = ground(31, 27, i)
			local out, s = run(image, settings)
			local flow, lake, dir = out:layer "flow", out:layer "lake", out:layer "flow_dir"
			local want = 31 * 27
			if settings.rain_layer then
				want = 0
				each(image:layer "rain", function(v) want = want + v end)
			end
			assert.are.equal(0, s.difference)
			assert.are.equal(s.rain, s.outflow + s.retained)
			assert.near(want, s.rain, 1e-9 * want)
			assert.are.equal(settings.fill_pits == false, s.retained > 0)
			local ends, most = 0, 0
			each(flow, function(v, x, y)
				local u, w = dir:get(x, y, 1), dir:get(x, y, 2)
				if u == 0 and w == 0 and settings.method ~= "mfd" then ends, most = ends + v, math.max(most, v) end
				must(v >= 0 and (u == 0 and w == 0 or math.abs(u * u + w * w - 1) < 1e-6))
				must(lake:get(x, y) >= 0)
			end)
			if settings.method ~= "mfd" then
				assert.near(want, ends, 1e-6 * want)
				assert.near(most, s.largest_drainage, 1e-6 * want)
			end
			if settings.tile and not settings.base_layer and settings.fill_pits == nil then
				assert.are.equal(1, s.outlets)
				assert.are.equal(s.rain, s.largest_drainage)
				local at, height = nil, math.huge
				each(image:layer "C", function(v, x, y) if v < height then at, height = { x, y }, v end end)
				if settings.strength == 0 then at = { 0, 0 } end
				assert.are.equal(31 * 27, flow:get(at[1], at[2]))
			end
		end
	end)

	it("counts no water twice between two lakes that rise to the ridge, where nothing else is level", function()
		local rows = { { 11, 12, 13, 14, 15, 16, 17, 18 }, { 10, 1, 5, 2, 2.5, 5, 4, 3 }, { 19, 20, 21, 22, 23, 24, 25, 26 } }
		local image = terrane.image {
			C = terrane.layer { width = 8, height = 3, data = function(x, y) return rows[y + 1][x + 1] end },
			rain = terrane.layer { width = 8, height = 3, data = function() return 1 end },
		}
		for _, method in ipairs { "d8", "rho8", "mfd" } do
			local s = image:flow { method = method, rain_layer = "rain", world_size = 8 }:stats()
			assert.are.same({ 24, 24, 0, 0 }, { s.rain, s.outflow, s.retained, s.difference }, method)
		end
	end)

	it("passes on what it got, pixel by pixel", function()
		for i, settings in ipairs { {}, { method = "rho8", tile = true }, { rain_layer = "rain" }, { fill_pits = false } } do
			local w, h = 30, 26
			local image = ground(w, h, 40 + i)
			local out = run(image, settings)
			local flow, dir, sum = out:layer "flow", out:layer "flow_dir", {}
			each(flow, function(v, x, y)
				local dx, dy = step(dir, x, y)
				local c = y * w + x
				sum[c] = (sum[c] or 0) + (settings.rain_layer and image:layer("rain"):get(x, y) or 1)
				if dx ~= 0 or dy ~= 0 then
					local r = (y + dy) % h * w + (x + dx) % w
					sum[r] = (sum[r] or 0) + v
				end
			end)
			each(flow, function(v, x, y) near(sum[y * w + x], v, settings.rain_layer and 1e-4 or 0) end)
		end
	end)

	it("agrees with stream_power on where water goes", function()
		local image = ground(50, 37, 3)
		for _, settings in ipairs {
			{ method = "d8" }, { method = "rho8", rand_seed = 4 }, { method = "d8", tile = true }, { method = "d8", strength = -1, base_layer = "base" },
		} do
			local same = { iterations = 0, routing = settings.method, world_size = 50 }
			for _, k in ipairs { "rand_seed", "tile", "strength", "base_layer" } do same[k] = settings[k] end
			assert.are.equal(image:stream_power(same):render():layer("flow"):hash(), drained(image, settings):hash())
		end
		-- one rain on each pixel is no rain layer
		local function evenly(v) return layer(50, 37, function() return v end) end
		local wet = terrane.image { C = image:layer "C", one = evenly(1), three = evenly(3) }
		for _, method in ipairs { "d8", "rho8", "mfd" } do
			local plain = drained(wet, { method = method })
			assert.are.equal(plain:hash(), drained(wet, { method = method, rain_layer = "one" }):hash())
			each(drained(wet, { method = method, rain_layer = "three" }), function(v, x, y) near(3 * plain:get(x, y), v, 1e-3) end)
		end
	end)

	it("lets rivers run along drowned valleys", function()
		-- a winding valley behind a dam
		local function bed(y) return 16 + 6 * math.sin(0.3 * y) end
		local image = terrane.image {
			C = layer(32, 48, function(x, y) return 0.05 * math.abs(x - bed(y)) + 0.02 * y + (y < 6 and 1 or 0) end),
			base = layer(32, 48, function(_, y) return y == 0 and 1 or 0 end),
		}
		for _, method in ipairs { "d8", "rho8", "mfd" } do
			local out = run(image, { method = method, base_layer = "base" })
			local flow, lake, last, rows = out:layer "flow", out:layer "lake", 0, 0
			for y = 40, 8, -1 do
				local best = 0
				for x = 1, 31 do if flow:get(x, y) > flow:get(best, y) then best = x end end
				if lake:get(best, y) > 0 then
					rows = rows + 1
					assert.is_true(math.abs(best - bed(y)) < 2.1, method .. " row " .. y)
					assert.is_true(flow:get(best, y) >= last)
					last = flow:get(best, y)
				end
			end
			assert.is_true(rows > 20)
		end
	end)

	it("drains level ground of every kind", function()
		for _, steps in ipairs { 1, 4, 40 } do
			local rough = maps.rough(5, 1)
			local image = maps.image(64, 48, function(x, y) return math.floor(steps * rough(math.floor(x / 5), math.floor(y / 4))) end)
			for _, method in ipairs { "d8", "rho8", "mfd" } do
				local _, s = run(image, { method = method, tile = true })
				assert.are.equal(64 * 48, s.largest_drainage)
				assert.are.equal(64 * 48, s.outflow)
			end
		end
		local out = run(maps.image(9, 9, function() return 0.5 end))
		each(out:layer "flow", function(v, x, y) if x == 4 and y == 4 then same(1, v) end end)
		assert.are.equal(0, out:layer("lake"):stats().max)
	end)

	it("makes rivers even in the logarithm of the area", function()
		local image = maps.image(64, 3, function(x) return x end)
		for _, p in ipairs { { 8, 0.5 }, { 20, 2 }, { 16, 0.01 } } do
			local out = run(image, { river_area = p[1], river_softness = p[2] })
			for x = 1, 62 do
				local t = math.log(out:layer("flow"):get(x, 1) / p[1]) / p[2]
				t = math.min(1, math.max(0, t / 2 + 0.5))
				assert.near(t * t * (3 - 2 * t), out:layer("river"):get(x, 1), 1e-6)
			end
			assert.are.equal(0.5, out:layer("river"):get(63 - p[1], 1))
		end
		local dry = terrane.image { C = image:layer "C", none = layer(64, 3, function() return 0 end) }
		local out, s = run(dry, { rain_layer = "none" })
		assert.are.same({ 0, 0, 0, 0 }, { out:layer("flow"):stats().max, out:layer("river"):stats().max, s.rain, s.difference })
	end)

	it("takes every size and shape", function()
		for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 2, 2 }, { 2, 7 }, { 3, 3 }, { 5, 2 } } do
			local w, h = size[1], size[2]
			local image = terrane.image { C = layer(w, h, maps.rough(3)), rain = layer(w, h, maps.rough(4)) }
			for _, method in ipairs { "d8", "rho8", "mfd" } do
				local out = run(image, { method = method })
				if w < 3 or h < 3 then each(out:layer "flow", function(v) same(1, v) end) end -- all are outlets
				for _, rain in ipairs { "", "rain" } do
					local tiled, s = run(image, { method = method, tile = true, rain_layer = rain })
					same(0, s.difference)
					same(s.rain, s.largest_drainage)
					maps.finite(tiled, { "flow", "river", "lake", "flow_dir" })
					local _, kept = run(image, { method = method, tile = true, fill_pits = false, rain_layer = rain })
					same(kept.rain, kept.outflow + kept.retained)
				end
			end
		end
		maps.finite(run(ground(9, 8, 1), { world_size = 1e300, method = "mfd", rain_layer = "rain" }), { "flow", "river" })
	end)

	it("does not care for scale, and little for symmetry", function()
		local w, h = 33, 26
		local image = ground(w, h, 12)
		local C = image:layer "C"
		local out = run(image)
		local double = run(maps.image(w, h, function(x, y) return 2 * C:get(x, y) end), { world_size = 2 * w })
		each(out:layer "flow", function(v, x, y) same(4 * v, double:layer("flow"):get(x, y)) end)
		each(out:layer "lake", function(v, x, y) same(2 * v, double:layer("lake"):get(x, y)) end)
		local turned = run(maps.image(h, w, function(x, y) return C:get(y, x) end), { world_size = h })
		each(out:layer "lake", function(v, x, y) same(v, turned:layer("lake"):get(y, x)) end)
		local flipped = run(maps.image(w, h, function(x, y) return -C:get(w - 1 - x, y) end), { strength = -1 })
		each(out:layer "lake", function(v, x, y) same(v, flipped:layer("lake"):get(w - 1 - x, y)) end)
		local rolled = run(maps.image(w, h, function(x, y) return C:get((x + 5) % w, (y + 9) % h) end), { tile = true })
		local tiled = run(image, { tile = true })
		each(rolled:layer "lake", function(v, x, y) same(tiled:layer("lake"):get((x + 5) % w, (y + 9) % h), v) end)
		-- drainage of a map without two equal ways turns with it
		local function tilted(x, y) return 0.013 * x * x + 0.0371 * y * y + 0.0007 * x * y end
		local a, b = drained(maps.image(30, 20, tilted)), drained(maps.image(20, 30, function(x, y) return tilted(y, x) end))
		each(a, function(v, x, y) same(v, b:get(y, x)) end)
	end)

	it("names and keeps layers as asked", function()
		local image = ground(12, 10, 2)
		local function names(settings)
			local set = {}
			for _, name in ipairs((run(image, settings)):layers()) do set[name] = true end
			return set
		end
		assert.are.same({ C = true, rain = true, base = true, flow = true, river = true, lake = true, flow_dir = true }, names {})
		assert.are.same({ flow = true, river = true, lake = true, flow_dir = true }, names { keep_layers = false })
		for _, method in ipairs { "d8", "mfd" } do
			local all = run(image, { method = method })
			for off, name in pairs { flow_layer = "flow", river_layer = "river", lake_layer = "lake", dir_layer = "flow_dir" } do
				local out, s = run(image, { method = method, [off] = "" })
				assert.is_nil(names({ method = method, [off] = "" })[name])
				assert.are.equal(0, s.difference)
				for _, other in ipairs { "flow", "river", "lake", "flow_dir" } do
					if other ~= name then assert.are.equal(all:layer(other):hash(), out:layer(other):hash()) end
				end
				assert.are.equal(all:layer(name):hash(), (run(image, { method = method, [off] = "another" })):layer("another"):hash())
			end
		end
		local none, s = run(image, { flow_layer = "", river_layer = "", lake_layer = "", dir_layer = "" })
		assert.are.equal(3, #none:layers())
		assert.are.equal(120, s.outflow)
		local s2 = select(2, run(image))
		assert.are.equal(s2.lake_volume, s.lake_volume) -- it is worked out all the same
	end)

	it("says what is wrong", function()
		local image = ground(6, 5, 1)
		local function fail(settings, of) return maps.failure(function() (of or image):flow(settings):render() end) end
		assert.matches("flow: layer: no layer 'h' (the image has", fail { layer = "h" }, 1, true)
		assert.matches("base_layer: no layer 'h'", fail { base_layer = "h" }, 1, true)
		assert.matches("lake_layer: another output of this node is named 'flow' as well", fail { lake_layer = "flow" }, 1, true)
		assert.matches("rain_layer: no layer 'h'", fail { rain_layer = "h" }, 1, true)
		local half = maps.image(4, 4, function() return 0.5 end)
		assert.matches("base_layer: no pixel of layer 'C' is above 0.5", fail({ base_layer = "C" }, half), 1, true)
		local function raining(f) return terrane.image { C = image:layer "C", rain = layer(6, 5, f) } end
		local odd = raining(function(x, y) return x == 2 and y == 3 and -0.5 or x == 1 and y == 4 and -2 or 1 end)
		assert.matches("rain_layer: layer 'rain' has negative rain (-2, the first at x 2, y 3, is -0.5): clip it first",
			fail({ rain_layer = "rain" }, odd), 1, true)
		local void = maps.image(4, 4, function(x, y) return x == 2 and y == 1 and 0 / 0 or 1 end)
		assert.matches("layer 'C' has 1 void or infinite pixels, the first at x 2, y 1", fail({}, void), 1, true)
		local gap = raining(function(x, y) return x + y == 0 and 0 / 0 or 1 end)
		assert.matches("layer 'rain' has 1 void or infinite pixels, the first at x 0, y 0", fail({ rain_layer = "rain" }, gap), 1, true)
		assert.matches("heights would reach 3e+38", fail({}, maps.image(4, 4, function(x) return x * 1e38 end)), 1, true)
		assert.matches("method: cannot be 'd9'", fail { method = "d9" }, 1, true)
	end)

	it("can be watched and stopped", function()
		for _, method in ipairs { "d8", "mfd" } do
			local last = -1
			ground(96, 80, 1):flow({ method = method }):render { progress = function(fraction)
				assert.is_true(fraction >= last)
				last = fraction
			end }
			assert.are.equal(1, last)
			local node = terrane.noise({ fractal = "terrain" }):render({ width = 400, height = 300 }):flow { method = method }
			assert.are.same({ nil, "cancelled" }, { node:render { progress = function(fraction) return fraction < 0.3 end } })
		end
	end)

	it("fails cleanly when memory runs out", function()
		for _, settings in ipairs {
			{ method = "mfd", rain_layer = "rain", strength = -1, base_layer = "base" }, { method = "rho8", flow_layer = "" },
		} do
			maps.survives_failed_allocations(function() return ground(20, 15, 3):flow(settings) end)
		end
	end)

	it("takes no more than 32 bytes a pixel, its layers included", function()
		local noise = terrane.noise { noise_type = "perlin", fractal = "terrain", octaves = 9, frequency = 3 }
		for _, land in ipairs { noise, terrane.noise { noise_type = "white" } } do -- every ninth pixel of white noise is a pit
			local bytes = land:render({ width = 512 }):layer("C"):tostring()
			for _, settings in ipairs { {}, { method = "mfd" } } do
				local runtime = terrane.runtime { threads = 2, cache = 1 }
				runtime:use()
				local image = terrane.image { C = terrane.layer { width = 512, height = 512, data = bytes } }
				local node = image:flow(settings)
				local ok, out = pcall(node.render, node)
				local peak = runtime:stats().peak_bytes
				terrane.runtime({}):use()
				assert.is_true(ok, out)
				assert.is_true(peak < 32 * 512 ^ 2, peak / 512 ^ 2 .. " bytes a pixel")
			end
		end
	end)

	-- The same map in other programs. All fill to the same bits; drainage differs where lakes lie, which each drains in its own way.
	it("agrees with GIS programs on real ground", function()
		local function reference(name) return maps.shared("oracles/rainier_256/rainier." .. name, 256, 256) end
		local input, filled = reference "input", reference "rd_fill_d8"
		if not (input and filled) then return pending "the reference rasters are not there" end
		local z, want = input:layer "C", filled:layer "C"
		local out, s = run(input, { world_size = 256 * 90 })
		local lake, flow, dir = out:layer "lake", out:layer "flow", out:layer "flow_dir"
		each(lake, function(v, x, y) if v ~= float(want:get(x, y) - z:get(x, y)) then error("depth at " .. x .. ", " .. y) end end)
		assert.are.equal(0, s.difference)
		-- lakes, and what lies downstream of them
		local below = {}
		each(lake, function(v, x, y)
			while v > 0 and not below[y * 256 + x] do
				below[y * 256 + x] = true
				local dx, dy = step(dir, x, y)
				x, y, v = x + dx, y + dy, dx == 0 and dy == 0 and 0 or v
			end
		end)
		local function differ(name, unit, ours)
			local theirs, many, elsewhere = reference(name):layer "C", 0, 0
			each(ours, function(v, x, y)
				local a, b = v / 8100, theirs:get(x, y) / unit
				if math.abs(a - b) > 0.01 * math.max(a, b) then
					many = many + 1
					if not below[y * 256 + x] then elsewhere = elsewhere + 1 end
				end
			end)
			return many / 256 ^ 2, elsewhere
		end
		for _, other in ipairs {
			{ "fs_area_d8_m2", 8100, 0.008, 0 }, { "grass_terraflow_d8_cells", 1, 0.006, 0 },
			{ "saga_area_d8_m2", 8100, 0.008, 3 }, -- on a surface with a slope of 0.01 degrees added, which turns three pixels beside lakes
		} do
			local share, elsewhere = differ(other[1], other[2], flow)
			assert.is_true(share < other[3] and elsewhere <= other[4], ("%s: %g, %d"):format(other[1], share, elsewhere))
		end
		local split = drained(input, { world_size = 256 * 90, method = "mfd" })
		local share, elsewhere = differ("rd_area_freeman1.1_cells", 1, split)
		assert.is_true(share < 0.008, ("richdem: %g, %d"):format(share, elsewhere))
	end)

	it("gives the same bytes on any number of threads", function()
		local first
		for _, threads in ipairs { 1, 2, 5 } do
			terrane.runtime({ threads = threads }):use()
			local land = terrane.noise({ fractal = "terrain", octaves = 6 }):map({ C = "C", rain = "C + 1" }):render { width = 440, height = 310 }
			local all = {}
			for i, settings in ipairs { {}, { method = "mfd" }, { rain_layer = "rain" } } do -- large enough to be shared among threads
				local out = run(land, settings)
				for _, name in ipairs { "flow", "lake", "flow_dir" } do all[#all + 1] = i .. name .. out:layer(name):hash() end
			end
			first = first or all
			assert.are.same(first, all)
		end
		terrane.runtime({}):use()
	end)

	it("gives the same bytes everywhere #golden", function()
		local image, small = ground(90, 71, 11), ground(37, 23, 12)
		local function check(kind, want, of, settings)
			local all = (run(of, settings)):arrange({ pack = "all=flow,river,lake,flow_dir" }):render():layer "all"
			assert.are.equal(want, all:hash(), kind)
		end
		maps.each_runtime(function(kind)
			check(kind, "ecbfe6f295b6f6d6d834cce2c1b875c7", image, {})
			check(kind, "9d6fd635c14c6767f005f73aca6f1fd0", image, { method = "rho8", rand_seed = 3 })
			check(kind, "600febe8b1a149a1fff35dc9c5002b79", image, { method = "mfd" })
			check(kind, "a8291cc3a8c18d2189cde09fd3baf7e9", small,
				{ method = "mfd", exponent = 0.3, tile = true, rain_layer = "rain", strength = -2 })
			check(kind, "e1505c3f3131c1ddc7c76d9357156dc8", small, { fill_pits = false, rain_layer = "rain", base_layer = "base" })
		end)
	end)
end)
