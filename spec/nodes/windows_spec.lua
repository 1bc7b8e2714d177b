-- Windows of an image are pieces of the whole, tiles of the plane fit, and what cannot be made in pieces says so.
local terrane = require "terrane"
local maps = require "maps"
local graphs = require "windows"

local bytes_of = { f32 = 4, f64 = 8, i32 = 4 }

-- Whether layer `piece` is the pixels of `whole` from (x, y) on; both as tostring() gives them.
local function is_piece(whole, size, piece, window, kind, channels)
	local e = bytes_of[kind]
	for c = 0, channels - 1 do
		for j = 0, window[4] - 1 do
			local at = ((c * size[2] + window[2] + j) * size[1] + window[1]) * e
			local from = (c * window[4] + j) * window[3] * e
			if whole:sub(at + 1, at + window[3] * e) ~= piece:sub(from + 1, from + window[3] * e) then return false end
		end
	end
	return true
end

local state = 1
local function random(lo, hi) -- the same in every run
	state = (state * 69069 + 12345) % 4294967296
	return lo + math.floor(state / 65536) % (hi - lo + 1)
end

local function random_window(width, height)
	local w, h = random(1, width), random(1, height)
	if random(1, 3) == 1 then w, h = random(1, 8), random(1, 8) end
	local x, y = random(0, width - w), random(0, height - h)
	if random(1, 4) == 1 then x = random(0, 1) == 0 and 0 or width - w end
	if random(1, 4) == 1 then y = random(0, 1) == 0 and 0 or height - h end
	return { x, y, w, h }
end

local function data(image)
	local t = {}
	for _, name in ipairs(image:layers()) do t[name] = image:layer(name):tostring() end
	return t
end

local function differing(whole, parts, image, size, window)
	local bad = 0
	for name, text in pairs(data(image)) do
		local layer = image:layer(name)
		if not is_piece(parts[name], size, text, window, layer.type, layer.channels) then bad = bad + 1 end
	end
	assert.are.same(whole:layers(), image:layers())
	return bad
end

