local terrane = require "terrane"
local maps = require "maps"

local function ao(image, settings) return image:height_to_ao(settings or {}):render():layer(settings and settings.out_layer or "ao") end
local function all_one(layer, what) maps.each(layer, function(v, x, y) if v ~= 1 then error(("%s: %.9g at %d,%d"):format(what, v, x, y), 2) end end) end
local function centred(n, f) return maps.image(n, n, function(x, y) return f(x - (n - 1) / 2, y - (n - 1) / 2) end) end

describe("height_to_ao", function()
	it("is exactly 1 on every plane, up to the border", function()
		for _, plane in ipairs { { 0, 0, 3 }, { 0.75, 1.25, 0 }, { 1 / 3, -0.1, 1000 }, { 7000, -13333, 5 }, { 1e-4, 3e-5, 1 / 3 } } do
			local image = maps.image(40, 23, function(x, y) return plane[1] * x + plane[2] * y + plane[3] end)
			for _, settings in ipairs { {}, { strength = -3 }, { radius = 0.5, steps = 64 }, { radius = 60, steps = 5, directions = 7 },
				{ directions = 64, steps = 40, world_size = 1e-6, intensity = 16 } } do
				all_one(ao(image, settings), table.concat(plane, " "))
			end
		end
	end)

	it("is exactly 1 on convex ground, but for creases in the outermost ring", function()
		local a, b = math.cos(0.6), math.sin(0.6)
		local shapes = {
			paraboloid = function(x, y) return -(x * x + 0.3 * y * y + 0.5 * x * y) / 64 end,
			dome = function(x, y) return math.sqrt(3600 - x * x - y * y) end,
			cone = function(x, y) return -math.sqrt(x * x + y * y) end,
			pyramid = function(x, y) return -math.max(math.abs(a * x + b * y), math.abs(a * y - b * x)) end,
			corner = function(x, y) return math.min(x, 0.3 * y - x, -y) end,
		}
		for name, f in pairs(shapes) do
			local image = centred(41, f)
			for _, directions in ipairs { 4, 7, 8, 16 } do
				maps.each(ao(image, { directions = directions, world_size = 41, steps = 16 }), function(v, x, y)
					local ring = x == 0 or y == 0 or x == 40 or y == 40
					assert.is_true(v == 1 or ring and v > 0.94, ("%s: %.9g at %d,%d"):format(name, v, x, y))
				end)
			end
			-- turned upside down it is a hollow
			assert.is_true(ao(image, { strength = -1, world_size = 41 }):get(20, 20) < 0.99, name)
		end
		all_one(ao(centred(41, shapes.paraboloid), { world_size = 41 }), "the whole paraboloid")
		all_one(ao(centred(41, shapes.dome), { world_size = 41 }), "the whole dome")
	end)

	it("hides what the slopes of a gully hide", function()
		local gully = maps.image(65, 65, function(x) return math.abs(x - 32) end)
		local function bottom(settings) return ao(gully, settings):get(32, 32) end
		assert.near(1 - math.sqrt(0.5) / 2, bottom { world_size = 65, directions = 4 }, 1e-6)
		assert.near(1 - (2 * math.sqrt(0.5) + 4 / math.sqrt(3)) / 8, bottom { world_size = 65 }, 1e-6)
		-- slopes of 3: sines of 3/sqrt(10) along the one axis
		assert.near(1 - 3 / math.sqrt(10) / 2, bottom { world_size = 65, directions = 4, strength = 3 }, 1e-6)
		assert.near(1 - math.sqrt(0.5) / 4, bottom { world_size = 65, directions = 4, intensity = 0.5 }, 1e-6)
		assert.equal(0, bottom { world_size = 65, directions = 4, intensity = 3 })
		assert.equal(1, bottom { world_size = 65, intensity = 0 })
		-- half of the slope stands on the other side of a ground that rises by 1/2: above its tangent plane
		local kink = maps.image(65, 5, function(x) return x < 32 and 0 or (x - 32) end)
		local s = 0.5 -- the central difference in the kink
		assert.near(1 - (1 - s) / math.sqrt(2) / math.sqrt(1 + s * s) / 4 - s / math.sqrt(1 + s * s) / 4,
			ao(kink, { world_size = 65, directions = 4 }):get(32, 2), 1e-6)
	end)

	it("is darker the deeper a pit is", function()
		local before = 1
		for depth = 1, 6 do
			local v = ao(maps.image(33, 33, function(x, y) return (x - 16) ^ 2 + (y - 16) ^ 2 < 20 and -depth or 0 end), { world_size = 33 }):get(16, 16)
			assert.is_true(v < before and v > 0)
			before = v
		end
	end)

	it("hides all of a ray's sky where the ground leans over the tangent plane", function()
		-- a steep slope down into a gully whose other side is as steep: 90 degrees and more from the plane
		local v = ao(maps.image(65, 9, function(x) return 5 * math.abs(x - 32) end), { world_size = 65, directions = 4, radius = 60, steps = 60 })
		assert.near(0.75, v:get(20, 4), 1e-6)
		assert.is_true(v:get(32, 4) < 0.52)
	end)

	it("looks at angles alone", function()
		local rough = maps.rough(3)
		local base = ao(maps.image(19, 17, rough), { strength = 2, world_size = 19 }):hash()
		assert.equal(base, ao(maps.image(19, 17, function(x, y) return 4 * rough(x, y) end), { world_size = 38 }):hash())
		assert.equal(base, ao(maps.image(19, 17, function(x, y) return 2 * rough(x, y) end), { world_size = 19 }):hash())
		assert.are_not.equal(base, ao(maps.image(19, 17, rough), { world_size = 19 }):hash())
		all_one(ao(maps.image(19, 17, rough), { strength = 0 }), "flattened")
		-- upside down is another terrain; the negative layer is the same one
		assert.equal(ao(maps.image(19, 17, rough), { strength = -1 }):hash(), ao(maps.image(19, 17, function(x, y) return -rough(x, y) end)):hash())
	end)

	it("mirrors, turns, and rolls where the image repeats", function()
		local rough = maps.rough(7)
		local here = ao(maps.image(21, 18, rough), { world_size = 21 })
		local mirrored = ao(maps.image(21, 18, function(x, y) return rough(20 - x, y) end), { world_size = 21 })
		local turned = ao(maps.image(18, 21, function(x, y) return rough(y, x) end), { world_size = 18 })
		maps.each(here, function(v, x, y)
			assert.near(v, mirrored:get(20 - x, y), 3e-7) -- rays are added up in another order
			assert.near(v, turned:get(y, x), 1e-6)
		end)
		for _, size in ipairs { { 21, 18 }, { 5, 3 } } do -- of which the radius reaches across several times
			local w, h = size[1], size[2]
			local still = ao(maps.image(w, h, rough), { tile = true, world_size = w })
			local rolled = ao(maps.image(w, h, function(x, y) return rough((x + 3) % w, (y + 2) % h) end), { tile = true, world_size = w })
			maps.each(rolled, function(v, x, y) assert.equal(still:get((x + 3) % w, (y + 2) % h), v) end)
		end
	end)

	it("looks no farther than the radius, nor past the steps that were asked for", function()
		local function wall(at) return maps.image(40, 1, function(x) return x >= at and 9 or 0 end) end
		for _, radius in ipairs { 3, 7.5, 12 } do
			local reach = math.floor(radius)
			assert.equal(1, ao(wall(20 + math.ceil(radius) + 1), { radius = radius, steps = 64, directions = 1, world_size = 40 }):get(20, 0))
			assert.is_true(ao(wall(20 + reach), { radius = radius, steps = 64, directions = 1, world_size = 40 }):get(20, 0) < 0.5)
		end
		-- the first direction is +u, the second of four +v
		assert.equal(1, ao(maps.image(40, 1, function(x) return x < 18 and 9 or 0 end), { directions = 1, world_size = 40 }):get(20, 0))
		local spike = maps.image(40, 1, function(x) return x == 25 and 9 or 0 end)
		assert.equal(1, ao(spike, { radius = 16, steps = 8, directions = 1, world_size = 40 }):get(20, 0)) -- between 4 and 6
		assert.is_true(ao(spike, { radius = 16, steps = 16, directions = 1, world_size = 40 }):get(20, 0) < 1)
	end)

	it("passes over voids and what lies beyond the image", function()
		local hole = maps.image(21, 21, function(x, y) return math.abs(x - 10) < 2 and math.abs(y - 10) < 2 and 0 / 0 or 2 * x + y end)
		maps.each(ao(hole, { world_size = 21 }), function(v, x, y)
			if math.abs(x - 10) < 2 and math.abs(y - 10) < 2 then assert.is_true(v ~= v) else assert.equal(1, v) end
		end)
		all_one(ao(maps.image(1, 1, maps.rough(1)), { tile = true }), "one pixel")
		for _, size in ipairs { { 1, 9 }, { 9, 1 }, { 2, 2 } } do
			local v = ao(maps.image(size[1], size[2], maps.rough(1)), {})
			maps.each(v, function(x) assert.is_true(x > 0 and x <= 1) end)
		end
	end)

	it("stays within 0 and 1 with huge heights and every bound", function()
		local huge = maps.image(9, 8, function(x, y) return (x * y % 3 - 1) * 3e38 end)
		for _, settings in ipairs { { strength = 10000, world_size = 1e-6 }, { strength = -10000 }, { world_size = 1e300 }, { intensity = 16 },
			{ radius = 0.5, steps = 1 }, { radius = 4096, directions = 64, steps = 64 }, { radius = 4096, tile = true }, { directions = 1 } } do
			local image = settings.radius and maps.image(9, 8, maps.rough(2)) or huge
			local s = ao(image, settings):stats()
			assert.is_true(s.nan == 0 and s.min >= 0 and s.max <= 1)
		end
	end)

	it("goes with the sky that SAGA sees on real ground", function()
		local input, sky = maps.shared("oracles/rainier_256/rainier.input", 256, 256), maps.shared("oracles/rainier_256/rainier.saga_visible_sky", 256, 256)
		if not input or not sky then return pending "the reference rasters are not there" end
		-- SAGA measures from the horizontal, so that slopes hide sky too: values differ, ranks are alike
		local a, b = ao(input, { world_size = 256 * 90, radius = 32, steps = 32, directions = 16 }), sky:layer "C"
		local n, sa, sb, saa, sbb, sab = 0, 0, 0, 0, 0, 0
		for y = 32, 223 do
			for x = 32, 223 do
				local p, q = a:get(x, y), b:get(x, y)
				n, sa, sb, saa, sbb, sab = n + 1, sa + p, sb + q, saa + p * p, sbb + q * q, sab + p * q
			end
		end
		assert.is_true((n * sab - sa * sb) / math.sqrt((n * saa - sa * sa) * (n * sbb - sb * sb)) > 0.94)
	end)

	it("names and keeps layers as asked", function()
		local image = terrane.image {
			C = terrane.layer { width = 3, height = 3, data = maps.rough(1) },
			rock = terrane.layer { width = 3, height = 3, channels = 2, data = maps.rough(2) },
		}
		assert.same({ "C", "rock", "ao" }, image:height_to_ao {}:render():layers())
		assert.same({ "dark" }, image:height_to_ao({ keep_layers = false, out_layer = "dark", layer = "rock" }):render():layers())
		assert.same({ "C", "rock" }, image:height_to_ao({ out_layer = "" }):render():layers())
		assert.equal(ao(maps.image(3, 3, maps.rough(2))):hash(), ao(image, { layer = "rock" }):hash()) -- its first channel
		assert.matches("height_to_ao: layer: no layer 'h' %(the image has 'C', 'rock'%)", maps.failure(function() image:height_to_ao({ layer = "h" }):render() end))
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):height_to_ao {} end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(301, 23, maps.rough(11)) -- more than is worked on at a time
		maps.each_runtime(function(kind)
			assert.are.equal("de44f4dff3cf3c36b16455a8c55b6364", ao(image, { world_size = 300 }):hash(), kind)
			assert.are.equal("45b09a336b536b172e10d8a64908d935", ao(image, { world_size = 300, strength = -0.3, tile = true, directions = 7, radius = 9.7, intensity = 2 }):hash(), kind)
		end)
	end)
end)
