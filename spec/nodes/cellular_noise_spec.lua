local terrane = require "terrane"
local maps = require "maps"

local function cellular(settings, width, height)
	return terrane.cellular_noise(settings):render { width = width or 20, height = height or width or 20 }
end
local each = maps.each
-- a regular grid of cells of 1/4, settings over it
local function grid(settings)
	local all = { element_size = 0.25, jitter = 0 }
	for k, v in pairs(settings or {}) do all[k] = v end
	return all
end
local layers = { "noise", "border", "center", "id" }
local function fail(settings) return maps.failure(function() return terrane.cellular_noise(settings):render { width = 8 } end) end

describe("cellular_noise", function()
	it("cuts gaps and bevels into a regular grid", function()
		-- twenty pixels over four cells: pixel 2 is the middle of the first cell, pixel 3 is 0.05 to the right of it
		local image = cellular(grid { gap = 0.05, bevel = 0.05 })
		assert.near(0.125, image:layer("border"):get(2, 2), 1e-8)
		assert.near(0.075, image:layer("border"):get(3, 2), 1e-7)
		assert.near(0.5, image:layer("noise"):get(3, 2), 1e-6)
		assert.are.equal(1, image:layer("noise"):get(2, 2))
		assert.are.equal(0, image:layer("noise"):get(4, 2)) -- 0.025 from the border
		each(cellular(grid { gap = 0.126 }):layer "noise", function(v) assert.are.equal(0, v) end) -- cells vanish
		local hard = cellular({ bevel = 0, gap = 0.01 }, 64)
		each(hard:layer "noise", function(v, x, y) assert.are.equal(hard:layer("border"):get(x, y) > 0.01 and 1 or 0, v) end)
		local bevelled = cellular({}, 64)
		each(bevelled:layer "noise", function(v, x, y) assert.near(math.min(1, bevelled:layer("border"):get(x, y) / 0.05), v, 1e-6) end)
	end)

	it("takes parts of the way to the feature point", function()
		-- pixel 1 of eight is 0.0625 from the middle and as far from the border
		local half = grid { shape_mode = "relative", bevel = 1, offset = "0 0.0625" }
		assert.near(0.5, cellular(half, 8):layer("noise"):get(1, 0), 1e-6)
		local image = cellular({ shape_mode = "relative", bevel = 1 }, 48)
		local distance = terrane.worley_noise({}):render({ width = 48, height = 48 }):layer "dist1"
		each(image:layer "noise", function(v, x, y)
			local b = image:layer("border"):get(x, y)
			assert.near(b / (b + distance:get(x, y)), v, 1e-6)
		end)
		assert.near(1, cellular(grid { shape_mode = "relative", bevel = 1 }):layer("noise"):get(2, 2), 1e-6)
		-- corners, where the border is 0
		each(cellular(grid { shape_mode = "relative", bevel = 1, offset = "0.125 0.125" }, 4):layer "noise", function(v) assert.near(0, v, 1e-6) end)
		each(cellular(grid { shape_mode = "relative", gap = 1, bevel = 0 }):layer "noise", function(v) assert.are.equal(0, v) end)
	end)

	it("has the lattice, borders, centres and ids of worley_noise", function()
		for _, settings in ipairs { {}, { lattice = "hexagonal", rand_seed = 3 }, { metric = "manhattan" }, { tile = true, element_scale = "2 1" } } do
			local own, other = cellular(settings, 40, 30), terrane.worley_noise(settings):render { width = 40, height = 30 }
			for _, name in ipairs { "border", "center", "id" } do assert.are.equal(other:layer(name):hash(), own:layer(name):hash()) end
		end
		local own = cellular({ smooth_edge = 0.1 }, 40):layer("border"):hash()
		assert.are.equal(terrane.worley_noise({ round_border = 0.1 }):render({ width = 40, height = 40 }):layer("border"):hash(), own)
	end)

	it("scales, then shifts, then post-processes the noise alone", function()
		local plain, scaled = cellular({}, 32), cellular({ amplitude = -3, shift = 0.5 }, 32)
		local post = cellular({ amplitude = -3, shift = 0.5, fold = true, complement = true, use_clamp_min = true, clamp_min = -1 }, 32)
		each(plain:layer "noise", function(v, x, y)
			assert.near(0.5 - 3 * v, scaled:layer("noise"):get(x, y), 1e-6)
			assert.near(math.max(-1, 1 - math.abs(0.5 - 3 * v)), post:layer("noise"):get(x, y), 1e-6)
		end)
		for _, name in ipairs { "border", "center", "id" } do assert.are.equal(plain:layer(name):hash(), post:layer(name):hash()) end
	end)

	it("repeats without a seam", function()
		local node = terrane.cellular_noise { tile = true, tile_size = "1 0.5", gap = 0.01, smooth_edge = 0.05 }
		local here = node:render { width = 64, height = 32 }
		local there = node:render { width = 64, height = 32, window = { -64, 64, 64, 32 }, unbounded = true }
		assert.are.equal(here:layer("noise"):hash(), there:layer("noise"):hash())
		-- over the seam no step is larger than inside
		local seam = node:render({ width = 64, height = 32, window = { 63, 0, 2, 32 }, unbounded = true }):layer "border"
		for y = 0, 31 do assert.is_true(math.abs(seam:get(1, y) - seam:get(0, y)) < 1.001 / 64) end
	end)

	it("takes positions from a layer, and leaves voids where there are none", function()
		local image = terrane.image { P = terrane.layer { width = 20, height = 20, channels = 3,
			data = function(x, y, c) return x == 7 and y == 3 and 0 / 0 or c == 1 and x / 20 or c == 2 and y / 20 or 0.25 end } }
		local result = image:cellular_noise({ pos_layer = "P" }):render()
		local other = image:worley_noise({ pos_layer = "P" }):render()
		assert.are.same({ "P", "noise", "border", "center", "id" }, result:layers())
		assert.are.equal(3, result:layer("center").channels)
		assert.are.equal(other:layer("border"):hash(), result:layer("border"):hash())
		for _, name in ipairs { "noise", "border" } do
			each(result:layer(name), function(v, x, y) assert.are.equal(x == 7 and y == 3, v ~= v) end)
		end
		assert.are.equal(0, result:layer("id"):get(7, 3))
	end)

	it("names layers, keeps those of the input, and takes its size", function()
		local image = maps.image(9, 7, maps.rough(1))
		assert.are.same({ "C", "c_noise", "c_border", "c_center", "c_id" }, image:cellular_noise({ prefix = "c_" }):render():layers())
		assert.are.equal(9, image:cellular_noise({ resolution_x = 3 }):render().width)
		assert.are.same(layers, cellular({}):layers())
		assert.are.equal(5, terrane.cellular_noise({ resolution_x = 5, resolution_y = 3 }):render().width)
	end)

	it("stays finite at the ends of its ranges", function()
		for _, settings in ipairs {
			{ amplitude = 1e24, shift = -1e24 }, { gap = 1e4, bevel = 1e4 }, { gap = 0, bevel = 0 }, { bevel = 1e-300, shape_mode = "relative" },
			{ jitter = 2, smooth_edge = 10 }, { element_size = 1e-6 }, { element_size = 1e4, shape_mode = "relative" }, { gamma = 0.001 },
		} do
			for _, size in ipairs { { 1, 1 }, { 1, 7 }, { 7, 1 }, { 33, 5 } } do
				local image = cellular(settings, size[1], size[2])
				maps.finite(image, layers)
			end
		end
	end)

	it("says what is wrong", function()
		assert.matches("amplitude: 1e%+25 is more than 1e24 in size", fail { amplitude = 1e25 })
		assert.matches("shift: ", fail { shift = -1e25 })
		assert.matches("tile: a hexagonal lattice cannot be tiled", fail { tile = true, lattice = "hexagonal" })
		assert.matches("tile_size: must be 1 to 3 numbers, got ''", fail { tile_size = "" })
		assert.matches("pos_layer: no image to take layer 'P' from", fail { pos_layer = "P" })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return terrane.cellular_noise { resolution_x = 7, resolution_y = 5, gamma = 2 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = {
			{ "6da860ea510bae3bf889da4e8229c568", {} }, { "f21539c601be85d6d9dc60f09db16306", { lattice = "hexagonal", smooth_edge = 0.1 } }, { "cd0d00cc7204e66b214551c1d7ac62cf", { shape_mode = "relative", gap = 0.2, gamma = 1.7 } },
		}
		maps.each_runtime(function(kind)
			for _, case in ipairs(golden) do
				assert.are.equal(case[1], cellular(case[2], 61, 43):layer("noise"):hash(), kind)
			end
		end)
	end)
end)
