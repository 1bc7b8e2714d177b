local terrane = require "terrane"
local maps = require "maps"

local function mask(image, settings) return image:mask_by_feature(settings or {}):render():layer "mask" end
-- only the criteria that are named
local function only(settings)
	if settings.use_slope == nil then settings.use_slope = false end
	return settings
end
local function plane(p, q, n) n = n or 8 return maps.image(n, n, function(x, y) return p * x + q * y end) end -- slopes of world_size n
local function everywhere(value, layer, tolerance, message) maps.each(layer, function(got) assert.near(value, got, tolerance or 0, message) end) end
local function smooth(lo, hi, x)
	local t = math.max(0, math.min(1, hi > lo and (x - lo) / (hi - lo) or x >= lo and 1 or 0))
	return t * t * (3 - 2 * t)
end
local function band(x, lo, hi, f)
	if f == 0 then return x >= lo and x <= hi and 1 or 0 end
	return smooth(lo - f, lo, x) * (1 - smooth(hi, hi + f, x))
end

describe("mask_by_feature", function()
	it("knows slopes", function()
		everywhere(1, mask(plane(1, 0), { world_size = 8 }))
		everywhere(0.5, mask(plane(math.tan(math.rad(17.5)), 0), { world_size = 8 }), 1e-5)
		everywhere(0, mask(plane(0, 0), { world_size = 8 }))
		for _, degrees in ipairs { 0, 10, 14.9, 15, 16, 20, 33, 40, 42, 45, 60 } do
			for _, f in ipairs { 0, 5, 30 } do
				everywhere(band(degrees, 20, 40, f), mask(plane(0, math.tan(math.rad(degrees))), { world_size = 8, slope_max = 40, slope_falloff = f }),
					(degrees == 20 or degrees == 40) and f == 0 and 1 or 1e-5) -- its float may fall on either side
			end
		end
		everywhere(1, mask(plane(1, 0), { world_size = 8, slope_min = 45, slope_max = 45, slope_falloff = 0 })) -- the edge belongs to the range
	end)

	it("knows the way down", function()
		local function way(p, q, goal, spread, falloff) return mask(plane(p, q), only { world_size = 8, use_aspect = true, aspect_dir = goal, aspect_spread = spread, aspect_falloff = falloff }) end
		everywhere(1, way(0, -1, 90, 45, 15)) -- downhill is +v
		everywhere(0, way(0, -1, -90, 45, 15))
		everywhere(0.5, way(0, -1, 0, 45, 90))
		everywhere(1, way(0, -1, -270, 0, 0))
		everywhere(1, way(1, 0, -180, 10, 0))
		everywhere(1, way(1, 1e-4, 179, 3, 0)) -- across the turn at 180
		everywhere(1, way(1, -1e-4, -179, 3, 0))
		everywhere(smooth(0, 20, 20 - 10), way(-math.cos(math.rad(40)), -math.sin(math.rad(40)), 0, 30, 20), 1e-4)
		for _, flat in ipairs { 0, 1e-14 } do everywhere(0, way(flat, 0, 180, 180, 180)) end -- flat ground faces no way, whatever the spread
		everywhere(1, way(0.3, -2, 17, 180, 0))
	end)

	it("knows heights, as they are", function()
		local image = maps.image(40, 1, function(x) return x / 8 - 1 end)
		for _, case in ipairs { { 0, 1, 0 }, { 0.5, 2.25, 0.5 }, { 3, 3, 1 }, { -9, 9, 0 } } do
			maps.each(mask(image, only { use_height = true, height_min = case[1], height_max = case[2], height_falloff = case[3], strength = 77 }), function(value, x)
				assert.near(band(x / 8 - 1, case[1], case[2], case[3]), value, 1e-6)
			end)
		end
	end)

	it("tells ridges from gullies, high and low alike", function()
		-- on a slope towards v: a gully along the column 16, a ridge along 48
		local image = maps.image(64, 32, function(x, y) return y / 4 + 3 * math.exp(-((x - 48) / 5) ^ 2) - 3 * math.exp(-((x - 16) / 5) ^ 2) end)
		local settings = { world_size = 64, curv_reference = 0.05 }
		for kind, sign in pairs { ridges = 1, gullies = -1 } do
			settings.curvature = kind
			local m = mask(image, only(settings))
			for y = 0, 31 do
				assert.are.equal(sign > 0 and 1 or 0, m:get(48, y))
				assert.are.equal(sign > 0 and 0 or 1, m:get(16, y))
				assert.near(0.5, m:get(32, y), 0.01) -- straight ground at a threshold of 0
			end
		end
	end)

	it("measures curvature as the nodes blur and curvature do, over the reference", function()
		local image = maps.image(31, 22, maps.rough(5))
		local world = { world_size = 31, strength = 2 }
		local bent = image:blur({ radius = 3 }):curvature({ world_size = 31, strength = 2, kind = "tangential" }):render():layer "curvature"
		local sizes = {}
		maps.each(bent, function(value) sizes[#sizes + 1] = math.abs(value) end)
		table.sort(sizes)
		local at = 0.9 * (#sizes - 1) + 1
		local whole = math.floor(at)
		local percentile = sizes[whole] + (at - whole) * (sizes[whole + 1] - sizes[whole])
		for _, case in ipairs { { 0, 0, 0.3 }, { 0, 0.5, 0 }, { 0.07, 0.25, 2 }, { 1e300, 0, 0.5 } } do
			local reference = case[1] == 0 and percentile or case[1]
			for kind, sign in pairs { ridges = 1, gullies = -1 } do
				local m = mask(image, only { world_size = world.world_size, strength = world.strength, curvature = kind, curv_blur = 3, curv_reference = case[1], curv_threshold = case[2], curv_falloff = case[3] })
				maps.each(m, function(value, x, y)
					local k = sign * bent:get(x, y) / reference
					local wanted = case[3] == 0 and (k > case[2] and 1 or 0) or smooth(case[2] - case[3] / 2, case[2] + case[3] / 2, k)
					assert.near(wanted, value, 1e-5)
				end)
			end
		end
		-- nothing is bent: no reference, and curvature 0
		everywhere(0.5, mask(plane(1, 2), only { world_size = 8, curvature = "ridges", curv_blur = 0 }))
	end)

	it("measures occlusion as height_to_ao does", function()
		local image = maps.image(30, 26, maps.rough(6))
		local open = image:height_to_ao({ strength = 3, world_size = 15, radius = 8, steps = 4, directions = 5 }):render():layer "ao"
		local m = mask(image, only { use_occlusion = true, strength = 1.5, occ_height_scale = 2, world_size = 15, occ_radius = 4, occ_step_scale = 2, occ_samples = 5, occ_min = 0.3, occ_max = 0.5, occ_falloff = 0.1 })
		maps.each(m, function(value, x, y) assert.near(band(1 - open:get(x, y), 0.3, 0.5, 0.1), value, 1e-5) end)
		everywhere(1, mask(plane(3, 1), only { use_occlusion = true, occ_min = 0, occ_max = 0 })) -- planes hide nothing
		local far = image:height_to_ao({ radius = 3000, steps = 64, world_size = 1 }):render():layer "ao" -- no more than 64 steps
		maps.each(mask(image, only { use_occlusion = true, occ_radius = 100, occ_min = 0, occ_max = 0, occ_falloff = 1 }), function(value, x, y)
			assert.near(1 - smooth(0, 1, 1 - far:get(x, y)), value, 1e-5)
		end)
	end)

	it("smooths the height before all else", function()
		local image = maps.image(40, 31, maps.rough(3))
		local all = { use_aspect = true, use_height = true, height_min = 1, height_max = 3, curvature = "ridges", use_occlusion = true, occ_radius = 8, world_size = 40, blend_mode = "average" }
		for _, radius in ipairs { 0.1, 2, 6, 30 } do -- pixels
			for _, tile in ipairs { false, true } do
				all.tile, all.smooth_radius = tile, 0
				local wanted = mask(image:blur { radius = radius, edge = tile and "wrap" or "extend" }, all)
				all.smooth_radius = radius
				assert.are.equal(wanted:hash(), mask(image, all):hash())
			end
		end
	end)

	it("combines criteria in five ways", function()
		-- slope gives 1, height 0.5
		local image = plane(1, 0, 2)
		local settings = { world_size = 2, use_height = true, height_min = 1.5, height_max = 9, height_falloff = 1 }
		for blend, value in pairs { multiply = 0.5, add = 1.5, average = 0.75, minimum = 0.5, maximum = 1 } do
			settings.blend_mode, settings.invert = blend, false
			assert.are.equal(value, mask(image, settings):get(1, 0), blend)
			settings.invert = true
			assert.are.equal(1 - value, mask(image, settings):get(1, 0), blend)
		end
		-- none
		for _, blend in ipairs { "multiply", "add", "average", "minimum", "maximum" } do
			everywhere(1, mask(image, { use_slope = false, blend_mode = blend }))
			everywhere(0, mask(image, { use_slope = false, blend_mode = blend, invert = true }))
		end
	end)

	it("combines all of them as it does each", function()
		local image = maps.image(600, 3, function(x, y) return maps.rough(4)(x, y) + x / 50 end) -- wider than what is done at a time
		local criteria = {
			{ use_slope = true, slope_max = 60, slope_falloff = 20 }, { use_aspect = true }, { use_height = true, height_min = 2, height_max = 6, height_falloff = 2 },
			{ curvature = "gullies", curv_falloff = 2 }, { use_occlusion = true, occ_radius = 5, occ_falloff = 0.3 },
		}
		local joins = {
			multiply = function(m) return m[1] * m[2] * m[3] * m[4] * m[5] end, add = function(m) return m[1] + m[2] + m[3] + m[4] + m[5] end,
			average = function(m) return (m[1] + m[2] + m[3] + m[4] + m[5]) / 5 end, minimum = function(m) return math.min(m[1], m[2], m[3], m[4], m[5]) end,
			maximum = function(m) return math.max(m[1], m[2], m[3], m[4], m[5]) end,
		}
		local all, single = { world_size = 600 }, {}
		for i, criterion in ipairs(criteria) do
			local one = only { world_size = 600 }
			for k, v in pairs(criterion) do all[k], one[k] = v, v end
			single[i] = mask(image, one)
		end
		for blend, join in pairs(joins) do
			all.blend_mode = blend
			maps.each(mask(image, all), function(value, x, y)
				local m = {}
				for i = 1, 5 do m[i] = single[i]:get(x, y) end
				assert.near(join(m), value, 1e-6, blend)
			end)
		end
	end)

	it("repeats with tile: what is rolled comes out rolled", function()
		local rough = maps.rough(7)
		local settings = { tile = true, world_size = 17, smooth_radius = 2, use_aspect = true, curvature = "ridges", use_occlusion = true, occ_radius = 5, blend_mode = "average" }
		local here = mask(maps.image(17, 11, rough), settings)
		local rolled = mask(maps.image(17, 11, function(x, y) return rough((x + 5) % 17, (y + 3) % 11) end), settings)
		maps.each(rolled, function(value, x, y) assert.are.equal(here:get((x + 5) % 17, (y + 3) % 11), value) end)
	end)

	it("spreads voids as far as its criteria look", function()
		local rough = maps.rough(2)
		local function holed(x0) return maps.image(41, 5, function(x, y) return x == x0 and 0 / 0 or rough(x, y) end) end
		for _, case in ipairs { { {}, 1 }, { only { use_height = true }, 0 }, { { smooth_radius = 2 }, 4 }, { only { curvature = "ridges", curv_reference = 1 }, 4 }, { only { use_aspect = true }, 1 } } do
			for _, blend in ipairs { "multiply", "minimum", "maximum" } do
				case[1].world_size, case[1].blend_mode = 41, blend
				local whole, m = mask(maps.image(41, 5, rough), case[1]), mask(holed(20), case[1])
				maps.each(m, function(value, x, y)
					if math.abs(x - 20) <= case[2] then assert.is_true(value ~= value) else assert.are.equal(whole:get(x, y), value) end
				end)
			end
		end
		-- a void of one criterion is one of all
		for _, blend in ipairs { "multiply", "add", "average", "minimum", "maximum" } do
			local m = mask(holed(20), { world_size = 41, use_height = true, blend_mode = blend })
			assert.is_true(m:get(19, 2) ~= m:get(19, 2) and m:get(18, 2) == m:get(18, 2))
		end
	end)

	it("says what keeps tiles apart", function()
		local land = terrane.noise {}
		assert.are.same({}, land:mask_by_feature({ use_occlusion = true, smooth_radius = 0.01, curvature = "ridges", curv_reference = 2 }):check_tiles())
		local reasons = land:mask_by_feature({ curvature = "ridges" }):check_tiles()
		assert.are.equal(1, #reasons)
		assert.matches("measures how curved the image is.*set curv_reference", maps.failure(function() land:mask_by_feature({ curvature = "ridges" }):tile { x = 0, y = 0, size = 16 } end))
	end)

	it("gives finite values at the bounds of its parameters", function()
		for _, size in ipairs { { 1, 1 }, { 1, 6 }, { 6, 1 }, { 2, 2 }, { 9, 7 } } do
			local image = maps.image(size[1], size[2], function(x, y) return x * y % 3 - 1 end)
			local all = { use_aspect = true, use_height = true, use_occlusion = true, curvature = "gullies" }
			for _, extreme in ipairs {
				{ strength = -10000, world_size = 1e-6 }, { strength = 0 }, { world_size = 1e300, occ_radius = 1e300 }, { smooth_radius = 1e300 },
				{ height_min = -1e308, height_max = 1e308, height_falloff = 1e308 }, { slope_min = 90, slope_max = 0, slope_falloff = 90 },
				{ curv_threshold = -100, curv_falloff = 100, curv_blur = 256 }, { curv_reference = 1e-300 }, { curv_reference = 1e300, curv_falloff = 0 },
				{ occ_height_scale = 0 }, { occ_height_scale = 1e30, occ_step_scale = 0.01, occ_samples = 64 }, { occ_radius = 1e-6, occ_samples = 1 },
				{ aspect_dir = -360, aspect_spread = 0, aspect_falloff = 180 },
			} do
				local settings = {}
				for k, v in pairs(all) do settings[k] = v end
				for k, v in pairs(extreme) do settings[k] = v end
				local s = mask(image, settings):stats()
				assert.is_true(s.nan == 0 and s.min >= 0 and s.max <= 1, next(extreme))
			end
		end
	end)

	it("names and keeps layers as asked, and says what is wrong", function()
		local image = maps.image(3, 3, maps.rough(1))
		assert.are.same({ "C", "mask" }, image:mask_by_feature({}):render():layers())
		assert.are.same({ "rock" }, image:mask_by_feature({ keep_layers = false, out_layer = "rock" }):render():layers())
		assert.are.same({ "C" }, image:mask_by_feature({ out_layer = "" }):render():layers())
		local function fail(settings) return maps.failure(function() image:mask_by_feature(settings):render() end) end
		assert.matches("mask_by_feature: layer: no layer 'h' %(the image has 'C'%)", fail { layer = "h" })
		assert.matches("curvature: cannot be 'ridge' %(did you mean 'ridges'%?%)", fail { curvature = "ridge" })
		assert.matches("occ_samples: .*65", fail { occ_samples = 65 })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function()
			return maps.image(7, 5, maps.rough(1)):mask_by_feature { curvature = "ridges", use_occlusion = true, smooth_radius = 0.5 }
		end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(37, 23, maps.rough(11))
		maps.each_runtime(function(kind)
			assert.are.equal("bcc21d71897735a681914b5af81b30ac", mask(image, { world_size = 40, slope_falloff = 40, slope_max = 50 }):hash(), kind)
			assert.are.equal("35139c64639ee6492107cb0703f4d678", mask(image, {
				world_size = 40, use_aspect = true, use_height = true, height_falloff = 2, curvature = "ridges", use_occlusion = true, occ_radius = 6, blend_mode = "average", smooth_radius = 3,
			}):hash(), kind)
		end)
	end)
end)
