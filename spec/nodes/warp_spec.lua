local terrane = require "terrane"
local maps = require "maps"

local nan = 0 / 0
local function warped(image, settings) return image:warp(settings):render():layer "C" end
local function same(a, b, message) assert.are.equal(a:hash(), b:hash(), message) end

-- where place t of n lies, beyond the edges too
local function meet(t, n, edge)
	if edge == "clamp" then return math.max(0, math.min(n - 1, t)) end
	if edge == "wrap" then return t % n end
	t = t % (2 * n)
	return t < n and t or 2 * n - 1 - t
end

local function weights(f, interpolation)
	if interpolation == "nearest" then return { 0, f < 0.5 and 1 or 0, f < 0.5 and 0 or 1, 0 } end
	if interpolation == "bilinear" then return { 0, 1 - f, f, 0 } end
	return { (-f + 2 * f ^ 2 - f ^ 3) / 2, (2 - 5 * f ^ 2 + 3 * f ^ 3) / 2, (f + 4 * f ^ 2 - 3 * f ^ 3) / 2, (f ^ 3 - f ^ 2) / 2 }
end

-- f at a place between pixels, by the textbook
local function sample(f, w, h, x, y, edge, interpolation)
	local i, j, sum = math.floor(x), math.floor(y), 0
	local wx, wy = weights(x - i, interpolation), weights(y - j, interpolation)
	for b = 1, 4 do
		for a = 1, 4 do
			local weight = wx[a] * wy[b]
			if weight ~= 0 then sum = sum + weight * f(meet(i + a - 2, w, edge), meet(j + b - 2, h, edge)) end
		end
	end
	return sum
end

