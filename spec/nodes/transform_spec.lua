local terrane = require "terrane"
local maps = require "maps"

local kinds = { "bicubic", "bilinear", "nearest" }
local function rough(width, height) return maps.image(width, height, maps.rough(3)) end
local function layer(image, settings) return image:transform(settings):render {}:layer "C" end
local function beyond(outside, at, size)
	if at >= 0 and at < size then return at end
	if outside == "clamp" then return at < 0 and 0 or size - 1 end
	if outside == "repeat" then return at % size end
	if outside == "mirror" then at = at % (2 * size) return at < size and at or 2 * size - 1 - at end
end
-- that each pixel (x, y) is the one of `from` at place(x, y), to the last bit
local function check_copied(from, made, place, outside)
	maps.each(made, function(v, x, y)
		local px, py = place(x, y)
		px, py = beyond(outside or "clamp", px, from.width), beyond(outside or "clamp", py, from.height)
		if px and py then assert.are.equal(from:get(px, py), v)
		elseif outside == "void" then assert.is_true(v ~= v)
		else assert.are.equal(7.5, v) end
	end)
end

describe("transform", function()
	it("hands on bit for bit what it does not move", function()
		local image = maps.image(5, 4, function(x) return x == 2 and -0.0 or x == 3 and 1e38 or x end)
		for _, how in ipairs(kinds) do
			for _, settings in ipairs { {}, { angle = 360 }, { angle = -720, pivot = "0.1 0.7" }, { frame = "fit" } } do
				settings.interpolation = how
				assert.are.equal(image:layer("C"):hash(), layer(image, settings):hash())
			end
		end
	end)

	it("moves by whole pixels bit for bit", function()
		local image = rough(10, 7)
		for _, how in ipairs(kinds) do
			for _, outside in ipairs { "clamp", "repeat", "mirror", "void", "value" } do
				for _, offset in ipairs { { 3, 0 }, { -2, 5 }, { 23, -40 }, { 1000, 1 } } do
					local made = layer(image, { offset = offset, offset_unit = "pixels", interpolation = how, outside = outside, value = 7.5 })
					check_copied(image:layer "C", made, function(x, y) return x - offset[1], y - offset[2] end, outside)
				end
			end
		end
		local wide = rough(100, 3)
		for i = 1, 99, 7 do -- fractions that are no whole pixels but for rounding
			check_copied(wide:layer "C", layer(wide, { offset = { i / 100, -1 / 3 } }), function(x, y) return x - i, y + 1 end)
		end
	end)

	it("turns by quarters and flips bit for bit", function()
		local image = rough(8, 8)
		local from = image:layer "C"
		for _, how in ipairs(kinds) do
			check_copied(from, layer(image, { angle = 90, interpolation = how }), function(x, y) return y, 7 - x end)
			check_copied(from, layer(image, { angle = -180, interpolation = how }), function(x, y) return 7 - x, 7 - y end)
			check_copied(from, layer(image, { angle = 630, interpolation = how }), function(x, y) return 7 - y, x end)
			check_copied(from, layer(image, { flip_u = true, interpolation = how }), function(x, y) return 7 - x, y end)
			check_copied(from, layer(image, { flip_v = true, interpolation = how }), function(x, y) return x, 7 - y end)
			-- first the flip
			check_copied(from, layer(image, { flip_u = true, angle = 90, interpolation = how }), function(x, y) return 7 - y, 7 - x end)
		end
		-- about another pivot
		check_copied(from, layer(image, { angle = 90, pivot = "0 0", outside = "void" }), function(x, y) return y, -1 - x end, "void")
	end)

	it("fits its frame to the picture", function()
		local image = rough(9, 4)
		local made = layer(image, { angle = 90, frame = "fit" })
		assert.are.same({ 4, 9 }, { made.width, made.height })
		check_copied(image:layer "C", made, function(x, y) return y, 3 - x end)
		made = layer(image, { angle = 180, frame = "fit" })
		check_copied(image:layer "C", made, function(x, y) return 8 - x, 3 - y end)
		local function size(settings)
			settings.frame = "fit"
			local l = layer(image, settings)
			return l.width .. "x" .. l.height
		end
		assert.are.equal("18x8", size { scale = 2 })
		assert.are.equal("27x2", size { stretch = "3 0.5" })
		assert.are.equal("2x27", size { stretch = "3 0.5", angle = -90 })
		assert.are.equal("10x10", size { angle = 45 }) -- 13/sqrt(2) = 9.19
		-- what is not the picture
		local hole = layer(maps.image(40, 40, function() return 1 end), { angle = 30, frame = "fit", outside = "void" })
		assert.are.equal(55, hole.width)
		assert.is_true(math.abs(hole.width * hole.height - hole:stats().nan - 1600) <= 30)
		assert.matches("transform: frame: to fit the picture it would be 90000x40000 pixels", maps.failure(layer, rough(90, 40), { scale = 1000, frame = "fit" }))
	end)

	it("keeps planes, whichever way they turn", function()
		local function plane(x, y) return 3 * x - 2 * y end
		local image = maps.image(40, 30, plane)
		for _, how in ipairs { "bicubic", "bilinear" } do
			for _, angle in ipairs { 17, 90, -133.5 } do
				local l = layer(image, { angle = angle, stretch = "1.5 2.5", interpolation = how, offset = "0.05 0.02", outside = "void" })
				local s, c = math.sin(math.rad(angle)), math.cos(math.rad(angle))
				local checked = 0
				maps.each(l, function(v, x, y)
					local dx, dy = x + 0.5 - 20 - 0.05 * 40, y + 0.5 - 15 - 0.02 * 30
					local px, py = (c * dx + s * dy) / 1.5 + 19.5, (c * dy - s * dx) / 2.5 + 14.5
					if px > 1 and px < 38 and py > 1 and py < 28 then -- not by the border
						assert.near(plane(px, py), v, 1e-4)
						checked = checked + 1
					end
				end)
				assert.is_true(checked > 300)
			end
		end
	end)

	it("takes means where it gets smaller", function()
		local image = rough(16, 12)
		local half = image:resample { filter = "area", width = 8, height = 6 }:render {}:layer "C"
		local l = layer(image, { scale = 0.5 })
		for y = 3, 8 do for x = 4, 11 do assert.are.equal(half:get(x - 4, y - 3), l:get(x, y)) end end
		assert.are.equal(half:hash(), layer(image, { scale = 0.5, frame = "fit" }):hash())
		-- of a checkerboard that is finer than the pixels nothing is left
		local checks = maps.image(96, 96, function(x, y) return (x + y) % 2 end)
		local grey = layer(checks, { scale = 0.25, angle = 20, outside = "repeat" }):stats()
		assert.near(0.5, grey.min, 1e-6)
		assert.near(0.5, grey.max, 1e-6)
		local one_way = layer(checks, { stretch = "1 0.5" }):stats()
		assert.near(0.5, one_way.max, 1e-6)
		assert.are.equal(1, layer(checks, { scale = 0.25, interpolation = "nearest" }):stats().max)
	end)

	it("goes on beyond the image", function()
		-- a tileable picture turned by a quarter of its period's diagonal has no seam
		local tile = terrane.noise { noise_type = "torus", frequency = 3 }:transform { angle = 45, scale = 0.7, outside = "repeat" }:render { width = 64 }:layer "C"
		local l = terrane.noise { noise_type = "torus", frequency = 3 }:transform { angle = 45, scale = 0.7, outside = "mirror" }:render { width = 64 }:layer "C"
		local function roughest(from)
			local most = 0
			for y = 0, 63 do for x = 1, 63 do most = math.max(most, math.abs(from:get(x, y) - from:get(x - 1, y))) end end
			return most
		end
		local plain = terrane.noise { noise_type = "torus", frequency = 3 }:render { width = 64 }:layer "C"
		assert.is_true(roughest(tile) < 2 * roughest(plain) and roughest(l) < 2 * roughest(plain))
		assert.are.equal(0, tile:stats().nan)
	end)

	it("turns vectors with the picture", function()
		local node = terrane.noise { noise_type = "perlin", frequency = 3 }:height_to_normal {}
		local plain = node:render { width = 24 }
		local function check(settings, place, turn)
			local N = node:transform(settings):render { width = 24 }:layer "N"
			for y = 0, 23 do
				for x = 0, 23 do
					local px, py = place(x, y)
					local vx, vy = turn(plain:layer("N"):get(px, py, 1), plain:layer("N"):get(px, py, 2))
					assert.are.equal(vx, N:get(x, y, 1))
					assert.are.equal(vy, N:get(x, y, 2))
					assert.are.equal(plain:layer("N"):get(px, py, 3), N:get(x, y, 3))
				end
			end
		end
		check({ angle = 90 }, function(x, y) return y, 23 - x end, function(a, b) return -b, a end)
		check({ angle = 180 }, function(x, y) return 23 - x, 23 - y end, function(a, b) return -a, -b end)
		check({ flip_u = true }, function(x, y) return 23 - x, y end, function(a, b) return -a, b end)
		check({ flip_v = true, angle = -90 }, function(x, y) return 23 - y, 23 - x end, function(a, b) return -b, -a end)
		check({ angle = 90, vector_layer = "" }, function(x, y) return y, 23 - x end, function(a, b) return a, b end)
		-- the normals of turned ground
		local turned = node:transform { angle = 30 }
		local made, anew = turned:render { width = 128 }:layer "N", turned:height_to_normal {}:render { width = 128 }:layer "N"
		for y = 40, 88, 6 do for x = 40, 88, 6 do for c = 1, 3 do assert.near(anew:get(x, y, c), made:get(x, y, c), 0.02) end end end
		local message = maps.failure(function() node:transform { vector_layer = "C" }:render { width = 8 } end)
		assert.matches("transform: vector_layer: layer 'C' is no vector", message)
		assert.matches("transform: vector_layer: .*missing", maps.failure(function() node:transform { vector_layer = "missing" }:render { width = 8 } end))
		assert.are.equal(1, maps.image(3, 3, function(x) return x end, "N"):transform { angle = 180 }:render {}:layer("N"):get(1, 1)) -- N that is no vector
	end)

	it("leaves a value beyond the image as it is, and mirrors vectors with the picture", function()
		for _, kind in ipairs { "f32", "f64" } do
			local image = terrane.image { N = terrane.layer { width = 4, height = 3, channels = 3, type = kind, data = function(x, y, c) return c + x / 8 end } }
			local N = image:transform { angle = 180, offset = "2 0", offset_unit = "pixels", outside = "value", value = 0.25 }:render {}:layer "N"
			for y = 0, 2 do
				for x = 0, 3 do
					for c = 1, 3 do assert.are.equal(x < 2 and 0.25 or (c + (5 - x) / 8) * (c < 3 and -1 or 1), N:get(x, y, c)) end
				end
			end
			N = image:transform { offset = "4 3", offset_unit = "pixels", outside = "mirror" }:render {}:layer "N"
			assert.are.same({ -1.375, -2.375, 3.375 }, { N:get(0, 0, 1), N:get(0, 0, 2), N:get(0, 0, 3) })
			N = image:transform { offset = "0 3", offset_unit = "pixels", outside = "mirror", flip_u = true }:render {}:layer "N"
			assert.are.same({ -1.375, -2.375, 3.375 }, { N:get(0, 0, 1), N:get(0, 0, 2), N:get(0, 0, 3) })
			N = image:transform { offset = "8 0", offset_unit = "pixels", outside = "mirror" }:render {}:layer "N"
			assert.are.equal(image:layer("N"):hash(), N:hash())
		end
	end)

	it("keeps ids, 64 bits, and pixels as large as they are in the world", function()
		local image = terrane.image {
			id = terrane.layer { width = 6, height = 6, type = "i32", data = function(x, y) return 2 ^ 30 + x + 6 * y end },
			fine = terrane.layer { width = 6, height = 6, type = "f64", channels = 2, data = function(x, y, c) return x / 3 + y / 7 + c end },
		}
		local made = image:transform { angle = 90 }:render {}
		assert.are.equal(2 ^ 30 + 4 + 6 * 3, made:layer("id"):get(2, 4))
		assert.are.equal(4 / 3 + 3 / 7 + 2, made:layer("fine"):get(2, 4, 2))
		made = image:transform { angle = 90, vector_layer = "fine" }:render {}:layer "fine"
		assert.are.equal(-(4 / 3 + 3 / 7 + 2), made:get(2, 4, 1))
		made = image:transform { scale = 1 / 3, frame = "fit" }:render {}:layer "fine"
		assert.are.same({ "f64", 2, 2 }, { made.type, made.width, made.height })
		assert.near(4 / 3 + 4 / 7 + 1, made:get(1, 1, 1), 1e-14) -- the mean of 3, 4 and 5
		made = image:transform { offset = "3 0", outside = "void" }:render {}
		assert.are.equal(-1, made:layer("id"):get(0, 0))
		assert.is_true(made:layer("fine"):get(0, 0) ~= made:layer("fine"):get(0, 0))
		made = image:transform { offset = "3 0", outside = "value", value = -7.4 }:render {}
		assert.are.equal(-7, made:layer("id"):get(0, 0))
		assert.are.equal(-7.4, made:layer("fine"):get(0, 0, 2))
		local node = terrane.noise {}:height_to_normal { world_size = 500 }
		assert.near(500, node:transform { scale = 0.5, angle = 20 }:render { width = 40 }.world_size, 1e-9)
		assert.near(250, node:transform { scale = 0.5, frame = "fit" }:render { width = 40 }.world_size, 1e-9)
		assert.near(125, node:transform { scale = 0.5, frame = "fit" }:render { width = 40, window = { 3, 3, 10, 10 } }.world_size, 1e-9)
	end)

	it("spreads voids only where they are needed", function()
		local image = maps.image(9, 9, function(x, y) return x == 4 and y == 4 and 0 / 0 or x end)
		local function voids(settings) return layer(image, settings):stats().nan end
		assert.are.equal(1, voids { angle = 90 })
		assert.are.equal(1, voids { offset = "2 0", offset_unit = "pixels" })
		assert.are.equal(1, voids { scale = 1, interpolation = "nearest", angle = 3 })
		assert.are.equal(4, voids { offset = "0.5 0.5", offset_unit = "pixels", interpolation = "bilinear" })
		assert.are.equal(16, voids { offset = "0.5 0.5", offset_unit = "pixels" })
		assert.are.equal(2, voids { offset = "0.5 0", offset_unit = "pixels", interpolation = "bilinear" })
	end)

	it("stays finite at its bounds", function()
		local image = rough(7, 5)
		for _, scale in ipairs { 0.001, 1000 } do
			for _, outside in ipairs { "clamp", "repeat", "mirror" } do
				for _, offset in ipairs { "0 0", "1e4 -1e4" } do
					local s = layer(image, { scale = scale, outside = outside, offset = offset, angle = 36000, pivot = "-1e4 1e4" }):stats()
					assert.are.equal(0, s.nan)
					assert.is_true(math.abs(s.max) < 10)
				end
			end
		end
		for _, size in ipairs { { 1, 1 }, { 1, 7 }, { 6, 1 } } do
			for _, how in ipairs(kinds) do
				assert.are.equal(0, layer(rough(size[1], size[2]), { angle = 33, scale = 0.6, outside = "repeat", interpolation = how }):stats().nan)
			end
		end
	end)

	it("refuses numbers that are none", function()
		local image = rough(3, 3)
		for _, case in ipairs {
			{ offset = "1" }, { offset = "2e4 0" }, { offset = "a b" }, { offset = "2e8 0", offset_unit = "pixels" }, { pivot = "" }, { pivot = "0 1 2" },
			{ stretch = "0 1" }, { stretch = "-1 1" }, { stretch = "2000 1" }, { stretch = "1 0.01", scale = 0.05 },
		} do
			local name = case.offset and "offset" or case.pivot and "pivot" or "stretch"
			assert.matches("transform: " .. name .. ": must be two numbers", maps.failure(image.transform, image, case))
		end
	end)

	it("is refused on an unbounded plane, but for a bake", function()
		local node = terrane.noise {}:transform { angle = 10 }
		assert.matches("transform makes an image that ends at its edges; put :bake{} behind it", maps.failure(node.tile, node, {}))
		assert.are.same({}, node:bake {}:check_tiles())
	end)

	it("survives failed allocations", function()
		maps.survives_failed_allocations(function() return rough(6, 6):transform { scale = 0.5 } end)
	end)

	it("has its bytes #golden", function()
		local function hashes()
			local node, t = terrane.noise { noise_type = "perlin", fractal = "terrain", octaves = 5, frequency = 4 }:height_to_normal {}, {}
			for _, settings in ipairs {
				{ angle = 20 }, { angle = 77, scale = 1.7, outside = "repeat", interpolation = "bilinear" }, { stretch = "0.3 0.8", flip_u = true, angle = -5, outside = "mirror" },
				{ frame = "fit", angle = 33, outside = "void" }, { offset = "0.111 -0.2", interpolation = "nearest", outside = "value", value = 2 },
			} do
				local image = node:transform(settings):render { width = 90, height = 70 }
				t[#t + 1] = image:layer("C"):hash():sub(1, 8) .. image:layer("N"):hash():sub(1, 8)
			end
			return table.concat(t, " ")
		end
		local golden = "0c2c8a85f270288e 1ee193038237b9f4 dcee87a5f05357f0 c7c5f2080a34bc0b 2271817d33317e89"
		assert.are.equal(golden, hashes())
		maps.each_runtime(function() assert.are.equal(golden, hashes()) end)
	end)
end)
