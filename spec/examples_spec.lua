-- The recipes in examples/recipes: they run, look like what they say, and the committed map is what its recipe makes.

local terrane = require "terrane"
local program = require "program"
local folder = "examples/recipes"

local function render(path, size, params)
	local outputs = terrane.recipe(folder .. "/" .. path, { params = params, trusted = jit ~= nil })
	assert.equal(1, #outputs)
	return outputs[1].node:render { width = size }
end

describe("alpine.lua", function()
	it("makes a range with valleys, rock and snow", function()
		local image = render("alpine.lua", 128)
		local s = image:layer "C":stats()
		assert.is_true(s.max - s.min > 0.2 and s.max - s.min < 1)
		for _, material in ipairs { "grass", "rock", "snow" } do
			local share = image:layer("splat_" .. material):stats().mean
			assert.is_true(share > 0.005 and share < 0.9, material .. " covers " .. share)
		end
		assert.is_true(image:layer "flow":stats().max > 200)
	end)
	it("makes another one for another seed", function()
		assert.not_equal(render("alpine.lua", 32):layer "C":hash(), render("alpine.lua", 32, { seed = 12 }):layer "C":hash())
	end)
end)

describe("from_map.lua", function()
	it("works on the map beside it, which is what hills.lua makes", function()
		local map = assert(terrane.read(folder .. "/maps/hills_C.png")):layer "C"
		local made = render("maps/hills.lua", 256):layer "C"
		local s = made:stats()
		for y = 0, 255, 5 do
			for x = 0, 255, 5 do
				assert.near(made:get(x, y), map:get(x, y), (s.max - s.min) / 65535, "maps/hills_C is stale: its recipe says how to make it")
			end
		end
		local image = render("from_map.lua", nil)
		assert.equal(256, image.width)
		assert.equal(8000, image.world_size)
		assert.is_true(image:layer "splat_grass":stats().mean > 0.1)
	end)

	local shared = (os.getenv "TERRANE_SHARED" or "../shared") .. "/data/dem/"
	it("works on real ground, from integers and from floats", function()
		if not program.exists(shared .. "rainier_512.png") then pending("no maps here") return end
		local png = render("from_map.lua", nil, { map = shared .. "rainier_512.png", world_size = 46080, scale = 0.06255688605086976, offset = 273.57421875 })
		local raw = render("from_map.lua", nil, { map = shared .. "rainier_512.r32", world_size = 46080 })
		local a, b = png:layer "C":stats(), raw:layer "C":stats()
		assert.near(a.max, b.max, 0.1)
		assert.near(a.mean, b.mean, 0.1)
		assert.is_true(a.max > 4300 and a.max < 4373.3)
		assert.equal(344, render("from_map.lua", nil, { map = shared .. "jacksboro_fault.r32", world_size = 30000, width = 403 }).height)
	end)
end)
