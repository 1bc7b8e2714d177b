local terrane = require "terrane"
local maps = require "maps"

local types = { "value", "perlin", "simplex", "worley", "worley_f2f1", "white", "torus" }
local fractals = { "none", "standard", "terrain", "hybrid_terrain" }

--- noise{settings} as a layer; `like` gives further settings.
local function noise(settings, width, height, like)
	local all = {}
	for k, v in pairs(like or {}) do all[k] = v end
	for k, v in pairs(settings) do all[k] = v end
	return terrane.noise(all):render({ width = width or 32, height = height or width or 32 }):layer(all.layer or "C")
end
local each = maps.each
local function furthest(a, b)
	local d = 0
	each(a, function(v, x, y) d = math.max(d, math.abs(v - b:get(x, y))) end)
	return d
end
local function fail(settings) return maps.failure(function() return terrane.noise(settings):render { width = 8 } end) end

describe("noise", function()
	it("is zero at the lattice points of Perlin noise", function()
		-- a pixel a cell: u frequency is a whole number and a half
		for _, space in ipairs { {}, { offset_z = 7 }, { time_scale = 1, time = 3 }, { offset_z = -2, offset_x = -1000.5 } } do
			each(noise({ noise_type = "perlin", frequency = 40, offset_x = 0.5, offset_y = 0.5 }, 40, 40, space), function(v)
				assert.are.equal(0, v)
			end)
		end
	end)

	it("keeps its ranges, evenly about zero", function()
		for _, kind in ipairs(types) do
			for _, space in ipairs { {}, { time_scale = 1, time = 0.4 }, { tile_u = true, tile_v = true } } do
				if not (kind == "torus" and space.time_scale) and not (kind:match "^worley" and next(space)) then
					local s = noise({ noise_type = kind, frequency = 90.3, offset_z = 0.37, rand_seed = 5 }, 1024, 1024, space):stats()
					local worley = kind:match "^worley"
					local where = kind .. " " .. (next(space) or "3-D") .. (" %g ... %g, %g"):format(s.min, s.max, s.mean)
					assert.is_true(s.nan == 0 and s.min >= (worley and 0 or -1) and s.max <= (worley and 1.4 or 1), where)
					if not worley then assert.near(0, s.mean, 0.02, where) end
					assert.is_true(s.max - s.min > 0.9, where)
				end
			end
		end
	end)

	it("is white: uncorrelated and of variance 1/3", function()
		local white = noise({ noise_type = "white" }, 512)
		local sum, beside, above, n = 0, 0, 0, 0
		each(white, function(v, x, y)
			if x < 511 and y < 511 then
				sum, n = sum + v * v, n + 1
				beside, above = beside + v * white:get(x + 1, y), above + v * white:get(x, y + 1)
			end
		end)
		assert.near(1 / 3, sum / n, 0.005)
		assert.near(0, beside / n, 0.003)
		assert.near(0, above / n, 0.003)
		-- no row goes on as another one does: of all pixels with the next one no two are alike, with seeds for which sums of hashes had some
		for _, settings in ipairs { { noise_type = "white", rand_seed = 1 }, { noise_type = "white", rand_seed = 5, frequency = 1000 } } do
			local side, seen, alike = 1000, {}, 0
			local values = noise(settings, side):totable()
			for i = 1, side * side - 1 do
				local here = (values[i] + 1) * 2 ^ 48 + (values[i + 1] + 1) * 2 ^ 24
				if seen[here] then alike = alike + 1 end
				seen[here] = true
			end
			assert.are.equal(0, alike)
		end
	end)

	it("measures Worley distances", function()
		-- jitter 0: feature points in the middle of cells; a cell's corner in the slice z = 1/2 is sqrt(1/2) from four of them
		local corner = { frequency = 8, offset_x = 0.5, offset_y = 0.5, offset_z = 0.5, jitter = 0 }
		local middle = { frequency = 8, offset_z = 0.5, jitter = 0 }
		for metric, far in pairs { euclidean = math.sqrt(0.5), manhattan = 1, chebyshev = 0.5 } do
			assert.near(far, noise({ noise_type = "worley", metric = metric }, 8, 8, corner):get(3, 4), 1e-7)
			assert.are.equal(0, noise({ noise_type = "worley_f2f1", metric = metric }, 8, 8, corner):get(3, 4))
			assert.are.equal(0, noise({ noise_type = "worley", metric = metric }, 8, 8, middle):get(3, 4))
			assert.are.equal(1, noise({ noise_type = "worley_f2f1", metric = metric }, 8, 8, middle):get(3, 4))
		end
		local one, two = noise({ noise_type = "worley", frequency = 20 }, 64), noise({ noise_type = "worley_f2f1", frequency = 20 }, 64)
		assert.is_true(one:stats().max > 0.7 and two:stats().max > 0.4)
		local wide = noise({ noise_type = "worley", frequency = 20, jitter = 2 }, 64):stats()
		assert.is_true(wide.min >= 0 and wide.max < 3 and wide.nan == 0)
	end)

	it("joins its own copy where it tiles", function()
		for _, kind in ipairs(types) do
			local like = { noise_type = kind, frequency = 3.3, fractal = "terrain", octaves = 4, lacunarity = 2.17, offset_z = 0.2, rand_seed = 9 }
			local tiles = { { true, false }, { false, true }, { true, true } }
			for _, tile in ipairs(kind == "torus" and { { true, true } } or kind == "white" and {} or tiles) do
				local layer = noise(kind == "torus" and {} or { tile_u = tile[1], tile_v = tile[2] }, 96, 80, like)
				local seam, inside = { 0, 0 }, { 0, 0 }
				each(layer, function(v, x, y)
					local right, up = math.abs(v - layer:get((x + 1) % 96, y)), math.abs(v - layer:get(x, (y + 1) % 80))
					local du, dv = x == 95 and seam or inside, y == 79 and seam or inside
					du[1], dv[2] = math.max(du[1], right), math.max(dv[2], up)
				end)
				for axis = 1, 2 do
					if tile[axis] then assert.is_true(seam[axis] <= inside[axis] * 1.02, kind .. " " .. axis) end
				end
			end
		end
	end)

	it("turns its circles by the offset, and keeps its slice", function()
		local like = { noise_type = "simplex", tile_u = true, tile_v = true, frequency = 5 }
		local here, half = noise({}, 40, 40, like), noise({ offset_x = 2.5, offset_y = 5 }, 40, 40, like)
		each(half, function(v, x, y) assert.near(here:get((x + 20) % 40, y), v, 1e-6) end)
		assert.is_true(furthest(here, noise({ offset_z = 0.5 }, 40, 40, like)) > 0.05)
		-- torus is simplex noise that tiles both ways; its toggles mean nothing
		assert.are.equal(here:hash(), noise({ noise_type = "torus", frequency = 5 }, 40):hash())
		assert.are.equal(here:hash(), noise({ noise_type = "torus", frequency = 5, tile_u = true }, 40):hash())
	end)

	it("moves and loops", function()
		for _, kind in ipairs { "value", "perlin", "simplex", "worley", "worley_f2f1", "white" } do
			local function frame(time, more) return noise({ noise_type = kind, time = time, time_scale = 0.1, frequency = 6 }, 24, 24, more or { loop_frames = 48 }) end
			local first = frame(0)
			assert.are.equal(first:hash(), frame(48):hash(), kind)
			assert.are.equal(first:hash(), frame(-96):hash(), kind)
			assert.is_true(furthest(first, frame(24)) > 0.1, kind)
			assert.are.equal(frame(0, {}):hash(), first:hash()) -- loops begin where straight time does
			if kind ~= "white" then -- and go as fast
				local straight, around = furthest(frame(0, {}), frame(0.5, {})), furthest(first, frame(0.5))
				assert.is_true(straight > 0.001 and around > 0.001 and furthest(frame(0.5, {}), frame(0.5)) < 0.02 + straight / 4, kind)
			end
		end
		-- without time_scale time means nothing
		assert.are.equal(noise({}):hash(), noise({ time = 7, loop_frames = 3 }):hash())
		assert.are.equal(noise({ tile_u = true }):hash(), noise({ tile_u = true, time = 7, loop_frames = 3 }):hash())
		-- with one-way tiling time moves along z
		assert.are.equal(noise({ tile_u = true, offset_z = 1.5 }):hash(), noise({ tile_u = true, time_scale = 0.5, time = 3 }):hash())
	end)

	it("gives each channel a seed of its own", function()
		local many = terrane.noise { channels = 4, noise_type = "perlin", rand_seed = 4294967295 - 7919 }:render({ width = 16 }):layer "C"
		assert.are.equal(4, many.channels)
		for c = 1, 4 do
			local one = noise({ noise_type = "perlin", rand_seed = (4294967295 - 7919 + (c - 1) * 7919) % 4294967296 }, 16)
			each(one, function(v, x, y) assert.are.equal(v, many:get(x, y, c)) end)
		end
	end)

	it("combines octaves", function()
		for _, kind in ipairs(types) do
			local like = { noise_type = kind, octaves = 5, rand_seed = 3 }
			local one = noise({}, 24, 24, like)
			assert.are.equal(one:hash(), noise({ fractal = "standard", octaves = 1 }, 24, 24, like):hash())
			assert.are.equal(one:hash(), noise({ octaves = 1, lacunarity = 7, roughness = 0.1 }, 24, 24, like):hash()) -- none: no effect
			assert.are.equal(one:hash(), noise({ fractal = "standard", roughness = 0 }, 24, 24, like):hash())
			local terrain, hybrid = noise({ fractal = "terrain", octaves = 1 }, 24, 24, like), noise({ fractal = "hybrid_terrain", octaves = 1 }, 24, 24, like)
			each(one, function(v, x, y)
				assert.near(v, terrain:get(x, y), 2e-7)
				assert.near(v + 0.7, hybrid:get(x, y), 2e-7)
			end)
			local seen = {}
			for _, fractal in ipairs(fractals) do
				for octaves = 1, 3, 2 do seen[noise({ fractal = fractal, octaves = octaves }, 24, 24, like):hash()] = true end
			end
			local count = 0
			for _ in pairs(seen) do count = count + 1 end
			-- of eight: none twice and standard of one octave are one; so is terrain of one where 1 + v is exact
			assert.are.equal(kind == "white" and 5 or 6, count, kind)
		end
		-- two octaves of standard: (n0 + g n1) / (1 + g), so that the difference to n0 shrinks with g
		local n0 = noise({ noise_type = "simplex" })
		local far = furthest(n0, noise({ noise_type = "simplex", fractal = "standard", octaves = 2 }))
		local near = furthest(n0, noise({ noise_type = "simplex", fractal = "standard", octaves = 2, roughness = 0.125 }))
		assert.near((0.125 / 1.125) / (0.5 / 1.5), near / far, 1e-4)
	end)

	it("scales and shifts", function()
		local base, scaled = noise({}), noise({ amplitude = -3, bias = 0.25 })
		each(base, function(v, x, y) assert.near(-3 * v + 0.25, scaled:get(x, y), 4e-7) end)
		each(noise({ amplitude = 0, bias = 2 }), function(v) assert.are.equal(2, v) end)
	end)

	it("post-processes in order", function()
		local x = noise({ noise_type = "perlin", amplitude = 2, octaves = 4, fractal = "standard", frequency = 7 })
		local function power(v, e) return v < 0 and -(-v) ^ e or v ^ e end
		local function expect(settings, f)
			local y = noise(settings, nil, nil, { noise_type = "perlin", amplitude = 2, octaves = 4, fractal = "standard", frequency = 7 })
			each(x, function(v, i, j) assert.near(f(v), y:get(i, j), 1e-6) end)
		end
		expect({ fold = true }, math.abs)
		expect({ complement = true }, function(v) return 1 - v end)
		expect({ pp_bias = 0.25 }, function(v) return power(v, 2) end)
		expect({ pp_bias = 0.8 }, function(v) return power(v, math.log(0.8) / math.log(0.5)) end)
		expect({ gain = 0.75 }, function(v) return v < 0.5 and power(2 * v, 2) / 2 or 1 - power(2 - 2 * v, 2) / 2 end)
		expect({ gamma = 2 }, function(v) return power(v, 2) end)
		expect({ gamma = 0.7 }, function(v) return power(v, 0.7) end)
		expect({ contrast = 2 }, function(v) return (v - 0.5) * 2 + 0.5 end)
		expect({ clamp_min = -0.1, use_clamp_min = true }, function(v) return math.max(v, -0.1) end)
		expect({ clamp_max = 0.1, use_clamp_max = true }, function(v) return math.min(v, 0.1) end)
		expect({ clamp_min = 0.3, clamp_max = -0.3 }, function(v) return v end)
		expect({ fold = true, complement = true, gamma = 2, contrast = -3, clamp_min = 0, use_clamp_min = true, clamp_max = 1, use_clamp_max = true },
			function(v) return math.min(math.max((power(1 - math.abs(v), 2) - 0.5) * -3 + 0.5, 0), 1) end)
		-- single numbers: bias pulls .25 to .0625 and -.25 to -.0625; gain leaves .5, 0 and 1
		local function at(value, settings) return noise(settings, 1, 1, { amplitude = 0, bias = value }):get(0, 0) end
		assert.are.equal(0.0625, at(0.25, { pp_bias = 0.25 }))
		assert.are.equal(-0.0625, at(-0.25, { pp_bias = 0.25 }))
		assert.are.equal(0.125, at(0.25, { gain = 0.75 }))
		assert.are.equal(0.875, at(0.75, { gain = 0.75 }))
		assert.are.equal(1.5, at(1.5, { gain = 0.75 }))
		for _, g in ipairs { 0, 0.2, 0.9, 1 } do
			for _, v in ipairs { 0, 0.5, 1 } do assert.near(v, at(v, { gain = g }), 1e-12) end
		end
		for _, b in ipairs { 0, 1 } do
			for _, v in ipairs { 0, 1 } do assert.are.equal(v, at(v, { pp_bias = b })) end
		end
		assert.near(0, at(0.5, { pp_bias = 0 }), 1e-5)
		assert.near(1, at(0.5, { pp_bias = 1 }), 1e-5)
		-- neutral values leave every bit alone, and powers of huge numbers stay finite
		assert.are.equal(x:hash(), noise({ pp_bias = 0.5, gain = 0.5, gamma = 1, contrast = 1 }, nil, nil,
			{ noise_type = "perlin", amplitude = 2, octaves = 4, fractal = "standard", frequency = 7 }):hash())
		for _, more in ipairs { { gamma = 100 }, { gamma = 100, contrast = 0 }, { pp_bias = 0, gain = 1 }, { gamma = 100, gain = 0.99, complement = true } } do
			local s = noise(more, 8, 8, { amplitude = 1e24 }):stats()
			assert.is_true(s.nan == 0 and s.max < math.huge and s.min > -math.huge)
		end
	end)

	it("works in double where asked to, and agrees with float", function()
		for _, kind in ipairs(types) do
			for _, space in ipairs { {}, { time_scale = 1, time = 0.7 }, { tile_u = true }, { tile_v = true } } do
				if not (kind == "torus" and space.time_scale) then
					local like = { noise_type = kind, fractal = "hybrid_terrain", octaves = 3, offset_z = 0.3 }
					for k, v in pairs(space) do like[k] = v end
					local exact = noise({ device = "exact" }, 24, 24, like)
					assert.are.equal("f64", exact.type)
					assert.is_true(furthest(noise({}, 24, 24, like), exact) < 4e-6, kind)
				end
			end
		end
		local exact = noise({ device = "exact", gamma = 2, amplitude = 0, bias = 0.1 }, 2):get(1, 1)
		assert.are.equal(0.1 * 0.1, exact)
		assert.are.equal(noise({}):hash(), noise({ device = "cpu" }):hash())
	end)

	it("takes its size from the recipe, else from the evaluation", function()
		local image = terrane.noise { resolution_x = 20, resolution_y = 10 }:render { width = 64, height = 48 }
		assert.are.same({ 20, 10 }, { image.width, image.height })
		image = terrane.noise {}:render { width = 64, height = 48 }
		assert.are.same({ 64, 48 }, { image.width, image.height })
		image = terrane.noise { resolution_x = 20 }:render { width = 64, height = 48 }
		assert.are.same({ 20, 48 }, { image.width, image.height })
	end)

	it("stretches with the image", function()
		-- (u, v) is literal: every second pixel of a row twice as long lies where (nearly) no other does, but corners meet
		local square, long = noise({ noise_type = "perlin" }, 30, 30), noise({ noise_type = "perlin" }, 90, 30)
		each(square, function(v, x, y) assert.near(v, long:get(3 * x + 1, y), 1e-6) end)
	end)

	it("names its layer", function()
		assert.are.same({ "rough" }, terrane.noise { layer = "rough" }:render({ width = 4 }):layers())
		assert.matches("makes no layer", fail { layer = "" })
		assert.matches("layer: ", fail { layer = ("x"):rep(64) })
	end)

	it("works at any size and for any number", function()
		for _, kind in ipairs(types) do
			for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 257, 33 }, { 16384, 1 } } do
				local layer = noise({ noise_type = kind, fractal = "standard" }, size[1], size[2])
				assert.are.same(size, { layer.width, layer.height })
				assert.are.equal(0, layer:stats().nan)
			end
			for _, odd in ipairs {
				{ frequency = 0 }, { frequency = 1e-300 }, { frequency = 1e300 }, { frequency = 1e18 }, { offset_x = 1e300, offset_y = -1e200, offset_z = 1e20 },
				{ offset_x = -1e-300 }, { lacunarity = 0 }, { roughness = 0 }, { roughness = 1, octaves = 16 }, { lacunarity = 16, octaves = 16 },
				{ amplitude = 1e24 }, { bias = -1e24 }, { jitter = 0 }, { jitter = 2 }, { time_scale = 10000, time = 1e300 },
				{ time_scale = 10000, time = -1e17, loop_frames = 65536 }, { tile_u = true, frequency = 0, offset_x = 3 },
				{ tile_v = true, frequency = 1e-320, offset_y = 1e300 }, { tile_u = true, tile_v = true, frequency = 1e300 },
			} do
				for _, fractal in ipairs { "standard", "terrain", "hybrid_terrain" } do
					if not (kind == "torus" and odd.time_scale) and not (kind:match "^worley" and odd.octaves and fractal ~= "terrain") then
						local s = noise({ noise_type = kind, fractal = fractal }, 9, 7, odd):stats()
						assert.is_true(s.nan == 0 and s.max < math.huge and s.min > -math.huge, kind .. " " .. next(odd))
					end
				end
			end
			local still = noise({ noise_type = kind, frequency = 0 }, 9)
			assert.are.equal(still:stats().min, still:stats().max)
		end
	end)

	it("refuses what would need a fifth dimension", function()
		assert.matches("time_scale: tile_u with tile_v .*time", fail { tile_u = true, tile_v = true, time_scale = 1 })
		assert.matches("time_scale: noise_type 'torus' .*time", fail { noise_type = "torus", time_scale = 1 })
		assert.matches("loop_frames: .*tile_u .*fifth", fail { tile_u = true, time_scale = 1, loop_frames = 8 })
		assert.matches("loop_frames: .*tile_v .*fifth", fail { tile_v = true, time_scale = 1, loop_frames = 8 })
		assert.matches("time_scale: ", fail { tile_u = true, tile_v = true, time_scale = 1, loop_frames = 8 })
		assert.matches("amplitude: .*1e24", fail { amplitude = 1e25 })
		assert.matches("bias: .*1e24", fail { bias = -1e25 })
		for name, value in pairs { channels = 5, octaves = 17, jitter = 2.5, frequency = -1, lacunarity = 17, roughness = 2, time_scale = -1,
			loop_frames = -1, gamma = 0, noise_type = "perlinn", metric = "taxi", fractal = "fbm", resolution_x = 0, rand_seed = -1 } do
			assert.matches(name .. ": ", fail { [name] = value })
		end
	end)

	it("stops when asked to", function()
		local height = tostring((terrane.runtime():device())):find "emulation" and 16 or 1024 -- whose first launch would take half a minute
		local node = terrane.noise {
			noise_type = "worley", metric = "manhattan", fractal = "standard", octaves = 16, tile_u = true, resolution_x = 1024, resolution_y = height,
		}
		local asked
		local none, why = node:render { progress = function(fraction)
			if fraction == 0 then return true end
			asked = asked or terrane.clock()
			return false
		end }
		assert.are.same({ nil, "cancelled" }, { none, why })
		assert.is_true(terrane.clock() - asked < 0.5)
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return terrane.noise { resolution_x = 9, resolution_y = 7, noise_type = "simplex", channels = 2, fold = true } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = {
			value = {
				"1def6078e40c701a751e93764d2a9bad", "131688b94a9c12e21c479ae5fd75ea05",
				"0bb5426899815ed3c4b879fb214a777c", "38e8ed7dd445e9978d4f96f3ee249188",
			},
			perlin = {
				"2f77386f98ced3dd1a9a2513be846697", "a2664b6d41d408d98fa79f573cca4820",
				"825a501265babfc6bd1a749a6d23d2b3", "10ce747d3f155412d306e04b5401b03c",
			},
			simplex = {
				"35403e76ad8a272881094b6ab40696a2", "6a3e1773a86d3e2aa812f27bc3b5b237",
				"ab5dbc01d889d1ea5949ea4f4f25dbfb", "290fe2d43913df0bc553f2c72b4f30a8",
			},
			worley = {
				"cb576c9560914fddf35771911cf036fa", "02fd7659df4777eb08eb160afb4e70c8",
				"ee781ed6d2666ae7416779b6a5c084a0", "9da370132fdc2a5b01b2c4acdbe8bd17",
			},
			worley_f2f1 = {
				"3941485db5638ac4ce1bf671af5a5f75", "b77d66f4f110ee79f1d9b9d1e9abbd73",
				"6c339b01bc641d88489b864bb6b30348", "2c933b9a8c07131584bdb8196ecabbbf",
			},
			white = {
				"de138c27a60f336a0bfe542563545309", "1b710ab9dca1057068ced54b41900063",
				"1a6527795941740ce5325dd78870980b", "b76fd492efa4ec157dad0430bc64c194",
			},
			torus = {
				"4efad01a6dba288bbc727ee636ffcc09", "1f353c9001c62855ec833861732d9103",
				"1801833800fde2a9d3fa93764d8687aa", "a41b4243fec449396f7923cef477008d",
			},
		}
		local more = {
			{ "1eab30bf3873a6775f6b3e829abb7ce9", noise_type = "perlin", time_scale = 0.7, time = 5 },
			{ "5dddaab38033125ff677b4a00c889a3b", noise_type = "simplex", time_scale = 0.7, time = 5, loop_frames = 12 },
			{ "83caccb548907653e3eebcd01f67d4a8", noise_type = "worley", time_scale = 0.7, time = 5, metric = "chebyshev" },
			{ "11c550e26467d8d5a3fc12f91dd6d55d", noise_type = "value", tile_u = true, offset_x = 0.3 },
			{ "29146002192319196c7b8a37bfb5e1f8", noise_type = "perlin", tile_v = true, offset_z = 0.3 },
			{ "c3ea0ef85fbbe098fbe6f781b332ce66", noise_type = "worley_f2f1", tile_u = true, tile_v = true },
			{ "513bea9eb90abee0dd8dc2048194ed0a", noise_type = "white", tile_u = true, time_scale = 1, time = 2 },
			{ "6f3ea7a5185c4e9b5d8d7a76b4d07a55", noise_type = "worley", metric = "manhattan", frequency = 30 },
			{ "2ee9917da7dce522ae9d81932b6329d9", noise_type = "worley_f2f1", metric = "manhattan", jitter = 1.5, tile_v = true },
			{ "80dee04eee2c65fea6ba789638e9d16c", noise_type = "perlin", channels = 3, frequency = 90 },
			{ "1a13c0c8928dae7eb5e0bacbec8c84c3", noise_type = "simplex", frequency = 90 },
			{ "e46e2333b3b8f9b66cff017f5f8da718", noise_type = "worley", frequency = 90 },
			{ "8fe9eb71e00a1e4b30b0f6371dc74ac1", noise_type = "simplex", device = "exact", octaves = 7 },
			{ "734425e509309badd9e1e8c0e6ce8b10", noise_type = "value", fold = true, complement = true, pp_bias = 0.3, gain = 0.7, gamma = 1.3, contrast = 1.7 },
		}
		maps.each_runtime(function(where)
			for kind, hashes in pairs(golden) do
				for i, fractal in ipairs(fractals) do
					local layer = noise({ noise_type = kind, fractal = fractal, octaves = 5, lacunarity = 2.1, frequency = 9, rand_seed = 17 }, 300, 70)
					assert.are.equal(hashes[i], layer:hash(), kind .. " " .. fractal .. ", " .. where)
				end
			end
			for i, m in ipairs(more) do
				local hash = table.remove(m, 1)
				m.fractal = "standard"
				assert.are.equal(hash, noise(m, 70, 40):hash(), i .. ", " .. where)
				table.insert(m, 1, hash)
			end
		end)
	end)
end)
