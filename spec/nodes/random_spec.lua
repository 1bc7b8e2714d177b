local terrane = require "terrane"
local maps = require "maps"

local function random(settings, width, height, on)
	local make = on and function(s) return on:random(s) end or terrane.random
	return make(settings or {}):render({ width = width or 32, height = height or width or 32 }):layer(settings and settings.out_layer or "random")
end
local function ids(width, height, f, kind) -- an image with a layer "id"
	return terrane.image { id = terrane.layer { width = width, height = height, type = kind or "i32", data = f } }
end
local function fail(settings, on)
	return maps.failure(function() return random(settings, 4, 4, on) end)
end
local function color(layer, x, y) return { layer:get(x, y, 1), layer:get(x, y, 2), layer:get(x, y, 3) } end

describe("random", function()
	it("is evenly spread and knows nothing of its neighbours", function()
		local layer = random({ rand_seed = 3 }, 512)
		local bins, sum, square, beside, above, n = {}, 0, 0, 0, 0, 0
		for i = 0, 255 do bins[i] = 0 end
		for y = 0, 511 do
			for x = 0, 511 do
				local v = layer:get(x, y)
				bins[math.floor(v * 256)] = bins[math.floor(v * 256)] + 1
				local c = v - 0.5
				sum, square, n = sum + c, square + c * c, n + 1
				if x < 511 and y < 511 then beside, above = beside + c * (layer:get(x + 1, y) - 0.5), above + c * (layer:get(x, y + 1) - 0.5) end
			end
		end
		local chi = 0
		for i = 0, 255 do chi = chi + (bins[i] - n / 256) ^ 2 / (n / 256) end
		assert.is_true(chi < 330, "chi-square " .. chi) -- 255 degrees of freedom: one in a thousand
		assert.near(0, sum / n, 0.002)
		assert.near(1 / 12, square / n, 0.001)
		assert.near(0, beside / n * 12, 0.006)
		assert.near(0, above / n * 12, 0.006)
		local s = layer:stats()
		assert.is_true(s.min >= 0 and s.max < 1 and s.max > 0.9999)
	end)

	it("has no row that goes on as another one does", function()
		-- each pixel with the next one, 48 bits: of a million no two are alike
		local n, seen, alike = 1000, {}, 0
		local values = random({ rand_seed = 9 }, n):totable()
		for i = 1, n * n - 1 do
			local here = values[i] * 2 ^ 48 + values[i + 1] * 2 ^ 24
			if seen[here] then alike = alike + 1 end
			seen[here] = true
		end
		assert.are.equal(0, alike)
	end)

	it("belongs to the pixel, the seed and the channel", function()
		local small, large = random({}, 20, 10), random({}, 50, 30)
		for y = 0, 9 do
			for x = 0, 19 do assert.are.equal(small:get(x, y), large:get(x, y)) end
		end
		assert.are.equal(small:hash(), random({}, 20, 10):hash())
		assert.are_not.equal(small:hash(), random({ rand_seed = 1 }, 20, 10):hash())
		local four = random({ channels = "4" }, 20, 10)
		assert.are.equal(4, four.channels)
		for c = 1, 4 do
			local same = 0
			for y = 0, 9 do
				for x = 0, 19 do same = same + (four:get(x, y, c) == four:get(x, y, c % 4 + 1) and 1 or 0) end
			end
			assert.is_true(same < 3)
		end
		for y = 0, 9 do assert.are.equal(small:get(7, y), four:get(7, y, 1)) end
		-- far out too
		local node = terrane.random {}
		local far = node:render({ width = 8, window = { 2 ^ 40 + 5, -2 ^ 40, 64, 64 }, unbounded = true }):layer "random"
		assert.near(0.5, far:stats().mean, 0.02)
		assert.are.equal(far:get(3, 2), node:render({ width = 8, window = { 2 ^ 40 + 8, -2 ^ 40 + 2, 1, 1 }, unbounded = true }):layer("random"):get(0, 0))
	end)

	it("has one range for all channels", function()
		local unit, layer = random({ channels = "3" }), random({ channels = "3", min = -2, max = 6 })
		for y = 0, 31 do
			for x = 0, 31 do
				for c = 1, 3 do assert.are.equal(unit:get(x, y, c) * 8 - 2, layer:get(x, y, c)) end
			end
		end
		local s = random({ min = 0.3, max = 0.3 }, 8):stats()
		assert.are.same({ s.min, s.min }, { s.max, random({ min = 0.3, max = 0.3, channels = "3" }, 8):get(7, 7, 3) })
		assert.near(0.3, s.min, 1e-7)
		local down = random({ min = 1, max = 0 })
		assert.are.equal(1 - unit:get(4, 5), down:get(4, 5))
		assert.is_true(random({ min = -1e24, max = 1e24 }):stats().max < 1.1e24)
	end)

	it("has a range for each component", function()
		local unit = random({ channels = "3" })
		local layer = random({ range_values = "min_max", range_min = "0 1 -4", range_max = "1, 1, 4", channels = "4" })
		for y = 0, 31 do
			for x = 0, 31 do
				assert.are.same({ unit:get(x, y, 1), 1, unit:get(x, y, 3) * 8 - 4 }, color(layer, x, y))
				assert.are.equal(1, layer:get(x, y, 4))
			end
		end
		assert.are.equal(3, random({ range_values = "min_max" }).channels) -- never one
	end)

	it("has ranges of hue, saturation and value", function()
		local function at(h, s, v)
			local text = h .. " " .. s .. " " .. v
			return color(random({ range_values = "min_max", color_model = "hsv", range_min = text, range_max = text }, 2), 1, 1)
		end
		for hue, rgb in pairs { [0] = { 1, 0, 0 }, [60] = { 1, 1, 0 }, [120] = { 0, 1, 0 }, [180] = { 0, 1, 1 }, [240] = { 0, 0, 1 }, [300] = { 1, 0, 1 }, [30] = { 1, 0.5, 0 } } do
			for turn = -2, 2 do assert.are.same(rgb, at(hue + turn * 360, 1, 1)) end
			assert.are.same({ 0.5, 0.5, 0.5 }, at(hue, 0, 0.5))
			assert.are.same({ 0, 0, 0 }, at(hue, 1, 0))
		end
		assert.are.same({ 2, 1.5, 1 }, at(30, 0.5, 2))
		local unit, layer = random({ channels = "3" }), random({ range_values = "min_max", color_model = "hsv", range_max = "360 1 1" })
		for y = 0, 31 do
			for x = 0, 31 do
				local h, s, v, c = unit:get(x, y, 1) * 6, unit:get(x, y, 2), unit:get(x, y, 3), color(layer, x, y)
				local most, least = math.max(c[1], c[2], c[3]), math.min(c[1], c[2], c[3])
				assert.near(v, most, 1e-7)
				assert.near(v * (1 - s), least, 1e-6)
				assert.are.equal(most, c[math.floor((h + 1) / 2) % 3 + 1]) -- red is the most from 300 to 60 degrees, and so on
			end
		end
	end)

	it("takes colours from a ramp", function()
		local unit = random()
		for mode, f in pairs {
			linear = function(t) return t end,
			smooth = function(t) return t * t * (3 - 2 * t) end,
			constant = function() return 0 end,
		} do
			local layer = random { range_values = "color_ramp", color_ramp = "0:0,1,5 0.5:1,0,5", color_ramp_mode = mode, channels = "4" }
			for y = 0, 31 do
				for x = 0, 31 do
					local t = unit:get(x, y)
					local k = t >= 0.5 and 1 or f(t * 2)
					assert.near(k, layer:get(x, y, 1), 1e-6)
					assert.near(1 - k, layer:get(x, y, 2), 1e-6)
					assert.are.equal(5, layer:get(x, y, 3))
					assert.are.equal(1, layer:get(x, y, 4))
				end
			end
		end
		local steep = random({ range_values = "color_ramp", color_ramp = "0:-1e308,0,0 1:1e308,0,0" }):stats()
		assert.is_true(steep.nan == 0 and steep.max < math.huge)
	end)

	it("picks colours as often as their weights say", function()
		local layer = random({ range_values = "specific_values", colors = "1 0 0 3; 0 0 1; 0 1 0 0; 0.5 0.5 0.5 -2;" }, 256)
		local red, blue = 0, 0
		for y = 0, 255 do
			for x = 0, 255 do
				if layer:get(x, y, 1) == 1 and layer:get(x, y, 3) == 0 then red = red + 1 end
				if layer:get(x, y, 1) == 0 and layer:get(x, y, 3) == 1 then blue = blue + 1 end
				assert.are.equal(0, layer:get(x, y, 2))
			end
		end
		assert.are.equal(65536, red + blue)
		assert.near(0.75, red / 65536, 0.01)
		local even, seen = random({ range_values = "specific_values" }, 128), { 0, 0, 0 }
		for y = 0, 127 do
			for x = 0, 127 do
				for c = 1, 3 do seen[c] = seen[c] + even:get(x, y, c) end
			end
		end
		for c = 1, 3 do assert.near(1 / 3, seen[c] / 16384, 0.015) end
		local list = {}
		for i = 1, 256 do list[i] = i .. ",0,0" end
		local many = random({ range_values = "specific_values", colors = table.concat(list, ";") }, 128):stats(1)
		assert.are.same({ 1, 256 }, { many.min, many.max })
		assert.matches("colors: has more than 256 colours", fail { colors = table.concat(list, ";") .. ";0 0 0" })
		assert.are.same({ 2, 3, 4 }, color(random({ range_values = "specific_values", colors = " 2 3 4 1e-9 " }, 2), 1, 0))
	end)

	it("gives pixels of one id one value", function()
		local image = ids(40, 30, function(x, y) return (x * 7 + y * 3) % 11 - 4 end)
		local layer, of, values = random({ mode = "id", channels = "3" }, nil, nil, image), {}, {}
		for y = 0, 29 do
			for x = 0, 39 do
				local id = (x * 7 + y * 3) % 11 - 4
				of[id] = of[id] or color(layer, x, y)
				assert.are.same(of[id], color(layer, x, y))
			end
		end
		for _, c in pairs(of) do values[c[1]] = true end
		local count = 0
		for _ in pairs(values) do count = count + 1 end
		assert.are.equal(11, count)
		assert.are.same({ "id", "random" }, image:random({ mode = "id" }):render():layers())
		-- the same ids as floats, each within half of a whole number
		for _, kind in ipairs { "f32", "f64" } do
			local floats = ids(40, 30, function(x, y) return (x * 7 + y * 3) % 11 - 4 + ((x + y) % 3 - 1) * 0.4 end, kind)
			assert.are.equal(layer:hash(), random({ mode = "id", channels = "3" }, nil, nil, floats):hash(), kind)
		end
	end)

	it("takes all 32 bits of an id", function()
		local list = { 16777216, 16777217, -2147483648, 2147483647, -1, 0, 2147483646, -2147483647 }
		local layer, seen = random({ mode = "id" }, nil, nil, ids(8, 1, function(x) return list[x + 1] end)), {}
		for x = 0, 7 do
			assert.is_nil(seen[layer:get(x, 0)])
			seen[layer:get(x, 0)] = true
		end
		-- of a hundred thousand ids some 298 share one of 2^24 values with another
		local many, count = random({ mode = "id" }, nil, nil, ids(400, 250, function(x, y) return x + 400 * y end)), 0
		seen = {}
		for y = 0, 249 do
			for x = 0, 399 do
				local v = many:get(x, y)
				if not seen[v] then seen[v], count = true, count + 1 end
			end
		end
		assert.near(100000 - 298, count, 70)
		assert.near(0.5, many:stats().mean, 0.005)
	end)

	it("zeroes negative ids", function()
		local void = 0 / 0
		local list = { -1, 0, 5, -3e9, void, 3e9, -0.4, -0.6 }
		local image = ids(8, 1, function(x) return list[x + 1] end, "f32")
		for _, values in ipairs { "shared", "min_max", "color_ramp", "specific_values" } do
			local settings = { mode = "id", channels = "4", range_values = values, min = 1, max = 2, range_min = "1 1 1", range_max = "2 2 2",
				color_ramp = "0:1,1,1 1:2,2,2", colors = "1 1 1" }
			local with = random(settings, nil, nil, image)
			settings.zero_negative_ids = true
			local without = random(settings, nil, nil, image)
			for x = 0, 7 do
				local negative = x == 0 or x == 3 or x == 4 or x == 7
				for c = 1, 4 do
					assert.is_true(with:get(x, 0, c) >= 1)
					assert.are.equal(negative and 0 or with:get(x, 0, c), without:get(x, 0, c))
				end
			end
			assert.are.equal(with:get(3, 0), with:get(4, 0)) -- a void is the least of ids
		end
		local signed = ids(3, 1, function(x) return x - 1 end)
		assert.are.equal(0, random({ mode = "id", zero_negative_ids = true }, nil, nil, signed):get(0, 0))
		assert.is_true(random({ mode = "id", zero_negative_ids = true }, nil, nil, signed):get(1, 0) > 0)
		assert.are.equal(random({}, 9):hash(), random({ zero_negative_ids = true }, 9):hash()) -- pixels have no ids
	end)

	it("takes its size from the image, else from the recipe or the evaluation", function()
		local image = maps.image(6, 3, maps.rough(1))
		local out = image:random({ resolution_x = 20 }):render()
		assert.are.same({ 6, 3 }, { out.width, out.height })
		assert.are.same({ "C", "random" }, out:layers())
		assert.are.equal(random({}, 6, 3):hash(), out:layer("random"):hash())
		assert.are.equal(out:layer("random"):hash(), random({ cop = image }):hash())
		assert.are.same({ "r" }, terrane.random({ out_layer = "r" }):render({ width = 3 }):layers())
		for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 16384, 1 } } do
			local layer = random({ resolution_x = size[1], resolution_y = size[2] }, 64)
			assert.are.same(size, { layer.width, layer.height })
		end
	end)

	it("says what is wrong", function()
		local image = maps.image(4, 4, maps.rough(1))
		assert.matches("mode: there is no image to take ids from", fail { mode = "id" })
		assert.matches("id_layer: no layer 'id' %(the image has 'C'%)", fail({ mode = "id" }, image))
		assert.matches("id_layer: no layer ''", fail({ mode = "id", id_layer = "" }, image))
		assert.matches("makes no layer", fail { out_layer = "" })
		assert.matches("min: .*1e24", fail { min = -1e25 })
		assert.matches("max: .*1e24", fail { max = 1e25 })
		assert.matches("range_min: must be 3 numbers, got '1 2'", fail { range_min = "1 2" })
		assert.matches("range_max: ", fail { range_max = "1 2 1e25" })
		assert.matches("color_ramp: stops must have three components", fail { color_ramp = "0:0 1:1" })
		assert.matches("color_ramp: ", fail { color_ramp = "red" })
		for text, why in pairs { ["1 0"] = "three numbers", ["1 0 0 1 1"] = "must be", ["1 0 x"] = "must be", [""] = "no colour", ["1 0 0 0"] = "no colour",
			["1 0 1e30"] = "1e24", ["1 0 0; ;2"] = "three numbers" } do
			assert.matches("colors: .*" .. why, fail { colors = text })
		end
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return terrane.random { resolution_x = 9, resolution_y = 7, channels = "3" } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = ids(300, 20, function(x, y) return x * 5 - y * 77 end)
		local golden = {
			{ "8e8cfce08fa609a01dce150d50acfca69061a40c55de6cc1ed8395ea43869a6a", channels = "4", min = -0.1, max = 0.7 },
			{ "41b92bfd47071520fcfd0eb5227ec0d26ee50273867151f8a568bf3672aa613b", range_values = "min_max", range_min = "0.1 0.2 0.3" },
			{ "8afae6a446b0c6beed9dbeea72ca6e23e3041f77b09eb93426a8161a94266804", range_values = "min_max", color_model = "hsv", range_min = "-20 0.1 0.3", range_max = "391 0.9 1" },
			{ "64ded44609bbd45fbb1876aaa1879a3a03865f2bfb19e15c49bfb235b3515f7c", range_values = "color_ramp", color_ramp = "0.3:0.1,0,1 0:1,0.3,0 0.9:0,0.7,0", color_ramp_mode = "smooth", rand_seed = 5 },
			{ "7203509c694b6c83f4e042eeffe751e5b2bfede2fb68823dac17aba6416c4306", range_values = "specific_values", colors = "0.1 0.2 0.3 0.7;1 1 0 0.4;0 0 1 1.3", channels = "4" },
		}
		maps.each_runtime(function(kind)
			for i, settings in ipairs(golden) do
				local hash = table.remove(settings, 1)
				settings.mode, settings.zero_negative_ids = "pixel", false
				local pixels = random(settings, 300, 70):hash()
				settings.mode, settings.zero_negative_ids = "id", true
				assert.are.equal(hash, pixels .. random(settings, nil, nil, image):hash(), i .. ", " .. kind)
				table.insert(settings, 1, hash)
			end
		end)
	end)
end)
