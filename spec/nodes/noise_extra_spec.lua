local terrane = require "terrane"
local maps = require "maps"

local function extra(kind, settings, width, height)
	local all = { kind = kind }
	for name, value in pairs(settings or {}) do all[name] = value end
	return terrane.noise_extra(all):render { width = width or 32, height = height or width or 32 }
end
local each = maps.each
local kinds = { "bubble", "crystal", "phasor", "curl", "curl_3d", "cloud" }
local further = {
	bubble = { "noise", "noise_id" }, crystal = { "noise", "noise_id", "noise_edge" }, phasor = { "noise", "noise_phase", "noise_amplitude" },
	curl = { "noise", "noise_potential" }, curl_3d = { "noise" }, cloud = { "noise", "noise_raw" },
}
local function field(width, f) -- a layer of directions
	return terrane.image { way = terrane.layer { width = width, height = width, channels = 2, data = function(x, y, c) return (select(c, f(x, y))) end } }
end

describe("noise_extra", function()
	it("names its layers, keeps those of the input, and takes its size", function()
		for _, kind in ipairs(kinds) do
			local image = extra(kind, {}, 9, 7)
			assert.are.same(further[kind], image:layers())
			assert.are.equal(kind == "curl" and 2 or kind == "curl_3d" and 3 or 1, image:layer("noise").channels)
			local result = maps.image(9, 7, maps.rough(1)):noise_extra({ kind = kind, resolution_x = 3, out_layer = "a" }):render()
			assert.are.same({ 9, 7 }, { result.width, result.height })
			assert.are.equal("C a", table.concat(result:layers(), " "):sub(1, 3))
			assert.are.equal(image:layer("noise"):hash(), result:layer("a"):hash())
			for _, name in ipairs(image:layers()) do assert.are.equal(name == "noise_id" and "i32" or "f32", image:layer(name).type) end
		end
		assert.are.same({ "C", "_id" }, maps.image(4, 4, maps.rough(1)):noise_extra({ out_layer = "" }):render():layers())
	end)

	it("makes spheres", function()
		local none = extra("bubble", { density = 0 })
		assert.are.equal(0, none:layer("noise"):stats().max)
		assert.are.same({ -1, -1 }, { none:layer("noise_id"):stats().min, none:layer("noise_id"):stats().max })
		for _, radius in ipairs { 1, 0.8, 0.4, 0 } do
			assert.is_true(extra("bubble", { radius = radius, density = 1 }, 96):layer("noise"):stats().max <= radius)
		end
		assert.is_true(extra("bubble", { radius = 0.8, density = 1 }, 128):layer("noise"):stats().max > 0.7)
		-- inside a sphere (v^2)'' = -2 along any line
		local h, tried = 8 / 64, 0
		local image = extra("bubble", { frequency = 8 }, 64)
		local v, id = image:layer "noise", image:layer "noise_id"
		each(v, function(value, x, y)
			assert.are.equal(value > 0, id:get(x, y) >= 0)
			for dx = 0, 1 do
				local dy = 1 - dx
				if x >= dx and y >= dy and x + dx < 64 and y + dy < 64 and id:get(x, y) >= 0 and id:get(x, y) == id:get(x + dx, y + dy) and
					id:get(x, y) == id:get(x - dx, y - dy) then
					tried = tried + 1
					assert.near(-2 * h * h, v:get(x + dx, y + dy) ^ 2 - 2 * value ^ 2 + v:get(x - dx, y - dy) ^ 2, 5e-7)
				end
			end
		end)
		assert.is_true(tried > 500, tried)
		local covered = 0
		each(extra("bubble", { frequency = 40 }, 200):layer "noise", function(value) covered = covered + (value > 0 and 1 or 0) end)
		assert.near(0.55, covered / 200 ^ 2, 0.05)
	end)

	it("tilts a plane in each cell", function()
		for _, metric in ipairs { "euclidean", "manhattan", "chebyshev" } do
			local sharpness, h = 3, 8 / 96
			local image = extra("crystal", { metric = metric, sharpness = sharpness }, 96)
			local v, id, tried = image:layer "noise", image:layer "noise_id", 0
			each(v, function(value, x, y)
				if x == 0 or y == 0 or x == 95 or y == 95 then return end
				local same = true
				for _, d in ipairs { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } } do same = same and id:get(x + d[1], y + d[2]) == id:get(x, y) end
				if not same then return end
				tried = tried + 1
				local gx, gy = (v:get(x + 1, y) - v:get(x - 1, y)) / (2 * h), (v:get(x, y + 1) - v:get(x, y - 1)) / (2 * h)
				assert.near(0, v:get(x + 1, y) - 2 * value + v:get(x - 1, y), 1e-6)
				assert.near(0, v:get(x, y + 1) - 2 * value + v:get(x, y - 1), 1e-6)
				assert.is_true(math.sqrt(gx * gx + gy * gy) <= sharpness + 1e-5)
			end)
			assert.is_true(tried > 2000, tried)
			local edge = image:layer("noise_edge"):stats()
			assert.is_true(edge.min >= 0 and edge.min < 0.02 and edge.max < 2)
		end
		local flat, of = extra("crystal", { sharpness = 0 }, 96), {}
		each(flat:layer "noise", function(value, x, y)
			local id = flat:layer("noise_id"):get(x, y)
			of[id] = of[id] or value
			assert.are.equal(of[id], value)
			assert.is_true(value >= -0.25 and value < 0.25)
		end)
		local s = extra("crystal", { frequency = 40 }, 256):layer("noise"):stats()
		assert.near(0, s.mean, 0.03)
		assert.is_true(s.min > -1.3 and s.max < 1.3)
	end)

	it("makes waves of the phase", function()
		local settings = { stripe_freq = 3, angle = 20 }
		local function with(more) for k, v in pairs(settings) do more[k] = v end return extra("phasor", more, 64) end
		local sine, gabor, intensity = with {}, with { phasor_type = "gabor_noise" }, with { phasor_type = "intensity_field" }
		local saw, rectangle = with { periodic_function = "saw" }, with { periodic_function = "rectangle" }
		local phase, strength = sine:layer "noise_phase", sine:layer "noise_amplitude"
		assert.are.equal(strength:hash(), intensity:layer("noise"):hash())
		assert.are.equal(phase:hash(), saw:layer("noise_phase"):hash())
		each(sine:layer "noise", function(v, x, y)
			local p, a = phase:get(x, y), strength:get(x, y)
			if a == 0 then -- out of reach of every kernel
				for _, image in ipairs { sine, gabor, saw, rectangle } do assert.are.equal(0, image:layer("noise"):get(x, y)) end
				return assert.are.equal(0, p)
			end
			assert.is_true(a >= 0 and a <= 1 and math.abs(p) <= math.pi + 1e-6)
			assert.near(math.sin(p), v, 1e-6)
			assert.near(a * math.cos(p), gabor:layer("noise"):get(x, y), 1e-6)
			assert.near(2 * (p / (2 * math.pi) % 1) - 1, saw:layer("noise"):get(x, y), 1e-6)
			assert.are.equal(v >= 0 and 1 or -1, rectangle:layer("noise"):get(x, y))
		end)
		for kernels, mean in pairs { [2] = 0.56, [4] = 0.38, [8] = 0.25 } do
			assert.near(mean, extra("phasor", { frequency = 40, kernels = kernels }, 160):layer("noise_amplitude"):stats().mean, 0.04)
		end
	end)

	it("runs stripes along the angle", function()
		local function crossings(angle, spread)
			local n, cells = 512, 32
			local v = extra("phasor", { angle = angle, spread = spread, frequency = cells, stripe_freq = 2 }, n):layer "noise"
			local across_x, across_y = 0, 0
			for y = 0, n - 1, 3 do
				for x = 0, n - 2, 1 do
					if (v:get(x, y) >= 0) ~= (v:get(x + 1, y) >= 0) then across_x = across_x + 1 end
					if (v:get(y, x) >= 0) ~= (v:get(y, x + 1) >= 0) then across_y = across_y + 1 end
				end
			end
			local lines = math.floor((n - 1) / 3) + 1
			return across_x / lines / cells, across_y / lines / cells
		end
		for _, spread in ipairs { 0, 30 } do
			local along, across = crossings(0, spread)
			assert.near(4, across, 0.03 * 4 + 0.03)
			assert.is_true(along < 0.25 * across, along)
			local turned_across, turned_along = crossings(90, spread)
			assert.near(across, turned_across, 0.15)
			assert.near(along, turned_along, 0.2)
		end
		-- no stripes a cell: nothing oscillates, whatever the spread
		local a, b = extra("phasor", { stripe_freq = 0, spread = 0 }), extra("phasor", { stripe_freq = 0, spread = 360 })
		each(a:layer "noise", function(v, x, y) assert.near(v, b:layer("noise"):get(x, y), 1e-6) end)
	end)

	it("lets stripes follow a layer", function()
		local n, turn = 40, math.rad(33)
		local plain = extra("phasor", { angle = 33 }, n)
		local given = field(n, function() return 2 * math.cos(turn), 2 * math.sin(turn) end):noise_extra({ kind = "phasor", direction_layer = "way" }):render()
		for _, nothing in ipairs { 0, 0 / 0 } do
			local left = field(n, function() return nothing, 0 end):noise_extra({ kind = "phasor", direction_layer = "way", angle = 33 }):render()
			assert.are.equal(plain:layer("noise"):hash(), left:layer("noise"):hash())
		end
		each(plain:layer "noise_amplitude", function(v, x, y)
			assert.near(v, given:layer("noise_amplitude"):get(x, y), 1e-5)
			if v > 0.01 then assert.near(plain:layer("noise"):get(x, y), given:layer("noise"):get(x, y), 1e-4) end
		end)
		-- the pixel under a kernel's middle: left half one way, right half the other; away from the seam as if it were all that way
		local half = field(64, function(x) return x < 32 and 1 or 0, x < 32 and 0 or 1 end):noise_extra({ kind = "phasor", direction_layer = "way", frequency = 8 }):render():layer "noise"
		local level, upright = extra("phasor", { frequency = 8 }, 64):layer "noise", extra("phasor", { frequency = 8, angle = 90 }, 64):layer "noise"
		local mixed = 0
		each(half, function(v, x, y)
			if x < 24 then assert.are.equal(level:get(x, y), v)
			elseif x >= 40 then assert.are.equal(upright:get(x, y), v)
			elseif v ~= level:get(x, y) and v ~= upright:get(x, y) then mixed = mixed + 1 end
		end)
		assert.is_true(mixed > 500)
		local node = field(16, function() return 1, 0 end):noise_extra { kind = "phasor", direction_layer = "way" }
		assert.matches("direction_layer", maps.failure(function() node:render { width = 16, window = { 0, 0, 8, 8 }, unbounded = true } end))
	end)

	it("flows without sources or sinks", function()
		-- by rounding: 64 pixels in a fiftieth of a cell, where differences have no error that is seen
		local n = 64
		local v = extra("curl", { frequency = 0.02, offset = "3.3 1.7 0.4", octaves = 1 }, n):layer "noise"
		local fastest, slopes = math.max(math.abs(v:stats().min), math.abs(v:stats().max)), 0
		for y = 1, n - 2 do
			for x = 1, n - 2 do
				local dx, dy = v:get(x + 1, y, 1) - v:get(x - 1, y, 1), v:get(x, y + 1, 2) - v:get(x, y - 1, 2)
				slopes = math.max(slopes, math.abs(dx))
				assert.near(0, dx + dy, 3 * fastest * 2 ^ -23) -- of four roundings
			end
		end
		assert.is_true(slopes > 500 * fastest * 2 ^ -23, slopes)
		-- by central differences: four times less at half the step
		local function divergence(size)
			local at, sum, count = extra("curl", { frequency = 2, octaves = 1 }, size):layer "noise", 0, 0
			for y = 1, size - 2 do
				for x = 1, size - 2 do
					sum = sum + ((at:get(x + 1, y, 1) - at:get(x - 1, y, 1) + at:get(x, y + 1, 2) - at:get(x, y - 1, 2)) / (2 * 2 / size)) ^ 2
					count = count + 1
				end
			end
			return math.sqrt(sum / count)
		end
		assert.near(4, divergence(64) / divergence(128), 0.5)
		-- the velocity is the turned slope of the potential
		local image, h = extra("curl", { frequency = 0.25, octaves = 3 }, 256), 0.25 / 256
		local p, speed = image:layer "noise_potential", image:layer "noise"
		for y = 1, 254, 5 do
			for x = 1, 254, 5 do
				assert.near((p:get(x, y + 1) - p:get(x, y - 1)) / (2 * h), speed:get(x, y, 1), 1e-3)
				assert.near(-(p:get(x + 1, y) - p:get(x - 1, y)) / (2 * h), speed:get(x, y, 2), 1e-3)
			end
		end
		assert.is_true(speed:stats(1).max - speed:stats(1).min > 1)
	end)

	it("flows without sources or sinks in space", function()
		local n, eps = 32, 0.02 / 32
		local function slice(z) return extra("curl_3d", { frequency = 0.02, offset = "3.3 1.7 " .. ("%.17g"):format(0.4 + z), octaves = 1 }, n):layer "noise" end
		local below, v, above, flat = slice(-eps), slice(0), slice(eps), 0
		for y = 1, n - 2 do
			for x = 1, n - 2 do
				local plane = v:get(x + 1, y, 1) - v:get(x - 1, y, 1) + v:get(x, y + 1, 2) - v:get(x, y - 1, 2)
				flat = math.max(flat, math.abs(plane))
				assert.near(0, plane + above:get(x, y, 3) - below:get(x, y, 3), 1e-5)
			end
		end
		assert.is_true(flat > 1e-3, flat) -- x and y alone do have some
	end)

	it("covers as much as is asked for", function()
		local none, all = extra("cloud", { coverage = 0 }):layer("noise"):stats(), extra("cloud", { coverage = 1, softness = 1 }):layer("noise"):stats()
		assert.are.same({ 0, 0, 1, 1 }, { none.min, none.max, all.min, all.max })
		for _, billow in ipairs { false, true } do
			local before
			for step = 0, 10 do
				local now = extra("cloud", { coverage = step / 10, billow = billow, frequency = 32 }, 160):layer "noise"
				assert.near(step / 10, now:stats().mean, 0.1)
				if before then each(before, function(v, x, y) assert.is_true(v <= now:get(x, y)) end) end
				before = now
			end
		end
		local image = extra("cloud", { softness = 0.3 }, 64)
		local raw = image:layer "noise_raw"
		each(image:layer "noise", function(v, x, y) -- the threshold of half coverage is 0
			local t = math.min(1, math.max(0, raw:get(x, y) / 0.3 + 0.5))
			assert.near(t * t * (3 - 2 * t), v, 2e-6)
		end)
		assert.is_true(raw:stats().min > -1 and raw:stats().max < 1 and raw:stats().max > 0.3)
	end)

	it("covers half of a large image #slow", function()
		assert.near(0.5, extra("cloud", { frequency = 32 }, 1024):layer("noise"):stats().mean, 0.05)
	end)

	it("has square cells, and slices of space that go over into each other", function()
		for _, kind in ipairs(kinds) do
			local square, wide = extra(kind, {}, 32), extra(kind, {}, 32, 16)
			for x = 0, 31 do assert.are.equal(square:layer("noise"):get(x, 9), wide:layer("noise"):get(x, 9)) end
			local a, b, c = extra(kind, { offset = "0 0 0.5" }), extra(kind, { offset = "0 0 0.5001" }), extra(kind, { offset = "0 0 0.9" })
			local near, far = 0, 0
			each(a:layer "noise", function(v, x, y)
				near, far = near + math.abs(v - b:layer("noise"):get(x, y)), far + math.abs(v - c:layer("noise"):get(x, y))
			end)
			assert.is_true(kind == "phasor" and far == 0 or near < 0.01 * far, kind)
			assert.are_not.equal(square:layer("noise"):hash(), extra(kind, { rand_seed = 1 }):layer("noise"):hash())
		end
	end)

	it("is as fine far out as here", function()
		for _, kind in ipairs(kinds) do
			local node = terrane.noise_extra { kind = kind, density = 1, radius = 1 }
			local far, steps = node:render { width = 64, window = { 2 ^ 40, -2 ^ 40, 64, 64 }, unbounded = true }:layer "noise", 0
			each(far, function(v, x, y) steps = steps + (x > 0 and v ~= far:get(x - 1, y) and 1 or 0) end)
			assert.is_true(steps > 64 * 64 * 0.3, kind .. steps)
		end
	end)

	it("shapes the main layer alone", function()
		for _, kind in ipairs(kinds) do
			local plain, post = extra(kind), extra(kind, { amplitude = 2, center = 0.25, complement = true })
			each(plain:layer "noise", function(v, x, y) assert.near(0.75 - 2 * v, post:layer("noise"):get(x, y), 4e-6 * math.max(1, math.abs(v))) end)
			for i = 2, #further[kind] do assert.are.equal(plain:layer(further[kind][i]):hash(), post:layer(further[kind][i]):hash()) end
		end
	end)

	it("stays finite at the ends of its ranges", function()
		local ends = {
			{ frequency = 0.001 }, { frequency = 10000 }, { offset = "1e24 -1e24 1e24" }, { rand_seed = 2147483647 }, { amplitude = 1e24, center = -1e24 }, { octaves = 12 },
			{ octaves = 1 }, { radius = 0, density = 1 }, { sharpness = 100, jitter = 2 }, { jitter = 0 }, { stripe_freq = 64, kernels = 16, spread = 360, angle = -360 },
			{ stripe_freq = 0, kernels = 1 }, { coverage = 0, softness = 0.001 }, { coverage = 1, billow = true }, { coverage = 0.999999, softness = 0.001 },
		}
		for _, kind in ipairs(kinds) do
			for _, settings in ipairs(ends) do
				for _, size in ipairs { { 1, 1 }, { 1, 7 }, { 7, 1 }, { 33, 5 } } do
					local image = extra(kind, settings, size[1], size[2])
					for _, name in ipairs(further[kind]) do
						local s = image:layer(name):stats()
						assert.is_true(s.nan == 0 and s.min > -math.huge and s.max < math.huge, kind .. name)
					end
				end
			end
		end
	end)

	it("says what is wrong", function()
		local function fail(settings, image)
			return maps.failure(function() return (image and image:noise_extra(settings) or terrane.noise_extra(settings)):render { width = 8 } end)
		end
		assert.matches("offset: must be 1 to 3 numbers, got 'a'", fail { offset = "a" })
		assert.matches("amplitude: 1e%+25 is more than 1e24 in size", fail { amplitude = 1e25 })
		assert.matches("center: %-1e%+25 is more than 1e24 in size", fail { center = -1e25 })
		assert.matches("direction_layer: no image to take layer 'way' from", fail { kind = "phasor", direction_layer = "way" })
		local image = maps.image(4, 4, maps.rough(1))
		assert.matches("direction_layer: no layer 'way'", fail({ kind = "phasor", direction_layer = "way" }, image))
		assert.matches("direction_layer: a direction has 2 channels, and layer 'C' has 1", fail({ kind = "phasor", direction_layer = "C" }, image))
		assert.matches("out_layer: a layer's name has 1 to 63 bytes", fail { out_layer = ("x"):rep(62) })
		extra("bubble", { direction_layer = "way" }) -- asks for none
	end)

	it("fails cleanly when memory runs out", function()
		for _, kind in ipairs(kinds) do maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):noise_extra { kind = kind, gamma = 2 } end) end
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = {
			{ "3c11f111 5213ea08", {} }, { "ad6ac19c ca8d5cd6 bb78663f", { kind = "crystal", metric = "manhattan", sharpness = 2 } }, { "f45e89ec 02a06749 27962702", { kind = "phasor", angle = 77, kernels = 3 } },
			{ "bdb61212 6c7a384f a506ced4", { kind = "phasor", direction_layer = "way", periodic_function = "saw" } }, { "592fced4 ed0a71ea", { kind = "curl", offset = "-7.5 3 0.2" } },
			{ "e38139f3", { kind = "curl_3d", frequency = 0.7 } }, { "914286d7 8d5ede9a", { kind = "cloud", octaves = 7 } }, { "79d334ba 1cba1706", { kind = "cloud", billow = true, coverage = 0.3, frequency = 500 } },
		}
		local image = terrane.image { way = terrane.layer { width = 61, height = 43, channels = 2, data = function(x, y, c) return c == 1 and x - 30 or y - 20 end } }
		maps.each_runtime(function(kind)
			for _, case in ipairs(golden) do
				local node = case[2].direction_layer and image:noise_extra(case[2]) or terrane.noise_extra(case[2])
				local result, hashes = node:render { width = 61, height = 43 }, {}
				for _, name in ipairs(further[case[2].kind or "bubble"]) do hashes[#hashes + 1] = result:layer(name):hash():sub(1, 8) end
				assert.are.equal(case[1], table.concat(hashes, " "), kind)
			end
		end)
	end)
end)
