local terrane = require "terrane"
local maps = require "maps"

--- position_map{settings} as a layer.
local function map(settings, width, height)
	return terrane.position_map(settings or {}):render({ width = width or 4, height = height or width or 4 }):layer(settings and settings.out_layer or "pos")
end
local function at(settings, channel) return map(settings, 1, 1):get(0, 0, channel or 1) end

describe("position_map", function()
	it("is -1 to 1 over the width, with square pixels", function()
		local pos = map({}, 4, 2)
		assert.are.equal(3, pos.channels)
		for y = 0, 1 do
			for x = 0, 3 do
				assert.are.equal((x + 0.5) / 2 - 1, pos:get(x, y, 1))
				assert.are.equal((y + 0.5) / 2 - 0.5, pos:get(x, y, 2))
				assert.are.equal(0, pos:get(x, y, 3))
			end
		end
		assert.are.equal(-0.75, pos:get(0, 0))
		assert.are.same({ -0.25, 0, 0 }, { -0.25, at({}, 1), at({}, 2) }) -- of one pixel the middle
		assert.are.equal(4.5, map({}, 2, 10):get(0, 9, 2))
	end)

	it("looks the same way everywhere", function()
		local view = map({ source_position = "view_direction" }, 7, 5)
		for y = 0, 4 do
			for x = 0, 6 do assert.are.same({ 0, 0, -1 }, { view:get(x, y, 1), view:get(x, y, 2), view:get(x, y, 3) }) end
		end
		assert.are.equal(-1.5, at({ source_position = "view_direction", z_shift = 0.25, z_cycles = 2 }, 3))
		assert.are.equal(0.5, at({ source_position = "view_direction", z_shift = 0.25, z_cycles = 2, z_border = "wrap" }, 3))
	end)

	it("shifts first, multiplies then, and folds last", function()
		local pos = map({ x_shift = 0.5, x_cycles = -3, y_cycles = 0, z_shift = 2, z_cycles = 0.25 }, 4)
		for x = 0, 3 do
			assert.are.equal(((x + 0.5) / 2 - 1 + 0.5) * -3, pos:get(x, 3, 1))
			assert.are.equal(0, pos:get(x, 3, 2))
			assert.is_true(1 / pos:get(x, 0, 2) > 0) -- never -0
			assert.are.equal(0.5, pos:get(x, 3, 3))
		end
	end)

	it("folds what lies outside", function()
		-- one pixel lies at 0, so that the shift is the value
		local expect = {
			clamp = { [1.5] = 1, [-1.5] = -1, [3] = 1, [0.25] = 0.25, [1] = 1, [-1] = -1, [1e30] = 1 },
			mirror = { [1.5] = 0.5, [-1.5] = -0.5, [3] = -1, [2] = 0, [5] = 1, [-3] = 1, [0.25] = 0.25, [1] = 1, [-1] = -1 },
			wrap = { [1.5] = -0.5, [-1.5] = 0.5, [3] = -1, [2] = 0, [1] = -1, [-1] = -1, [0.25] = 0.25, [-7.75] = 0.25 },
			extend = { [1.5] = 1.5, [-1.5] = -1.5, [1024] = 1024 },
		}
		for border, values in pairs(expect) do
			for value, folded in pairs(values) do
				for channel, axis in ipairs { "x", "y", "z" } do
					assert.are.equal(folded, at({ [axis .. "_shift"] = value, [axis .. "_border"] = border }, channel), border .. " " .. axis .. " " .. value)
				end
			end
		end
	end)

	it("is finite and folded for any number", function()
		for _, border in ipairs { "clamp", "mirror", "wrap", "extend" } do
			for _, shift in ipairs { 0, 1e308, -1e308, 1e17, -1e-300 } do
				for _, cycles in ipairs { 0, 1e308, -1e308, 1e-308, 3.7 } do
					local s = map({ x_shift = shift, x_cycles = cycles, x_border = border }, 5):stats()
					assert.is_true(s.nan == 0 and s.max < math.huge and s.min > -math.huge)
					assert.is_true(border == "extend" or (s.min >= -1 and s.max <= 1), border)
				end
			end
		end
	end)

	it("takes its size from the reference, else from the recipe or the evaluation", function()
		local reference = maps.image(6, 3, maps.rough(1))
		for _, node in ipairs { reference:position_map {}, terrane.position_map { size_ref = reference }, reference:position_map { resolution_x = 20 } } do
			local image = node:render()
			assert.are.same({ "pos" }, image:layers())
			assert.are.same({ 6, 3 }, { image.width, image.height })
			assert.are.equal(map({}, 6, 3):hash(), image:layer("pos"):hash())
		end
		local image = terrane.position_map { resolution_x = 20 }:render { width = 64, height = 48 }
		assert.are.same({ 20, 48 }, { image.width, image.height })
		for _, size in ipairs { { 1, 9 }, { 9, 1 }, { 16384, 1 } } do
			assert.are.same(size, { map({}, size[1], size[2]).width, map({}, size[1], size[2]).height })
		end
	end)

	it("names its layer", function()
		assert.are.same({ "p" }, terrane.position_map { out_layer = "p" }:render({ width = 2 }):layers())
		assert.matches("makes no layer", maps.failure(function() terrane.position_map { out_layer = "" }:render { width = 2 } end))
		for name, value in pairs { x_border = "repeat", y_shift = 1 / 0, z_cycles = 0 / 0, source_position = "camera" } do
			assert.matches("position_map: " .. name .. ": ", maps.failure(terrane.position_map, { [name] = value }))
		end
	end)

	it("goes on far from the origin", function()
		local far = 2 ^ 40
		local node = terrane.position_map { x_border = "wrap", y_border = "mirror" }
		local pos = node:render({ width = 8, window = { far, -far, 16, 16 }, unbounded = true }):layer "pos"
		for i = 0, 15 do -- 2^40 is a multiple of the eight pixels of a period
			assert.are.equal((i % 8 + 0.5) / 4 - 1, pos:get(i, 3, 1))
			assert.are.equal(1 - math.abs((i + 0.5) / 4 - 2), pos:get(3, i, 2)) -- and of the sixteen of a mirror
		end
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return terrane.position_map { resolution_x = 9, resolution_y = 7 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(kind)
			assert.are.equal("ab6d7edd29ac6256567fcb9c444f41ab", map({ x_shift = 0.1, x_cycles = 7.3, x_border = "mirror", y_cycles = -3.1, y_border = "wrap", z_shift = 1 / 3 }, 300, 70):hash(), kind)
		end)
	end)
end)
