local terrane = require "terrane"
local maps = require "maps"

local function terraced(heights, settings)
	local width = math.min(#heights, 1000) -- lists longer than that: of whole rows
	local list = {}
	maps.each(maps.image(width, #heights / width, function(x, y) return heights[x + y * width + 1] end):terrace(settings or {}):render():layer "C",
		function(h) list[#list + 1] = h end)
	return list
end
local function all_near(expected, got, tolerance)
	for i = 1, #expected do assert.near(expected[i], got[i], tolerance or 6e-8, "number " .. i) end
end
local function exact(x) return terrane.layer { width = 1, height = 1, data = { x } }:get(0, 0) end
local function rising(n, from, to)
	local list = {}
	for i = 1, n do list[i] = exact(from + (to - from) * (i - 1) / (n - 1)) end
	return list
end

describe("terrace", function()
	it("raises the place in a step to the power 1/(1 - sharpness)", function()
		all_near({ 0.025, -0.075, 0.125 }, terraced({ 0.05, -0.05, 0.15 }, { sharpness = 0.5 }))
		all_near({ 0.1 * 0.5 ^ (10 / 3), 0.2 + 0.1 * 0.5 ^ (10 / 3) }, terraced { 0.05, 0.25 })
		all_near({ 0.2, 0.3, -0.1, 0 }, terraced({ 0.29, 0.3, -0.01, 0.0999 }, { sharpness = 1 }))
		all_near({ 2.5 + 0.3 ^ 4 }, terraced({ 2.8 }, { step = 1, offset = 0.5, sharpness = 0.75 }), 3e-7)
	end)

	it("keeps the borders where they are", function()
		for _, step in ipairs { 0.1, 0.7, 1 / 3, 1e-6, 17.3 } do
			local heights = {}
			for k = -40, 40 do heights[#heights + 1] = exact(k * step) end
			for _, sharpness in ipairs { 0.3, 0.7, 0.999, 1 } do
				local out = terraced(heights, { step = step, sharpness = sharpness })
				for i = 1, #heights do assert.near(heights[i], out[i], math.abs(heights[i]) * 1.2e-7) end
			end
		end
	end)

	it("only cuts, by less than a step, and keeps the order of heights", function()
		local heights = rising(100000, -2.1, 3.3)
		for _, settings in ipairs { {}, { sharpness = 1 }, { sharpness = 0.95, step = 0.37, offset = 0.11 }, { random_step = 1 }, { random_step = 1, sharpness = 1, rand_seed = 7 },
			{ random_step = 0.6, sharpness = 0.2, step = 0.02 }, { sharpness = 0.9999999 }, { step = 3e-6, sharpness = 0.8 } } do
			local out, most = terraced(heights, settings), (settings.step or 0.1) * (1 + (settings.random_step or 0))
			local bad, cut = 0, false
			for i = 1, #heights do
				if out[i] > heights[i] or out[i] < heights[i] - most - 1e-6 or (i > 1 and out[i] < out[i - 1]) then bad = bad + 1 end
				cut = cut or out[i] < heights[i]
			end
			assert.are.equal(0, bad)
			assert.is_true(cut)
		end
	end)

	it("keeps the order of heights that are neighbours", function()
		for _, from in ipairs { 0.2003, 0.2937, 0.29999, -0.7021, 0.0101 } do
			local heights, ulp = {}, 2 ^ (math.floor(math.log(math.abs(from), 2)) - 23)
			for i = 0, 19999 do heights[i + 1] = exact(from) + i * ulp end
			for _, settings in ipairs { {}, { sharpness = 0.5 }, { sharpness = 0.97 }, { random_step = 0.4 } } do
				local out = terraced(heights, settings)
				for i = 2, #out do if out[i] < out[i - 1] then error(("%.9g comes below %.9g"):format(heights[i], heights[i - 1])) end end
			end
		end
	end)

	it("makes stairs of treads that are level to the last bit", function()
		local out, levels = terraced(rising(5000, -3, 3), { sharpness = 1, step = 0.3 }), {}
		for _, h in ipairs(out) do levels[h] = true end
		local count = 0
		for _ in pairs(levels) do count = count + 1 end
		assert.is_true(count >= 20 and count <= 20 + 21) -- and heights within rounding of a border, which are the border
		assert.are.same(out, terraced(out, { sharpness = 1, step = 0.3 }))
	end)

	it("leaves the ground alone with sharpness 0 or mask 0", function()
		local image = maps.image(16, 16, function(x, y) return (x - 7.3) * 1.7 ^ (y - 6) end)
		for _, settings in ipairs { { sharpness = 0 }, { mask = 0 }, { sharpness = 0, random_step = 1 }, { step = 1e24, sharpness = 0 } } do
			assert.are.equal(image:layer("C"):hash(), image:terrace(settings):render():layer("C"):hash())
		end
	end)

	it("divides a range into a number of terraces", function()
		local heights = rising(601, -0.2, 1.4)
		local ten, tenth = terraced(heights, { method = "num_terraces" }), terraced(heights, {})
		for i, h in ipairs(heights) do
			if h < 0 or h > 1 then assert.are.equal(h, ten[i]) else assert.near(tenth[i], ten[i], 1e-7) end
		end
		all_near({ 200, 233 + 1 / 3, 300 }, terraced({ 200, 266, 300 }, { method = "num_terraces", terraces = 3, min_height = 200, max_height = 300, sharpness = 1 }), 1e-4)
		assert.are.same({ 1e6 }, terraced({ 1e6 }, { method = "num_terraces", terraces = 2147483647 }))
	end)

	it("keeps steps within a range when told, counted from its lower end", function()
		local out = terraced({ 0.19, 0.21, 0.29, 0.45, 0.71 }, { limit_range = true, min_height = 0.2, max_height = 0.7, sharpness = 1 })
		all_near({ 0.19, 0.2, 0.2, 0.4, 0.71 }, out)
		all_near({ 0.05, 0.15 }, terraced({ 0.07, 0.16 }, { min_height = 0.3, max_height = 0.2, sharpness = 1, offset = 0.05 })) -- the range does not count
	end)

	it("moves borders by up to half the random step", function()
		local function borders(settings) -- where stairs jump
			settings.sharpness, settings.step = 1, 1
			local heights = rising(40000, -20, 20)
			local out, list = terraced(heights, settings), {}
			for i = 2, #out do if out[i] - out[i - 1] > 0.002 then list[#list + 1] = out[i] end end
			return list
		end
		for _, amount in ipairs { 0.3, 0.9 } do
			local list, sum = borders { random_step = amount, rand_seed = 4 }, 0
			assert.is_true(#list >= 39 and #list <= 41)
			for _, b in ipairs(list) do
				local away = b - math.floor(b + 0.5)
				assert.is_true(math.abs(away) <= amount / 2 + 1e-3)
				sum = sum + math.abs(away)
			end
			assert.is_true(sum / #list > amount / 8 and sum / #list < amount / 2.7)
		end
		local a, b = borders { random_step = 0.8, rand_seed = 1 }, borders { random_step = 0.8, rand_seed = 2 }
		assert.are_not.same(a, b)
		assert.are.same(a, (borders { random_step = 0.8, rand_seed = 1 }))
	end)

	it("blends by the mask and the mask layer", function()
		local shares = { 0, 0.5, 1, 9, -1, 0 / 0 }
		local image = terrane.image {
			C = terrane.layer { width = 6, height = 1, data = { 0.75, 0.75, 0.75, 0.75, 0.75, 0.75 } }, m = terrane.layer { width = 6, height = 1, data = shares },
		}
		local full = image:terrace { mask_layer = "m", step = 0.5, sharpness = 1 }:render():layer "C"
		local half = image:terrace { mask_layer = "m", mask = 0.5, step = 0.5, sharpness = 1 }:render():layer "C"
		for i, share in ipairs { 0, 0.5, 1, 1, 0, 0 } do
			assert.are.equal(0.75 - 0.25 * share, full:get(i - 1, 0))
			assert.are.equal(0.75 - 0.125 * share, half:get(i - 1, 0))
		end
	end)

	it("leaves voids, the infinite, and what is too far from the first border to have steps", function()
		local out = terraced({ 0 / 0, 1 / 0, -1 / 0, 3e38, 16777215 }, {})
		assert.is_true(out[1] ~= out[1])
		assert.are.same({ 1 / 0, -1 / 0, exact(3e38), 16777215 }, { out[2], out[3], out[4], out[5] })
		for _, settings in ipairs { { step = 1e24 }, { offset = 1e24 }, { offset = -1e24, random_step = 1 }, { step = 1e-6, random_step = 1 }, { min_height = -1e24, max_height = 1e24, limit_range = true },
			{ min_height = -1e24, max_height = 1e24, method = "num_terraces", terraces = 1 } } do
			maps.finite(maps.image(5, 5, maps.rough(2)):terrace(settings):render(), { "C" })
		end
	end)

	it("names and keeps layers as asked", function()
		local image = terrane.image { C = terrane.layer { width = 3, height = 3, channels = 3, data = maps.rough(1) }, rock = terrane.layer { width = 3, height = 3, data = maps.rough(2) } }
		local out = image:terrace{}:render()
		assert.are.same({ "C", "rock" }, out:layers())
		assert.are.equal(1, out:layer("C").channels)
		assert.are.same({ "C" }, image:terrace({ keep_layers = false }):render():layers())
		assert.are.same({ "C", "rock", "steps" }, image:terrace({ out_layer = "steps", layer = "rock" }):render():layers())
		assert.are.same({ "C", "rock" }, image:terrace({ out_layer = "" }):render():layers())
	end)

	it("says what is wrong", function()
		local image = maps.image(2, 2, maps.rough(1))
		local function fail(settings) return maps.failure(function() image:terrace(settings):render() end) end
		assert.matches("max_height: must be above min_height, 1, where the range is used, got 1", fail { limit_range = true, min_height = 1 })
		assert.matches("max_height: must be above min_height, 2", fail { method = "num_terraces", min_height = 2 })
		assert.matches("step: must be at least 1e%-06, got 0", fail { step = 0 })
		assert.matches("terrace: layer: no layer 'h' %(the image has 'C'%)", fail { layer = "h" })
		assert.matches("mask_layer: no layer 'm'", fail { mask_layer = "m" })
		assert.matches("offset: %-1e%+30 is more than 1e24 in size", fail { offset = -1e30 })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):terrace { random_step = 0.5 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(37, 23, maps.rough(11))
		maps.each_runtime(function(kind)
			local function hash(settings) return image:terrace(settings):render():layer("C"):hash() end
			assert.are.equal("ba4ee32fc3fcfdfd436e40e97f44a4b9", hash { step = 0.23 }, kind)
			assert.are.equal("164d1edc76642cb774b808babbca62fa", hash { step = 0.23, random_step = 0.7, sharpness = 0.9, rand_seed = 9 }, kind)
			assert.are.equal("9fe33273bac293576f60399e66179283", hash { method = "num_terraces", max_height = 2.9, mask_layer = "C", sharpness = 1 }, kind)
		end)
	end)
end)
