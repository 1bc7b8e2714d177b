local terrane = require "terrane"
local maps = require "maps"

local filters = { "auto", "nearest", "bilinear", "bicubic", "area" }
local function rough(width, height) return maps.image(width, height, maps.rough(3)) end
local function same(a, b) return a:hash() == b:hash() end

describe("resample", function()
	it("hands on bit for bit what has the size already", function()
		local minus = maps.image(5, 3, function(x) return x == 2 and -0.0 or x == 4 and 0 / 0 or x end)
		for _, image in ipairs { rough(7, 4), minus, rough(1, 1), rough(1, 6) } do
			local plain = image:layer "C"
			for _, filter in ipairs(filters) do
				assert.is_true(same(plain, image:resample { filter = filter }:render { width = image.width, height = image.height }:layer "C"))
				assert.is_true(same(plain, image:resample { filter = filter, width = image.width }:render {}:layer "C"))
			end
		end
		-- a window of it too
		local part = minus:resample {}:render { width = 5, height = 3, window = { 1, 0, 3, 2 } }:layer "C"
		assert.are.equal(-math.huge, 1 / part:get(1, 0))
	end)

	it("takes the evaluation's size, or one of its own with square pixels", function()
		local image = rough(30, 20)
		local function size(settings, width, height)
			local made = image:resample(settings):render { width = width, height = height }
			return made.width .. "x" .. made.height
		end
		assert.are.equal("50x7", size({}, 50, 7))
		assert.are.equal("60x40", size({ width = 60 }, 50, 7))
		assert.are.equal("15x10", size({ height = 10 }, 50, 7))
		assert.are.equal("9x11", size({ width = 9, height = 11 }, 50, 7))
		assert.are.equal("1x1", size { width = 1 })
		assert.matches("resample: height: with square pixels it would be 131072",
			maps.failure(function() rough(1, 2):resample { width = 65536 }:render {} end))
		assert.matches("resample: size 60000x20", maps.failure(function() image:resample { width = 60000, height = 20 }:render {} end))
	end)

	it("lets images of other sizes be blended with what the evaluation makes", function()
		local map = rough(23, 17)
		local blended = terrane.noise {}:blend { other = map:resample {}, mode = "add" }:render { width = 40, height = 30 }:layer "C"
		local a = terrane.noise {}:render { width = 40, height = 30 }:layer "C"
		local b = map:resample {}:render { width = 40, height = 30 }:layer "C"
		assert.near(a:get(11, 7) + b:get(11, 7), blended:get(11, 7), 1e-6)
		assert.matches("input 'other' is 512x512, but 'cop' is 23x17; :resample{} behind an image gives it the size of the evaluation",
			maps.failure(function() map:blend { other = terrane.noise {} }:render {} end))
	end)

	it("keeps planes, up to the border where they are extended", function()
		local function plane(x, y) return 3 * x - 2 * y + 1 end
		local image = maps.image(9, 7, plane)
		for _, filter in ipairs { "bilinear", "bicubic" } do
			for _, size in ipairs { { 27, 21 }, { 40, 10 }, { 8, 7 }, { 4, 3 } } do
				local l = image:resample { filter = filter, width = size[1], height = size[2] }:render {}:layer "C"
				maps.each(l, function(v, x, y)
					assert.near(plane((x + 0.5) * 9 / size[1] - 0.5, (y + 0.5) * 7 / size[2] - 0.5), v, 1e-5)
				end)
			end
		end
		for _, size in ipairs { { 2, 1 }, { 1, 2 }, { 2, 2 }, { 3, 1 } } do -- lines that are shorter than what is looked at
			local l = maps.image(size[1], size[2], plane):resample { width = 11, height = 10 }:render {}:layer "C"
			maps.each(l, function(v, x, y)
				local px, py = (x + 0.5) * size[1] / 11 - 0.5, (y + 0.5) * size[2] / 10 - 0.5
				assert.near(plane(size[1] > 1 and px or 0, size[2] > 1 and py or 0), v, 1e-5)
			end)
		end
		local parabola = maps.image(9, 1, function(x) return x * x end):resample { width = 45, height = 1 }:render {}:layer "C"
		for x = 8, 36 do assert.near(((x + 0.5) / 5 - 0.5) ^ 2, parabola:get(x, 0), 1e-5) end
	end)

	it("finds beyond the border what edge says", function()
		local image = maps.image(4, 1, function(x) return ({ 8, 0, 4, 16 })[x + 1] end)
		local function first(edge) return image:resample { width = 8, height = 1, filter = "bilinear", edge = edge }:render {}:layer("C"):get(0, 0) end
		assert.are.equal(8 + 0.25 * 8, first "extend")
		assert.are.equal(0.75 * 8 + 0.25 * 16, first "wrap")
		assert.are.equal(8, first "clamp")
	end)

	it("takes exact means over areas", function()
		local image = rough(12, 6)
		local from = image:layer "C"
		local half = image:resample { width = 6 }:render {}:layer "C" -- auto
		maps.each(half, function(v, x, y)
			local sum = from:get(2 * x, 2 * y) + from:get(2 * x + 1, 2 * y) + from:get(2 * x, 2 * y + 1) + from:get(2 * x + 1, 2 * y + 1)
			assert.are.equal(sum / 4, v)
		end)
		assert.are.equal(from:stats().mean, half:stats().mean)
		-- by how much of a pixel is covered
		for _, size in ipairs { { 5, 4 }, { 7, 5 }, { 1, 1 }, { 11, 1 }, { 17, 6 } } do
			local l = image:resample { filter = "area", width = size[1], height = size[2] }:render {}:layer "C"
			local sx, sy = 12 / size[1], 6 / size[2]
			maps.each(l, function(v, x, y)
				local sum = 0
				for j = 0, 5 do
					for i = 0, 11 do
						local w = math.min(i + 1, (x + 1) * sx) - math.max(i, x * sx)
						local h = math.min(j + 1, (y + 1) * sy) - math.max(j, y * sy)
						if w > 0 and h > 0 then sum = sum + w * h * from:get(i, j) end
					end
				end
				assert.near(sum / (sx * sy), v, 1e-6)
			end)
			assert.near(from:stats().mean, l:stats().mean, 1e-6)
		end
		-- going up: squares
		local up = image:resample { filter = "area", width = 36 }:render {}:layer "C"
		maps.each(up, function(v, x, y) assert.are.equal(from:get(math.floor(x / 3), math.floor(y / 3)), v) end)
		-- equal numbers stay as they are, and wide rows are summed in pieces
		local flat = maps.image(3001, 2, function() return 7.3 end)
		for _, width in ipairs { 1, 2, 7, 3000 } do
			local s = flat:resample { width = width, height = 1 }:render {}:layer("C"):stats()
			assert.are.equal(flat:layer("C"):get(0, 0), s.min)
			assert.are.equal(s.min, s.max)
		end
		local ramp = maps.image(3000, 1, function(x) return x end)
		for _, width in ipairs { 1, 2, 3, 1000 } do
			local l, n = ramp:resample { width = width, height = 1 }:render {}:layer "C", 3000 / width
			for x = 0, width - 1 do assert.are.equal(x * n + (n - 1) / 2, l:get(x, 0)) end
		end
	end)

	it("picks the pixel in the middle when nearest, and for ids always", function()
		local image = terrane.image {
			C = terrane.layer { width = 9, height = 6, data = maps.rough(5) },
			id = terrane.layer { width = 9, height = 6, type = "i32", data = function(x, y) return 2 ^ 30 + 10 * y + x end },
		}
		for _, size in ipairs { { 3, 2 }, { 18, 12 }, { 5, 7 } } do
			local made = image:resample { filter = "nearest", width = size[1], height = size[2] }:render {}
			local ids = image:resample { width = size[1], height = size[2] }:render {}:layer "id"
			assert.are.equal("i32", ids.type)
			maps.each(ids, function(v, x, y)
				local px, py = math.floor((x + 0.5) * 9 / size[1]), math.floor((y + 0.5) * 6 / size[2])
				assert.are.equal(2 ^ 30 + 10 * py + px, v)
				assert.are.equal(image:layer("C"):get(px, py), made:layer("C"):get(x, y))
			end)
		end
	end)

	it("goes down along one axis and up along the other", function()
		local image = rough(8, 4)
		local both = image:resample { width = 4, height = 12 }:render {}:layer "C"
		local steps = image:resample { width = 4, height = 4 }:resample { width = 4, height = 12 }:render {}:layer "C"
		assert.is_true(same(steps, both))
		both = image:resample { width = 24, height = 2 }:render {}:layer "C"
		assert.is_true(same(image:resample { width = 8, height = 2 }:resample { width = 24, height = 2 }:render {}:layer "C", both))
	end)

	it("spreads voids only where they are needed", function()
		local image = maps.image(8, 8, function(x, y) return x == 4 and y == 4 and 0 / 0 or x end)
		local function voids(settings) return image:resample(settings):render {}:layer("C"):stats().nan end
		assert.are.equal(0, voids { width = 4 })
		assert.are.equal(4, voids { width = 16, filter = "nearest" })
		assert.are.equal(4, voids { width = 16, filter = "area" })
		assert.are.equal(1, voids { width = 16, height = 8, filter = "area" } - 1)
		assert.are.equal(16, voids { width = 16, filter = "bilinear" }) -- two pixels each way
		assert.are.equal(64, voids { width = 16 })
		-- the mean of the others, and none where there are none
		local half = image:resample { width = 4 }:render {}:layer "C"
		assert.near((4 + 5 + 5) / 3, half:get(2, 2), 1e-6)
		local hole = maps.image(8, 8, function(x, y) return x >= 4 and y < 4 and 0 / 0 or 2.5 end):resample { width = 2 }:render {}:layer "C"
		assert.are.equal(1, hole:stats().nan)
		assert.are.equal(2.5, hole:stats().min)
	end)

	it("keeps 64 bits, channels, and the world's width", function()
		local node = terrane.noise { device = "exact", channels = 2 }
		local exact = node:resample { width = 40, height = 20 }:render { width = 16 }
		assert.are.equal("f64", exact:layer("C").type)
		local plain = terrane.noise { channels = 2 }:resample { width = 40, height = 20 }:render { width = 16 }:layer "C"
		for c = 1, 2 do assert.near(plain:get(13, 7, c), exact:layer("C"):get(13, 7, c), 1e-4) end
		for _, width in ipairs { 4, 5 } do
			local a = node:resample { width = width }:render { width = 16 }:layer "C"
			local b = terrane.noise { channels = 2 }:resample { width = width }:render { width = 16 }:layer "C"
			assert.near(b:get(3, 2, 2), a:get(3, 2, 2), 1e-4)
		end
		local wide = terrane.noise {}:height_to_normal { world_size = 500 }:resample { width = 40 }
		assert.near(500, wide:render { width = 16 }.world_size, 1e-9)
		assert.near(125, wide:render { width = 16, window = { 3, 3, 10, 10 } }.world_size, 1e-9)
	end)

	it("fits into a bake, and an unbounded plane has it through one", function()
		local map = rough(10, 20)
		local baked = map:resample {}:bake { width = 20, height = 40, region = { -1, -1, 1, 3 } }
		local tile = baked:tile { x = -1, y = 0, size = 10 }:layer "C"
		local whole = map:resample { width = 20, height = 40 }:render {}:layer "C"
		maps.each(tile, function(v, x, y) assert.are.equal(whole:get(x, y + 10), v) end)
		local node = map:resample {}
		local list = node:check_tiles()
		assert.are.equal(2, #list) -- the image too
		assert.are.same({ "resample", "makes an image that ends at its edges" }, { list[2].node, list[2].what })
		assert.matches("resample makes an image that ends at its edges; put :bake{} behind it", maps.failure(node.tile, node, {}))
		-- the same noise as behind it, in a bake as well
		local world = terrane.noise {}:resample {}:blend { other = terrane.noise {}, mode = "difference" }
			:bake { width = 30, region = { 2, 1, 3, 2 } }:render { width = 30, window = { 60, 30, 30, 30 }, unbounded = true }:layer "C"
		assert.are.equal(0, world:stats().max)
	end)

	it("makes no more of it than is asked for", function()
		local rt = terrane.runtime { max_side = 64 }
		assert.are.equal(20, rt:noise {}:resample { width = 60000, height = 60000 }:render { width = 64, window = { 59980, 0, 20, 9 } }.width)
		assert.matches("resample: size 65x1", maps.failure(function() rt:noise {}:resample { width = 65, height = 1 }:render { width = 64 } end))
	end)

	it("survives failed allocations", function()
		maps.survives_failed_allocations(function() return rough(6, 6):resample { width = 3, height = 9 } end)
	end)

	it("has its bytes #golden", function()
		local function hashes()
			local node, t = terrane.noise { noise_type = "perlin", fractal = "terrain", octaves = 5, frequency = 4 }, {}
			for _, filter in ipairs(filters) do
				for _, size in ipairs { { 61, 40 }, { 300, 37 }, { 30, 200 } } do
					t[#t + 1] = node:resample { filter = filter, width = size[1], height = size[2] }:render { width = 90, height = 120 }:layer("C"):hash():sub(1, 8)
				end
			end
			return table.concat(t, " ")
		end
		local golden = "5ffa06eb 6e1ca2a2 020deecf ad665af1 ca1e5c55 42e625ba c07dcbc5 66beb3f7 e9e9cfe9 60390506 " ..
			"7a954fad a5e65fa6 5ffa06eb 07c29f60 4e435e67"
		assert.are.equal(golden, hashes())
		maps.each_runtime(function() assert.are.equal(golden, hashes()) end)
	end)
end)
