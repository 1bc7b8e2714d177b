local terrane = require "terrane"
local maps = require "maps"

local materials = { "grass", "sediment", "rock", "snow", "water" }
local GRASS, SEDIMENT, ROCK, SNOW, WATER = 1, 2, 3, 4, 5

--- masks(image, settings) -> function(x, y) that gives the five masks, and the rendered image
local function masks(image, settings)
	local out = image:splat(settings or {}):render()
	local layers = {}
	for i, m in ipairs(materials) do layers[i] = out:layer((settings and settings.prefix or "splat") .. "_" .. m) end
	return function(x, y)
		local v = {}
		for i, l in ipairs(layers) do v[i] = l:get(x, y) end
		return v
	end, out
end
local function only(i)
	local v = { 0, 0, 0, 0, 0 }
	v[i] = 1
	return v
end
local function layer(width, height, f) return terrane.layer { width = width, height = height, data = f } end

--- Rough ground with every kind of layer.
local function everything(width, height, seed)
	local rough, more = maps.rough(seed, 8), maps.rough(seed + 1, 2)
	return terrane.image {
		C = layer(width, height, rough),
		debris = layer(width, height, function(x, y) return math.max(0, more(x, y) - 1) end),
		lake = layer(width, height, function(x, y) return math.max(0, more(y, x) - 1.75) end),
		river = layer(width, height, function(x, y) return more(x + 1, y) - 1.25 end),
	}
end

