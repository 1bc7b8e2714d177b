local terrane = require "terrane"
local maps = require "maps"

local nan = 0 / 0
local shapes = { "disc", "square", "diamond" }
local operations = { "dilate", "erode", "open", "close", "gradient", "top_hat", "bottom_hat" }
local function made(image, settings) return image:morphology(settings):render():layer "C" end
local function same(a, b, message) assert.are.equal(a:hash(), b:hash(), message) end

local function counts(shape, radius, dx, dy)
	if shape == "square" then return math.max(math.abs(dx), math.abs(dy)) <= radius end
	if shape == "diamond" then return math.abs(dx) + math.abs(dy) <= radius end
	return dx * dx + dy * dy <= radius * radius
end
local function less(a, b) return a < b or (a == 0 and b == 0 and 1 / a < 0 and 1 / b > 0) end -- -0 before 0

-- by the definition
local function brute(f, w, h, shape, radius, tile, erode)
	local reach_x, reach_y, offsets, values = math.min(math.floor(radius), w), math.min(math.floor(radius), h), {}, {}
	for dy = -reach_y, reach_y do
		for dx = -reach_x, reach_x do if counts(shape, radius, dx, dy) then offsets[#offsets + 1] = { dx, dy } end end
	end
	for y = 0, h - 1 do for x = 0, w - 1 do values[y * w + x] = f(x, y) end end
	return terrane.layer {
		width = w, height = h, data = function(x, y)
			local best = values[y * w + x]
			if best ~= best then return nan end
			for _, o in ipairs(offsets) do
				local i, j = x + o[1], y + o[2]
				if tile then i, j = i % w, j % h end
				local value = i >= 0 and j >= 0 and i < w and j < h and values[j * w + i] or nan
				if value == value and (erode and less(value, best) or not erode and less(best, value)) then best = value end
			end
			return best
		end,
	}
end

-- with voids, both zeros, and infinities
local function odd(seed)
	local rough = maps.rough(seed, 2)
	return function(x, y)
		local value = rough(x, y) - 1
		if value > 0.9 then return nan end
		if math.abs(value) < 0.2 then return value < 0 and -0.0 or 0.0 end
		return value > 0.85 and math.huge or value < -0.95 and -math.huge or value
	end
end

describe("morphology", function()
	it("is exact, by brute force, bit for bit", function()
		for _, case in ipairs { { 1, 1, { 0, 3 } }, { 1, 7, { 1, 2.5, 1024 } }, { 7, 1, { 1, 4 } }, { 13, 8, { 0.9, 1.5, 3.7, 1024 } }, { 17, 35, { 4.3 } }, { 261, 2, { 5.1 } } } do
			local w, h, f = case[1], case[2], odd(case[1])
			local image = maps.image(w, h, f)
			for _, shape in ipairs(shapes) do
				for _, radius in ipairs(case[3]) do
					for tile = 0, 1 do
						local settings = { shape = shape, radius = radius, tile = tile == 1 }
						for erode = 0, 1 do
							settings.operation = erode == 1 and "erode" or "dilate"
							local message = ("%dx%d %s %g %d %d"):format(w, h, shape, radius, tile, erode)
							same(brute(f, w, h, shape, radius, tile == 1, erode == 1), made(image, settings), message)
						end
					end
				end
			end
		end
	end)

	it("makes of a single pixel the exact shape", function()
		-- points of the plane within a circle: Gauss's circle problem
		local gauss = { [0] = 1, 5, 13, 29, 49, 81, 113, 149, 197, 253, 317, [20] = 1257 }
		for radius, count in pairs(gauss) do
			local n, c = 2 * radius + 3, radius + 1
			local image = maps.image(n, n, function(x, y) return x == c and y == c and 1 or 0 end)
			for _, shape in ipairs(shapes) do
				local out, sum = made(image, { shape = shape, radius = radius }), 0
				local wrong = 0
				maps.each(out, function(value, x, y)
					sum = sum + value
					if value ~= (counts(shape, radius, x - c, y - c) and 1 or 0) then wrong = wrong + 1 end
				end)
				assert.are.equal(0, wrong)
				assert.are.equal(({ disc = count, square = (2 * radius + 1) ^ 2, diamond = 2 * radius * (radius + 1) + 1 })[shape], sum)
			end
		end
		assert.are.equal(9, made(maps.image(5, 5, function(x, y) return x == 2 and y == 2 and 1 or 0 end), { radius = 1.5 }):stats().sum)
	end)

	it("obeys the laws of its kind", function()
		for seed = 1, 2 do
			local f, w, h = odd(seed), 27, 19
			local image = maps.image(w, h, f)
			local C, minus = image:layer "C", maps.image(w, h, function(x, y) return -f(x, y) end)
			for _, shape in ipairs(shapes) do
				local settings = { shape = shape, radius = seed * 1.6, tile = seed == 2 }
				local function op(from, operation)
					settings.operation = operation
					return from:morphology(settings):render()
				end
				local function negated(image) local l = image:layer "C" return maps.image(w, h, function(x, y) return -l:get(x, y) end):layer "C" end
				local r = {}
				local fine, off = true, 0
				for _, name in ipairs(operations) do r[name] = op(image, name) end
				for y = 0, h - 1 do
					for x = 0, w - 1 do
						local here = C:get(x, y)
						if here == here then
							local v = {}
							for _, name in ipairs(operations) do v[name] = r[name]:layer("C"):get(x, y) end
							fine = fine and v.erode <= v.open and v.open <= here and here <= v.close and v.close <= v.dilate
							if v.dilate < math.huge and v.erode > -math.huge then
								off = math.max(off, math.abs(v.dilate - v.erode - v.gradient), math.abs(here - v.open - v.top_hat), math.abs(v.close - here - v.bottom_hat))
							end
						else
							for _, name in ipairs(operations) do local value = r[name]:layer("C"):get(x, y) fine = fine and value ~= value end
						end
					end
				end
				assert.is_true(fine)
				assert.near(0, off, 1e-6)
				-- twice is once; one is the other's mirror image; one after the other is the twofold one
				same(r.open:layer "C", op(r.open, "open"):layer "C")
				same(r.close:layer "C", op(r.close, "close"):layer "C")
				same(r.erode:layer "C", negated(op(minus, "dilate")))
				same(r.open:layer "C", negated(op(minus, "close")))
				same(r.open:layer "C", op(r.erode, "dilate"):layer "C")
				same(r.close:layer "C", op(r.dilate, "erode"):layer "C")
			end
			-- squares, and diamonds, add up
			for _, shape in ipairs { "square", "diamond" } do
				local clean = maps.image(w, h, maps.rough(seed))
				same(made(clean, { shape = shape, radius = 5 }), made(clean:morphology({ shape = shape, radius = 2 }):render(), { shape = shape, radius = 3 }))
			end
		end
	end)

	it("takes away what is narrower than the shape, and leaves what is not", function()
		local function wall(width) return maps.image(40, 30, function(x) return x >= 10 and x < 10 + width and 5 or 1 end) end
		for _, shape in ipairs { "disc", "square" } do
			assert.are.equal(1, made(wall(6), { operation = "open", shape = shape, radius = 3 }):stats().max)
			same(wall(7):layer "C", made(wall(7), { operation = "open", shape = shape, radius = 3 }))
		end
		local hat = made(wall(6), { operation = "top_hat", radius = 3 })
		assert.are.equal(4, hat:get(12, 9))
		assert.are.equal(0, hat:get(5, 9))
		local edge = made(wall(12), { operation = "gradient", radius = 1 })
		for x = 0, 39 do assert.are.equal((x == 9 or x == 10 or x == 21 or x == 22) and 4 or 0, edge:get(x, 9)) end
	end)

	it("leaves layers as they are with a radius below 1", function()
		local image = maps.image(9, 8, odd(4))
		for _, shape in ipairs(shapes) do
			for _, operation in ipairs { "dilate", "erode", "open", "close" } do
				for _, radius in ipairs { 0, 0.99 } do same(image:layer "C", made(image, { shape = shape, operation = operation, radius = radius })) end
			end
			assert.are.equal(0, made(maps.image(9, 8, maps.rough(4)), { shape = shape, operation = "gradient", radius = 0 }):stats().max)
		end
	end)

	it("shows by a mask", function()
		local rough = maps.rough(3)
		local image = terrane.image {
			C = terrane.layer { width = 12, height = 9, data = rough },
			mask = terrane.layer { width = 12, height = 9, data = function(x) return ({ [0] = 0, 1, 0.25, nan, -4, 7 })[x % 6] end },
		}
		local plain, wide = image:layer "C", made(image, { radius = 2 })
		for _, invert in ipairs { false, true } do
			maps.each(made(image, { radius = 2, mask_layer = "mask", invert_mask = invert }), function(value, x, y)
				local shown = ({ [0] = 0, 1, 0.25, nan, 0, 1 })[x % 6]
				local m = shown ~= shown and 0 or invert and 1 - shown or shown
				assert.near(plain:get(x, y) + m * (wide:get(x, y) - plain:get(x, y)), value, m % 1 == 0 and 0 or 1e-6)
			end)
		end
	end)

	it("works on the layers that are named, with all their channels", function()
		local image = terrane.image {
			C = terrane.layer { width = 8, height = 6, data = maps.rough(1) },
			many = terrane.layer { width = 8, height = 6, channels = 3, data = function(x, y, c) return maps.rough(c)(x, y) end },
			id = terrane.layer { width = 8, height = 6, type = "i32", data = function(x) return x end },
		}
		local function changed(layer)
			local out, list = image:morphology({ layer = layer, radius = 2 }):render(), {}
			for _, name in ipairs(image:layers()) do if out:layer(name):hash() ~= image:layer(name):hash() then list[#list + 1] = name end end
			table.sort(list)
			return table.concat(list, " ")
		end
		assert.are.equal("C", changed "C")
		assert.are.equal("C many", changed "*")
		assert.are.equal("", changed "")
		assert.matches("layer: layer 'id' holds 32%-bit ids", maps.failure(changed, "id"))
		assert.matches("morphology: layer: no layer 'h'", maps.failure(changed, "h"))
		assert.matches("mask_layer: no layer 'h'", maps.failure(made, image, { mask_layer = "h" }))
		assert.matches("radius: .*1025", maps.failure(made, image, { radius = 1025 }))
		local third, alone = image:morphology({ layer = "many" }):render():layer "many", made(maps.image(8, 6, maps.rough(3)), {})
		maps.each(alone, function(value, x, y) assert.are.equal(value, third:get(x, y, 3)) end)
	end)

	it("fails cleanly when memory runs out", function()
		for _, shape in ipairs { "disc", "square" } do
			maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):morphology { shape = shape, operation = "top_hat", mask_layer = "C" } end)
		end
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(275, 53, odd(11))
		maps.each_runtime(function(kind)
			assert.are.equal("f197eb55f4075defeedf29bf8e0cd094", made(image, { radius = 5.3 }):hash(), kind)
			assert.are.equal("3d27e7c47456783b8bfb44a5455256d9", made(image, { shape = "square", operation = "close", radius = 9, tile = true }):hash(), kind)
			assert.are.equal("50e6656392f7e1714add540c0d411f02", made(image, { shape = "diamond", operation = "top_hat", radius = 4 }):hash(), kind)
		end)
	end)
end)
