local terrane = require "terrane"
local maps = require "maps"

local void = 0 / 0
local function row(numbers, channels) return terrane.image { C = terrane.layer { width = #numbers / (channels or 1), height = 1, channels = channels, data = numbers } } end
local function list(layer)
	local t = {}
	for c = 1, layer.channels do
		for x = 0, layer.width - 1 do t[#t + 1] = layer:get(x, 0, c) end
	end
	return t
end
local function remapped(numbers, settings) return list(row(numbers):remap(settings):render():layer "C") end

describe("remap", function()
	it("lays a range over another", function()
		assert.are.same({ 0, 0.5, 1, 2 }, remapped({ 0, 0.5, 1, 2 }, {}))
		assert.are.same({ 100, 150, 200, 300 }, remapped({ 2, 3, 4, 6 }, { from_min = 2, from_max = 4, to_min = 100, to_max = 200 }))
		assert.are.same({ 1, 0.5, 0 }, remapped({ 0, 0.5, 1 }, { from_min = 1, from_max = 0 }))
		assert.are.same({ 1, 0.5, 0 }, remapped({ 0, 0.5, 1 }, { to_min = 1, to_max = 0 }))
		assert.are.same({ 0, 0, 0.5, 1, 1 }, remapped({ -7, 0, 0.5, 1, 9 }, { clamp = true }))
		assert.are.same({ 0.25, -0.25, 4 }, remapped({ 0.5, -0.5, 2 }, { gamma = 2 }))
	end)

	it("measures the range", function()
		assert.are.same({ 0, 0.25, 1 }, remapped({ 4, 5, 8 }, { range = "measured" }))
		assert.are.same({ -1, -0.5, 1 }, remapped({ 4, 5, 8 }, { range = "measured", to_min = -1, to_max = 1 }))
		assert.are.same({ 3, 3 }, remapped({ 4, 4 }, { range = "measured", to_min = 3, to_max = 5 }))
		local many = {}
		for i = 0, 100 do many[i + 1] = i end
		local cut = remapped(many, { range = "measured", cut = 10, clamp = true })
		assert.are.same({ 0, 0, 1, 1 }, { cut[1], cut[11], cut[91], cut[101] })
		assert.near(0.5, cut[51], 1e-7)
		local rest = remapped({ 4, void, 8 }, { range = "measured" })
		assert.is_true(rest[1] == 0 and rest[2] ~= rest[2] and rest[3] == 1)
	end)

	it("maps channels by the range of the first, and names its result", function()
		assert.are.same({ 0, 1, 2, 3 }, list(row({ 1, 2, 3, 4 }, 2):remap { range = "measured" }:render():layer "C"))
		local made = row { 2 }:remap { to_max = 10, out_layer = "D" }:render()
		assert.are.same({ 2, 20 }, { made:layer "C":get(0, 0), made:layer "D":get(0, 0) })
	end)

	it("refuses an empty range, and tiles that would measure", function()
		local ok, message = pcall(function() return row { 1 }:remap { from_min = 2, from_max = 2 } end)
		assert.is_false(ok)
		assert.is_truthy(message:find("remap: from_max: must differ from from_min, which is 2 too", 1, true), message)
		for _, far in ipairs { { to_max = -1e300 }, { to_min = 1e25 }, { from_max = 1e300 }, { from_min = 0, from_max = 1e-310 } } do
			assert.is_false(pcall(function() return row { 1 }:remap(far) end))
		end
		local reasons = terrane.noise {}:remap { range = "measured" }:check_tiles()
		assert.are.equal(1, #reasons)
		assert.are.equal(0, #terrane.noise {}:remap {}:check_tiles())
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(name)
			local out = terrane.noise { frequency = 4 }:remap { range = "measured", cut = 2, gamma = 1.7 }:render { width = 201, height = 77 }
			assert.are.equal("84e633c750c2f19a4ba0ec92adb38504", out:layer("C"):hash(), name)
		end)
	end)
end)
