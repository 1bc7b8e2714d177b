local terrane = require "terrane"
local maps = require "maps"

local void = 0 / 0
local function layer(width, height, f, channels) return terrane.layer { width = width, height = height, channels = channels, data = f } end
--- A row of values of `C`, filled by the row of mask values.
local function row(values, mask, settings)
	local image = terrane.image {
		C = layer(#values, 1, function(x) return values[x + 1] end),
		mask = mask and layer(#values, 1, function(x) return mask[x + 1] end),
	}
	local all = { mask_layer = mask and "mask" }
	for k, v in pairs(settings) do all[k] = v end
	local out, list = image:fill(all):render():layer "C", {}
	for x = 0, #values - 1 do list[x + 1] = out:get(x, 0) end
	return list
end

describe("fill", function()
	it("is the value everywhere without a mask", function()
		assert.are.same({ 6, 6, 6 }, row({ 2, void, 1e30 }, nil, { value = "6" }))
		assert.are.same({ 0, 0, 0 }, row({ 2, 3, 4 }, nil, {}))
		assert.are.same({ 6 }, row({ 2 }, nil, { value = "6", invert_mask = true })) -- there is no mask to invert
	end)

	it("blends by the mask, clamped", function()
		assert.are.same({ 3, 2, 6, 2, 6 }, row({ 2, 2, 2, 2, 2 }, { 0.25, 0, 1, -7, 9 }, { value = "6" }))
		assert.are.same({ 5, 6, 2, 6, 2 }, row({ 2, 2, 2, 2, 2 }, { 0.25, 0, 1, -7, 9 }, { value = "6", invert_mask = true }))
	end)

	it("keeps the bits where the mask is 0, and is the value where it is 1", function()
		local rough = maps.rough(3)
		local image = terrane.image {
			C = layer(40, 3, function(x, y) return rough(x, y) * 1.1 ^ (x - 20) / 3 end),
			none = layer(40, 3, function() return 0 end), all = layer(40, 3, function() return 1 end),
		}
		local function hash(settings) return image:fill(settings):render():layer("C"):hash() end
		local filled = layer(40, 3, function() return 0.1 end):hash()
		assert.are.equal(image:layer("C"):hash(), hash { value = "0.1", mask_layer = "none" })
		assert.are.equal(image:layer("C"):hash(), hash { value = "0.1", mask_layer = "all", invert_mask = true })
		assert.are.equal(filled, hash { value = "0.1", mask_layer = "all" })
		assert.are.equal(filled, hash { value = "0.1", mask_layer = "none", invert_mask = true })
		assert.is_true(1 / row({ -0.0 }, { 0 }, { value = "1" })[1] < 0)
	end)

	it("gives each channel its number, and the last one to those that have none", function()
		local image = terrane.image { C = layer(2, 2, function(x, y, c) return c * 10 + x + 2 * y end, 4) }
		local function all(value)
			local out, list = image:fill({ value = value }):render():layer "C", {}
			assert.are.equal(4, out.channels)
			for c = 1, 4 do list[c] = out:get(1, 0, c) end
			return list
		end
		assert.are.same({ 1, 2, 2, 2 }, all "1 2")
		assert.are.same({ 1, 2, 2, 2 }, all { 1, 2 })
		assert.are.same({ -1, 0.5, 3, 4 }, all "-1, 0.5, 3 4 5")
		assert.are.same({ 0, 0, 0, 0 }, all(nil))
		local most = terrane.image { C = layer(1, 1, function(_, _, c) return c end, 64) }
		local out = most:fill({ value = "5 6" }):render():layer "C"
		assert.are.equal(64, out.channels)
		assert.are.same({ 5, 6, 6 }, { out:get(0, 0, 1), out:get(0, 0, 2), out:get(0, 0, 64) })
	end)

	it("leaves alone where the mask is void, and fills voids where it is 1", function()
		assert.are.same({ 2 }, row({ 2 }, { void }, { value = "6" }))
		assert.are.same({ 2 }, row({ 2 }, { void }, { value = "6", invert_mask = true }))
		local list = row({ void, void, void }, { 1, 0.5, 0 }, { value = "6" })
		assert.are.equal(6, list[1])
		assert.is_true(list[2] ~= list[2] and list[3] ~= list[3])
	end)

	it("takes the mask's first channel and keeps the other layers", function()
		local image = terrane.image {
			rgb = layer(1, 1, function(_, _, c) return c end, 3),
			mask = layer(1, 1, function(_, _, c) return c == 1 and 0.5 or 9 end, 2),
		}
		local out = image:fill({ layer = "rgb", value = "3", mask_layer = "mask" }):render()
		assert.are.same({ "mask", "rgb" }, (function(t) table.sort(t) return t end)(out:layers()))
		local rgb = out:layer "rgb"
		assert.are.same({ 2, 2.5, 3 }, { rgb:get(0, 0, 1), rgb:get(0, 0, 2), rgb:get(0, 0, 3) })
		assert.are.equal(image:layer("mask"):hash(), out:layer("mask"):hash())
		-- a layer may be its own mask
		assert.are.equal(0.5 + (3 - 0.5) * 0.5, image:fill({ layer = "mask", value = "3", mask_layer = "mask" }):render():layer("mask"):get(0, 0, 1))
	end)

	it("stays finite for the largest numbers", function()
		for _, value in ipairs { "1e24", "-1e24" } do
			for _, v in ipairs(row({ 3e38, -3e38, 0 }, { 0.5, 0.5, 0.5 }, { value = value })) do assert.is_true(v - v == 0) end
		end
	end)

	it("says what is wrong", function()
		local image = maps.image(2, 2, maps.rough(1))
		local function fail(settings) return maps.failure(function() image:fill(settings):render() end) end
		assert.matches("fill: value: must be 1 to 64 numbers, got ''", fail { value = "" })
		assert.matches("fill: value: must be 1 to 64 numbers, got 'red'", fail { value = "red" })
		assert.matches("fill: value: 1e%+25 is more than 1e24 in size", fail { value = "1 1e25" })
		assert.matches("fill: layer: no layer 'rock' %(the image has 'C'%)", fail { layer = "rock" })
		assert.matches("fill: mask_layer: no layer 'mask' %(the image has 'C'%)", fail { mask_layer = "mask" })
	end)

	it("gives the same bytes everywhere #golden", function()
		local rough = maps.rough(11)
		local image = terrane.image { C = layer(37, 23, function(x, y, c) return rough(x + 40 * c, y) end, 3), mask = layer(37, 23, maps.rough(5, 1)) }
		maps.each_runtime(function(kind)
			local out = image:fill({ value = "0.1 -2.7", mask_layer = "mask", invert_mask = true }):render():layer "C"
			assert.are.equal("1cb819e0996e010cd52188a1abb3d3e0", out:hash(), kind)
		end)
	end)
end)
