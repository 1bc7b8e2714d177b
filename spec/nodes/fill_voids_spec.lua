local terrane = require "terrane"
local maps = require "maps"

local void = 0 / 0
local methods = { "harmonic", "push_pull" }
local function row(numbers) return maps.image(#numbers, 1, function(x) return numbers[x + 1] end) end
local function list(layer)
	local t = {}
	for y = 0, layer.height - 1 do
		for x = 0, layer.width - 1 do t[#t + 1] = layer:get(x, y) end
	end
	return t
end
local function filled(image, settings) return image:fill_voids(settings or {}):render():layer "C" end
local function near(expected, got, within)
	assert.are.equal(#expected, #got)
	for i, e in ipairs(expected) do assert.near(e, got[i], within) end
end

local state
local function random(n)
	state = (state * 16807) % 2147483647
	return state % n
end
-- values and voids: at least one pixel is measured
local function holed(w, h, share)
	local t = {}
	for i = 0, w * h - 1 do t[i] = random(100) < share and void or random(4096) / 64 end
	t[random(w * h)] = 17.25
	return t, maps.image(w, h, function(x, y) return t[y * w + x] end)
end
-- the discrete Laplace equation by elimination
local function solved(t, w, h, tile)
	local index, cells = {}, {}
	for i = 0, w * h - 1 do
		if t[i] ~= t[i] then
			cells[#cells + 1] = i
			index[i] = #cells
		end
	end
	local m, n = {}, #cells
	for k, i in ipairs(cells) do
		local line = {}
		for c = 1, n + 1 do line[c] = 0 end
		local x, y = i % w, math.floor(i / w)
		local function neighbour(nx, ny)
			if tile then nx, ny = nx % w, ny % h end
			if nx < 0 or ny < 0 or nx >= w or ny >= h or (nx == x and ny == y) then return end
			local j = ny * w + nx
			line[k] = line[k] + 1
			if index[j] then line[index[j]] = line[index[j]] - 1 else line[n + 1] = line[n + 1] + t[j] end
		end
		neighbour(x - 1, y)
		neighbour(x + 1, y)
		neighbour(x, y - 1)
		neighbour(x, y + 1)
		m[k] = line
	end
	for k = 1, n do
		for r = k + 1, n do
			local f = m[r][k] / m[k][k]
			if f ~= 0 then for c = k, n + 1 do m[r][c] = m[r][c] - f * m[k][c] end end
		end
	end
	local out = {}
	for i = 0, w * h - 1 do out[i] = t[i] end
	for k = n, 1, -1 do
		local sum = m[k][n + 1]
		for c = k + 1, n do sum = sum - m[k][c] * out[cells[c]] end
		out[cells[k]] = sum / m[k][k]
	end
	return out
end

describe("fill_voids", function()
	it("pushes and pulls", function()
		local push_pull = { method = "push_pull" }
		assert.are.same({ 0, 0.75, 2.25, 3 }, list(filled(row { 0, void, void, 3 }, push_pull)))
		assert.are.same({ 0, 0.25, 0.75, 1.75, 4 }, list(filled(row { 0, void, void, void, 4 }, push_pull)))
		assert.are.same({ 2.5, 1.75, 1, 2, 4, 5, 4.25 }, list(filled(row { void, void, 1, void, void, 5, void }, { method = "push_pull", tile = true })))
		local corners = maps.image(4, 4, function(x, y) return x == 0 and y == 0 and 1 or x == 3 and y == 3 and 5 or void end)
		assert.are.same({ 1, 1.5, 2.5, 3, 1.5, 2, 3, 3.5, 2.5, 3, 4, 4.5, 3, 3.5, 4.5, 5 }, list(filled(corners, push_pull)))
	end)

	it("solves the Laplace equation, with edges and over them", function()
		state = 5
		for round = 1, 36 do
			local w, h, tile = 1 + random(9), 1 + random(9), round % 2 == 0
			local t, image = holed(w, h, ({ 30, 60, 95 })[round % 3 + 1])
			local expected, got = solved(t, w, h, tile), list(filled(image, { tile = tile }))
			for i = 0, w * h - 1 do assert.near(expected[i], got[i + 1], 1e-4, ("%dx%d"):format(w, h)) end -- of a range of 64
		end
	end)

	it("keeps what is measured, and stays within its range", function()
		state = 77
		for _, method in ipairs(methods) do
			for _, size in ipairs { { 70, 33 }, { 129, 1 }, { 1, 40 }, { 67, 66 } } do
				local t, image = holed(size[1], size[2], 90)
				local lowest, highest = math.huge, -math.huge
				for i = 0, size[1] * size[2] - 1 do
					if t[i] == t[i] then lowest, highest = math.min(lowest, t[i]), math.max(highest, t[i]) end
				end
				for i, value in ipairs(list(filled(image, { method = method, tile = size[1] == 67 }))) do
					assert.is_true(value >= lowest and value <= highest)
					if t[i - 1] == t[i - 1] then assert.are.equal(t[i - 1], value) end
				end
			end
		end
	end)

	it("gives a single measured value everywhere, bit for bit", function()
		for _, method in ipairs(methods) do
			for _, tile in ipairs { false, true } do
				local image = maps.image(37, 21, function(x, y) return x == 5 and y == 17 and 0.1 or void end)
				local stats = filled(image, { method = method, tile = tile }):stats()
				assert.are.same({ image:layer "C":get(5, 17), image:layer "C":get(5, 17), 0 }, { stats.min, stats.max, stats.nan })
			end
		end
	end)

	it("goes on with planes as planes", function()
		local function plane(x, y) return 100 + 0.5 * x - 0.25 * y end
		local image = maps.image(150, 120, function(x, y) return (x - 70) ^ 2 + (y - 60) ^ 2 < 50 ^ 2 and void or plane(x, y) end)
		maps.each(filled(image), function(value, x, y) assert.near(plane(x, y), value, 1e-6 * 105) end) -- the range is 105
	end)

	it("spans what is long and thin", function()
		for _, size in ipairs { { 5000, 1 }, { 1, 3001 }, { 3, 1501 } } do
			local w, h = size[1], size[2]
			local long = math.max(w, h) - 1
			local node = maps.image(w, h, function(x, y) local t = w > h and x or y return (t == 0 or t == long) and 1 + t / long or void end):fill_voids {}
			maps.each(node:render():layer "C", function(value, x, y) assert.near(1 + (w > h and x or y) / long, value, 2e-6) end)
			assert.is_true(node:stats().error <= 1e-6 and node:stats().cycles < 30)
		end
	end)

	it("arrives level at edges", function()
		near({ 5, 5, 5, 6, 7, 7 }, list(filled(row { void, void, 5, void, 7, void })), 1e-6)
		near({ 5.5, 5, 6, 7, 6.5, 6 }, list(filled(row { void, 5, void, 7, void, void }, { tile = true })), 1e-5)
	end)

	it("takes infinities for voids, and values of any size", function()
		for _, method in ipairs(methods) do
			near({ 2, 2, 2 }, list(filled(row { math.huge, 2, -math.huge }, { method = method })), 0)
			for _, scale in ipairs { 3e38, 1e-38, 1e-44 } do
				local got = list(filled(row { -scale, void, void, scale }, { method = method }))
				assert.is_true(got[1] <= got[2] and got[2] <= got[3] and got[3] <= got[4] and got[4] < math.huge)
			end
		end
	end)

	it("fills what a mask marks", function()
		local image = terrane.image {
			C = terrane.layer { width = 5, height = 1, data = { 0, 50, 2, 3, 40 } },
			mask = terrane.layer { width = 5, height = 1, data = { 0.5, 0.51, void, 0.49, 7 } },
		}
		near({ 0, 1, 2, 3, 3 }, list(filled(image, { mask_layer = "mask" })), 1e-5)
		near({ 0, 50, 2, 21, 40 }, list(filled(image, { mask_layer = "mask", invert_mask = true })), 1e-4) -- one minus 0.5 is no more than 0.5 either
	end)

	it("fills as far as it is told", function()
		local function hole(x, y) return x >= 5 and x < 25 and y >= 4 and y < 30 end
		for _, tile in ipairs { false, true } do
			local image = maps.image(30, 34, function(x, y) return not (hole(x, y) or tile and y < 2) and x or void end)
			local whole, node = filled(image, { tile = tile }), image:fill_voids { max_distance = 3, tile = tile, filled_layer = "new" }
			local made = node:render()
			local distance = image:map { mask = "isnan(C) and 0 or 1" }:distance { tile = tile }:render():layer "distance"
			local count, left = 0, 0
			maps.each(made:layer "C", function(value, x, y)
				local far = distance:get(x, y) > 3
				if far then assert.is_true(value ~= value) else assert.are.equal(whole:get(x, y), value) end
				local new = distance:get(x, y) > 0 and not far
				assert.are.equal(new and 1 or 0, made:layer "new":get(x, y))
				count, left = count + (new and 1 or 0), left + (far and 1 or 0)
			end)
			assert.is_true(left > 0)
			assert.are.same({ count, left }, { node:stats().filled, node:stats().left })
		end
		-- what a mask marks farther off becomes a void
		local masked = terrane.image { C = row({ 1, 2, 3, 4 }):layer "C", mask = row({ 0, 1, 1, 1 }):layer "C" }
		local got = list(filled(masked, { mask_layer = "mask", max_distance = 2 }))
		assert.is_true(got[1] == 1 and got[2] == 1 and got[3] == 1 and got[4] ~= got[4])
	end)

	it("fills the channels and layers that are named", function()
		local image = terrane.image {
			C = row({ 1, void, 3 }):layer "C",
			Cd = terrane.layer { width = 3, height = 1, channels = 2, data = function(x, _, c) return c == 1 and x or x == 1 and void or 8 end },
			id = terrane.layer { width = 3, height = 1, type = "i32", data = { 1, 2, 3 } },
			D = terrane.layer { width = 3, height = 1, type = "f64", data = { 1, 2, 3 } },
		}
		local function voids(layers)
			local made = image:fill_voids { layer = layers, filled_layer = "new" }:render()
			return { made:layer "C":stats().nan, made:layer "Cd":stats(2).nan, made:layer "new":get(1, 0), made:layer "id":hash(), made:layer "D".type }
		end
		local id = image:layer "id":hash()
		assert.are.same({ 0, 1, 1, id, "f64" }, voids "C")
		assert.are.same({ 1, 0, 1, id, "f64" }, voids "Cd")
		assert.are.same({ 0, 0, 1, id, "f64" }, voids "C Cd")
		assert.are.same({ 0, 0, 1, id, "f64" }, voids "*")
		assert.are.same({ 1, 1, 0, id, "f64" }, voids "D") -- which has none, and stays as it is
		assert.are.equal(8, image:fill_voids { layer = "Cd" }:render():layer("Cd"):get(1, 0, 2))
		assert.matches("fill_voids: layer: layer 'id' holds 32-bit ids", maps.failure(function() return image:fill_voids { layer = "id" }:render() end), 1, true)
		assert.matches("fill_voids: layer: no layer 'E'", maps.failure(function() return image:fill_voids { layer = "C E" }:render() end), 1, true)
	end)

	it("says where nothing is measured", function()
		local message = maps.failure(function() return row({ void, 1 / 0 }):fill_voids {}:render() end)
		assert.matches("fill_voids: layer: 'C' has no measured pixel to fill the others from; fill{ value = } gives it one", message, 1, true)
		local masked = terrane.image { C = row({ void, 1 }):layer "C", mask = row({ 0, 1 }):layer "C" }
		assert.matches("to fill the others from outside of the mask", maps.failure(function() return masked:fill_voids { mask_layer = "mask" }:render() end), 1, true)
	end)

	it("is what nodes that refuse voids ask for", function()
		local image = maps.image(20, 16, function(x, y) return x > 8 and x < 12 and y > 5 and y < 11 and void or x + y end)
		local message = maps.failure(function() return image:stream_power { iterations = 1 }:render() end)
		assert.matches("layer 'C' has 15 void or infinite pixels, the first at x 9, y 6; fill them first, with :fill_voids{}", message, 1, true)
		assert.are.equal(0, image:fill_voids {}:stream_power { iterations = 1 }:render():layer("C"):stats().nan)
		assert.are.equal(1, #terrane.noise {}:fill_voids {}:check_tiles())
	end)

	it("comes nearer to real ground than push_pull", function()
		local truth = maps.shared("dem/srtm_colorado_front", 240, 144)
		if not truth then return pending "no real maps" end
		local function hole(x, y) return (x - 90) ^ 2 + (y - 60) ^ 2 < 20 ^ 2 or (x + 2 * y) % 61 < 4 end
		local ground, off = truth:layer "C", {}
		local image = maps.image(240, 144, function(x, y) return hole(x, y) and void or ground:get(x, y) end)
		for _, method in ipairs(methods) do
			local sum, count = 0, 0
			maps.each(filled(image, { method = method }), function(value, x, y)
				if hole(x, y) then sum, count = sum + (value - ground:get(x, y)) ^ 2, count + 1 end
			end)
			off[method] = math.sqrt(sum / count)
		end
		assert.is_true(off.harmonic < off.push_pull and off.push_pull < 60, ("%g %g"):format(off.harmonic, off.push_pull)) -- metres
	end)

	it("survives failed allocations", function()
		maps.survives_failed_allocations(function()
			return terrane.noise { resolution_x = 9, resolution_y = 7 }:map { C = "hash(x, y) < 0.5 and 0 / 0 or C" }:fill_voids { max_distance = 2, filled_layer = "new" }
		end)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(name)
			local land = terrane.noise { frequency = 5 }:map { C = "noise(u * 7, v * 5) > 0.1 and 0 / 0 or C", mask = "hash(x, y) < 0.2" }
			local hashes = {}
			for _, settings in ipairs { { tile = true }, { mask_layer = "mask", max_distance = 9 }, { method = "push_pull", mask_layer = "mask" } } do
				hashes[#hashes + 1] = land:fill_voids(settings):render { width = 201, height = 133 }:layer("C"):hash()
			end
			assert.are.equal("68b81e147cbc948456e941b8061f11c9 1b4dfca518e1c488f8c1089f97822410 4261e31db18f0dbdad6ed4402eb3d351", table.concat(hashes, " "), name)
		end)
	end)
end)
