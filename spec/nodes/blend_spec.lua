local terrane = require "terrane"
local maps = require "maps"

local void = 0 / 0
local function image(numbers, more, channels)
	local layers = { C = terrane.layer { width = #numbers / (channels or 1), height = 1, channels = channels, data = numbers } }
	for name, list in pairs(more or {}) do layers[name] = terrane.layer { width = #list, height = 1, data = list } end
	return terrane.image(layers)
end
local function list(layer)
	local t = {}
	for c = 1, layer.channels do
		for x = 0, layer.width - 1 do t[#t + 1] = layer:get(x, 0, c) end
	end
	return t
end
local function blended(a, b, settings, more)
	local all = { other = image(b) }
	for k, v in pairs(settings) do all[k] = v end
	return list(image(a, more):blend(all):render():layer "C")
end

describe("blend", function()
	it("does what its mode says", function()
		local a, b = { 0.25, 0.75, -1 }, { 0.5, 0.5, 2 }
		local wanted = {
			mix = b, add = { 0.75, 1.25, 1 }, subtract = { -0.25, 0.25, -3 }, multiply = { 0.125, 0.375, -2 }, minimum = { 0.25, 0.5, -1 },
			maximum = { 0.5, 0.75, 2 }, overlay = { 0.25, 0.75, -4 }, screen = { 0.625, 0.875, 3 }, difference = { 0.25, 0.25, 3 },
		}
		for mode, values in pairs(wanted) do assert.are.same(values, blended(a, b, { mode = mode }), mode) end
	end)

	it("rounds off where both meet", function()
		local r = 0.5
		assert.are.same({ 1 - r / 4, 1 - 0.0625 / 2, 1, 1 }, blended({ 1, 1, 1, 1 }, { 1, 1.25, 1.5, 7 }, { mode = "smooth_minimum", radius = r }))
		assert.are.same({ 1 + r / 4, 1.25 + 0.0625 / 2, 1.5, 7 }, blended({ 1, 1, 1, 1 }, { 1, 1.25, 1.5, 7 }, { mode = "smooth_maximum", radius = r }))
		-- the slope goes over from one to the other without a jump
		local a, b = {}, {}
		for x = 1, 201 do a[x], b[x] = (x - 101) / 100, (101 - x) / 100 end
		local m = blended(a, b, { mode = "smooth_minimum", radius = r })
		local before = (m[2] - m[1]) * 100
		for x = 2, 201 do
			local slope = (m[x] - m[x - 1]) * 100
			assert.is_true(math.abs(slope - before) < 0.1)
			before = slope
		end
	end)

	it("shows as much as opacity and mask say", function()
		local a, b = { 2, 2, 2, 2, 2 }, { 6, 6, 6, 6, 6 }
		local masks = { mask = { 0, 0.25, 1, 9, void } }
		assert.are.same({ 3, 3, 3, 3, 3 }, blended(a, b, { opacity = 0.25 }))
		assert.are.same({ 2, 3, 6, 6, 2 }, blended(a, b, { mask_layer = "mask" }, masks))
		assert.are.same({ 6, 5, 2, 2, 2 }, blended(a, b, { mask_layer = "mask", invert_mask = true }, masks))
		assert.are.same({ 2, 2.5, 4, 4, 2 }, blended(a, b, { mask_layer = "mask", opacity = 0.5 }, masks))
	end)

	it("keeps voids, of b alone in mix", function()
		for _, mode in ipairs { "add", "subtract", "multiply", "minimum", "maximum", "smooth_minimum", "smooth_maximum", "overlay", "screen", "difference" } do
			for _, v in ipairs(blended({ void, 1, void }, { 1, void, void }, { mode = mode })) do assert.is_true(v ~= v, mode) end
		end
		local m = blended({ void, 1 }, { 1, void }, {})
		assert.is_true(m[1] == 1 and m[2] ~= m[2])
	end)

	it("makes voids of one kind", function()
		for _, mode in ipairs { "mix", "add", "smooth_minimum", "overlay" } do
			local a = image { void, -void }:blend { other = image { -void, void }, mode = mode }:render():layer "C":tostring()
			assert.are.equal(a:sub(1, 4), a:sub(5, 8), mode)
		end
	end)

	it("takes channels one by one, or one for all", function()
		local a = image({ 1, 2, 3 }, nil, 3)
		assert.are.same({ 11, 12, 13 }, list(a:blend { other = image { 10 }, mode = "add" }:render():layer "C"))
		assert.are.same({ 2, 4, 6 }, list(a:blend { other = a, mode = "add" }:render():layer "C"))
		local ok, message = pcall(function() return a:blend { other = image({ 1, 2 }, nil, 2) }:render() end)
		assert.is_false(ok)
		assert.is_truthy(message:find("other_layer: 'C' has 2 channels and 'C' has 3; it needs as many, or one", 1, true), message)
		local made = image({ 1 }, { D = { 5 } }):blend { other = image({ 0 }, { E = { 7 } }), other_layer = "E", mode = "add", out_layer = "sum" }:render()
		assert.are.same({ 1, 5, 8 }, { made:layer "C":get(0, 0), made:layer "D":get(0, 0), made:layer "sum":get(0, 0) })
		assert.is_nil(made:layer "E")
	end)

	it("says where sizes differ", function()
		local ok, message = pcall(function() return image { 1, 2 }:blend { other = image { 1, 2, 3 } }:render() end)
		assert.is_false(ok)
		assert.is_truthy(message:find("blend: ", 1, true), message)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(name)
			local out = terrane.noise { frequency = 4 }:blend { other = terrane.noise { frequency = 9, rand_seed = 3 }, mode = "smooth_maximum", opacity = 0.7, mask_layer = "C" }
				:render { width = 201, height = 77 }
			assert.are.equal("22aa49749c0c95ec9be9ed480f23adec", out:layer("C"):hash(), name)
		end)
	end)
end)
