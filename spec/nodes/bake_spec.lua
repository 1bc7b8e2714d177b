local terrane = require "terrane"
local maps = require "maps"

local function land(settings)
	local s = { noise_type = "perlin", fractal = "standard", octaves = 4, frequency = 3 }
	for k, v in pairs(settings or {}) do s[k] = v end
	return terrane.noise(s)
end
local function rough(width, height) return maps.image(width, height, maps.rough(3)) end

describe("bake", function()
	it("hands on what fits its own pixels bit for bit", function()
		for _, size in ipairs { { 64, 64 }, { 50, 37 }, { 1, 1 }, { 1, 9 } } do
			local node = land():height_to_normal {}
			for _, how in ipairs { "bicubic", "bilinear", "nearest" } do
				local baked = node:bake { width = size[1], height = size[2], interpolation = how }:render { width = size[1], height = size[2] }
				local plain = node:render { width = size[1], height = size[2] }
				for _, name in ipairs { "C", "N" } do assert.are.equal(plain:layer(name):hash(), baked:layer(name):hash()) end
			end
		end
	end)

	it("keeps the landscape in its place, whatever part is made", function()
		-- pixels of the bake and of the evaluation coincide
		local node = land()
		local baked = node:bake { width = 128, region = { -1, 0, 1, 2 } }
		local a = baked:render { width = 64, window = { -64, 0, 128, 128 }, unbounded = true }:layer "C"
		local b = node:render { width = 64, window = { -64, 0, 128, 128 }, unbounded = true }:layer "C"
		assert.are.equal(b:hash(), a:hash())
		-- and are near where they do not
		a = baked:render { width = 200 }:layer "C"
		b = node:render { width = 200 }:layer "C"
		local worst = 0
		for y = 0, 199 do for x = 0, 199 do worst = math.max(worst, math.abs(a:get(x, y) - b:get(x, y))) end end
		local s = b:stats()
		assert.is_true(worst < 0.04 * (s.max - s.min), tostring(worst))
	end)

	it("is exact on planes, and on parabolas when bicubic", function()
		local image = maps.image(16, 16, function(x, y) return 3 * x - 2 * y end)
		for _, how in ipairs { "bilinear", "bicubic" } do
			local l = image:bake { interpolation = how }:render { width = 160 }:layer "C"
			for y = 20, 140, 7 do
				for x = 20, 140, 7 do
					local px, py = (x + 0.5) / 10 - 0.5, (y + 0.5) / 10 - 0.5
					assert.near(3 * px - 2 * py, l:get(x, y), 1e-5)
				end
			end
		end
		local bowl = maps.image(16, 16, function(x) return (x - 8) * (x - 8) end):bake {}:render { width = 160 }:layer "C"
		for x = 20, 140, 3 do
			local px = (x + 0.5) / 10 - 0.5
			assert.near((px - 8) ^ 2, bowl:get(x, 80), 1e-4)
		end
		assert.are.equal(7.3, tonumber(("%.6g"):format(maps.image(5, 4, function() return 7.3 end):bake {}:render { width = 97 }:layer("C"):stats().max)))
		local flat = maps.image(5, 4, function() return 7.3 end):bake {}:render { width = 97 }:layer("C"):stats()
		assert.are.equal(flat.min, flat.max)
	end)

	it("says what lies outside", function()
		local image = rough(8, 8)
		local source = image:layer "C"
		local function at(outside, x, y)
			return image:bake { outside = outside, interpolation = "nearest" }:render { width = 8, window = { x, y, 1, 1 }, unbounded = true }:layer("C"):get(0, 0)
		end
		for _, place in ipairs { { -3, 2 }, { 9, 15 }, { 4, -8 }, { 2 ^ 40 + 3, -2 ^ 40 - 1 } } do
			local x, y = place[1], place[2]
			assert.are.equal(source:get(math.max(0, math.min(7, x)), math.max(0, math.min(7, y))), at("clamp", x, y))
			assert.are.equal(source:get(x % 8, y % 8), at("repeat", x, y))
			local void = at("void", x, y)
			assert.is_true(void ~= void)
		end
		local image_of_ids = terrane.image { C = terrane.layer { width = 2, height = 2, type = "i32", data = { 5, 6, 7, 8 } } }
		local ids = image_of_ids:bake { outside = "void" }:render { width = 4, window = { -1, 0, 5, 4 }, unbounded = true }:layer "C"
		assert.are.equal("i32", ids.type)
		assert.are.same({ -1, 5, 5, 6, 6 }, { ids:get(0, 0), ids:get(1, 0), ids:get(2, 0), ids:get(3, 1), ids:get(4, 1) })
	end)

	it("repeats a tileable image without a seam", function()
		local l = terrane.noise { noise_type = "torus", frequency = 5 }:bake { width = 32, region = "0 0 1 1", outside = "repeat" }
			:render { width = 160, window = { 80, 0, 160, 160 }, unbounded = true }:layer "C"
		local seam, most = 0, 0
		for y = 0, 159 do
			for x = 1, 158 do
				local d = math.abs(l:get(x + 1, y) - 2 * l:get(x, y) + l:get(x - 1, y))
				if x >= 78 and x <= 81 then seam = math.max(seam, d) else most = math.max(most, d) end
			end
		end
		assert.is_true(seam <= most)
	end)

	it("lays images with a size of their own over the region", function()
		local image = rough(10, 20)
		local l = image:bake { region = { 1, 1, 2, 3 }, interpolation = "nearest" }:render { width = 10, window = { 10, 10, 10, 20 }, unbounded = true }
		assert.are.equal(image:layer("C"):hash(), l:layer("C"):hash())
		assert.are.equal(12, image:bake {}:render { width = 12 }.width)
	end)

	it("is evaluated once for all tiles and sizes", function()
		local rt = terrane.runtime {}
		local continent = rt:noise {}:stream_power { iterations = 3 }:bake { width = 64, region = { -2, -2, 2, 2 } }
		for x = -2, 1 do continent:tile { x = x, y = 0, size = 32 } end
		continent:render { width = 100 }
		assert.are.equal(2 + 5, rt:stats().nodes_evaluated)
	end)

	it("gives what needs a whole image its place on the plane", function()
		local node = terrane.noise {}:stream_power { iterations = 4 }:bake { width = 64, region = { -1, -1, 1, 1 } }:height_to_normal {}
		local a = node:tile { x = 0, y = 0, size = 33, overlap = 1 }:layer "N"
		local b = node:tile { x = 1, y = 0, size = 33, overlap = 1 }:layer "N"
		for i = 0, 32 do assert.are.equal(a:get(32, i, 1), b:get(0, i, 1)) end
		-- what is simulated does not depend on who asks
		local base = terrane.noise {}:stream_power { iterations = 4 }
		assert.are.equal(base:bake { width = 64 }:render { width = 64 }:layer("C"):hash(), base:render { width = 64 }:layer("C"):hash())
	end)

	it("spreads voids no further than interpolation reads", function()
		local image = maps.image(9, 9, function(x, y) return x == 4 and y == 4 and 0 / 0 or x end)
		assert.are.equal(1, image:bake {}:render { width = 9 }:layer("C"):stats().nan)
		local l = image:bake { interpolation = "bilinear" }:render { width = 90 }:layer "C"
		assert.is_true(l:stats().nan >= 361 and l:stats().nan <= 400)
	end)

	it("carries 64 bits and the world's width", function()
		local exact = terrane.noise { device = "exact" }:bake { width = 32 }:render { width = 64 }:layer "C"
		assert.are.equal("f64", exact.type)
		local node = terrane.noise {}:height_to_normal { world_size = 500 }:bake { width = 32, region = { 0, 0, 2, 2 } }
		assert.near(500, node:render { width = 40 }.world_size, 1e-9)
		assert.near(125, node:render { width = 40, window = { 3, 3, 10, 10 } }.world_size, 1e-9)
	end)

	it("refuses a region that is none", function()
		for _, region in ipairs { "0 0 1", "0 0 0 1", "1 0 0 1", "a", "0 0 1 1 1", "0 0 1 2e9", "" } do
			assert.matches("bake: region: must be {u0, v0, u1, v1}", maps.failure(land().bake, land(), { region = region }))
		end
		-- too thin for its place: its pixels could not be counted from the origin
		assert.matches("not thinner than 1e%-12", maps.failure(land().bake, land(), { region = "0 1e8 1 100000000.00000003" }))
		assert.are.equal(8, land():bake { width = 16384, height = 1, region = "1e8 -1e9 100000000.001 1e9" }:render { width = 8, window = { 0, 0, 8, 1 } }.width)
	end)

	it("takes noise with a resolution of its own, along one axis too", function()
		local function hash(settings, region)
			return terrane.noise(settings):bake { width = 16, height = 16, region = region }:render { width = 16 }:layer("C"):hash()
		end
		assert.are.equal(hash({}, "0 0 1 1e-9"), hash({ resolution_x = 16 }, "0 0 1 1e-9"))
		assert.are.equal(hash({}, "0 5 1 6"), hash({ resolution_x = 16 }, "0 5 1 6"))
	end)

	it("has its bytes #golden", function()
		local hash = land():stream_power { iterations = 3 }:bake { width = 48, region = "-0.3 0.2 1.7 1.1" }
			:render { width = 100, window = { -40, 3, 120, 70 }, unbounded = true }:layer("C"):hash()
		assert.are.equal("39c20f80c36bf2aa2c8b9329bc0ca317", hash)
		maps.each_runtime(function()
			assert.are.equal(hash, land():stream_power { iterations = 3 }:bake { width = 48, region = "-0.3 0.2 1.7 1.1" }
				:render { width = 100, window = { -40, 3, 120, 70 }, unbounded = true }:layer("C"):hash())
		end)
	end)
end)
