local terrane = require "terrane"
local maps = require "maps"

local function mask_of(width, height, f) return terrane.image { mask = terrane.layer { width = width, height = height, data = function(x, y) return f(x, y) and 1 or 0 end } } end
local function measured(image, settings) return image:distance(settings or {}):render():layer "distance" end

describe("distance", function()
	it("is exact, by brute force, with edges and without", function()
		local state = 11
		local function random(n)
			state = (state * 16807) % 2147483647
			return state % n
		end
		for round = 1, 60 do
			local w, h, tile = 1 + random(21), 1 + random(21), round % 2 == 0
			local set, any, all = {}, false, true
			for i = 0, w * h - 1 do
				set[i] = random(1 + round) == 0
				any, all = any or set[i], all and set[i]
			end
			local image = mask_of(w, h, function(x, y) return set[y * w + x] end)
			local function nearest(x, y, wanted)
				local best = math.huge
				for j = 0, h - 1 do
					for i = 0, w - 1 do
						if set[j * w + i] == wanted then
							local dx, dy = math.abs(i - x), math.abs(j - y)
							if tile then dx, dy = math.min(dx, w - dx), math.min(dy, h - dy) end
							best = math.min(best, dx * dx + dy * dy)
						end
					end
				end
				return math.sqrt(best)
			end
			local capped = measured(image, { tile = tile, max_distance = 4 })
			local out = any and measured(image, { tile = tile })
			local inside = not all and measured(image, { tile = tile, mode = "inside" })
			local signed = any and not all and measured(image, { tile = tile, mode = "signed" })
			for y = 0, h - 1 do
				for x = 0, w - 1 do
					local d, e = nearest(x, y, true), nearest(x, y, false)
					assert.near(math.min(d, 4), capped:get(x, y), 1e-6)
					if out then assert.near(d, out:get(x, y), 1e-5) end
					if inside then assert.near(e, inside:get(x, y), 1e-5) end
					if signed then assert.near(set[y * w + x] and 0.5 - e or d - 0.5, signed:get(x, y), 1e-5) end
				end
			end
		end
	end)

	it("measures in widths, and takes voids for outside", function()
		local image = terrane.image { mask = terrane.layer { width = 4, height = 1, data = { 1, 0, 0 / 0, 0.5 } } }
		local d = measured(image, { unit = "widths" })
		assert.are.same({ 0, 0.25, 0.25, 0 }, { d:get(0, 0), d:get(1, 0), d:get(2, 0), d:get(3, 0) })
		local high = measured(image, { threshold = 0.75 })
		assert.are.equal(3, high:get(3, 0))
	end)

	it("says where there is nothing to measure to", function()
		local ok, message = pcall(function() return measured(mask_of(3, 3, function() return false end)) end)
		assert.is_false(ok)
		assert.is_truthy(message:find("distance: layer: 'mask' has no pixel at or above 0.5, so there is no distance to the mask; set max_distance above 0", 1, true), message)
		ok, message = pcall(function() return measured(mask_of(3, 3, function() return true end), { mode = "signed" }) end)
		assert.is_false(ok)
		assert.is_truthy(message:find("has no pixel below 0.5", 1, true), message)
		assert.are.equal(7, measured(mask_of(3, 3, function() return false end), { max_distance = 7 }):get(1, 1))
		assert.are.equal(-7, measured(mask_of(3, 3, function() return true end), { max_distance = 7, mode = "signed" }):get(1, 1))
		assert.are.equal(1, #terrane.noise {}:distance { layer = "C" }:check_tiles())
		assert.are.equal(0, #terrane.noise {}:distance { layer = "C", max_distance = 9 }:check_tiles())
	end)

	it("survives failed allocations", function()
		maps.survives_failed_allocations(function() return terrane.noise { resolution_x = 40 }:distance { layer = "C", threshold = 0, mode = "signed", max_distance = 30 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(name)
			local node = terrane.noise { frequency = 5 }
			local a = node:distance { layer = "C", threshold = 0.2, mode = "signed" }:render { width = 301, height = 177 }:layer "distance"
			local b = node:distance { layer = "C", threshold = 0.6, tile = true, max_distance = 20.5, unit = "widths" }:render { width = 301, height = 177 }:layer "distance"
			assert.are.equal("b271ca032d5b84728d363c930e23b7bf 0187e9c25f45b3728324c453b07fef19", a:hash() .. " " .. b:hash(), name)
		end)
	end)
end)