describe("warp", function()
	it("is the textbook's sampling at the ends of ways, beyond every edge", function()
		local rough = maps.rough(3)
		local way = { maps.rough(8, 2), maps.rough(9, 2) }
		local function vector(x, y) -- up to 1.4 long
			local vx, vy = way[1](x, y) - 1, way[2](x, y) - 1
			return vx, vy
		end
		for _, size in ipairs { { 1, 1 }, { 7, 1 }, { 1, 6 }, { 13, 8 } } do
			local w, h = size[1], size[2]
			local image = terrane.image {
				C = terrane.layer { width = w, height = h, data = rough },
				V = terrane.layer { width = w, height = h, channels = 2, data = function(x, y, c) return (select(c, vector(x, y))) end },
			}
			for _, edge in ipairs { "clamp", "wrap", "mirror" } do
				for _, interpolation in ipairs { "bicubic", "bilinear", "nearest" } do
					for _, steps in ipairs { 1, 3 } do
						local amount = w == 13 and 0.4 or 1
						local out = warped(image, { by = "layer", warp_layer = "V", amount = amount, steps = steps, edge = edge, interpolation = interpolation })
						maps.each(out, function(value, x, y)
							local dx, dy = 0, 0
							for _ = 1, steps do
								local vx = sample(function(i, j) return (vector(i, j)) end, w, h, x + dx, y + dy, edge, "bilinear")
								local vy = sample(function(i, j) return (select(2, vector(i, j))) end, w, h, x + dx, y + dy, edge, "bilinear")
								local length = math.max(1, math.sqrt(vx * vx + vy * vy))
								dx, dy = dx + amount * w / steps * vx / length, dy + amount * w / steps * vy / length
							end
							dx, dy = math.floor(dx * 65536 + 0.5) / 65536, math.floor(dy * 65536 + 0.5) / 65536
							assert.near(sample(rough, w, h, x + dx, y + dy, edge, interpolation), value, 2e-6, edge .. " " .. interpolation .. " " .. steps)
						end)
					end
				end
			end
		end
	end)

	it("shifts by whole pixels bit for bit, and by none", function()
		local rough = maps.rough(5)
		for _, size in ipairs { { 75, 9 }, { 10, 33 } } do
			local w, h = size[1], size[2]
			local function value(x, y) return x == 4 and y == 3 and nan or x == 6 and -0.0 or rough(x, y) / 3 end
			for kind, f in pairs { f32 = value, f64 = value, i32 = function(x, y) return 16777217 + 5 * x + 1000 * y end } do
				local image = terrane.image { C = terrane.layer { width = w, height = h, type = kind, data = f } }
				for _, interpolation in ipairs { "bicubic", "bilinear", "nearest" } do
					same(image:layer "C", warped(image, { amount = 0, interpolation = interpolation }), kind)
					for turn, way in pairs { [0] = { 3, 0 }, [90] = { 0, 3 }, [180] = { -3, 0 }, [-90] = { 0, -3 } } do
						for _, edge in ipairs { "clamp", "wrap", "mirror" } do
							local shifted = terrane.layer { width = w, height = h, type = kind, data = function(x, y) return f(meet(x + way[1], w, edge), meet(y + way[2], h, edge)) end }
							local out = warped(image, { by = "direction", warp_layer = "", angle = turn, amount = 3 / w, edge = edge, interpolation = interpolation })
							assert.are.equal(kind, out.type)
							same(shifted, out, kind .. " " .. turn .. " " .. edge .. " " .. interpolation)
						end
					end
				end
			end
		end
	end)

	it("leaves planes planes", function()
		local image = maps.image(40, 30, function(x, y) return 0.75 * x - 1.25 * y + 3 end)
		for _, interpolation in ipairs { "bicubic", "bilinear" } do
			local out = warped(image, { by = "direction", warp_layer = "", angle = 30, amount = -0.03, interpolation = interpolation })
			maps.each(out, function(value, x, y)
				if x < 4 or y < 4 or x > 35 or y > 25 then return end
				assert.near(0.75 * (x - 1.2 * math.cos(math.pi / 6)) - 1.25 * (y - 1.2 * math.sin(math.pi / 6)) + 3, value, 2e-5)
			end)
		end
	end)

	it("goes by the noise of the node noise, one for u and one for v", function()
		for _, edge in ipairs { "mirror", "wrap" } do
			for _, kind in ipairs { "value", "perlin", "simplex" } do
				local settings = { noise_type = kind, frequency = 3.3, octaves = 2, lacunarity = 2.2, roughness = 0.4, rand_seed = 9 }
				local places = terrane.image { C = terrane.layer { width = 64, height = 48, channels = 2, data = function(x, y, c) return c == 1 and x or y end } }
				local out = places:warp { noise_type = kind, frequency = 3.3, octaves = 2, lacunarity = 2.2, roughness = 0.4, rand_seed = 9, amount = 0.1, edge = edge }:render():layer "C"
				settings.fractal, settings.channels, settings.tile_u, settings.tile_v = "standard", 2, edge == "wrap", edge == "wrap"
				local noise = terrane.noise(settings):render({ width = 64, height = 48 }):layer "C"
				local most = 0
				for y = 9, 38 do
					for x = 9, 54 do
						local u, v = noise:get(x, y, 1), noise:get(x, y, 2)
						local length = math.max(1, math.sqrt(u * u + v * v))
						assert.near(6.4 * u / length, out:get(x, y, 1) - x, 3e-5)
						assert.near(6.4 * v / length, out:get(x, y, 2) - y, 3e-5)
						most = math.max(most, math.abs(u - v))
					end
				end
				assert.is_true(most > 0.2)
			end
		end
	end)

	it("follows vectors in steps as a stream would: round a circle things keep their distance", function()
		local n, c = 65, 32
		local image = terrane.image {
			C = terrane.layer { width = n, height = n, data = function(x, y) return math.sqrt((x - c) ^ 2 + (y - c) ^ 2) end },
			u = terrane.layer { width = n, height = n, data = function(_, y) return -(y - c) / 64 end },
			v = terrane.layer { width = n, height = n, data = function(x) return (x - c) / 64 end },
		}
		local function at(steps) return warped(image, { by = "layer", warp_layer = "u v", amount = 1, steps = steps }):get(c + 16, c) end
		local d = n / 64 -- so far, in radii, the straight way goes
		assert.near(16 * math.sqrt(1 + d * d), at(1), 1e-2)
		assert.near(16 * (1 + (d / 8) ^ 2) ^ 4, at(8), 1e-2)
		assert.near(16, at(64), 0.15)
	end)

	it("takes one layer with two channels, two layers, or those of another image", function()
		local rough = maps.rough(2, 2)
		local function layer(channels, first) return terrane.layer { width = 16, height = 12, channels = channels, data = function(x, y, c) return rough(x + 50 * (c + first), y) - 1 end } end
		local C = terrane.layer { width = 16, height = 12, data = maps.rough(4) }
		local vectors = { both = layer(3, 0), u = layer(1, 0), v = layer(2, 1) }
		local all = terrane.image { C = C, both = vectors.both, u = vectors.u, v = vectors.v }
		local one = warped(all, { by = "layer", warp_layer = "both" })
		assert.are_not.equal(C:hash(), one:hash())
		same(one, warped(all, { by = "layer", warp_layer = "u v" }))
		same(one, warped(terrane.image { C = C }, { by = "layer", warp_layer = "both", vectors = terrane.image(vectors) }))
		-- by direction the first channel counts; beyond 1 it is 1
		local along = warped(all, { by = "direction", warp_layer = "both", angle = 90 })
		local upward = terrane.image { C = C, u = terrane.layer { width = 16, height = 12, data = function() return 0 end }, v = vectors.u }
		same(along, warped(upward, { by = "layer", warp_layer = "u v" }))
		local far = terrane.image { C = C, far = terrane.layer { width = 16, height = 12, data = function() return 7 end } }
		same(warped(all, { by = "direction", warp_layer = "" }), warped(far, { by = "direction", warp_layer = "far" }))
	end)

	it("is scaled by a mask", function()
		local function image(mask)
			return terrane.image {
				C = terrane.layer { width = 12, height = 9, data = function(x) return x end },
				mask = terrane.layer { width = 12, height = 9, data = function(x) return mask(x) end },
			}
		end
		local function show(x) return ({ [0] = 0, 1, 0.25, nan, -4, 7 })[x % 6] end
		for _, invert in ipairs { false, true } do
			local out = warped(image(show), { by = "direction", warp_layer = "", amount = 2 / 12, mask_layer = "mask", invert_mask = invert, edge = "clamp" })
			for x = 1, 8 do
				local m = math.max(0, math.min(1, show(x)))
				if show(x) ~= show(x) then m = 0 elseif invert then m = 1 - m end
				assert.near(x + 2 * m, out:get(x, 4), 1e-5)
			end
		end
	end)

	it("stays where vectors are void, and makes no voids but next to voids", function()
		local vectors = terrane.layer { width = 9, height = 7, channels = 2, data = function(x, _, c) return x == 2 and nan or x == 3 and c == 2 and math.huge or 0.5 end }
		local image = terrane.image { C = terrane.layer { width = 9, height = 7, data = function(x, y) return x + 10 * y end }, N = vectors }
		for _, steps in ipairs { 1, 4 } do
			local out = warped(image, { by = "layer", amount = 0.1, steps = steps })
			for y = 0, 6 do for x = 2, 3 do assert.are.equal(x + 10 * y, out:get(x, y)) end end
			maps.finite(image:warp({ by = "layer", amount = 0.1, steps = steps }):render(), { "C" })
		end
		local holed = maps.image(31, 3, function(x) return x == 15 and nan or x end)
		for _, case in ipairs { { "nearest", 0, 0.4 }, { "bilinear", 1, 0.4 }, { "bicubic", 2, 0.4 }, { "bicubic", 0, 1 } } do
			local out = warped(holed, { by = "direction", warp_layer = "", amount = case[3] / 31, interpolation = case[1] })
			local voids = {}
			for x = 0, 30 do if out:get(x, 1) ~= out:get(x, 1) then voids[#voids + 1] = x end end
			local at = case[3] == 1 and 14 or 15
			local wanted = { nearest = { 15 }, bilinear = { 14, 15 }, bicubic = at == 14 and { 14 } or { 13, 14, 15, 16 } }
			assert.are.same(wanted[case[1]], voids)
		end
	end)

	it("moves the layers that are named, with all their channels, and ids", function()
		local image = terrane.image {
			C = terrane.layer { width = 8, height = 6, data = maps.rough(1) },
			many = terrane.layer { width = 8, height = 6, channels = 3, data = function(x, y, c) return maps.rough(c)(x, y) end },
			id = terrane.layer { width = 8, height = 6, type = "i32", data = function(x) return x end },
		}
		local settings = { amount = 0.3, rand_seed = 4 }
		local function changed(layer)
			settings.layer = layer
			local out, list = image:warp(settings):render(), {}
			assert.are.same(image:layers(), out:layers())
			for _, name in ipairs(image:layers()) do if out:layer(name):hash() ~= image:layer(name):hash() then list[#list + 1] = name end end
			table.sort(list)
			return table.concat(list, " ")
		end
		assert.are.equal("C", changed "C")
		assert.are.equal("C many", changed " many  C ")
		assert.are.equal("C id many", changed "*")
		assert.are.equal("", changed "")
		local third = image:warp({ layer = "many", amount = 0.3, rand_seed = 4 }):render():layer "many"
		local alone = warped(maps.image(8, 6, maps.rough(3)), { amount = 0.3, rand_seed = 4 })
		maps.each(alone, function(value, x, y) assert.are.equal(value, third:get(x, y, 3)) end)
	end)

	it("gives finite values at the bounds of its parameters", function()
		for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 33, 18 } } do
			local image = maps.image(size[1], size[2], function(x, y) return (maps.rough(1)(x, y) - 2) * 1e37 end)
			for _, amount in ipairs { -1, 1 } do
				for _, frequency in ipairs { 0, 1e-300, 1e300 } do
					local settings = { amount = amount, frequency = frequency, octaves = 16, lacunarity = 16, steps = 64, edge = amount == 1 and "wrap" or "mirror" }
					maps.finite(image:warp(settings):render(), { "C" })
				end
			end
		end
	end)

	it("says what is wrong", function()
		local image = maps.image(3, 3, maps.rough(1))
		local function fail(settings) return maps.failure(function() image:warp(settings):render() end) end
		assert.matches("warp: layer: no layer 'h' %(the image has 'C'%)", fail { layer = "C h" })
		assert.matches("warp_layer: no layer 'N'", fail { by = "layer" })
		assert.matches("warp_layer: 'C' has one channel; vectors take a layer of two, or the names of two layers", fail { by = "layer", warp_layer = "C" })
		assert.matches("warp_layer: must name a layer of two channels, or two layers; got ''", fail { by = "layer", warp_layer = "" })
		assert.matches("warp_layer: must name one layer, or none, where by is direction; got 'C C'", fail { by = "direction", warp_layer = "C C" })
		assert.matches("mask_layer: no layer 'h'", fail { mask_layer = "h" })
		assert.matches("amount: .*1.5", fail { amount = 1.5 })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):warp { mask_layer = "C", steps = 2 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = terrane.image {
			C = terrane.layer { width = 75, height = 53, data = maps.rough(11) }, N = terrane.layer { width = 75, height = 53, channels = 2, data = function(x, y, c) return maps.rough(c, 2)(x, y) - 1 end },
		}
		maps.each_runtime(function(kind)
			assert.are.equal("83becc68d8ec2df8ca5a8a54247ee248", warped(image, { edge = "wrap", amount = 0.1 }):hash(), kind)
			assert.are.equal("fd58a30ebe8d91273d3fb17cbfe5a9e5", warped(image, { by = "layer", steps = 5, interpolation = "bilinear", edge = "mirror", mask_layer = "C" }):hash(), kind)
			assert.are.equal("0b8b77fa3b57c66a53dc135da5d517a1", warped(image, { by = "direction", angle = 33, amount = -0.2 }):hash(), kind)
		end)
	end)
end)
