local terrane = require "terrane"
local maps = require "maps"

local function sample(image, settings) return image:fractal_sample(settings or {}):render():layer(settings and settings.out_layer or "fractal") end
local function with(a, b)
	local t = {}
	for k, v in pairs(a) do t[k] = v end
	for k, v in pairs(b or {}) do t[k] = v end
	return t
end
local each = maps.each
local function flat(value) return maps.image(13, 9, function() return value end) end
local function fail(image, settings) return maps.failure(function() sample(image, settings) end) end
local blends = { "add", "subtract", "maximum" }

describe("fractal_sample", function()
	it("is its source with one octave, and without roughness", function()
		local image = maps.image(31, 18, function(x, y) return (x - 7.3) * 1.7 ^ (y * 3 - 30) end)
		for _, blend in ipairs(blends) do
			for _, bias in ipairs { 0.5, -1e24 } do
				for _, settings in ipairs { { max_octaves = 1 }, { roughness = 0 }, { max_octaves = 1, lacunarity = 5, filter = "point", border = "black" } } do
					local out = sample(image, with(settings, { blend_mode = blend, bias = bias }))
					assert.are.equal(image:layer("C"):hash(), out:hash(), blend)
				end
			end
		end
		local rgba = terrane.image { C = terrane.layer { width = 9, height = 7, channels = 4, data = function(x, y, c) return x * c - y / 3 end } }
		assert.are.equal(rgba:layer("C"):hash(), sample(rgba, { blend_mode = "over", max_octaves = 1 }):hash())
		assert.are.equal(rgba:layer("C"):hash(), sample(rgba, { blend_mode = "over", roughness = 0 }):hash())
	end)

	it("weighs its octaves", function()
		local function at(settings) return sample(flat(0.3), settings):get(6, 4) end
		assert.near(0.3, at {}, 1e-7)
		assert.near(0.3, at { angle = 33, jitter = 1, lacunarity = 1.7, roughness = 0.8, max_octaves = 7, bias = 0.1, random_flip_x = true }, 1e-7)
		assert.near(0.5 - 0.2 * 0.125 / 1.875, at { blend_mode = "subtract" }, 1e-7)
		assert.near(0.5 - 0.2 * 0.125, at { blend_mode = "maximum" }, 1e-7) -- below its bias the weakest octave is the greatest
		assert.near(0.3, at { blend_mode = "maximum", bias = 0.1 }, 1e-7)
		assert.near(0.1 + 0.2 * 8, at { blend_mode = "maximum", bias = 0.1, roughness = 2 }, 1e-6)
		for _, blend in ipairs(blends) do
			for _, octaves in ipairs { 1, 4 } do
				local settings = { blend_mode = blend, max_octaves = octaves, bias = 0.25, roughness = 0.7 }
				assert.near(at(settings) - 0.25, at(with(settings, { offset_with_bias = false })), 1e-7)
			end
		end
		-- nothing that moves samples changes a constant
		for _, blend in ipairs(blends) do
			local still = at { blend_mode = blend }
			for _, moved in ipairs { { jitter = 10 }, { angle = -77 }, { angle = 360, angle_mode = "random" }, { lacunarity = 0.01 }, { lacunarity = 16, max_octaves = 4 },
				{ random_flip_y = true }, { border = "clamp" }, { filter = "point" }, { maintain_tileable = true }, { rand_seed = 9, jitter = 1 } } do
				each(sample(flat(0.3), with(moved, { blend_mode = blend })), function(v) assert.near(still, v, 1e-7) end)
			end
		end
	end)

	it("shows the source smaller about its middle", function()
		local image = maps.image(16, 12, maps.rough(3))
		local c = image:layer "C"
		local function octaves(n, more) return sample(image, with({ max_octaves = n, roughness = 1, filter = "point", bias = 0 }, more)) end
		local one, two = octaves(1), octaves(2, { lacunarity = 3 })
		each(two, function(v, x, y)
			-- a pixel three times as far from the middle, wrapped
			local second = c:get((3 * x - 15) % 16, (3 * y - 11) % 12)
			assert.near((one:get(x, y) + second) / 2, v, 1e-6)
		end)
		-- between pixels, bilinear: twice as far lies half way between four
		two = octaves(2, { filter = "bilinear" })
		each(two, function(v, x, y)
			local function at(i, j) return c:get(i % 16, j % 12) end
			local i, j = 2 * x - 8, 2 * y - 6
			assert.near((c:get(x, y) + (at(i, j) + at(i + 1, j) + at(i, j + 1) + at(i + 1, j + 1)) / 4) / 2, v, 1e-6)
		end)
	end)

	it("turns the picture counter-clockwise", function()
		local ramp = maps.image(4, 4, function(x, y) return x + 4 * y end)
		local function row(settings, y)
			local l, t = sample(ramp, with({ max_octaves = 1, filter = "point" }, settings)), {}
			for x = 0, 3 do t[#t + 1] = l:get(x, y or 0) end
			return t
		end
		assert.are.same({ 12, 8, 4, 0 }, row { angle = 90 })
		assert.are.same({ 12, 8, 4, 0 }, row { angle = 90, filter = "bilinear" })
		assert.are.same({ 15, 14, 13, 12 }, row { angle = 180 })
		assert.are.same({ 3, 7, 11, 15 }, row { angle = -90 })
		assert.are.same({ 0, 1, 2, 3 }, row { angle = 360 })
		-- each octave one angle further: the fourth of 90 degrees is not turned
		local image = maps.image(9, 9, maps.rough(4))
		local function only_last(n, angle) -- the weights of the others vanish beside it
			return sample(image, { max_octaves = n, lacunarity = 1, roughness = 4, angle = angle, bias = 0 })
		end
		local fourth, c = only_last(4, 90), image:layer "C"
		each(fourth, function(v, x, y)
			local turned = c:get(y, 8 - x) + 4 * c:get(8 - x, 8 - y) + 16 * c:get(8 - y, x) + 64 * c:get(x, y)
			assert.near(turned / 85, v, 1e-6)
		end)
		-- pixels stay square in an image that is not: a turn leaves distances from the middle
		local disc = maps.image(40, 20, function(x, y) return (x - 19.5) ^ 2 + (y - 9.5) ^ 2 < 64 and 1 or 0 end)
		local turned = sample(disc, { max_octaves = 1, angle = 37, border = "black" })
		each(turned, function(v, x, y)
			local d = math.sqrt((x - 19.5) ^ 2 + (y - 9.5) ^ 2)
			if math.abs(d - 8) > 1.5 then assert.are.equal(d < 8 and 1 or 0, v) end
		end)
	end)

	it("draws angles, shifts and mirrors by seed", function()
		local image = maps.image(24, 16, maps.rough(5))
		local c = image:layer "C"
		local function one(settings) return sample(image, with({ max_octaves = 1, filter = "point" }, settings)) end
		local mirrored = {}
		for seed = 0, 31 do
			local flipped = one { rand_seed = seed, random_flip_x = true, random_flip_y = true }
			local kind = flipped:get(3, 2) == c:get(20, 2) and 1 or flipped:get(3, 2) == c:get(20, 13) and 2 or flipped:get(3, 2) == c:get(3, 13) and 3 or 4
			each(flipped, function(v, i, j)
				assert.are.equal(c:get((kind == 1 or kind == 2) and 23 - i or i, (kind == 2 or kind == 3) and 15 - j or j), v)
			end)
			mirrored[kind] = (mirrored[kind] or 0) + 1
		end
		for kind = 1, 4 do assert.is_true((mirrored[kind] or 0) >= 3, "kind " .. kind) end
		-- a shift by at most the jitter, in u and v
		local slope = maps.image(64, 32, function(x, y) return x + 1000 * y end)
		local least, most = 1e9, -1e9
		for seed = 0, 31 do
			local v = sample(slope, { max_octaves = 1, jitter = 0.125, rand_seed = seed }):get(20, 16)
			local dy = math.floor(v / 1000 + 0.5) -- rows count 1000, and columns shift by at most 8
			assert.is_true(dy >= 16 - 4 and dy <= 16 + 4)
			least, most = math.min(least, v), math.max(most, v)
		end
		assert.is_true(most - least > 4000)
		local angles = {}
		for seed = 0, 9 do angles[sample(image, { angle = 180, angle_mode = "random", rand_seed = seed }):hash()] = true end
		local distinct = 0
		for _ in pairs(angles) do distinct = distinct + 1 end
		assert.are.equal(10, distinct)
		assert.are.equal(one({ rand_seed = 1 }):hash(), one({ rand_seed = 2 }):hash()) -- nothing is drawn
	end)

	it("meets its borders", function()
		local image = maps.image(4, 4, function(x, y) return 1 + x + 4 * y end)
		local function corner(border, filter) -- three times as far from the middle: pixel (-3, -3)
			return sample(image, { max_octaves = 2, lacunarity = 3, roughness = 1, bias = 0, border = border, filter = filter, blend_mode = "subtract" }):get(0, 0)
		end
		for _, filter in ipairs { "point", "bilinear" } do
			assert.are.equal((1 - 6) / 2, corner("wrap", filter)) -- (1, 1)
			assert.are.equal((1 - 1) / 2, corner("clamp", filter))
			assert.are.equal(1 / 2, corner("black", filter))
		end
		-- black fades over a pixel
		local white = maps.image(8, 8, function() return 1 end)
		local small = sample(white, { max_octaves = 2, lacunarity = 1.5, roughness = 1, bias = 0, border = "black" })
		assert.are.same({ 1 / 2, (1 + 0.75) / 2, (1 + 0.75 ^ 2) / 2, 1 }, { small:get(0, 4), small:get(1, 4), small:get(1, 1), small:get(2, 4) })
	end)

	it("keeps what tiles tileable", function()
		local tau = 2 * math.pi
		local image = maps.image(64, 64, function(x, y) return math.sin(tau * (3 * (x + 0.5) + 2 * (y + 0.5)) / 64) end)
		for _, more in ipairs { {}, { jitter = 0.7, random_flip_x = true, random_flip_y = true }, { angle_mode = "random", angle = 360, lacunarity = 0.3 } } do
			local out = sample(image, with({ maintain_tileable = true, lacunarity = 2.4, angle = 80, max_octaves = 3, bias = 0, border = "black" }, more))
			local seam, inside = 0, 0
			each(out, function(v, x, y)
				local right, up = math.abs(v - out:get((x + 1) % 64, y)), math.abs(v - out:get(x, (y + 1) % 64))
				if x == 63 then seam = math.max(seam, right) else inside = math.max(inside, right) end
				if y == 63 then seam = math.max(seam, up) else inside = math.max(inside, up) end
			end)
			assert.is_true(seam <= inside * 1.0001 and inside > 0.1, seam .. " " .. inside)
		end
		assert.are.equal(sample(image, { maintain_tileable = true, lacunarity = 2.4, angle = 80 }):hash(), sample(image, { lacunarity = 2, angle = 90 }):hash())
		assert.are.equal(sample(image, { maintain_tileable = true, lacunarity = 0.3 }):hash(), sample(image, { lacunarity = 1 }):hash())
	end)

	it("lays octaves over each other", function()
		local function rgba(r, g, b, a) return terrane.image { C = terrane.layer { width = 3, height = 2, channels = 4, data = function(_, _, c) return ({ r, g, b, a })[c] end } } end
		local function over(image, settings)
			local l = sample(image, with({ blend_mode = "over", max_octaves = 2 }, settings))
			return { l:get(1, 1, 1), l:get(1, 1, 2), l:get(1, 1, 3), l:get(1, 1, 4) }
		end
		assert.are.same({ 1, 0, 0, 0.625 }, over(rgba(1, 0, 0, 0.5)))
		assert.are.same({ 0, 0, 0, 0 }, over(rgba(1, 1, 1, 0)))
		assert.are.same({ 1, 0, 0, 1 }, over(rgba(1, 0, 0, 1), { roughness = 4, max_octaves = 9, angle = 20 }))
		-- two colours: left red, right blue; the second octave has them three times
		local image = terrane.image { C = terrane.layer { width = 8, height = 8, channels = 4, data = function(x, _, c)
			return (c == 4 or (c == 1 and x < 4) or (c == 3 and x >= 4)) and 1 or 0
		end } }
		local l = sample(image, { blend_mode = "over", max_octaves = 2, filter = "point", lacunarity = 3 })
		for x, rgba_there in pairs { [3] = { 1, 0, 0, 1 }, [2] = { 0.5, 0, 0.5, 1 }, [4] = { 0, 0, 1, 1 }, [5] = { 0.5, 0, 0.5, 1 } } do
			assert.are.same(rgba_there, { l:get(x, 0, 1), l:get(x, 0, 2), l:get(x, 0, 3), l:get(x, 0, 4) })
		end
		assert.matches("blend_mode: over needs a layer of 4 channels, RGBA, and 'C' has 1", fail(flat(1), { blend_mode = "over" }))
	end)

	it("treats channels alike, and keeps the other layers", function()
		local a, b = maps.rough(1), maps.rough(2)
		local image = terrane.image {
			C = terrane.layer { width = 11, height = 8, channels = 2, data = function(x, y, c) return (c == 1 and a or b)(x, y) end },
		}
		local settings = { angle = 12, roughness = 0.7, gamma = 1.3 }
		local both, single = sample(image, settings), sample(maps.image(11, 8, b), settings)
		each(single, function(v, x, y) assert.are.equal(v, both:get(x, y, 2)) end)
		assert.are.same({ "C", "fractal" }, image:fractal_sample({}):render():layers())
		assert.are.same({ "C" }, image:fractal_sample({ out_layer = "" }):render():layers())
		assert.matches("source_layer: no layer 'x' %(the image has 'C'%)", fail(image, { source_layer = "x" }))
	end)

	it("post-processes the sum", function()
		local image = maps.image(9, 9, maps.rough(6, 1))
		local plain = sample(image, {})
		each(sample(image, { complement = true, contrast = 2, clamp_min = 0.2, use_clamp_min = true }), function(v, x, y)
			assert.near(math.max(0.2, (1 - plain:get(x, y) - 0.5) * 2 + 0.5), v, 1e-6)
		end)
	end)

	it("leaves voids where they are seen", function()
		local image = maps.image(12, 12, function(x, y) return x == 3 and y == 3 and 0 / 0 or 0.25 end)
		local function voids(settings) return sample(image, settings):stats().nan end
		assert.are.equal(1, voids { max_octaves = 1 })
		for _, blend in ipairs(blends) do
			-- the first octave sees the void once, the second four times, each as one of four around a place between them
			assert.are.equal(1 + 4, voids { max_octaves = 2, blend_mode = blend })
		end
		for _, post in ipairs { { fold = true }, { complement = true }, { pp_bias = 0.3 }, { gain = 0.7 }, { gamma = 2.2 }, { contrast = 3 }, { use_clamp_min = true },
			{ use_clamp_max = true } } do
			assert.are.equal(1, voids(with(post, { max_octaves = 1 })), next(post))
		end
		local rgba = terrane.image { C = terrane.layer { width = 6, height = 6, channels = 4, data = function(x, y, c) return c == 4 and x == 1 and y == 1 and 0 / 0 or 0.5 end } }
		local over = sample(rgba, { blend_mode = "over", max_octaves = 2, lacunarity = 1 })
		for c = 1, 4 do assert.are.equal(1, over:stats(c).nan) end
	end)

	it("works at any size and for any number", function()
		for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 2, 2 }, { 257, 3 } } do
			local image = maps.image(size[1], size[2], maps.rough(8))
			for _, odd in ipairs {
				{ lacunarity = 0.01, max_octaves = 16 }, { lacunarity = 16, max_octaves = 16 }, { roughness = 4, max_octaves = 16 }, { jitter = 10, rand_seed = 4294967295 },
				{ angle = 360 }, { angle = -359.9, max_octaves = 16 }, { bias = 1e24 }, { bias = -1e24, offset_with_bias = false }, { roughness = 1e-300 },
				{ maintain_tileable = true, lacunarity = 16, max_octaves = 16, angle = 45 }, { gamma = 100, contrast = -100, roughness = 4 },
			} do
				for _, border in ipairs { "wrap", "clamp", "black" } do
					for _, blend in ipairs(blends) do
						local s = sample(image, with(odd, { border = border, blend_mode = blend })):stats()
						assert.is_true(s.nan == 0 and s.max < math.huge and s.min > -math.huge, next(odd))
					end
				end
			end
		end
		assert.matches("bias: .*1e24", fail(flat(1), { bias = 1e25 }))
	end)

	it("needs its source as a whole, and says so", function()
		local node = terrane.noise {}:fractal_sample { angle = 10 }
		local whole, part = node:render({ width = 40 }):layer "fractal", node:render({ width = 40, window = { 7, 30, 20, 9 } }):layer "fractal"
		each(part, function(v, x, y) assert.are.equal(whole:get(x + 7, y + 30), v) end)
		local list = node:check_tiles()
		assert.are.same({ 1, "fractal_sample" }, { #list, list[1].node })
		assert.matches("reads its source everywhere", list[1].what)
		assert.matches("bake", list[1].instead)
		assert.matches("fractal_sample reads its source everywhere in the image; put :bake{} behind it", maps.failure(node.tile, node, { x = 1, y = 1 }))
		assert.are.same({}, node:bake({}):check_tiles())
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return terrane.noise({ resolution_x = 9, resolution_y = 7 }):fractal_sample { fold = true } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local rgba = terrane.image { C = terrane.layer { width = 61, height = 83, channels = 4, data = function(x, y, c) return maps.rough(c, 1)(x, y) end } }
		local golden = {
			{ "ffe47e100d6d45c07470035c8ba8bf78" },
			{ "c100e94627cb268c42608699c0c34d24", angle = 23, jitter = 0.3, blend_mode = "subtract", border = "clamp", roughness = 0.8 },
			{ "5e0d04968eb00e977930088dee110c3d", angle = 180, angle_mode = "random", random_flip_x = true, random_flip_y = true, blend_mode = "maximum", border = "black", rand_seed = 7 },
			{ "249202616e11f7a5cba8a5527dda6e72", angle = 23, jitter = 2, blend_mode = "over", lacunarity = 1.7, max_octaves = 9 },
			{ "5ecf107ad1d7c4beb9eaa125023bcf53", maintain_tileable = true, angle = 50, filter = "point", gamma = 1.7, max_octaves = 16 },
		}
		maps.each_runtime(function(kind)
			for i, settings in ipairs(golden) do
				local hash = table.remove(settings, 1)
				assert.are.equal(hash, sample(rgba, settings):hash(), i .. ", " .. kind)
				table.insert(settings, 1, hash)
			end
		end)
	end)
end)
