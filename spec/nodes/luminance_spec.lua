local terrane = require "terrane"
local maps = require "maps"

local void = 0 / 0
-- colours as { r, g, b } each, one pixel after another
local function row(colours, channels)
	return maps.image(#colours, 1, function(x, _, c) return colours[x + 1][c] end, "C", channels or 3)
end
local function values(image, settings)
	local layer, t = image:luminance(settings or {}):render():layer "luminance", {}
	assert.are.equal(1, layer.channels)
	for x = 0, layer.width - 1 do t[x + 1] = layer:get(x, 0) end
	return t
end
local function near(expected, got, within)
	assert.are.equal(#expected, #got)
	for i, e in ipairs(expected) do assert.near(e, got[i], within or 1e-7) end
end

describe("luminance", function()
	it("weighs channels as each method says", function()
		local image = row { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0.25, 0.5, 2 } }
		near({ 0.2126, 0.7152, 0.0722, 0.25 * 0.2126 + 0.5 * 0.7152 + 2 * 0.0722 }, values(image))
		near({ 0.299, 0.587, 0.114, 0.25 * 0.299 + 0.5 * 0.587 + 2 * 0.114 }, values(image, { method = "rec_601" }))
		near({ 1 / 3, 1 / 3, 1 / 3, 2.75 / 3 }, values(image, { method = "average" }))
		assert.are.same({ 1, 1, 1, 2 }, values(image, { method = "maximum" }))
		assert.are.same({ 0, 0, 0, 0.25 }, values(image, { method = "minimum" }))
		assert.are.same({ 3, -2, 0.5, 0.75 }, values(image, { method = "custom", weights = "3 -2 0.5" }))
	end)

	it("gives greys themselves, whatever the method and the encoding", function()
		local greys = {}
		for i = 0, 255 do greys[i + 1] = { i / 255, i / 255, i / 255 } end
		greys[257], greys[258], greys[259] = { -0.3, -0.3, -0.3 }, { 37.5, 37.5, 37.5 }, { 0.04045, 0.04045, 0.04045 }
		local image = row(greys)
		for _, method in ipairs { "rec_709", "rec_601", "average", "maximum", "minimum" } do
			for _, encoding in ipairs { "linear", "srgb" } do
				local got = values(image, { method = method, encoding = encoding, out_encoding = encoding })
				for i = 1, #greys do assert.are.equal(image:layer "C":get(i - 1, 0), got[i]) end
			end
		end
	end)

	it("decodes and encodes by the curve of sRGB", function()
		-- the straight piece, its end, and powers that were worked out elsewhere
		local image = row { { 0, 0, 0 }, { 0.02, 0.02, 0.02 }, { 0.5, 0.5, 0.5 }, { 188 / 255, 188 / 255, 188 / 255 }, { 1, 1, 1 }, { -0.5, -0.5, -0.5 } }
		near({ 0, 0.02 / 12.92, 0.21404114, 0.50288646, 1, -0.21404114 }, values(image, { encoding = "srgb" }))
		near({ 0, 0.1517039, 0.73535698, 0.87416565, 1, -0.73535698 }, values(image, { out_encoding = "srgb" }), 3e-7)
		near({ 1.055 * ((0.2126 * ((0.8 + 0.055) / 1.055) ^ 2.4) ^ (1 / 2.4)) - 0.055 },
			values(row { { 0.8, 0, 0 } }, { encoding = "srgb", out_encoding = "srgb" }))
	end)

	it("gives the lightness of CIE", function()
		local image = row { { 0, 0, 0 }, { 0.18, 0.18, 0.18 }, { 1, 1, 1 }, { 0.005, 0.005, 0.005 }, { -0.18, -0.18, -0.18 } }
		near({ 0, 1.16 * 0.18 ^ (1 / 3) - 0.16, 1, 0.005 * 9.0329629, -(1.16 * 0.18 ^ (1 / 3) - 0.16) }, values(image, { out_encoding = "lightness" }), 3e-7)
	end)

	it("takes grey layers, passes alpha over and names its result", function()
		assert.are.same({ 0.5, 7 }, values(row({ { 0.5 }, { 7 } }, 1)))
		assert.are.same({ 0.5, 7 }, values(row({ { 0.5, 0 }, { 7, void } }, 2)))
		near({ 0.2126 }, values(row({ { 1, 0, 0, void } }, 4)))
		local made = row { { 1, 2, 3 } }:luminance { method = "maximum", out_layer = "" }:render()
		assert.are.same({ "C" }, made:layers())
		assert.are.same({ 1, 3 }, { made:layer "C".channels, made:layer "C":get(0, 0) })
	end)

	it("makes voids where any channel is one", function()
		for _, method in ipairs { "rec_709", "maximum", "minimum" } do
			local got = values(row { { void, 1, 1 }, { 1, void, 1 }, { 1, 1, void }, { 1, 1, 1 } }, { method = method })
			assert.is_true(got[1] ~= got[1] and got[2] ~= got[2] and got[3] ~= got[3] and got[4] == 1, method)
		end
	end)

	it("wants three weights, and a layer", function()
		local image = row { { 1, 2, 3 } }
		assert.matches("luminance: weights: must be 3 numbers, got '1 2'", maps.failure(function() return image:luminance { method = "custom", weights = "1 2" } end), 1, true)
		assert.matches("luminance: weights: 1e+30 is more than 1e24 in size", maps.failure(function() return image:luminance { method = "custom", weights = "1 2 1e30" } end), 1, true)
		assert.matches("luminance: layer: no layer 'Cd'", maps.failure(function() return image:luminance { layer = "Cd" }:render() end), 1, true)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(name)
			local colours = terrane.noise { channels = 3, frequency = 5 }
			local hashes = {}
			for _, settings in ipairs { { method = "rec_601" }, { encoding = "srgb", out_encoding = "lightness" }, { method = "maximum", out_encoding = "srgb" } } do
				hashes[#hashes + 1] = colours:luminance(settings):render { width = 101, height = 77 }:layer("luminance"):hash()
			end
			assert.are.equal("d07c9ad217bf0d672bf099e6d2ada99b 0d2a13c563a00183922de2922555f153 7e105f37871cd0fa8cfeed4ac324d19f", table.concat(hashes, " "), name)
		end)
	end)
end)
