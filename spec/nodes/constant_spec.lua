local terrane = require "terrane"
local maps = require "maps"

local function constant(settings, shape) return terrane.constant(settings):render(shape or { width = 5, height = 3 }):layer(settings.layer or "C") end
local function fail(settings) return maps.failure(function() return terrane.constant(settings):render { width = 2 } end) end

describe("constant", function()
	it("has its colour in every pixel", function()
		local layer = constant { red = 0.25, green = -5, blue = 1e30, alpha = 7 }
		assert.are.equal(3, layer.channels)
		for y = 0, 2 do
			for x = 0, 4 do
				assert.are.equal(0.25, layer:get(x, y, 1))
				assert.are.equal(-5, layer:get(x, y, 2))
				assert.near(1e30, layer:get(x, y, 3), 1e23)
			end
		end
		assert.are.equal(0, constant({}):get(4, 2, 3))
	end)

	it("has a fourth channel with use_alpha", function()
		local layer = constant { use_alpha = true, red = 2 }
		assert.are.equal(4, layer.channels)
		assert.are.equal(2, layer:get(4, 2, 1))
		assert.are.equal(1, layer:get(4, 2, 4))
		assert.are.equal(-0.5, constant({ use_alpha = true, alpha = -0.5 }):get(0, 0, 4))
	end)

	it("has the size that it states, else the one that is asked for", function()
		local long = terrane.constant({ resolution_x = 16384, resolution_y = 1, blue = 3 }):render():layer "C"
		assert.are.same({ 16384, 1 }, { long.width, long.height })
		assert.are.equal(3, long:stats(3).min)
		assert.are.equal(3, long:stats(3).max)
		local one = constant({ green = 4 }, { width = 1, height = 1 })
		assert.are.equal(4, one:get(0, 0, 2))
		assert.are.equal(40, terrane.constant({ resolution_y = 40 }):render({ width = 7 }):layer("C").height)
	end)

	it("names its layer", function()
		assert.are.same({ "sky" }, terrane.constant({ layer = "sky" }):render({ width = 2 }):layers())
		assert.matches("constant: makes no layer", fail { layer = "" })
	end)

	it("is of 64-bit floats where it is exact", function()
		local layer = constant { red = 0.1, green = 1e300, device = "exact" }
		assert.are.equal("f64", layer.type)
		assert.are.equal(0.1, layer:get(4, 1, 1))
		assert.are.equal(1e300, layer:get(4, 1, 2))
		local cpu = constant { red = 0.1, device = "cpu" }
		assert.are.equal("f32", cpu.type)
		assert.are.equal(constant({ red = 0.1 }):hash(), cpu:hash())
	end)

	it("refuses what no 32-bit float holds", function()
		assert.matches("constant: green: 1e%+300 is more than a 32%-bit float holds %(3.4e38%); device \"exact\" makes 64%-bit ones", fail { green = 1e300 })
		assert.matches("constant: alpha: %-1e%+39 is more", fail { alpha = -1e39 })
		assert.are.equal(1, constant({ red = 3.4028234663852886e38 }):get(0, 0, 1) / 3.4028234663852886e38)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(kind)
			local layer = constant({ red = 0.1, green = -2.7, blue = 1e-3, use_alpha = true }, { width = 37, height = 23 })
			assert.are.equal("41a71214c6200a21969c4431f9ba6775", layer:hash(), kind)
		end)
	end)
end)