describe("splat", function()
	it("makes masks that sum to exactly 1 in any order", function()
		for seed = 1, 4 do
			local image = everything(40, 30, seed)
			for _, settings in ipairs { { world_size = 100 }, { world_size = 300, sediment_layer = "" }, { water_layers = "", snow_line = 0.2 } } do
				local at = masks(image, settings)
				for y = 0, 29 do
					for x = 0, 39 do
						local sum = 0
						for _, v in ipairs(at(x, y)) do
							assert.is_true(v >= 0 and v * 2 ^ 23 % 1 == 0) -- whole units: every partial sum is a float
							sum = sum + v
						end
						assert.are.equal(1, sum)
					end
				end
			end
		end
	end)

	it("knows flats, cliffs, heights and lakes", function()
		assert.are.same(only(SEDIMENT), masks(maps.image(3, 3, function() return 4 end))(1, 1)) -- a constant image has height 0
		local steep = masks(maps.image(8, 8, function(x) return math.tan(math.rad(60)) * x end), { world_size = 8 })
		for x = 0, 7 do assert.are.same(only(ROCK), steep(x, 3)) end -- too steep for snow too, and the border like the rest
		local plateau = masks(maps.image(8, 8, function(x) return x < 4 and 0 or 1 end), { world_size = 8 })
		assert.are.same(only(SNOW), plateau(6, 3))
		assert.are.same(only(SEDIMENT), plateau(1, 3))
		local image = terrane.image { C = layer(4, 4, function(x) return x end), lake = layer(4, 4, function(x) return x == 2 and 0.5 or 0.0001 end) }
		local lake = masks(image, { world_size = 4 })
		assert.are.same(only(WATER), lake(2, 1))
		assert.are.equal(0, lake(1, 1)[WATER]) -- what equals the threshold is dry
	end)

	it("is half rock at the rock angle, and a tie goes to the upper layer", function()
		local slope = maps.image(6, 6, function(x) return x end) -- 45 degrees
		local settings = { world_size = 6, height_mode = "absolute", snow_line = 1e9, rock_angle = 45 }
		local at, out = masks(slope, settings)
		for x = 0, 5 do assert.are.same({ 0.5, 0, 0.5, 0, 0 }, at(x, x)) end
		assert.are.equal(2, out:layer("splat_id"):get(3, 3))
		assert.are.equal("i32", out:layer("splat_id").type)
		local _, gentler = masks(slope, { world_size = 6, height_mode = "absolute", snow_line = 1e9, rock_angle = 45.01 })
		assert.are.equal(0, gentler:layer("splat_id"):get(3, 3))
	end)

	it("blends smoothly across falloffs and hard without", function()
		local function rock(angle, falloff)
			local image = maps.image(4, 4, function(x) return x end)
			return masks(image, { world_size = 4, height_mode = "absolute", snow_line = 1e9, rock_angle = angle, rock_falloff = falloff })(1, 1)[ROCK]
		end
		local t = (45 - 38) / 20 + 0.5
		assert.near(t * t * (3 - 2 * t), rock(38, 20), 1e-6)
		assert.are.equal(1, rock(44.999, 0))
		assert.are.equal(0, rock(45, 0)) -- above the angle, not at it
		assert.are.equal(0, rock(45.001, 0))
		local function snow(height, line, falloff, slope)
			local image = maps.image(3, 3, function(x) return height + (slope or 0) * (x - 1) end)
			return masks(image, { world_size = 3, height_mode = "absolute", snow_line = line, snow_falloff = falloff, rock_angle = 90 })(1, 1)[SNOW]
		end
		assert.near(0.5, snow(2, 2, 0.5), 1e-6)
		assert.near(0.84375, snow(2.125, 2, 0.5), 1e-6)
		assert.are.equal(0, snow(2, 2, 0))
		assert.are.equal(1, snow(2.001, 2, 0))
		assert.near(0.5, snow(9, 2, 0, math.tan(math.rad(50))), 1e-5) -- half of it holds at the greatest slope
	end)

	it("numbers the dominant material and packs the masks", function()
		local image = everything(30, 20, 9)
		local at, out = masks(image, { world_size = 120 })
		local id, rgba, seen = out:layer "splat_id", out:layer "splat_rgba", {}
		assert.are.equal(4, rgba.channels)
		for y = 0, 19 do
			for x = 0, 29 do
				local v, best = at(x, y), 5
				for i = 4, 1, -1 do if v[i] > v[best] then best = i end end
				assert.are.equal(best - 1, id:get(x, y))
				seen[best] = true
				assert.are.same({ v[ROCK], v[SNOW], v[SEDIMENT], v[WATER] },
					{ rgba:get(x, y, 1), rgba:get(x, y, 2), rgba:get(x, y, 3), rgba:get(x, y, 4) })
			end
		end
		for i = 1, 5 do assert.is_true(seen[i], "no pixel of " .. materials[i]) end
	end)

	it("takes sediment from the layer, as a share of the reference", function()
		local image = terrane.image { C = layer(4, 1, function() return 0 end), debris = layer(4, 1, { -1, 0, 1, 9 }) }
		local at = masks(image, { sediment_ref = 4 })
		assert.are.same({ 0, 0, 0.25, 1 }, { at(0, 0)[SEDIMENT], at(1, 0)[SEDIMENT], at(2, 0)[SEDIMENT], at(3, 0)[SEDIMENT] })
		assert.are.equal(1, masks(image, { sediment_layer = "" })(0, 0)[SEDIMENT]) -- low and flat
		assert.are.equal(1, masks(image, { sediment_layer = "scree" })(0, 0)[SEDIMENT]) -- not there: the same
		local dry = terrane.image { C = layer(4, 1, function() return 0 end), debris = layer(4, 1, { -1, 0, 0, -2 }) }
		assert.are.same(only(GRASS), masks(dry)(1, 0))
		assert.are.equal(0, dry:splat({}):stats().sediment_ref)
	end)

	it("finds the 90th percentile of the positive values exactly", function()
		local function check(values, what)
			local n, positive = #values, {}
			local image = terrane.image { C = layer(n, 1, function() return 0 end), debris = layer(n, 1, values) }
			for i = 0, n - 1 do
				local v = image:layer("debris"):get(i, 0)
				if v > 0 then positive[#positive + 1] = v end
			end
			table.sort(positive)
			local rank = 0.9 * (#positive - 1)
			local low = math.floor(rank)
			local want = #positive == 0 and 0 or positive[low + 1]
			if want > 0 and rank > low then want = want + (rank - low) * (positive[low + 2] - want) end
			local stats = image:splat({}):stats()
			assert.near(want, stats.sediment_ref, 1e-12 * math.abs(want), what)
			assert.are.equal(#positive, stats.sediment_positive)
		end
		for n = 1, 24 do
			local rough, ties, wide = maps.rough(n, 2), {}, {}
			local values = {}
			for i = 1, n do
				values[i] = rough(i, 3) - 0.5
				ties[i] = (i * 7 + n) % 3
				wide[i] = 2 ^ (rough(i, 5) * 100 - 100)
			end
			check(values, "values " .. n)
			check(ties, "ties " .. n)
			check(wide, "wide " .. n)
		end
		local many = {}
		for i = 1, 5000 do many[i] = maps.rough(2, 900)(i, 1) - 100 end
		check(many, "many")
	end)

	it("puts water where any of its layers has it", function()
		local image = terrane.image {
			C = layer(4, 1, function() return 0 end),
			lake = layer(4, 1, { 0, 2 ^ -10, 0, 3 }), lake_old = layer(4, 1, { 0, 0, 0.2, 0 }), river = layer(4, 1, { 0.25, 0.5, -1, 7 }),
		}
		local function water(settings)
			local at = masks(image, settings)
			return { at(0, 0)[WATER], at(1, 0)[WATER], at(2, 0)[WATER], at(3, 0)[WATER] }
		end
		assert.are.same({ 0.25, 1, 0, 1 }, water {})
		assert.are.same({ 0.25, 1, 0, 1 }, water { water_layers = "  river   lake nowhere" })
		assert.are.same({ 0.25, 0.5, 0, 1 }, water { water_layers = "river" })
		assert.are.same({ 0, 0, 1, 0 }, water { water_layers = "lake_old" })
		assert.are.same({ 0, 0, 0, 0 }, water { water_layers = "" })
		assert.are.same({ 0, 0, 0, 0 }, water { water_layers = ("x"):rep(80) })
		assert.are.same({ 0, 0, 0, 1 }, water { water_layers = "lake", lake_min = 2 ^ -10 })
		local soft = water { water_layers = "lake_old", lake_min = 0.1, lake_falloff = 0.2 }
		assert.near(0.5, soft[3], 1e-6) -- the falloff begins at the threshold
	end)

	it("measures heights by the image or by the world", function()
		local rough = maps.rough(4)
		local function hash(image, settings) return select(2, masks(image, settings)):layer("splat_rgba"):hash() end
		local image = maps.image(20, 20, rough)
		local base = hash(image, { world_size = 40 })
		assert.are.equal(base, hash(maps.image(20, 20, function(x, y) return rough(x, y) + 32 end), { world_size = 40 }))
		assert.are.equal(base, hash(maps.image(20, 20, function(x, y) return 2 * rough(x, y) end), { world_size = 80 }))
		assert.are.equal(base, hash(image, { world_size = 20, strength = 0.5 }))
		local absolute = { world_size = 40, height_mode = "absolute", snow_line = 2, snow_falloff = 0.5, sediment_height = 1 }
		local fixed = hash(image, absolute)
		absolute.world_size, absolute.strength = 80, 2
		absolute.snow_line, absolute.snow_falloff, absolute.sediment_height = 4, 1, 2
		assert.are.equal(fixed, hash(image, absolute))
		-- upside down: low values are peaks
		local settings = { world_size = 1000, snow_line = 0.5 }
		local up = masks(maps.image(5, 1, function(x) return x end), settings)
		settings.strength = -1
		local down = masks(maps.image(5, 1, function(x) return 4 - x end), settings)
		for x = 0, 4 do assert.are.same(up(x, 0), down(x, 0)) end
		assert.are.same(only(SEDIMENT), masks(image, { strength = 0 })(3, 3)) -- flat
	end)

	it("lets tiles meet with absolute heights", function()
		local rough = maps.rough(6)
		local settings = { world_size = 60, height_mode = "absolute", snow_line = 2, snow_falloff = 1, sediment_height = 1 }
		local whole = masks(maps.image(30, 20, rough), settings)
		settings.world_size = 24 -- 12 of 30 columns
		local tile = masks(maps.image(12, 20, function(x, y) return rough(x + 9, y) end), settings)
		for y = 0, 19 do
			for x = 1, 10 do assert.are.same(whole(x + 9, y), tile(x, y)) end
		end
	end)

	it("repeats with tile: what is rolled comes out rolled, bit for bit", function()
		local rough = maps.rough(7)
		local here = masks(maps.image(7, 5, rough), { tile = true, world_size = 12 })
		local rolled = masks(maps.image(7, 5, function(x, y) return rough((x + 3) % 7, (y + 2) % 5) end), { tile = true, world_size = 12 })
		for y = 0, 4 do
			for x = 0, 6 do assert.are.same(here((x + 3) % 7, (y + 2) % 5), rolled(x, y)) end
		end
	end)

	it("works on every size", function()
		for _, size in ipairs { { 1, 1 }, { 1, 5 }, { 5, 1 }, { 2, 2 }, { 3, 2 } } do
			for _, tile in ipairs { false, true } do
				local at = masks(maps.image(size[1], size[2], maps.rough(3)), { tile = tile })
				for x = 0, size[1] - 1 do assert.is_true(at(x, 0)[1] >= 0) end
			end
		end
		assert.are.same(only(SEDIMENT), masks(maps.image(1, 1, function() return 5 end))(0, 0))
	end)

	it("heeds every parameter", function()
		local image = everything(24, 24, 3)
		local base = { world_size = 60, strength = 2 }
		local function hash(settings)
			local all = {}
			for k, v in pairs(base) do all[k] = v end
			for k, v in pairs(settings) do all[k] = v end
			local out = image:splat(all):render()
			local sum = {}
			for i, name in ipairs(out:layers()) do sum[i] = name .. out:layer(name):hash() end
			return table.concat(sum, " ")
		end
		local changes = {
			{ layer = "river" }, { strength = 1.5 }, { world_size = 61 }, { tile = true }, { height_mode = "absolute" }, { rock_angle = 30 },
			{ rock_falloff = 2 }, { snow_line = 0.5 }, { snow_falloff = 0.2 }, { snow_max_slope = 70 }, { sediment_layer = "" }, { sediment_ref = 2 },
			{ water_layers = "lake" }, { lake_min = 0.1 }, { lake_falloff = 0.3 }, { prefix = "m" }, { keep_layers = false },
		}
		local seen = { [hash {}] = "the defaults" }
		for _, change in ipairs(changes) do
			local name = next(change)
			local h = hash(change)
			assert.is_nil(seen[h], name .. " makes what " .. tostring(seen[h]) .. " makes")
			seen[h] = name
		end
		base.sediment_layer = ""
		for _, change in ipairs { { flat_angle = 60 }, { sediment_height = 0.9 } } do
			base.flat_angle, base.rock_angle, base.world_size = 40, 80, 200
			assert.are_not.equal(hash {}, hash(change), (next(change)))
		end
	end)

	it("reports what covers the image and the thresholds that were used", function()
		local image = terrane.image { C = layer(4, 2, { 0, 0, 0, 0, 8, 8, 8, 8 }), lake = layer(4, 2, { 1, 1, 0, 0, 0, 0, 0, 0 }) }
		local node = image:splat { strength = 0.5, world_size = 1000 }
		local s = node:stats()
		assert.are.same({ 25, 25, 0, 50, 0 }, { s.water, s.sediment, s.rock, s.snow, s.grass })
		assert.are.same({ 0, 4, 3 }, { s.lowest, s.highest, s.snow_line })
		assert.matches("water: 25 %%", node:report())
		assert.matches("snow_line: 3", node:report())
		assert.are.equal(7, image:splat({ height_mode = "absolute", snow_line = 7 }):stats().snow_line)
	end)

	it("names and keeps layers as asked", function()
		local image = maps.image(2, 2, maps.rough(1))
		assert.are.same({ "C", "splat_grass", "splat_sediment", "splat_rock", "splat_snow", "splat_water", "splat_id", "splat_rgba" },
			image:splat({}):render():layers())
		assert.are.same({ "t_grass", "t_sediment", "t_rock", "t_snow", "t_water", "t_id", "t_rgba" },
			image:splat({ prefix = "t", keep_layers = false }):render():layers())
	end)

	it("says what is wrong", function()
		local image = everything(5, 4, 1)
		local function fail(settings, other) return maps.failure(function() (other or image):splat(settings):render() end) end
		assert.matches("splat: layer: no layer 'h' %(the image has 'C', 'debris', 'lake', 'river'%)", fail { layer = "h" })
		assert.matches("rock_angle: .*91", fail { rock_angle = 91 })
		assert.matches("rock_falloff: .*46", fail { rock_falloff = 46 })
		assert.matches("snow_falloff: .*%-1", fail { snow_falloff = -1 })
		assert.matches("lake_min: .*%-1", fail { lake_min = -1 })
		assert.matches("height_mode: cannot be 'absolut' %(did you mean 'absolute'%?%)", fail { height_mode = "absolut" })
		assert.matches("splat: prefix: ", fail { prefix = ("p"):rep(70) })
		for _, name in ipairs { "C", "debris", "lake" } do
			local layers = { C = layer(5, 4, function() return 1 end), debris = layer(5, 4, function() return 1 end), lake = layer(5, 4, function() return 1 end) }
			layers[name] = layer(5, 4, function(x, y) return x > 2 and y == 2 and (x == 3 and 0 / 0 or 1 / 0) or 0 end)
			local message = fail({}, terrane.image(layers))
			assert.matches("layer '" .. name .. "' has 2 void or infinite pixels, the first at x 3, y 2", message)
		end
		assert.matches("water_layers: layer 'ids' holds 32%-bit ids", fail({ water_layers = "ids" },
			terrane.image { C = layer(2, 2, maps.rough(1)), ids = terrane.layer { width = 2, height = 2, type = "i32", data = function() return 1 end } }))
	end)

	it("takes extreme settings", function()
		local image = everything(6, 5, 2)
		for _, settings in ipairs {
			{ strength = 10000, world_size = 1e-6 }, { world_size = 1e300 }, { snow_line = 1e308 }, { snow_line = -1e308, snow_falloff = 1e308 },
			{ sediment_ref = 1e-300 }, { sediment_ref = 1e300 }, { lake_min = 1e300, lake_falloff = 1e300 }, { rock_falloff = 0, snow_falloff = 0 },
			{ sediment_height = -1e308, sediment_layer = "" },
		} do
			local at = masks(image, settings)
			local sum = 0
			for _, v in ipairs(at(3, 3)) do sum = sum + v end
			assert.are.equal(1, sum)
		end
	end)

	it("covers Rainier as one would expect", function()
		local image = maps.shared("dem/rainier_512", 512, 512)
		if not image then return pending "the map is not there" end
		local s = image:splat({ world_size = 46080 }):stats()
		assert.near(3348.3, s.snow_line, 0.1)
		assert.is_true(s.snow > 0.3 and s.snow < 2 and s.rock > 2 and s.rock < 8 and s.grass > 70)
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return everything(7, 5, 1):splat { snow_line = 0.5 } end)
	end)

	it("says what keeps it from tiles", function()
		local function problems(settings)
			local list = {}
			for _, problem in ipairs(terrane.noise {}:splat(settings):check_tiles()) do
				assert.are.equal("splat", problem.node)
				list[#list + 1] = problem.param
			end
			return table.concat(list, " ")
		end
		assert.are.equal("height_mode sediment_ref", problems {})
		assert.are.equal("sediment_ref", problems { height_mode = "absolute" })
		assert.are.equal("height_mode", problems { sediment_ref = 2 })
		assert.are.equal("", problems { height_mode = "absolute", sediment_layer = "" })
	end)

	it("reports what the window alone is covered with", function()
		local node = everything(37, 23, 11):splat { world_size = 90, height_mode = "absolute", sediment_ref = 0.5 }
		local settings = { window = { 30, 4, 7, 11 } }
		local image, stats = node:render(settings), node:stats(settings)
		local whole, sum = node:stats {}, 0
		for _, name in ipairs { "grass", "sediment", "rock", "snow", "water" } do
			local cover = image:layer("splat_" .. name):stats()
			assert.near(100 * cover.mean, stats[name], 1e-9)
			assert.are_not.equal(whole[name], stats[name])
			sum = sum + stats[name]
		end
		assert.near(100, sum, 1e-9)
	end)

	it("reports the same of a window, whether the whole is remembered or not", function()
		local rt = terrane.runtime {}
		local node = rt:noise { fractal = "terrain" }:splat { height_mode = "absolute", sediment_layer = "" }
		local settings = { width = 32, window = { 3, 4, 20, 10 } }
		local report = node:report(settings)
		rt:trim()
		node:render { width = 32 }
		assert.are.equal(report, node:report(settings))
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = everything(37, 23, 11)
		maps.each_runtime(function(kind)
			local out = image:splat({ world_size = 90 }):render()
			assert.are.equal("5821b4fc7b5d99973dd060635fba6ea8", out:layer("splat_rgba"):hash(), kind)
			assert.are.equal("57b488129524a00edaf38fabc2bcdb44", out:layer("splat_id"):hash(), kind)
		end)
	end)
end)
