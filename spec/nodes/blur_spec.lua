local terrane = require "terrane"
local maps = require "maps"

local function blurred(image, settings) return image:blur(settings or {}):render():layer "C" end
local function impulse(width, height, x0, y0) return maps.image(width, height, function(x, y) return x == x0 and y == y0 and 1 or 0 end) end
local function same(a, b, message) assert.are.equal(a:hash(), b:hash(), message) end

-- the bell that the radius names, cut off at three standard deviations
local function bell(radius)
	local sigma, weights, sum = radius / 2, {}, 0
	for k = -math.ceil(3 * sigma), math.ceil(3 * sigma) do
		weights[k] = math.exp(-k * k / (2 * sigma * sigma))
		sum = sum + weights[k]
	end
	for k, w in pairs(weights) do weights[k] = w / sum end
	return weights
end

describe("blur", function()
	it("weighs by a bell of half the radius", function()
		for _, radius in ipairs { 0.5, 1, 2, 3.3, 8, 16 } do
			local weights = bell(radius)
			local b = blurred(impulse(61, 59, 30, 29), { radius = radius, edge = "clamp" })
			maps.each(b, function(value, x, y)
				assert.near((weights[x - 30] or 0) * (weights[y - 29] or 0), value, 6e-8)
			end)
		end
	end)

	it("keeps to the bell when it is wide, wherever the coarse grid lies", function()
		for _, radius in ipairs { 17, 40, 111 } do
			for at = 300, 306, 3 do
				local b, weights = blurred(impulse(601, 1, at, 0), { radius = radius, edge = "clamp" }), bell(radius)
				local off, sum, variance, true_variance = 0, 0, 0, 0
				for x = 0, 600 do
					local value, w = b:get(x, 0), weights[x - at] or 0
					off = off + math.abs(value - w)
					sum = sum + value
					variance = variance + value * (x - at) ^ 2
					true_variance = true_variance + w * (x - at) ^ 2
				end
				assert.near(0, off, 0.003)
				assert.near(1, sum, 1e-6)
				assert.near(1, variance / true_variance, 0.01)
			end
		end
	end)

	it("takes the mean of a square", function()
		local rough = maps.rough(4)
		for _, radius in ipairs { 1, 2, 3, 5 } do
			local b = blurred(maps.image(14, 13, rough), { kind = "box", radius = radius, edge = "wrap" })
			maps.each(b, function(value, x, y)
				local sum = 0
				for j = -radius, radius do for i = -radius, radius do sum = sum + rough((x + i) % 14, (y + j) % 13) end end
				assert.near(sum / (2 * radius + 1) ^ 2, value, 3e-7)
			end)
		end
		-- of a radius that is not whole the outermost count by their part
		local b = blurred(impulse(9, 1, 4, 0), { kind = "box", radius = 1.25, edge = "clamp" })
		for x, weight in pairs { [1] = 0, [2] = 0.25, [3] = 1, [4] = 1, [5] = 1, [6] = 0.25, [7] = 0 } do assert.near(weight / 3.5, b:get(x, 0), 1e-7) end
	end)

	it("leaves planes alone up to the border, at every radius and size", function()
		for _, size in ipairs { { 1, 1 }, { 7, 1 }, { 1, 6 }, { 2, 3 }, { 37, 20 } } do
			local image = maps.image(size[1], size[2], function(x, y) return 0.75 * x - 1.25 * y + 3 end)
			for _, radius in ipairs { 0.1, 0.6, 3, 16, 40, 500, 65536 } do
				for _, kind in ipairs { "gaussian", "box" } do
					local tolerance = radius > 400 and 1e-3 or 1e-5
					maps.each(blurred(image, { kind = kind, radius = radius }), function(value, x, y)
						local where = ("%dx%d %s %g at %d,%d"):format(size[1], size[2], kind, radius, x, y)
						assert.near(0.75 * (size[1] > 1 and x or 0) - 1.25 * (size[2] > 1 and y or 0) + 3, value, tolerance, where)
					end)
				end
			end
		end
		local flat = maps.image(40, 30, function() return 0.1 end)
		for _, radius in ipairs { 3, 30, 300 } do
			for _, edge in ipairs { "extend", "wrap", "clamp" } do same(flat:layer "C", blurred(flat, { radius = radius, edge = edge })) end
		end
	end)

	it("keeps the bits where there is nothing to blur", function()
		local image = maps.image(9, 8, maps.rough(2))
		for _, settings in ipairs { { radius = 0 }, { radius = 0.2 }, { kind = "box", radius = 0 } } do same(image:layer "C", blurred(image, settings)) end
	end)

	it("repeats with wrap: what is rolled comes out rolled, and the mean stays", function()
		local rough = maps.rough(7)
		for _, settings in ipairs { { radius = 3 }, { radius = 14 }, { kind = "box", radius = 2.5 }, { kind = "box", radius = 40 }, { radius = 30, near = 2e-3 } } do
			local near = settings.near or 0 -- the coarse grid of wide ones does not roll along
			settings.near, settings.edge = nil, "wrap"
			local here = blurred(maps.image(17, 11, rough), settings)
			local rolled = blurred(maps.image(17, 11, function(x, y) return rough((x + 5) % 17, (y + 3) % 11) end), settings)
			maps.each(rolled, function(value, x, y) assert.near(here:get((x + 5) % 17, (y + 3) % 11), value, near) end)
			assert.near(maps.image(17, 11, rough):layer("C"):stats().mean, here:stats().mean, 2e-3)
		end
	end)

	it("never leaves the range with clamp, and goes straight on with extend", function()
		local step = maps.image(40, 3, function(x) return x < 3 and 1 or 0 end)
		for _, kind in ipairs { "gaussian", "box" } do
			for _, radius in ipairs { 4, 40 } do
				local s = blurred(step, { kind = kind, radius = radius, edge = "clamp" }):stats()
				assert.is_true(s.min >= 0 and s.max <= 1)
			end
		end
		-- by hand: the box of three, beyond the border 2 * 4 - 1
		local b = blurred(maps.image(3, 1, function(x) return ({ 4, 1, 0 })[x + 1] end), { kind = "box", radius = 1 })
		assert.near((7 + 4 + 1) / 3, b:get(0, 0), 1e-6)
		assert.near(5 / 3, b:get(1, 0), 1e-6)
		assert.near((1 + 0 - 1) / 3, b:get(2, 0), 1e-6)
	end)

	it("is the same sideways", function()
		local rough = maps.rough(9)
		for _, radius in ipairs { 2, 12, 26 } do
			local a = blurred(maps.image(30, 21, rough), { radius = radius })
			local b = blurred(maps.image(21, 30, function(x, y) return rough(y, x) end), { radius = radius })
			maps.each(a, function(value, x, y) assert.near(b:get(y, x), value, 2e-6) end)
		end
	end)

	it("spreads voids no further than it reaches", function()
		local rough = maps.rough(2)
		for _, case in ipairs { { { radius = 2 }, 3 }, { { radius = 20 }, 40 }, { { kind = "box", radius = 5 }, 5 }, { { kind = "box", radius = 1.5 }, 2 } } do
			local whole = blurred(maps.image(101, 3, rough), case[1])
			local holed = blurred(maps.image(101, 3, function(x, y) return x == 50 and 0 / 0 or rough(x, y) end), case[1])
			maps.each(holed, function(value, x, y)
				if math.abs(x - 50) > case[2] then assert.are.equal(whole:get(x, y), value) end
				if math.abs(x - 50) <= math.min(case[2], 5) then assert.is_true(value ~= value) end
			end)
		end
	end)

	it("has a radius for each pixel", function()
		local function layers(n, scale)
			return terrane.image {
				C = terrane.layer { width = n, height = 1, data = function(x) return x == 60 and 1 or 0 end },
				scale = terrane.layer { width = n, height = 1, data = function(x) return scale(x) end },
			}
		end
		for _, kind in ipairs { "gaussian", "box" } do
			local settings = { kind = kind, radius = 12, radius_layer = "scale", edge = "clamp" }
			-- all of it, none of it
			same(blurred(layers(121, function() return 1 end), { kind = kind, radius = 12, edge = "clamp" }), blurred(layers(121, function() return 2 end), settings))
			local alone = layers(121, function(x) return x % 3 == 0 and -1 or x % 3 == 1 and 0 / 0 or 0 end)
			same(alone:layer "C", blurred(alone, settings))
			-- between: the variance of the weights is that of the radius
			for _, scale in ipairs { 0.03, 0.1, 0.25, 0.4, 0.5, 0.77, 0.9 } do
				local b, sum, variance = blurred(layers(121, function() return scale end), settings), 0, 0
				for x = 0, 120 do
					sum = sum + b:get(x, 0)
					variance = variance + b:get(x, 0) * (x - 60) ^ 2
				end
				local r = 12 * scale
				local f = math.floor(r)
				local wanted = kind == "box" and (f * (f + 1) * (2 * f + 1) / 3 + 2 * (r - f) * (f + 1) ^ 2) / (2 * r + 1) or r * r / 4
				assert.near(1, sum, 1e-6)
				assert.near(wanted, variance, kind == "box" and 1e-4 or 0.06 + 0.035 * wanted) -- bells are cut off, and those of a pixel or less are sampled roughly
			end
		end
	end)

	it("shows by a mask", function()
		local rough = maps.rough(3)
		local function image(mask)
			return terrane.image {
				C = terrane.layer { width = 12, height = 9, data = rough },
				mask = terrane.layer { width = 12, height = 9, data = function(x) return mask(x) end },
			}
		end
		local plain, soft = image(function() return 1 end):layer "C", blurred(image(function() return 1 end), { radius = 3 })
		local function show(x) return ({ [0] = 0, 1, 0.25, 0 / 0, -4, 7 })[x % 6] end
		for _, invert in ipairs { false, true } do
			maps.each(blurred(image(show), { radius = 3, mask_layer = "mask", invert_mask = invert }), function(value, x, y)
				local m = math.max(0, math.min(1, show(x)))
				if show(x) ~= show(x) then m = 0 elseif invert then m = 1 - m end
				if m == 0 or m == 1 then assert.are.equal((m == 0 and plain or soft):get(x, y), value)
				else assert.near(plain:get(x, y) + m * (soft:get(x, y) - plain:get(x, y)), value, 1e-6) end
			end)
		end
	end)

	it("blurs the layers that are named, with all their channels", function()
		local image = terrane.image {
			C = terrane.layer { width = 8, height = 6, data = maps.rough(1) },
			many = terrane.layer { width = 8, height = 6, channels = 3, data = function(x, y, c) return maps.rough(c)(x, y) end },
			id = terrane.layer { width = 8, height = 6, type = "i32", data = function(x) return x end },
		}
		local function changed(layer)
			local out, list = image:blur({ layer = layer }):render(), {}
			assert.are.same(image:layers(), out:layers())
			for _, name in ipairs(image:layers()) do if out:layer(name):hash() ~= image:layer(name):hash() then list[#list + 1] = name end end
			table.sort(list)
			return table.concat(list, " ")
		end
		assert.are.equal("C", changed "C")
		assert.are.equal("C many", changed " many  C ")
		assert.are.equal("C many", changed "*")
		assert.matches("layer: layer 'id' holds 32%-bit ids", maps.failure(changed, "id"))
		assert.are.equal("", changed "")
		local third = image:blur({ layer = "many" }):render():layer "many"
		local alone = blurred(maps.image(8, 6, maps.rough(3)))
		maps.each(alone, function(value, x, y) assert.are.equal(value, third:get(x, y, 3)) end)
	end)

	it("gives finite values at the bounds of its parameters", function()
		for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 33, 18 } } do
			local image = maps.image(size[1], size[2], function(x, y) return (maps.rough(1)(x, y) - 2) * 1e37 end)
			for _, kind in ipairs { "gaussian", "box" } do
				for _, edge in ipairs { "wrap", "clamp" } do
					for _, radius in ipairs { 0, 1e-300, 0.25, 16.5, 65536 } do
						maps.finite(image:blur({ kind = kind, edge = edge, radius = radius, radius_layer = radius == 16.5 and "C" or "" }):render(), { "C" })
					end
				end
			end
		end
	end)

	it("says what is wrong", function()
		local image = maps.image(3, 3, maps.rough(1))
		local function fail(settings) return maps.failure(function() image:blur(settings):render() end) end
		assert.matches("blur: layer: no layer 'h' %(the image has 'C'%)", fail { layer = "C h" })
		assert.matches("radius_layer: no layer 'h'", fail { radius_layer = "h" })
		assert.matches("mask_layer: no layer 'h'", fail { mask_layer = "h" })
		assert.matches("radius: .*65537", fail { radius = 65537 })
		assert.matches("kind: cannot be 'boxes' %(did you mean 'box'%?%)", fail { kind = "boxes" })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function()
			return maps.image(7, 5, maps.rough(1)):blur { radius = 20, radius_layer = "C", mask_layer = "C" }
		end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(75, 53, maps.rough(11))
		maps.each_runtime(function(kind)
			assert.are.equal("2b481380d91c71c262f4d1590c7e35a3", blurred(image, { radius = 5 }):hash(), kind)
			assert.are.equal("900f7ed06be3d1444698eafd041af130", blurred(image, { radius = 40, edge = "clamp" }):hash(), kind)
			assert.are.equal("a4bb26d58361135d27c95fa241f02a16", blurred(image, { radius = 9.3, kind = "box", edge = "wrap" }):hash(), kind)
			assert.are.equal("48ab186036327f3e8724eb6a0be82cf7", blurred(image, { radius = 30, radius_layer = "C" }):hash(), kind)
		end)
	end)
end)
