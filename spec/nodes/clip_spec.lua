local terrane = require "terrane"
local maps = require "maps"

local function clipped(heights, settings)
	local image = maps.image(#heights, 1, function(x) return heights[x + 1] end):clip(settings or {}):render()
	local name = settings and settings.out_layer or "C"
	local out, change = image:layer(name), image:layer(name .. "_clipped")
	local list, changes = {}, {}
	for i = 1, #heights do list[i], changes[i] = out:get(i - 1, 0), change:get(i - 1, 0) end
	return list, changes
end
local function all_near(expected, got, tolerance)
	for i = 1, #expected do assert.near(expected[i], got[i], tolerance or 6e-8, "number " .. i) end
end
local function exact(x) return terrane.layer { width = 1, height = 1, data = { x } }:get(0, 0) end

describe("clip", function()
	it("limits heights hard by default", function()
		local out, change = clipped { -3, -0.25, 0, 0.25, 1, 1.5, 99 }
		assert.are.same({ 0, 0, 0, 0.25, 1, 1, 1 }, out)
		assert.are.same({ 3, 0.25, 0, 0, 0, -0.5, -98 }, change)
	end)

	it("has a knee that is a parabola, half the softness to either side", function()
		local out = clipped({ 1, 0.95, 0.9, 1.1, 5, 0, 0.05, -0.05, -0.1 }, { softness = 0.2 })
		all_near({ 0.975, 0.94375, 0.9, 1, 1, 0.025, 0.05625, 0.00625, 0 }, out)
	end)

	it("keeps what lies between the knees to the last bit", function()
		local heights = {}
		for i = 0, 80 do heights[i + 1] = exact(0.1001 + i * 0.00999) end
		local out, change = clipped(heights, { softness = 0.2 })
		assert.are.same(heights, out)
		for i = 1, #change do assert.are.equal(0, change[i]) end
	end)

	it("is smooth to the first derivative, rising everywhere and never beyond the limits", function()
		for _, settings in ipairs { { softness = 0.2 }, { softness = 1 }, { softness = 2 }, { softness = 1e9 }, { softness = 0.5, mode = "above" }, { softness = 0.5, mode = "below" } } do
			local n, heights = 4000, {}
			for i = 1, n do heights[i] = -1.5 + i / 1024 end
			local out = clipped(heights, settings)
			local most = settings.mode and 0.5 or math.min(settings.softness, 2)
			local bend = 1 / 1024 / most -- of the slope, from one sample to the next
			local before
			for i = 2, n do
				local slope = (out[i] - out[i - 1]) * 1024
				assert.is_true(slope >= 0 and slope <= 1 + 1e-3)
				if before then assert.is_true(math.abs(slope - before) <= 2 * bend + 3e-4, "a crease at " .. heights[i]) end
				before = slope
				if settings.mode ~= "above" then assert.is_true(out[i] >= 0) end
				if settings.mode ~= "below" then assert.is_true(out[i] <= 1) end
			end
		end
		local out = clipped({ 0.5, 0.25, 0.75 }, { softness = 1e9 }) -- both knees, each as wide as the range
		assert.is_true(out[2] < out[1] and out[1] < out[3] and math.abs(out[1] - 0.5) < 0.02)
		assert.are.same({ 2, 2 }, (clipped({ 0, 5 }, { min = 2, max = 2, softness = 3 })))
	end)

	it("clips one side alone when told", function()
		local heights = { -5, -0.03, 0.02, 0.98, 1.03, 7 }
		local above, below = clipped(heights, { mode = "above", softness = 0.1 }), clipped(heights, { mode = "below", softness = 0.1 })
		for i = 1, 3 do assert.are.equal(exact(heights[i]), above[i]) end
		for i = 4, 6 do assert.are.equal(exact(heights[i]), below[i]) end
		assert.are.equal(1, above[6])
		assert.are.equal(0, below[1])
		assert.is_true(above[4] < heights[4] and below[3] > heights[3])
		clipped(heights, { mode = "above", min = 5 }) -- the other limit does not count
		clipped(heights, { mode = "below", max = -5 })
	end)

	it("blends by the mask and says what it changed", function()
		local heights, shares = { 3, 3, 3, 3, 3, 3 }, { 0, 0.25, 1, 7, -2, 0 / 0 }
		local image = terrane.image {
			C = terrane.layer { width = 6, height = 1, data = heights }, m = terrane.layer { width = 6, height = 1, data = shares },
			other = terrane.layer { width = 6, height = 1, data = shares },
		}
		local out = image:clip { mask_layer = "m", out_layer = "low" }:render()
		assert.are.same({ "C", "m", "other", "low", "low_clipped" }, out:layers())
		local expected = { 3, 2.5, 1, 1, 3, 3 }
		for i = 1, 6 do
			assert.are.equal(expected[i], out:layer("low"):get(i - 1, 0))
			assert.are.equal(expected[i] - 3, out:layer("low_clipped"):get(i - 1, 0))
			assert.are.equal(3, out:layer("C"):get(i - 1, 0))
		end
		assert.are.same({ "C", "m", "other", "C_clipped" }, image:clip{}:render():layers())
	end)

	it("does nothing the second time where it is hard", function()
		local once = maps.image(31, 17, maps.rough(4)):clip { min = 0.3, max = 2.2 }:render()
		assert.are.equal(once:layer("C"):hash(), once:clip { min = 0.3, max = 2.2 }:render():layer("C"):hash())
	end)

	it("leaves voids, takes the infinite and the huge", function()
		local out, change = clipped { 0 / 0, 1 / 0, -1 / 0, 3e38 }
		assert.is_true(out[1] ~= out[1] and change[1] ~= change[1])
		assert.are.same({ 1, 0, 1 }, { out[2], out[3], out[4] })
		for _, settings in ipairs { { softness = 1e24 }, { min = -1e24, max = 1e24, softness = 5 }, { softness = 1e-300 }, { mode = "above", softness = 1e24, max = -1e24 } } do
			local image = maps.image(5, 5, maps.rough(2)):clip(settings):render()
			maps.finite(image, image:layers())
		end
		assert.are.same({ 0.25, 1 }, (clipped({ 0.25, 1 }, { softness = 1e-300 })))
	end)

	it("uses the first channel", function()
		local rgb = terrane.image { C = terrane.layer { width = 2, height = 2, channels = 3, data = function(x, y, c) return x + 2 * y + 5 * c - 5 end } }
		local out = rgb:clip { max = 2 }:render()
		assert.are.equal(1, out:layer("C").channels)
		assert.are.equal(2, out:layer("C"):get(1, 1))
	end)

	it("says what is wrong", function()
		local image = maps.image(2, 2, maps.rough(1))
		local function fail(settings) return maps.failure(function() image:clip(settings):render() end) end
		assert.matches("clip: min: 2 is above max, 1; swap them", fail { min = 2 })
		assert.matches("clip: layer: no layer 'h' %(the image has 'C'%)", fail { layer = "h" })
		assert.matches("clip: mask_layer: no layer 'm'", fail { mask_layer = "m" })
		assert.matches("softness: must be at least 0, got %-1", fail { softness = -1 })
		assert.matches("max: 1e%+30 is more than 1e24 in size", fail { max = 1e30 })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):clip {} end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(37, 23, maps.rough(11))
		maps.each_runtime(function(kind)
			local hard, soft = image:clip { min = 0.3, max = 2.7 }:render(), image:clip { min = 0.3, max = 2.7, softness = 1.3 }:render()
			assert.are.equal("324dbadfeedd7ca72ace84a283beed5a", hard:layer("C"):hash(), kind)
			assert.are.equal("acf0b5bd1f7498feed760f1b84577604", soft:layer("C"):hash(), kind)
			assert.are.equal("856be6980631d23e1dd260e1db2a8b26", soft:layer("C_clipped"):hash(), kind)
		end)
	end)
end)
