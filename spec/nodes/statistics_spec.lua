local terrane = require "terrane"
local maps = require "maps"

local void = 0 / 0
local function row(numbers, mask)
	local function layer(data) return terrane.layer { width = #data, height = 1, data = data } end
	return terrane.image { C = layer(numbers), mask = layer(mask or numbers) }
end

describe("statistics", function()
	it("measures what can be worked out by hand", function()
		local s = row({ 4, 1, 7, 8 }):statistics { low = 0, high = 50 }:stats()
		assert.are.same({ 1, 8, 5, 20, 5.5, 1, 5.5, 4, 0 }, { s.min, s.max, s.mean, s.sum, s.median, s.low, s.high, s.pixels, s.voids })
		assert.near(math.sqrt((1 + 16 + 4 + 9) / 4), s.deviation, 1e-15)
	end)

	it("interpolates percentiles between pixels", function()
		local many = {}
		for i = 0, 100 do many[i + 1] = 100 - i end
		local s = row(many):statistics { low = 2.5, high = 97 }:stats()
		assert.are.same({ 2.5, 50, 97 }, { s.low, s.median, s.high })
	end)

	it("finds percentiles of planes of any size", function() -- small ones are counted in one piece, larger ones in several
		local rough = maps.rough(5, 64)
		for _, size in ipairs { { 1, 1 }, { 5, 819 }, { 64, 64 }, { 71, 180 } } do
			local all = {}
			for y = 0, size[2] - 1 do
				for x = 0, size[1] - 1 do all[#all + 1] = rough(x, y) end
			end
			table.sort(all)
			local s = maps.image(size[1], size[2], rough):statistics { low = 12.5, high = 75 }:stats()
			for name, q in pairs { low = 0.125, median = 0.5, high = 0.75 } do
				local rank = q * (#all - 1)
				local below = all[math.floor(rank) + 1]
				assert.equal(below + (rank - math.floor(rank)) * ((all[math.floor(rank) + 2] or below) - below), s[name])
			end
		end
	end)

	it("leaves out voids and what the mask excludes", function()
		local s = row({ 4, void, 9, 1 / 0, 6, -1 / 0 }, { 1, 1, 0.5, 1, 0.6, 0 }):statistics { mask_layer = "mask" }:stats()
		assert.are.same({ 4, 6, 5, 2, 2 }, { s.min, s.max, s.mean, s.pixels, s.voids })
		assert.has_error(function() row { void, void }:statistics {}:report() end)
		local _, message = pcall(function() return row({ 1, 2 }, { 0, void }):statistics { mask_layer = "mask" }:render() end)
		assert.matches("statistics: layer: 'C' has no pixel to measure: the mask is 0.5 or less everywhere", message)
		_, message = pcall(function() return row { void }:statistics {}:render() end)
		assert.matches("all are void", message)
	end)

	it("measures the channel that is asked for and lets the image through", function()
		local image = terrane.image { C = terrane.layer { width = 2, height = 1, channels = 2, data = { 1, 2, 30, 50 } } }
		local node = image:statistics { channel = 2 }
		assert.equal(40, node:stats().mean)
		assert.equal(image:layer "C":hash(), node:render():layer "C":hash())
		local _, message = pcall(function() return image:statistics { channel = 3 }:render() end)
		assert.matches("channel: layer 'C' has 2 channels, got 3", message)
	end)

	it("gives the same figures for any number of threads and any CPU #golden", function()
		maps.each_runtime(function(name)
			local stats = terrane.noise { fractal = "terrain", octaves = 6 }:statistics { low = 1 }:stats { width = 161, height = 77 }
			local all = {}
			for _, k in ipairs { "min", "max", "mean", "deviation", "sum", "median", "low", "high" } do all[#all + 1] = ("%.17g"):format(stats[k]) end
			assert.are.equal("-0.91187220811843872 5.6756229400634766 1.0058584831179636 1.1044012266994105 12469.627615213394 0.90502810478210449 -0.83527834892272945 2.9091114997863738", table.concat(all, " "), name)
		end)
	end)
end)