describe("windows", function()
	local total, ids = 2000, {}
	local forgetful = terrane.runtime { cache = 1, threads = 1 } -- every window is made anew; small ones only wait for other threads
	for id in pairs(graphs) do ids[#ids + 1] = id end
	table.sort(ids)

	it("have a graph for every node that can be made in pieces", function()
		for _, node in ipairs(terrane.nodes()) do
			assert.is_true(node.reach == "global" or graphs[node.id] ~= nil, node.id)
		end
	end)

	for _, id in ipairs(ids) do
		for number, make in ipairs(graphs[id]) do
			it("of " .. id .. " are pieces of the whole, graph " .. number, function()
				local size = number % 2 == 0 and { 61, 97 } or { 120, 47 }
				local node = make(forgetful)
				local whole = node:render { width = size[1], height = size[2] }
				local parts = data(whole)
				for _ = 1, math.ceil(total / #ids / #graphs[id]) do
					local window = random_window(size[1], size[2])
					local image = node:render { width = size[1], height = size[2], window = window }
					local at = id .. " " .. table.concat(window, " ")
					assert.are.equal(window[3], image.width, at)
					assert.are.equal(window[4], image.height, at)
					assert.are.equal(0, differing(whole, parts, image, size, window), at)
				end
			end)
		end
	end

	it("of what works on the image as a whole are cut from it", function()
		local rt = terrane.runtime {}
		local node = rt:noise { frequency = 5 }:stream_power { iterations = 5 }:splat {}:height_to_normal {}
		local whole = node:render { width = 90, height = 70 }
		local parts, before = data(whole), rt:stats().nodes_evaluated
		assert.are.equal(0, differing(whole, parts, node:render { width = 90, height = 70, window = { 3, 60, 80, 10 } }, { 90, 70 }, { 3, 60, 80, 10 }))
		assert.are.equal(before, rt:stats().nodes_evaluated) -- cut from what is remembered
		rt:trim()
		local window = { 40, 0, 7, 33 }
		assert.are.equal(0, differing(whole, parts, node:render { width = 90, height = 70, window = window }, { 90, 70 }, window))
		assert.are.equal(before + 4, rt:stats().nodes_evaluated)
		assert.are.equal(0, differing(whole, parts, node:render { width = 90, height = 70, window = { 41, 5, 40, 20 } }, { 90, 70 }, { 41, 5, 40, 20 }))
		assert.are.equal(before + 5, rt:stats().nodes_evaluated) -- only the local node runs again
	end)

	it("of a file or an image are cut from it", function()
		local rough = maps.rough(3)
		local image = maps.image(30, 20, rough)
		local node = image:height_to_normal { tile = true }
		local whole = node:render {}
		assert.are.equal(0, differing(whole, data(whole), node:render { window = { 25, 0, 5, 20 } }, { 30, 20 }, { 25, 0, 5, 20 }))
		assert.matches("reaches outside the image of 30x20", maps.failure(node.render, node, { window = { 25, 0, 6, 20 } }))
	end)

	it("work on no more pixels than they need", function()
		local rt = terrane.runtime { max_side = 66 }
		local node = rt:noise {}:height_to_normal {}
		assert.are.equal(64, node:render { width = 65536, window = { 30000, 7, 64, 64 } }.width) -- 66 with the halo
		assert.matches("height_to_normal", maps.failure(node.render, node, { width = 65536, window = { 30000, 7, 65, 64 } }))
	end)

	it("carry their own share of the world's width", function()
		local node = terrane.noise {}:height_to_normal { world_size = 1000 }
		assert.are.equal(1000, node:render { width = 50 }.world_size)
		assert.equal(200, node:render { width = 50, window = { 7, 0, 10, 50 } }.world_size)
		-- the same, whatever it is cut from
		local rt = terrane.runtime {}
		local odd = rt:noise {}:height_to_normal { world_size = 812.3456789 }:mono_to_height { layer = "C" }:height_to_normal {}
		for width = 3, 60 do
			local window = { 1, 0, width - 2, 3 }
			rt:trim()
			local alone = odd:render { width = width, window = window }.world_size
			assert.equal(812.3456789, odd:render { width = width }.world_size)
			assert.equal(alone, odd:render { width = width, window = window }.world_size)
			assert.equal(812.3456789 * (window[3] / width), alone)
		end
	end)

	it("refuse what is no part of the image", function()
		local node = terrane.noise {}
		for _, window in ipairs { { -1, 0, 4, 4 }, { 0, 0, 65, 4 }, { 61, 0, 4, 4 }, { 0, 64, 1, 1 } } do
			assert.matches("reaches outside the image of 64x64", maps.failure(node.render, node, { width = 64, window = window }))
		end
		assert.matches("unbounded one needs a window", maps.failure(node.render, node, { unbounded = true }))
		assert.matches("'window' must be whole numbers", maps.failure(node.render, node, { window = { 0, 0, 0, 4 } }))
	end)

	it("have the bytes of any number of threads and every CPU level", function()
		local seen
		maps.each_runtime(function()
			local image = terrane.noise { frequency = 9 }:height_to_normal { tile = true }:render { width = 300, window = { 280, 5, 20, 290 } }
			seen = seen or image:layer("N"):hash()
			assert.are.equal(seen, image:layer("N"):hash())
		end)
	end)
end)

describe("the plane", function()
	local function noise(settings) return terrane.noise(settings or { noise_type = "perlin", fractal = "standard", octaves = 5 }) end

	it("goes on beyond the image, which is a part of it", function()
		local node = noise():height_to_normal {}
		local whole = node:render { width = 40, height = 30 }
		local plane = node:render { width = 40, height = 30, window = { -20, -10, 80, 60 }, unbounded = true }
		for _, name in ipairs { "C", "N" } do
			local a, b, border = whole:layer(name), plane:layer(name), 0
			for y = 0, 29 do
				for x = 0, 39 do
					local edge = x == 0 or y == 0 or x == 39 or y == 29
					if a:get(x, y) ~= b:get(x + 20, y + 10) then
						assert.is_true(edge and name == "N", name .. " at " .. x .. "," .. y)
						border = border + 1
					end
				end
			end
			assert.is_true(name == "C" or border > 60) -- normals of the image's border are one-sided, on the plane none is
		end
	end)

	it("is as fine 2^40 pixels out as here", function()
		local far = 2 ^ 40
		for _, kind in ipairs { "value", "perlin", "simplex", "worley" } do
			local node = noise { noise_type = kind, fractal = "standard", octaves = 4, frequency = 8 }
			local function roughness(x, y)
				local l = node:render { width = 256, window = { x, y, 128, 128 }, unbounded = true }:layer "C"
				local sum, same = 0, 0
				for j = 0, 127 do
					for i = 0, 126 do
						local d = l:get(i + 1, j) - l:get(i, j)
						sum, same = sum + d * d, same + (d == 0 and 1 or 0)
					end
				end
				assert.is_true(same < 20, kind)
				return math.sqrt(sum)
			end
			local here, there = roughness(0, 0), roughness(far - 60, -far - 1000)
			assert.is_true(there > 0.7 * here and there < 1.4 * here, kind .. ": " .. here .. ", " .. there)
		end
	end)

	it("is the same from wherever it is seen", function()
		local node = noise():height_to_normal {}
		for _, origin in ipairs { 0, -2 ^ 31, 2 ^ 40, -2 ^ 40, 2 ^ 45 } do
			local a = node:tile { x = origin / 32, y = -3, size = 32, border = 5, width = 512, unbounded = true }:layer "N" -- from (origin - 5, -101)
			local b = node:render { width = 512, window = { origin - 10, -100, 50, 50 }, unbounded = true }:layer "N"
			for y = 0, 40 do
				for x = 0, 41 do assert.are.equal(b:get(x + 5, y), a:get(x, y + 1)) end
			end
		end
	end)

	it("fits at the edges of tiles, of vertices too", function()
		local node = noise():height_to_normal {}
		local left = node:tile { x = 4, y = -2, size = 65, overlap = 1 }
		local right = node:tile { x = 5, y = -2, size = 65, overlap = 1 }
		local above = node:tile { x = 4, y = -1, size = 65, overlap = 1 }
		for _, name in ipairs { "C", "N" } do
			for i = 0, 64 do
				assert.are.equal(left:layer(name):get(64, i), right:layer(name):get(0, i))
				assert.are.equal(left:layer(name):get(i, 64), above:layer(name):get(i, 0))
			end
		end
		assert.are.equal(65, left.width)
		-- without a size for the image, the tile without what it shares is one unit of u and v
		local whole = node:render { width = 64, unbounded = true, window = { 256, -128, 65, 65 } }
		assert.are.equal(whole:layer("N"):hash(), left:layer("N"):hash())
	end)

	it("is cut into tiles that make up a bounded image", function()
		local node = noise():height_to_normal { tile = true }
		local whole = node:render { width = 96, height = 64 }:layer "N"
		for ty = 0, 1 do
			for tx = 0, 2 do
				local tile = node:tile { x = tx, y = ty, size = 32, border = 2, width = 96, height = 64 }:layer "N"
				local x0, y0 = math.max(0, tx * 32 - 2), math.max(0, ty * 32 - 2)
				assert.are.equal(math.min(96, tx * 32 + 34) - x0, tile.width) -- a border ends where the image does
				assert.are.equal(math.min(64, ty * 32 + 34) - y0, tile.height)
				for y = 0, tile.height - 1 do
					for x = 0, tile.width - 1 do assert.are.equal(whole:get(x0 + x, y0 + y), tile:get(x, y)) end
				end
			end
		end
		assert.matches("reaches outside", maps.failure(node.tile, node, { x = 3, y = 0, size = 32, width = 96, height = 64 }))
	end)
end)

describe("check_tiles", function()
	it("lists what needs the image as a whole, by line", function()
		local node = terrane.noise {}:stream_power {}:height_to_normal {}:splat {}
		local list = node:check_tiles()
		local river = list[1]
		assert.are.equal("stream_power", river.node)
		assert.matches("windows_spec.lua:%d+$", river.origin)
		assert.matches("bake", river.instead)
		assert.are.equal("splat", list[2].node)
		assert.are.same({}, terrane.noise {}:height_to_normal {}:check_tiles())
		assert.are.same({}, node:bake {}:height_to_normal {}:check_tiles())
		local one = maps.image(4, 4, maps.rough(1)):height_to_normal {}:check_tiles()
		assert.are.equal(1, #one)
		assert.are.equal("image", one[1].node)
	end)

	it("is what an unbounded evaluation refuses with", function()
		local node = terrane.noise {}:stream_power {}:splat {}
		local message = maps.failure(node.tile, node, { x = 1, y = 1 })
		assert.matches("unbounded plane: [^|]*stream_power works on the image as a whole; put :bake{} behind it[^|]* | [^|]*: splat", message)
		local long = node:shade { sea = true }:stream_power {}:splat {}:shade { sea = true }
		message = maps.failure(long.tile, long, {}) -- a message has room for a thousand bytes
		local _, listed = message:gsub("; [ps][ue]t ", "")
		assert.are.equal(#long:check_tiles() - listed, tonumber(message:match "; [^|]+ | and (%d+) more, which check_tiles lists$"))
		local before = terrane.runtime():stats().nodes_evaluated
		pcall(node.tile, node, { x = 1, y = 1 })
		assert.are.equal(before, terrane.runtime():stats().nodes_evaluated)
	end)
end)

describe("max_work", function()
	it("refuses before it works, and names the most costly node", function()
		local rt = terrane.runtime { max_work = 1e8 }
		local node = rt:noise {}:stream_power { iterations = 100 }
		assert.is_true(node:render { width = 64 }.width == 64)
		local message = maps.failure(node.render, node, { width = 512 })
		assert.matches("windows_spec.lua:%d+: stream_power: 5.3e%+08 of the .* pixel passes .*, and 1e%+08 are allowed", message)
		assert.are.equal(2, rt:stats().nodes_evaluated)
		rt:noise {}:render { width = 2048 }
	end)
end)
