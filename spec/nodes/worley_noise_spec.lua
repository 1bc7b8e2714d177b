local terrane = require "terrane"
local maps = require "maps"

local function worley(settings, width, height)
	return terrane.worley_noise(settings):render { width = width or 16, height = height or width or 16 }
end
local each = maps.each
-- places as a layer: f(x, y) gives two or three numbers
local function places(width, height, f, channels)
	return terrane.image { P = terrane.layer { width = width, height = height, channels = channels or 2,
		data = function(x, y, c) return (select(c, f(x, y))) end } }
end
local layers = { "dist1", "dist2", "border", "center", "id" }
local function fail(settings, image)
	return maps.failure(function() return (image and image:worley_noise(settings) or terrane.worley_noise(settings)):render { width = 8 } end)
end

describe("worley_noise", function()
	it("measures a regular grid", function()
		-- four pixels over four cells: every pixel in the middle of one; offset by half a cell, at the corner of four
		local middle = worley({ element_size = 0.25, jitter = 0 }, 4)
		local corner = worley({ element_size = 0.25, jitter = 0, offset = "0.125 0.125" }, 4)
		each(middle:layer "dist1", function(v, x, y)
			assert.are.equal(0, v)
			assert.near(0.25, middle:layer("dist2"):get(x, y), 1e-8)
			assert.near(0.125, middle:layer("border"):get(x, y), 1e-8)
			assert.near((x + 0.5) / 4, middle:layer("center"):get(x, y, 1), 1e-7)
			assert.near((y + 0.5) / 4, middle:layer("center"):get(x, y, 2), 1e-7)
			assert.near(0.25 * 0.70710678, corner:layer("dist1"):get(x, y), 1e-7)
			assert.near(0, corner:layer("border"):get(x, y), 1e-7)
		end)
		for metric, far in pairs { manhattan = 1, chebyshev = 0.5 } do
			local image = worley({ element_size = 0.25, jitter = 0, offset = "0.125 0.125", metric = metric }, 4)
			each(image:layer "dist1", function(v, x, y)
				assert.near(0.25 * far, v, 1e-7)
				assert.are.equal(0, image:layer("border"):get(x, y))
			end)
			assert.near(0.125, worley({ element_size = 0.25, jitter = 0, metric = metric }, 4):layer("border"):get(1, 2), 1e-8)
		end
	end)

	it("measures a regular grid in space", function()
		local function at(x, y, z, metric)
			local image = places(1, 1, function() return x, y, z end, 3)
			return image:worley_noise({ element_size = 0.5, jitter = 0, pos_layer = "P", metric = metric }):render()
		end
		local middle = at(0.75, -0.25, 10.25)
		assert.are.equal(0, middle:layer("dist1"):get(0, 0))
		assert.near(0.5, middle:layer("dist2"):get(0, 0), 1e-7)
		assert.near(0.25, middle:layer("border"):get(0, 0), 1e-7)
		assert.are.equal(3, middle:layer("center").channels)
		for c, v in ipairs { 0.75, -0.25, 10.25 } do assert.near(v, middle:layer("center"):get(0, 0, c), 1e-6) end
		for metric, far in pairs { euclidean = math.sqrt(0.75), manhattan = 1.5, chebyshev = 0.5 } do
			assert.near(0.5 * far, at(0.5, -0.5, 3, metric):layer("dist1"):get(0, 0), 1e-7)
		end
		assert.near(0.5 * 0.2, at(0.75, 0.25 + 0.15, 0.25):layer("border"):get(0, 0), 1e-6)
	end)

	it("has six neighbours all around on a hexagonal lattice", function()
		local es, row = 0.25, 0.25 * math.sqrt(3) / 2
		local image = places(8, 8, function(x, y) return (x - 3 + 0.5 + 0.5 * (y % 2)) * es, (y - 2 + 0.5) * row end)
			:worley_noise { element_size = es, jitter = 0, lattice = "hexagonal", pos_layer = "P" }:render()
		each(image:layer "dist1", function(v, x, y)
			assert.near(0, v, 1e-7)
			assert.near(es, image:layer("dist2"):get(x, y), 1e-6)
			assert.near(es / 2, image:layer("border"):get(x, y), 1e-6)
		end)
		-- the corners of a hexagon are as far from three points
		local all = worley({ element_size = es, jitter = 0, lattice = "hexagonal" }, 64)
		assert.near(es / math.sqrt(3), all:layer("dist1"):stats().max, 0.01)
		assert.is_true(all:layer("dist1"):stats().max <= es / math.sqrt(3) + 1e-6)
	end)

	it("keeps the order of distances, and the centre's distance is the first", function()
		for _, settings in ipairs {
			{}, { lattice = "hexagonal" }, { metric = "manhattan" }, { metric = "chebyshev" }, { offset = "-3.3 5.5" }, { tile = true, element_size = 0.13 },
			{ tile = true, tile_size = "0.5 0.3", offset = "0.1 7.77" },
		} do
			local image = worley(settings, 48, 32)
			local adjusted = settings.element_size and 8 * 0.13 or 1
			local center, d2 = image:layer "center", image:layer "dist2"
			each(image:layer "dist1", function(v, x, y)
				assert.is_true(v <= d2:get(x, y))
				local dx, dy = math.abs(center:get(x, y, 1) - (x + 0.5) / 48), math.abs(center:get(x, y, 2) - (y + 0.5) / 48)
				local d = settings.metric == "manhattan" and dx + dy or settings.metric == "chebyshev" and math.max(dx, dy) or math.sqrt(dx * dx + dy * dy)
				assert.near(v, d, 1e-6 * adjusted)
			end)
		end
	end)

	it("gives each cell one id and one centre", function()
		for _, settings in ipairs { { element_size = 0.2 }, { element_size = 0.2, lattice = "hexagonal" } } do
			local image = worley(settings, 96)
			local id, center, seen, count = image:layer "id", image:layer "center", {}, 0
			assert.are.equal("i32", id.type)
			each(id, function(v, x, y)
				local c = center:get(x, y, 1) .. " " .. center:get(x, y, 2)
				if not seen[v] then count = count + 1 end
				seen[v] = seen[v] or c
				assert.are.equal(seen[v], c)
			end)
			assert.is_true(count > 25 and count < 55, count)
			assert.is_true(id:stats().min < -1e8 and id:stats().max > 1e8)
		end
	end)

	it("measures the border to where the other cells begin", function()
		for _, settings in ipairs { { element_size = 0.25 }, { element_size = 0.25, lattice = "hexagonal" } } do
			local n = 64
			local image = worley(settings, n)
			local id, border = image:layer "id", image:layer "border"
			for y = 20, 43, 3 do
				for x = 20, 43, 3 do
					local least, own = 1e9, id:get(x, y)
					for j = 0, n - 1 do
						for i = 0, n - 1 do
							if id:get(i, j) ~= own then least = math.min(least, (i - x) ^ 2 + (j - y) ^ 2) end
						end
					end
					assert.near(math.sqrt(least) / n, border:get(x, y), 1 / n)
				end
			end
		end
	end)

	it("has the exact distances and borders, in the plane and in space", function()
		-- the feature points that cells show, and distances to all of them one by one
		for _, case in ipairs {
			{ channels = 2, side = 160, step = 0.01, settings = { element_size = 0.2 } },
			{ channels = 2, side = 160, step = 0.01, settings = { element_size = 0.2, lattice = "hexagonal", rand_seed = 2 } },
			{ channels = 3, side = 36, step = 0.04, settings = { element_size = 0.3, rand_seed = 5 } },
		} do
			local side, step, dims = case.side, case.step, case.channels
			local function place(x, y) return (x % side) * step, (dims == 2 and y or y % side) * step, math.floor(y / side) * step end
			case.settings.pos_layer = "P"
			local image = places(side, dims == 2 and side or side * side, place, dims):worley_noise(case.settings):render()
			local id, center, points, seen = image:layer "id", image:layer "center", {}, {}
			each(id, function(v, x, y)
				if not seen[v] then
					seen[v] = { center:get(x, y, 1), center:get(x, y, 2), dims == 3 and center:get(x, y, 3) or 0 }
					points[#points + 1] = seen[v]
				end
			end)
			local low, high, checked = 0.6, side * step - 0.6, 0
			each(image:layer "dist1", function(v, x, y)
				local px, py, pz = place(x, y)
				if dims == 2 then pz = 0 end
				local inside = px > low and px < high and py > low and py < high and (dims == 2 or pz > low and pz < high)
				if not inside or dims == 2 and (x + y) % 7 > 0 then return end
				local first, second, border, own = math.huge, math.huge, math.huge, seen[id:get(x, y)]
				for _, p in ipairs(points) do
					local d = math.sqrt((p[1] - px) ^ 2 + (p[2] - py) ^ 2 + (p[3] - pz) ^ 2)
					if d < first then first, second = d, first elseif d < second then second = d end
				end
				for _, p in ipairs(points) do
					if p ~= own then -- to the plane halfway between
						local apart = math.sqrt((p[1] - own[1]) ^ 2 + (p[2] - own[2]) ^ 2 + (p[3] - own[3]) ^ 2)
						local d = math.sqrt((p[1] - px) ^ 2 + (p[2] - py) ^ 2 + (p[3] - pz) ^ 2)
						border = math.min(border, (d * d - first * first) / (2 * apart))
					end
				end
				assert.near(first, v, 2e-7)
				assert.near(second, image:layer("dist2"):get(x, y), 2e-7)
				assert.near(border, image:layer("border"):get(x, y), 1e-6)
				checked = checked + 1
			end)
			assert.is_true(checked > 100, checked)
		end
	end)

	it("is continuous across borders", function()
		local border = worley({ element_size = 0.2 }, 256):layer "border"
		for y = 0, 255, 5 do
			for x = 0, 254 do assert.is_true(math.abs(border:get(x + 1, y) - border:get(x, y)) < 1.001 / 256) end
		end
	end)

	it("rounds borders by a smooth minimum", function()
		local k, sum = 0.2, 0
		for j = -2, 2 do
			for i = -2, 2 do
				if i ~= 0 or j ~= 0 then sum = sum + math.exp(-math.sqrt(i * i + j * j) / 2 / k) end
			end
		end
		local image = worley({ element_size = 0.25, jitter = 0, round_border = k }, 4)
		assert.near(0.25 * -k * math.log(sum), image:layer("border"):get(2, 1), 1e-7)
		local sharp, nearly, round = worley({}, 64):layer "border", worley({ round_border = 1e-5 }, 64):layer "border", worley({ round_border = 0.1 }, 64):layer "border"
		each(sharp, function(v, x, y)
			assert.near(v, nearly:get(x, y), 1e-5)
			assert.is_true(round:get(x, y) <= v and round:get(x, y) >= 0)
			assert.is_true(round:get(x, y) >= math.max(0, v - 0.1 * 0.1 * math.log(24)) - 1e-7)
		end)
		assert.are.equal(0, worley({ round_border = 10 }, 16):layer("border"):stats().max)
	end)

	it("repeats without a seam", function()
		local size = { width = 40, height = 24 }
		for _, settings in ipairs {
			{ tile = true, tile_size = "1 0.6" }, { tile = true, tile_size = "1 0.6", element_size = 0.37, offset = "0.2 -0.3" },
			{ tile = true, tile_size = "0.5 0.3", element_size = 5, metric = "manhattan" },
		} do
			local node = terrane.worley_noise(settings)
			local here = node:render(size)
			local there = node:render { width = 40, height = 24, window = { 40 * 3, -24 * 2, 40, 24 }, unbounded = true }
			for _, name in ipairs { "dist1", "dist2", "border", "id" } do
				assert.are.equal(here:layer(name):hash(), there:layer(name):hash())
			end
			assert.near(here:layer("center"):get(5, 5, 1) + 3, there:layer("center"):get(5, 5, 1), 1e-6)
			assert.near(here:layer("center"):get(5, 5, 2) - 1.2, there:layer("center"):get(5, 5, 2), 1e-6)
		end
		-- of a size that no number of pixels is: to the resolution of floats
		local odd = terrane.worley_noise { tile = true, tile_size = "0.33333333333 1", element_size = 0.07 }
		local line = odd:render { width = 300, height = 300, window = { 0, 0, 300, 1 } }
		for x = 0, 99 do assert.near(line:layer("dist1"):get(x, 0), line:layer("dist1"):get(x + 200, 0), 1e-6) end
		-- one cell at least, and sizes are adjusted
		local one = worley({ tile = true, element_size = 3, jitter = 0 }, 8)
		assert.near(0.5, one:layer("border"):stats().max, 0.07)
		assert.near(1 / 6, worley({ tile = true, element_size = 0.3, jitter = 0, tile_size = "1 1 1" }, 3):layer("border"):get(1, 1), 1e-7)
	end)

	it("stretches cells, and measures before that", function()
		local wide = worley({ element_size = 0.125, element_scale = "2 1 1", jitter = 0 }, 16)
		local id, d = wide:layer "id", wide:layer "dist1"
		for x = 0, 15 do
			assert.are.equal(id:get(math.floor(x / 4) * 4, 0), id:get(x, 0)) -- four pixels, not two
			assert.are.equal(x % 4 ~= 0, x > 0 and id:get(x, 0) == id:get(x - 1, 0))
		end
		local plain = worley({ element_size = 0.125, jitter = 0 }, 8, 16)
		assert.are.equal(0, d:get(0, 0) - wide:layer("dist1"):get(3, 0))
		assert.near(0.125 * math.sqrt(0.375 ^ 2 + 0.25 ^ 2), d:get(0, 0), 1e-7)
		assert.is_true(plain:layer("dist1"):stats().max <= 0.125 * math.sqrt(0.5) + 1e-7)
		local squeezed = worley({ jitter_scale = "0 1" }, 64)
		each(squeezed:layer "center", function(v) assert.near(0.05, (v + 1e-7) % 0.1, 1e-6) end)
	end)

	it("takes positions from a layer", function()
		local own = worley({ rand_seed = 4, offset = "0.1 0.2 0.3" }, 40, 24)
		local image = places(40, 24, function(x, y) return (x + 0.5) / 40, (y + 0.5) / 40 end)
		local given = image:worley_noise { rand_seed = 4, offset = "0.1 0.2 0.3", pos_layer = "P" }:render()
		assert.are.same({ "P", "dist1", "dist2", "border", "center", "id" }, given:layers())
		for _, name in ipairs { "dist1", "dist2", "border" } do
			each(own:layer(name), function(v, x, y) assert.near(v, given:layer(name):get(x, y), 2e-7) end)
		end
		-- noise in space: slices differ, and go over into each other
		local function slice(z)
			return places(40, 40, function(x, y) return x / 40, y / 40, z end, 3):worley_noise({ pos_layer = "P", element_size = 0.3 }):render():layer "dist1"
		end
		local a, b, c = slice(0), slice(0.01), slice(0.4)
		local far = 0
		each(a, function(v, x, y)
			assert.near(v, b:get(x, y), 0.0101)
			far = math.max(far, math.abs(v - c:get(x, y)))
		end)
		assert.is_true(far > 0.1)
		local tiled = { pos_layer = "P", tile = true, tile_size = "1 2 0.5", element_size = 0.1 }
		local function block(dx, dy, dz)
			return places(20, 20, function(x, y) return x / 64 + dx, y / 64 + dy, x * y / 1024 + dz end, 3):worley_noise(tiled):render()
		end
		local here, there = block(0, 0, 0), block(-3, 4, 0.5)
		assert.are.equal(here:layer("id"):hash(), there:layer("id"):hash())
		each(here:layer "border", function(v, x, y) assert.near(v, there:layer("border"):get(x, y), 1e-6) end)
	end)

	it("leaves voids where there is no position", function()
		local nan = 0 / 0
		for channels = 2, 3 do
			local image = places(6, 2, function(x) local v = x == 2 and nan or x == 4 and math.huge or x / 7 return v, 0.4, v end, channels)
			local result = image:worley_noise({ pos_layer = "P", gamma = 2, gain = 0.7, use_clamp_min = true, use_clamp_max = true }):render()
			local whole = places(6, 2, function(x) return x / 7, 0.4, x / 7 end, channels):worley_noise({ pos_layer = "P", gamma = 2, gain = 0.7, use_clamp_min = true, use_clamp_max = true }):render()
			for _, name in ipairs { "dist1", "dist2", "border", "center" } do
				each(result:layer(name), function(v, x, y)
					if x == 2 or x == 4 then assert.is_true(v ~= v, name) else assert.are.equal(whole:layer(name):get(x, y), v) end
				end)
			end
			assert.are.equal(0, result:layer("id"):get(2, 1))
			assert.are.equal(whole:layer("id"):get(3, 1), result:layer("id"):get(3, 1))
		end
		local far = places(4, 1, function(x) return 2e38 * (x - 1.5), -3e38 end):worley_noise({ pos_layer = "P" }):render()
		for _, name in ipairs { "dist1", "dist2", "border" } do assert.are.equal(0, far:layer(name):stats().nan) end
	end)

	it("is as fine far out as here", function()
		local node = terrane.worley_noise { element_size = 0.2 }
		local far = node:render { width = 64, window = { 2 ^ 40, -2 ^ 40, 64, 64 }, unbounded = true }
		local steps = 0
		for x = 0, 62 do
			local step = math.abs(far:layer("dist1"):get(x + 1, 9) - far:layer("dist1"):get(x, 9))
			assert.is_true(step <= 1.01 / 64)
			steps = steps + (step > 0 and 1 or 0)
		end
		assert.is_true(steps > 60)
	end)

	it("post-processes the distances alone", function()
		local plain, post = worley({}, 32), worley({ complement = true, gamma = 2 }, 32)
		for _, name in ipairs { "dist1", "dist2" } do
			each(plain:layer(name), function(v, x, y) assert.near((1 - v) ^ 2, post:layer(name):get(x, y), 1e-6) end)
		end
		for _, name in ipairs { "border", "center", "id" } do assert.are.equal(plain:layer(name):hash(), post:layer(name):hash()) end
	end)

	it("names layers, keeps those of the input, and takes its size", function()
		local image = maps.image(9, 7, maps.rough(1))
		assert.are.same({ "C", "w_dist1", "w_dist2", "w_border", "w_center", "w_id" }, image:worley_noise({ prefix = "w_", resolution_x = 3 }):render():layers())
		local result = image:worley_noise({ resolution_x = 3 }):render()
		assert.are.same({ 9, 7 }, { result.width, result.height })
		assert.are.same(layers, worley({}):layers())
		local sized = terrane.worley_noise({ resolution_x = 5, resolution_y = 3 }):render()
		assert.are.same({ 5, 3 }, { sized.width, sized.height })
		assert.are_not.equal(worley({}):layer("dist1"):hash(), worley({ rand_seed = 1 }):layer("dist1"):hash())
		assert.are_not.equal(worley({}):layer("id"):hash(), worley({ rand_seed = 1 }):layer("id"):hash())
	end)

	it("stays finite at the ends of its ranges", function()
		for _, settings in ipairs {
			{ element_size = 1e-6 }, { element_size = 1e4 }, { jitter = 2 }, { jitter = 2, jitter_scale = "1e6 -1e6" }, { element_scale = "1e-6 1e6" },
			{ round_border = 10 }, { offset = "1e24 -1e24" }, { tile = true, tile_size = "1e-6 1e6" }, { tile = true, element_size = 1e-6, element_scale = "1e-6", tile_size = "1e6" },
			{ rand_seed = 2147483647 }, { lattice = "hexagonal", jitter = 2 },
		} do
			for _, size in ipairs { { 1, 1 }, { 1, 7 }, { 7, 1 }, { 33, 5 } } do
				local image = worley(settings, size[1], size[2])
				maps.finite(image, layers)
			end
		end
	end)

	it("says what is wrong", function()
		assert.matches("tile: a hexagonal lattice cannot be tiled", fail { tile = true, lattice = "hexagonal" })
		assert.matches("element_scale: must be 1 to 3 numbers, got 'a'", fail { element_scale = "a" })
		assert.matches("element_scale: numbers must be 1e%-06 to 1e%+06, got 0", fail { element_scale = "1 0 1" })
		assert.matches("jitter_scale: numbers must be ", fail { jitter_scale = "1e7" })
		assert.matches("tile_size: numbers must be ", fail { tile_size = "1 -1" })
		assert.matches("offset: must be 1 to 3 numbers, got '1 2 3 4'", fail { offset = "1 2 3 4" })
		assert.matches("pos_layer: no image to take layer 'P' from", fail { pos_layer = "P" })
		local image = maps.image(4, 4, maps.rough(1))
		assert.matches("pos_layer: no layer 'P'", fail({ pos_layer = "P" }, image))
		assert.matches("pos_layer: layer 'C' has 1 channel; positions need 2, or 3", fail({ pos_layer = "C" }, image))
		local space = places(4, 4, function() return 1, 2, 3 end, 3)
		assert.matches("lattice: a hexagonal lattice is 2%-D", fail({ pos_layer = "P", lattice = "hexagonal" }, space))
		assert.matches("prefix: a layer's name has 1 to 63 bytes", fail { prefix = ("x"):rep(60) })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):worley_noise { gamma = 2 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = {
			{ "0c7cc8df 82439dfd 81da42ba dbb7b300 c00e561d", {} }, { "2005ca00 df160756 29adace5 376b7472 560a7b43", { lattice = "hexagonal", round_border = 0.1 } }, { "00fa42ae 2187993b 899c1429 abb6663d 4b230d1e", { metric = "manhattan", tile = true } },
			{ "a5aa8cf2 49382d3a 14c90cce f787bd66 8e9e3b37", { metric = "chebyshev", element_size = 0.02 } }, { "028e1c97 399e6556 aa94e55a 2657f64d 9fcf9519", { pos_layer = "P", jitter = 1.3 } },
		}
		local image = places(61, 43, function(x, y) return (x + 0.5) / 61, (y + 0.5) / 61, math.floor(x / 7) / 8 end, 3)
		maps.each_runtime(function(kind)
			for _, case in ipairs(golden) do
				local node = case[2].pos_layer and image:worley_noise(case[2]) or terrane.worley_noise(case[2])
				local result, hashes = node:render { width = 61, height = 43 }, {}
				for _, name in ipairs(layers) do hashes[#hashes + 1] = result:layer(name):hash():sub(1, 8) end
				assert.are.equal(case[1], table.concat(hashes, " "), kind)
			end
		end)
	end)
end)
