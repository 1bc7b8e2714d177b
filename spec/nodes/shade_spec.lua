local terrane = require "terrane"
local maps = require "maps"

local function picture(image, settings) return image:shade(settings or {}):render():layer(settings and settings.out_layer or "preview") end
local function rgb(layer, x, y) return { layer:get(x, y, 1), layer:get(x, y, 2), layer:get(x, y, 3) } end
local function light(layer, x, y) return layer:get(x, y, 1) + layer:get(x, y, 2) + layer:get(x, y, 3) end
local function layer(width, height, f) return terrane.layer { width = width, height = height, data = f } end
local VOID = { 222 / 255, 219 / 255, 214 / 255 }
local function is_void(p, x, y)
	for c = 1, 3 do assert.near(VOID[c], p:get(x, y, c), 1e-6) end
end

describe("shade", function()
	it("keeps the colour of level ground, whatever the light", function()
		local flat = maps.image(5, 4, function() return 3 end)
		local usual = rgb(picture(flat), 2, 2)
		for _, settings in ipairs { {}, { azimuth = 0 }, { elevation = 80 }, { sky = 1 }, { sky = 0 }, { ambient = 1 }, { relief = 1 }, { exaggeration = 9 } } do
			local p = picture(flat, settings)
			for y = 0, 3 do
				for x = 0, 4 do
					for c = 1, 3 do assert.near(usual[c], p:get(x, y, c), 2e-6) end
				end
			end
		end
		local grey = picture(flat, { tint = "none" })
		assert.near(0xcc / 255, grey:get(0, 0, 1), 1e-4) -- what is said in sRGB comes out
	end)

	it("makes grey without tint, and stays within 0 ... 1", function()
		local p = picture(maps.image(32, 32, maps.rough(5)), { tint = "none", elevation = 5, sky = 0, ambient = 0 })
		for y = 0, 31 do
			for x = 0, 31 do
				local c = rgb(p, x, y)
				assert.are.same({ c[1], c[1] }, { c[2], c[3] })
				assert.is_true(c[1] >= 0 and c[1] <= 1)
			end
		end
	end)

	it("lights the side that faces the sun", function()
		local hill = maps.image(33, 33, function(x, y) return -math.sqrt((x - 16) ^ 2 + (y - 16) ^ 2) end)
		local north_west = picture(hill, { tint = "none" })
		assert.is_true(light(north_west, 8, 24) > light(north_west, 24, 8) + 0.5)
		local east = picture(hill, { tint = "none", azimuth = 0 })
		assert.is_true(light(east, 28, 16) > light(east, 4, 16) + 0.5)
		assert.near(light(east, 16, 28), light(east, 16, 4), 1e-5)
		local north = picture(hill, { tint = "none", azimuth = 90 })
		assert.is_true(light(north, 16, 28) > light(north, 16, 4) + 0.5)
		assert.are.equal(picture(hill, { azimuth = -225 }):hash(), picture(hill, { azimuth = 135 }):hash())
	end)

	it("shows structure along the light when there is light beside it", function()
		-- waves whose crests run along the sun's direction: a single lamp lights both flanks alike
		local waves = maps.image(64, 64, function(x, y) return math.sin((x + y) / 4) end)
		local function contrast(settings)
			local p, low, high = picture(waves, settings), 9, 0
			for i = 20, 43 do
				low, high = math.min(low, light(p, i, 32)), math.max(high, light(p, i, 32))
			end
			return high - low
		end
		assert.is_true(contrast { tint = "none", relief = 0, sky = 0.6 } > 0)
		assert.is_true(contrast { tint = "none", relief = 0.5 } > contrast { tint = "none", relief = 0 })
	end)

	it("brightens ridges and darkens valleys", function()
		local ridge = maps.image(200, 200, function(x) return math.exp(-((x - 60) / 5) ^ 2) - math.exp(-((x - 140) / 5) ^ 2) end)
		local p, none = picture(ridge, { tint = "none" }), picture(ridge, { tint = "none", relief = 0 })
		assert.is_true(light(p, 60, 100) > light(none, 60, 100) + 0.03)
		assert.is_true(light(p, 140, 100) < light(none, 140, 100) - 0.05)
	end)

	it("gives a slope no rim", function()
		local p = picture(maps.image(120, 90, function(x, y) return 2 * x + y end), { tint = "none" })
		for _, at in ipairs { { 0, 0 }, { 119, 89 }, { 0, 45 }, { 60, 89 }, { 119, 3 } } do
			assert.near(light(p, 60, 45), light(p, at[1], at[2]), 1e-3)
		end
	end)

	it("suits any units: a map times a power of two is the same picture", function()
		local rough = maps.rough(3)
		local base = picture(maps.image(40, 30, rough)):hash()
		for _, factor in ipairs { 2 ^ -20, 0.5, 1024 } do
			assert.are.equal(base, picture(maps.image(40, 30, function(x, y) return factor * rough(x, y) end)):hash())
		end
		local settings = { vertical = "world", world_size = 40 }
		local world = picture(maps.image(40, 30, rough), settings):hash()
		assert.are_not.equal(base, world)
		settings.world_size = 80
		assert.are.equal(world, picture(maps.image(40, 30, function(x, y) return 2 * rough(x, y) end), settings):hash())
	end)

	it("goes around voids", function()
		local function hole(x, y) return x >= 10 and x < 14 and y >= 8 and y < 20 end
		local function plane(x, y) return x + 0.5 * y end
		local settings = { tint = "none" }
		local whole = picture(maps.image(30, 30, plane), settings)
		for _, nothing in ipairs { 0 / 0, 1 / 0, -1 / 0 } do
			local p = picture(maps.image(30, 30, function(x, y) return hole(x, y) and nothing or plane(x, y) end), settings)
			for y = 0, 29 do
				for x = 0, 29 do
					if hole(x, y) then
						is_void(p, x, y)
					else
						assert.near(light(whole, x, y), light(p, x, y), 0.15) -- no dark seam; the surroundings may shift a little
					end
				end
			end
		end
		local lost = picture(maps.image(200, 1, function(x) return x == 100 and 7 or 0 / 0 end))
		is_void(lost, 0, 0)
		assert.is_true(light(lost, 100, 0) > 0.5)
		is_void(picture(maps.image(3, 2, function() return 0 / 0 end)), 1, 1)
	end)

	it("sees a plane as its own surroundings, whatever the image's shape", function()
		for _, size in ipairs { { 60, 40 }, { 200, 2 }, { 2, 200 }, { 97, 5 }, { 16384, 2 }, { 3, 9000 } } do
			local w, h = size[1], size[2]
			local plane = maps.image(w, h, function(x, y) return 0.5 * x - 0.25 * y end)
			local with, without = picture(plane, { relief = 1 }), picture(plane, { relief = 0 })
			for i = 0, 200 do
				local x, y = i * 37 % w, i * 11 % h
				for c = 1, 3 do assert.near(without:get(x, y, c), with:get(x, y, c), 2e-5) end
			end
		end
	end)

	it("tints by height, between the ends that are given", function()
		local steps = maps.image(8, 8, function(_, y) return y end)
		local p = picture(steps, { exaggeration = 0 })
		assert.is_true(p:get(3, 0, 2) > p:get(3, 0, 1) and p:get(3, 0, 2) > p:get(3, 0, 3)) -- lowland is green
		assert.is_true(p:get(3, 7, 3) > 0.9) -- the summit is white
		local part = picture(steps, { exaggeration = 0, range_min = 0, range_max = 14 })
		assert.are.same(rgb(p, 0, 0), rgb(part, 0, 0))
		assert.is_true(part:get(3, 7, 3) < 0.8)
		local reversed = picture(steps, { exaggeration = 0, range_min = 7, range_max = 0 })
		for c = 1, 3 do assert.near(p:get(0, 0, c), reversed:get(0, 7, c), 1e-5) end
		local inverted = picture(steps, { vertical = "world", strength = -1, exaggeration = 0 })
		for c = 1, 3 do assert.near(p:get(0, 0, c), inverted:get(0, 7, c), 1e-5) end
	end)

	it("tints by splat masks where they are", function()
		local function masked(r, s, d, w)
			return terrane.image {
				C = layer(4, 4, function(x) return x / 100 end),
				splat_rgba = terrane.layer { width = 4, height = 4, channels = 4, data = function(_, _, c) return ({ r, s, d, w })[c] end },
			}
		end
		local calm = { exaggeration = 0 }
		local snow, water, grass = picture(masked(0, 1, 0, 0), calm), picture(masked(0, 0, 0, 1), calm), picture(masked(0, 0, 0, 0), calm)
		assert.is_true(light(snow, 1, 1) > 2.7)
		assert.is_true(water:get(1, 1, 3) > water:get(1, 1, 1) + 0.15)
		assert.is_true(grass:get(1, 1, 2) > grass:get(1, 1, 3) + 0.1)
		assert.are.equal(snow:hash(), picture(masked(0, 1, 0, 0), { exaggeration = 0, tint = "splat" }):hash())
		assert.are_not.equal(snow:hash(), picture(masked(0, 1, 0, 0), { exaggeration = 0, tint = "hypsometric" }):hash())
		assert.are_not.equal(snow:hash(), picture(masked(0, 1, 0, 0), { exaggeration = 0, prefix = "other" }):hash())
		assert.matches("shade: prefix: no layer 'splat_rgba' %(the image has 'C'%)",
			maps.failure(function() maps.image(2, 2, maps.rough(1)):shade({ tint = "splat" }):render() end))
		local three = terrane.image { C = layer(2, 2, maps.rough(1)), splat_rgba = terrane.layer { width = 2, height = 2, channels = 3, data = function() return 0 end } }
		assert.matches("layer 'splat_rgba' has 3 channels", maps.failure(function() three:shade({ tint = "splat" }):render() end))
		three:shade({}):render() -- auto takes it for something else
	end)

	it("draws lakes, rivers and a sea in blue", function()
		local ground = layer(6, 6, function(_, y) return y - 2 end)
		local function blue(p, x, y) return p:get(x, y, 3) - p:get(x, y, 1) end
		local image = terrane.image {
			C = ground, lake = layer(6, 6, function(x, y) return y == 0 and ({ 0, 0.01, 0.5, 1, 0 / 0, 0.0001 })[x + 1] or 0 end), river = layer(6, 6, function(x, y) return y == 5 and x / 5 or 0 end),
		}
		local p, dry = picture(image, { exaggeration = 0 }), picture(image, { exaggeration = 0, water_layers = "" })
		assert.are.same(rgb(dry, 0, 0), rgb(p, 0, 0))
		assert.are.same(rgb(dry, 4, 0), rgb(p, 4, 0)) -- a void is dry
		assert.is_true(blue(p, 1, 0) > 0.15 and blue(p, 3, 0) > blue(p, 1, 0)) -- deeper is darker
		assert.is_true(light(p, 1, 0) > light(p, 3, 0))
		assert.is_true(blue(p, 5, 5) > blue(p, 2, 5) and blue(p, 2, 5) > blue(p, 0, 5))
		assert.are.same(rgb(dry, 2, 0), rgb(picture(image, { exaggeration = 0, lake_min = 0.6 }), 2, 0))
		local joined = terrane.image { C = ground, lake = layer(6, 6, function(x) return x end), river = layer(6, 6, function() return 1 end) }
		assert.are.same(rgb(picture(joined, { water_layers = "lake" }), 4, 2), rgb(picture(joined), 4, 2)) -- rivers end at lakes
		local sea = picture(maps.image(6, 6, function(_, y) return y - 2 end), { exaggeration = 0, sea = true })
		assert.is_true(blue(sea, 3, 0) > 0.2 and blue(sea, 3, 1) > 0.2 and blue(sea, 3, 2) < 0.05)
		assert.is_true(light(sea, 3, 1) > light(sea, 3, 0))
		local higher = picture(maps.image(6, 6, function(_, y) return y - 2 end), { exaggeration = 0, sea = true, sea_level = 2.5 })
		assert.is_true(blue(higher, 3, 4) > 0.15 and blue(higher, 3, 5) < 0.05)
		local upside = picture(maps.image(6, 6, function(_, y) return y - 2 end), { vertical = "world", strength = -1, exaggeration = 0, sea = true })
		assert.is_true(blue(upside, 3, 5) > 0.15 and blue(upside, 3, 1) < 0.05)
	end)

	it("measures what is not stated", function()
		local rough = maps.rough(3, 8)
		local image = terrane.image { C = layer(200, 150, rough), lake = layer(200, 150, function(x, y) return rough(y, x) - 0.5 end) }
		local function hash(settings, name)
			local all = { sea = true, sea_level = 0.25, vertical = "world", world_size = 50 }
			for k, v in pairs(settings) do all[k] = k == name and 1.5 * v or v end
			return picture(image, all):hash()
		end
		local measured = hash {}
		local ground, lake = image:layer("C"):stats(), image:layer("lake"):stats()
		local stated = { range_min = 0.25, range_max = ground.max, sea_depth = 0.25 - ground.min, lake_depth = lake.max, relief_radius = 4.3 } -- 200 / 64, in cells
		assert.are.equal(measured, hash(stated))
		for name in pairs(stated) do assert.are_not.equal(measured, hash(stated, name), name) end
	end)

	it("says what keeps it from tiles", function()
		local land = terrane.noise {}
		local function problems(settings)
			local list = {}
			for _, problem in ipairs(land:shade(settings):check_tiles()) do
				assert.are.equal("shade", problem.node)
				assert.matches(problem.param:match "%a+", problem.instead)
				list[#list + 1] = problem.param
			end
			return table.concat(list, " ")
		end
		assert.are.equal("vertical range_min lake_depth relief_radius", problems {})
		assert.are.equal("vertical range_min sea_depth lake_depth relief_radius", problems { sea = true })
		assert.are.equal("range_min lake_depth relief_radius", problems { vertical = "world" })
		assert.are.equal("vertical lake_depth relief_radius", problems { tint = "none" })
		assert.are.equal("vertical lake_depth", problems { range_max = 1, relief = 0 })
		assert.are.equal("vertical", problems { range_max = 1, relief_radius = 9, water_layers = "river" })
		assert.are.equal("", problems { vertical = "world", range_max = 1, relief_radius = 9, sea = true, sea_depth = 1, lake_depth = 2 })
	end)

	it("paints tiles of the plane that fit", function()
		local node = terrane.noise { noise_type = "perlin", fractal = "terrain", octaves = 6 }
			:splat { height_mode = "absolute", sediment_layer = "" }
			:shade { vertical = "world", strength = 0.3, range_max = 1, relief_radius = 4, lake_depth = 1, sea = true, sea_level = 0.3, sea_depth = 0.2 }
		local size = 33
		local function tile(x, y) return node:tile { x = x, y = y, size = size, overlap = 1, width = 128, unbounded = true } end
		local here, right, above = tile(-1, 7), tile(0, 7), tile(-1, 8)
		for _, name in ipairs { "splat_id", "splat_rgba", "preview" } do
			local a, b, c = here:layer(name), right:layer(name), above:layer(name)
			for channel = 1, a.channels do
				for i = 0, size - 1 do
					assert.are.equal(a:get(size - 1, i, channel), b:get(0, i, channel))
					assert.are.equal(a:get(i, size - 1, channel), c:get(i, 0, channel))
				end
			end
			assert.are_not.equal(a:hash(), b:hash())
		end
	end)

	it("works on every size", function()
		for _, size in ipairs { { 1, 1 }, { 1, 7 }, { 7, 1 }, { 2, 2 }, { 3, 2 }, { 97, 3 }, { 3, 200 }, { 95, 193 } } do
			for _, tile in ipairs { false, true } do
				local p = picture(maps.image(size[1], size[2], maps.rough(2)), { tile = tile, sea = true, sea_level = 1 })
				assert.are.same({ size[1], size[2], 3, 0 }, { p.width, p.height, p.channels, p:stats().nan })
			end
		end
	end)

	it("takes huge heights and extreme settings", function()
		local huge = maps.image(9, 9, function(x, y) return ((x * y) % 3 - 1) * 3e38 end)
		for _, settings in ipairs {
			{}, { vertical = "world", strength = 10000, world_size = 1e-6, exaggeration = 1000 }, { range_min = -1e308, range_max = 1e308 },
			{ sea = true, sea_level = 1e300 }, { sea = true, sea_level = -1e300 }, { elevation = 90 }, { elevation = 1, sky = 0, ambient = 0 },
			{ vertical = "world", strength = 0 }, { lake_min = 1e300 },
		} do
			for c = 1, 3 do
				local s = picture(huge, settings):stats(c)
				assert.is_true(s.nan == 0 and s.min >= 0 and s.max <= 1)
			end
		end
	end)

	it("heeds every parameter", function()
		local rough, more = maps.rough(3, 8), maps.rough(4, 2)
		local image = terrane.image {
			C = layer(24, 24, rough), other = layer(24, 24, more), lake = layer(24, 24, function(x, y) return more(y, x) - 1.5 end),
			splat_rgba = terrane.layer { width = 24, height = 24, channels = 4, data = function(x, y, c) return more(x + c, y) / 8 end },
			s_rgba = terrane.layer { width = 24, height = 24, channels = 4, data = function(x, y, c) return more(x, y + c) / 8 end },
		}
		local base = { vertical = "world", world_size = 100, sea = true, sea_level = 2 }
		local function hash(settings)
			local all = {}
			for k, v in pairs(base) do all[k] = v end
			for k, v in pairs(settings) do all[k] = v end
			local out = image:shade(all):render()
			return table.concat(out:layers(), " ") .. out:layer(all.out_layer or "preview"):hash()
		end
		local seen = { [hash {}] = "the defaults" }
		for _, change in ipairs {
			{ layer = "other" }, { vertical = "auto" }, { strength = 2 }, { world_size = 101 }, { exaggeration = 1.5 }, { tile = true },
			{ azimuth = 100 }, { elevation = 60 }, { sky = 0.5 }, { ambient = 0.2 }, { relief = 0.2 }, { tint = "none" }, { prefix = "s" },
			{ range_min = -4 }, { range_max = 9 }, { water_layers = "" }, { lake_min = 0.2 }, { sea = false }, { sea_level = 3 },
			{ out_layer = "p" }, { keep_layers = false },
		} do
			local h, name = hash(change), next(change)
			assert.is_nil(seen[h], name .. " makes what " .. tostring(seen[h]) .. " makes")
			seen[h] = name
		end
	end)

	it("names and keeps layers as asked", function()
		local image = maps.image(2, 2, maps.rough(1))
		assert.are.same({ "C", "preview" }, image:shade({}):render():layers())
		assert.are.same({ "p" }, image:shade({ out_layer = "p", keep_layers = false }):render():layers())
		assert.are.same({ "C" }, image:shade({ out_layer = "" }):render():layers())
	end)

	it("says what is wrong", function()
		local image = maps.image(2, 2, maps.rough(1))
		local function fail(settings) return maps.failure(function() image:shade(settings):render() end) end
		assert.matches("shade: layer: no layer 'h' %(the image has 'C'%)", fail { layer = "h" })
		assert.matches("elevation: .*0%.5", fail { elevation = 0.5 })
		assert.matches("azimuth: .*361", fail { azimuth = 361 })
		assert.matches("sky: .*1%.1", fail { sky = 1.1 })
		assert.matches("tint: cannot be 'gray'", fail { tint = "gray" })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):splat({}):shade { sea = true, water_layers = "C" } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local rough = maps.rough(11)
		local image = terrane.image {
			C = layer(67, 43, function(x, y) return x == 5 and 0 / 0 or rough(x, y) end), lake = layer(67, 43, function(x, y) return rough(y, x) - 3 end),
		}
		maps.each_runtime(function(kind)
			assert.are.equal("4e5019e1915cd17c42d26b3fd282deee", picture(image, { sea = true, sea_level = 0.5 }):hash(), kind)
			local wide = terrane.image { C = layer(311, 97, rough) }
			assert.are.equal("960c0d07925f0d7cd5bf45fde4c5b98e", picture(wide, {}):hash(), kind)
			assert.are.equal("05587d383f6f64112cbbbf16b78b9000", picture(wide, { tile = true, relief_radius = 10 }):hash(), kind)
			assert.are.equal("8fbdfc15f0e5909541986b71da5deb10", picture(image:splat({ layer = "lake", water_layers = "" }):render(), { tile = true }):hash(), kind)
		end)
	end)
end)
