local terrane = require "terrane"

local function message(f, ...) return select(2, pcall(f, ...)) end
local function flat(value, w, h) return terrane.layer{ width = w or 3, height = h or 2, data = function() return value end } end

describe("terrane.image", function()
	it("makes an image of layers, in the order of their names", function()
		local img = terrane.image{ mask = flat(1), C = flat(2), a = flat(3) }
		assert.same({ "C", "a", "mask" }, img:layers())
		assert.same({ 3, 2, 0 }, { img.width, img.height, img.world_size })
		assert.equal(2, img:layer("C"):get(0, 0))
	end)

	it("names what is wrong with them", function()
		assert.matches("'b' must be a layer like the others, got a number", message(terrane.image, { a = flat(1), b = 1 }))
		assert.matches("layers have names, got a value under a number", message(terrane.image, { flat(1) }))
		assert.matches("zero byte", message(terrane.image, { ["a\0b"] = flat(1) }))
		assert.is_false(pcall(terrane.image, { a = flat(1), b = flat(1, 5, 5) }))
		assert.is_false(pcall(terrane.image, { [("x"):rep(64)] = flat(1) }))
	end)

	it("makes a node of an image", function()
		local img = terrane.image{ C = flat(4) }
		local node = terrane.image(img)
		assert.equal("image", node.type)
		assert.equal(img:layer("C"):hash(), node:render():layer("C"):hash())
	end)

	it("makes nodes of anything else", function()
		assert.matches("no parameter 'nonsense'", message(terrane.image, { nonsense = 1 }))
		assert.is_false(pcall(terrane.image))
		assert.is_false(pcall(terrane.image, 1))
		assert.is_false(pcall(terrane.image, flat(1)))
	end)
end)

describe("an image", function()
	it("says which layers there are when one is not", function()
		local img = terrane.image{ C = flat(1), mask = flat(2) }
		local none, why = img:layer "height"
		assert.is_nil(none)
		assert.equal("no layer 'height' (there are: C, mask)", why)
		assert.is_false(pcall(img.layer, img))
		assert.is_false(pcall(img.layer, img, 1))
	end)

	it("keeps its layers when it goes", function()
		local img = terrane.image{ C = flat(7) }
		local layer = img:layer "C"
		img:release()
		collectgarbage()
		assert.equal(7, layer:get(2, 1))
	end)

	it("shares layers with other images", function()
		local rt = terrane.runtime{ threads = 1 }
		local layer = rt:layer{ width = 512, height = 512 }
		local before = rt:stats().bytes
		for i = 1, 10 do rt:image{ C = layer, ["n" .. i] = layer } end
		assert.is_true(rt:stats().bytes - before < 512 * 512)
	end)
end)
