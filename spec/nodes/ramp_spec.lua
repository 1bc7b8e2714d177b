local terrane = require "terrane"
local maps = require "maps"

local void = 0 / 0
local function looked_up(numbers, settings)
	local image = terrane.image { C = terrane.layer { width = #numbers, height = 1, data = numbers } }:ramp(settings):render()
	local layer, t = image:layer(settings.out_layer == "" and "C" or settings.out_layer or "Cd"), {}
	for x = 0, layer.width - 1 do
		for c = 1, layer.channels do t[#t + 1] = layer:get(x, 0, c) end
	end
	return t
end

describe("ramp", function()
	it("gives every value what stands at its place", function()
		assert.are.same({ 5, 5, 7, 9, 9 }, looked_up({ -1, 0, 0.5, 1, 3 }, { ramp = "0:5 1:9", out_layer = "" }))
		assert.are.same({ 1, 0, 0, 0.5, 0.5, 0, 0, 1, 0 }, looked_up({ 10, 15, 20 }, { ramp = "0:1,0,0 1:0,1,0", from_min = 10, from_max = 20 }))
		assert.are.same({ 0, 0.15625, 0.5, 1 }, looked_up({ 0, 0.25, 0.5, 1 }, { ramp = "0:0 1:1", ramp_mode = "smooth" }))
		assert.are.same({ 0, 0, 4, 4 }, looked_up({ 0, 0.49, 0.5, 1 }, { ramp = "0:0 0.5:4", ramp_mode = "constant" }))
		assert.are.same({ 9, 5 }, looked_up({ 0, 1 }, { ramp = { { 0, 5 }, { 1, 9 } }, from_min = 1, from_max = 0 }))
	end)

	it("measures the range, and keeps voids", function()
		assert.are.same({ 0, 0.25, 1 }, looked_up({ 4, 5, 8 }, { ramp = "0:0 1:1", range = "measured" }))
		local t = looked_up({ void, 1 }, { ramp = "0:0,1 1:1,1" })
		assert.is_true(t[1] ~= t[1] and t[2] ~= t[2] and t[3] == 1)
		assert.are.equal(1, #terrane.noise {}:ramp { range = "measured" }:check_tiles())
	end)

	it("says what is no ramp", function()
		local ok, message = pcall(function() return terrane.noise {}:ramp { ramp = "0:1 half" } end)
		assert.is_false(ok)
		assert.is_truthy(message:find("ramp: ramp: ", 1, true), message)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(name)
			local out = terrane.noise { frequency = 4 }:ramp { from_min = -1, cut = 0, ramp_mode = "smooth" }:render { width = 201, height = 77 }
			assert.are.equal("5d937c58cad5ca808c337b7cdd7486e8", out:layer("Cd"):hash(), name)
		end)
	end)
end)
