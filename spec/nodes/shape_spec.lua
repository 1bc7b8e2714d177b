local terrane = require "terrane"
local maps = require "maps"
local outlines = require "outlines"

local function shape(settings, width, height) return terrane.shape(settings):render { width = width or 16, height = height or width or 16 } end
local function with(settings, more)
	local all = {}
	for k, v in pairs(settings) do all[k] = v end
	for k, v in pairs(more) do all[k] = v end
	return all
end
local function fail(settings) return maps.failure(function() return shape(settings) end) end
local each = maps.each
--- The distance at (x, y): of a figure moved so that the one pixel of an image lies there.
local function at(x, y, settings)
	return shape(with(settings, { center_x = -x, center_y = -y, device = "exact" }), 1):layer("sdf"):get(0, 0)
end

local figures = {
	{ shape = "circle" }, { shape = "circle", radius = 0.1 },
	{ shape = "circle", thickness = 0.4 }, { shape = "circle", arc = 0.7 }, { shape = "circle", arc = 0.4 }, { shape = "circle", arc = 0.05 },
	{ shape = "circle", arc = 0.7, thickness = 0.4 }, { shape = "circle", arc = 0.2, thickness = 0.9 }, { shape = "circle", arc = 0.95, thickness = 0.2 },
	{ shape = "circle", arc = 0.7, thickness = 0.4, round_ends = true }, { shape = "circle", arc = 0.2, thickness = 0.2, round_ends = true },
	{ shape = "circle", arc = 0.9, thickness = 0.8, round_ends = true }, { shape = "circle", arc = 0.97, thickness = 0.5, round_ends = true },
	{ shape = "box" }, { shape = "box", size_x = 0.1, size_y = 0.4 },
	{ shape = "box", separate_corners = true, corner_tl = 1, corner_br = 0.5, corner_tr = 0.2 },
	{ shape = "rounded_box" }, { shape = "rounded_box", corner = 3 },
	{ shape = "rounded_box", size_x = 0.3, size_y = 0.3, separate_corners = true, corner_bl = 1, corner_tr = 0.3 },
	{ shape = "line", radius = 0.1 }, { shape = "line", radius = 0.05, line_ax = -0.2, line_ay = -0.3, line_bx = 0.1, line_by = 0.35 },
	{ shape = "line", separate_thickness = true, start_thickness = 0.3 }, { shape = "line", separate_thickness = true, end_thickness = 0.4, line_ay = 0.2 },
	{ shape = "line", separate_thickness = true, start_thickness = 0.6, end_thickness = 0.1, line_ax = -0.1, line_bx = 0.05 },
	{ shape = "star" }, { shape = "star", points = 3, inner = 0.2 }, { shape = "star", points = 9, inner = 0.9 }, { shape = "star", points = 7, inner = 1 },
	{ shape = "polygon" }, { shape = "polygon", points = 3 }, { shape = "polygon", points = 64, radius = 0.4 },
	{ shape = "squircle" }, { shape = "squircle", squircle_blend = 1 }, { shape = "squircle", squircle_blend = 2 }, { shape = "squircle", squircle_blend = 1.3 },
	{ shape = "squircle", squircle_blend = 0.5 }, { shape = "squircle", squircle_blend = 0.25 }, { shape = "squircle", squircle_blend = 30 },
	{ shape = "squircle", squircle_blend = 1000 },
	{ shape = "trapezoid" }, { shape = "trapezoid", trap_top = 0.45 }, { shape = "trapezoid", trap_top = 0 },
	{ shape = "triangle" }, { shape = "triangle", use_points = true }, { shape = "triangle", use_points = true, tri_p1 = "0.4 0.4", tri_p2 = "-0.1 0.2" },
	{ shape = "triangle", use_points = true, tri_p0 = "0.3 -0.25", tri_p2 = "-0.3 -0.25" }, -- the other way round
	{ shape = "diamond" }, { shape = "diamond", size_x = 0.1, size_y = 0.45 },
	{ shape = "egg", radius = 0.25 }, { shape = "egg", radius = 0.2, roundness = 0 }, { shape = "egg", roundness = 1 },
	{ shape = "moon" }, { shape = "moon", moon_offset = -0.3 }, { shape = "moon", moon_inner = 0.45, moon_offset = 0.2 },
	{ shape = "moon", moon_inner = 0.1, moon_offset = 0.12 }, { shape = "moon", moon_inner = 0.2, moon_offset = 0 },
	{ shape = "moon", radius = 0.2, moon_inner = 0.1, moon_offset = -0.35 }, { shape = "moon", radius = 0.3, moon_inner = 0.3, moon_offset = 0.02 },
	{ shape = "vesica" }, { shape = "vesica", roundness = 0.1 }, { shape = "vesica", roundness = 1 },
	{ shape = "cross" }, { shape = "cross", cross_bevel = 0.08 }, { shape = "cross", cross_inset = 0.25, cross_bevel = 9 }, { shape = "cross", cross_inset = 0 },
	{ shape = "cross", cross_inset = 3, cross_bevel = 0.3 },
	{ shape = "arch", size_x = 0.25, size_y = 0.15 }, { shape = "arch", size_y = 0.05 }, { shape = "arch", size_x = 0.2, size_y = 0 },
	{ shape = "arrow" }, { shape = "arrow", line_ay = -0.3, line_by = 0.4, arrow_head_ratio = 0.6 }, { shape = "arrow", arrow_head = 0.03 },
	{ shape = "arrow", arrow_head_ratio = 1 }, { shape = "arrow", arrow_head_ratio = 0 }, { shape = "arrow", arrow_shaft = 0 }, { shape = "arrow", arrow_head = 0 },
}
local function name_of(settings)
	local words = {}
	for k, v in pairs(settings) do if k ~= "shape" then words[#words + 1] = k .. "=" .. tostring(v) end end
	table.sort(words)
	return settings.shape .. " " .. table.concat(words, " ")
end

describe("shape", function()
	it("has the distances of its outline, inside and outside", function()
		local step, seen = outlines.step, {}
		for _, settings in ipairs(figures) do
			seen[settings.shape] = true
			local o, name = outlines[settings.shape](settings), name_of(settings)
			local near = settings.shape == "squircle" and ((settings.squircle_blend or 4) < 1 and 5.3e-5 or 1.3e-5) or 1e-9 -- how far it may lie from the curve
			each(shape(with(settings, { device = "exact" }), 18):layer "sdf", function(d, x, y)
				local brute = o:distance((x + 0.5) / 18 - 0.5, (y + 0.5) / 18 - 0.5)
				local where = ("%s at %d %d: %.9g, %.9g"):format(name, x, y, d, brute)
				if math.abs(brute) > step then assert.is_true((d < 0) == (brute < 0), where) end
				-- points of the outline are no nearer than it, and the nearest one is at most half a step along, on an arc of radius 0.008 or more
				local more = brute * brute - d * d
				assert.is_true(more >= -2 * near * math.abs(brute) - near * near and more <= (1 + 125 * math.abs(d)) * step * step / 4 + 2 * near * math.abs(d), where)
			end)
		end
		for _, node in ipairs(terrane.nodes()) do
			if node.id == "shape" then
				for _, p in ipairs(node.params) do
					if p.name == "shape" then for _, kind in ipairs(p.options) do assert.is_true(seen[kind], kind) end end
				end
			end
		end
	end)

	it("has the distances that can be worked out by hand", function()
		assert.are.equal(-0.35, at(0, 0, {}))
		assert.near(math.sqrt(0.5) - 0.35, at(0.5, 0.5, {}), 1e-15)
		assert.near(-0.07, at(0.28, 0, { thickness = 0.4 }), 1e-15)
		assert.near(math.sqrt(0.15 ^ 2 + 0.25 ^ 2), at(0.5, 0.5, { shape = "box" }), 1e-15)
		assert.near(math.sqrt(0.2 ^ 2 + 0.3 ^ 2) - 0.05, at(0.5, 0.5, { shape = "rounded_box" }), 1e-15) -- it keeps its size
		assert.near(-0.303109, at(0, 0, { shape = "polygon", points = 6 }), 1e-6)
		assert.near(-0.175, at(0, 0, { shape = "star" }), 1e-12)
		assert.near(-0.35, at(0, 0, { shape = "egg" }), 1e-15)
		assert.near(-0.175, at(0, 0, { shape = "vesica" }), 1e-12)
		assert.near(-0.2 * math.sqrt(2), at(0, 0, { shape = "cross" }), 1e-15)
		assert.near(-0.315980, at(0, 0, { shape = "cross", cross_bevel = 0.08 }), 1e-6)
		assert.near(0.1, at(0, 0.7, { shape = "arch" }), 1e-15)
		assert.near(-0.232119, at(0, 0, { shape = "trapezoid" }), 1e-6)
		assert.near(-0.35 / math.sqrt(2), at(0, 0, { shape = "squircle", squircle_blend = 1 }), 1e-9)
	end)

	it("is moved, turned, scaled and sheared", function()
		for _, settings in ipairs { { shape = "moon" }, { shape = "star", points = 3 }, { shape = "arrow", line_by = 0.1 }, { shape = "box", size_x = 0.1 } } do
			for _, x in ipairs { -0.31, 0.02, 0.4 } do
				for _, y in ipairs { -0.27, 0.11, 0.6 } do
					local d = at(x, y, settings)
					assert.near(d, at(-y, x, with(settings, { angle = 90 })), 1e-12) -- counter-clockwise
					assert.near(d, at(x, y, with(settings, { angle = -3600 })), 1e-12)
					assert.near(2.5 * d, at(2.5 * x, 2.5 * y, with(settings, { uniform_scale = 2.5 })), 1e-12)
					assert.near(0.5 * d, at(-0.5 * x, -0.5 * y, with(settings, { uniform_scale = -0.5 })), 1e-12)
					assert.near(d, at(x - 0.3 * y, y, with(settings, { shear = 0.3 })), 1e-12)
					-- shear, then scale, then angle
					local c, s, u, v = math.cos(math.rad(30)), math.sin(math.rad(30)), 2 * (x - 0.3 * y), 2 * y
					assert.near(2 * d, at(c * u - s * v, s * u + c * v, with(settings, { shear = 0.3, uniform_scale = 2, angle = 30 })), 1e-12)
				end
			end
		end
		local moved = shape({ center_x = 0.25, center_y = -0.125 }, 8):layer "sdf"
		each(shape({}, 8):layer "sdf", function(d, x, y) if x < 6 and y > 0 then assert.near(d, moved:get(x + 2, y - 1), 1e-7) end end)
		for _, kind in ipairs { "circle", "box", "cross", "squircle" } do
			assert.near(0.5, at(0.3, 0.4, { shape = kind, uniform_scale = 0, shear = 3 }), 1e-15)
		end
	end)

	it("is the same figure in an image of any shape", function()
		for _, settings in ipairs { {}, { shape = "star", angle = 20 }, { shape = "arch" } } do
			local square, wide, tall = shape(settings, 20), shape(settings, 40, 20), shape(settings, 20, 60)
			for _, name in ipairs { "sdf", "mask" } do
				each(square:layer(name), function(v, x, y)
					assert.are.equal(v, wide:layer(name):get(x + 10, y))
					assert.are.equal(v, tall:layer(name):get(x, y + 20))
				end)
			end
		end
	end)

	it("has a mask that goes over from 1 to 0 around the outline, as wide at any resolution", function()
		for _, size in ipairs { 16, 64, 250 } do
			for _, soft in ipairs { 1.5, 4 } do
				local image = shape({ softness_pixels = soft, device = "exact", radius = 0.4 }, size)
				local mask, between = image:layer "mask", 0
				each(image:layer "sdf", function(d, x, y)
					local t = math.min(1, math.max(0, d * size / soft + 0.5))
					assert.near(1 - t * t * (3 - 2 * t), mask:get(x, y), 1e-12)
					if t > 0 and t < 1 then between = between + 1 end
				end)
				assert.near(2 * math.pi * 0.4 * size * soft, between, 6 + 0.1 * size * soft) -- pixels of the edge: its length times its width
				-- a smoothstep has the area that lies within the outline
				assert.near(math.pi * 0.16, mask:stats().mean, 0.3 / size)
			end
		end
		-- the edge's width is in pixels of the short side
		local image = shape({ softness_pixels = 3 }, 90, 30)
		each(image:layer "sdf", function(d, x, y)
			if math.abs(d) * 30 > 1.5001 then assert.are.equal(d < 0 and 1 or 0, image:layer("mask"):get(x, y)) end
		end)
	end)

	it("has a mask of zeros and ones without softness, the outline inside", function()
		local image = shape({ shape = "box", size_x = 0.25, size_y = 0.25, softness_pixels = 0, center_x = 0.0625, center_y = 0.0625 }, 8)
		local on = 0
		each(image:layer "sdf", function(d, x, y)
			assert.are.equal(d <= 0 and 1 or 0, image:layer("mask"):get(x, y))
			if d == 0 then on = on + 1 end
		end)
		assert.are.equal(16, on) -- the outline goes through centres of pixels
		assert.are.equal(25, image:layer("mask"):stats().mean * 64)
	end)

	it("is inverted exactly", function()
		for _, settings in ipairs { {}, { shape = "star" }, { shape = "moon", device = "exact" } } do
			local plain, inverted = shape(settings, 33), shape(with(settings, { invert = true }), 33)
			each(plain:layer "sdf", function(d, x, y)
				assert.are.equal(-d, inverted:layer("sdf"):get(x, y))
				assert.near(1 - plain:layer("mask"):get(x, y), inverted:layer("mask"):get(x, y), 1e-7)
			end)
		end
	end)

	it("unites and intersects by least and greatest", function()
		local a = shape({ center_x = -0.1, device = "exact" }, 40):layer "sdf"
		local b = shape({ shape = "box", center_x = 0.1, angle = 20, device = "exact" }, 40):layer "sdf"
		for _, pick in ipairs { math.min, math.max } do
			for y = 0, 38 do -- a bound: it changes no faster than places do
				for x = 0, 38 do
					local d = pick(a:get(x, y), b:get(x, y))
					assert.is_true(math.abs(d - pick(a:get(x + 1, y), b:get(x + 1, y))) <= 1 / 40 + 1e-12)
					assert.is_true(math.abs(d - pick(a:get(x, y + 1), b:get(x, y + 1))) <= 1 / 40 + 1e-12)
				end
			end
		end
	end)

	it("makes the layers that are named", function()
		local function layers(settings) local t = shape(settings, 4):layers() table.sort(t) return t end
		assert.are.same({ "mask", "sdf" }, layers {})
		assert.are.same({ "mask" }, layers { sdf_layer = "" })
		assert.are.same({ "sdf" }, layers { mask_layer = "", color_layer = "C" })
		assert.are.same({ "C", "d", "m" }, layers { sdf_layer = "d", mask_layer = "m", color_layer = "C" })
		for _, device in ipairs { "auto", "exact" } do
			local image = shape({ color_layer = "C", device = device }, 37, 23)
			local color, mask = image:layer "C", image:layer "mask"
			assert.are.equal(3, color.channels)
			assert.are.equal(device == "exact" and "f64" or "f32", color.type)
			each(mask, function(m, x, y)
				for c = 1, 3 do assert.are.equal(m, color:get(x, y, c)) end
			end)
			assert.are.equal(mask.type, color.type)
			assert.are.equal(mask.type, image:layer("sdf").type)
		end
		local exact, float = shape({ shape = "star", device = "exact" }, 30), shape({ shape = "star", device = "cpu" }, 30)
		each(float:layer "sdf", function(d, x, y) assert.near(exact:layer("sdf"):get(x, y), d, 1e-7) end)
		assert.are.equal(float:layer("sdf"):hash(), shape({ shape = "star" }, 30):layer("sdf"):hash())
	end)

	it("has nothing inside where there is no area", function()
		local flat = {
			{ radius = 0 }, { radius = -0.2 }, { thickness = 0 }, { arc = 0 }, { arc = 0, thickness = 0.5 }, { shape = "box", size_x = 0 },
			{ shape = "line", radius = 0 }, { shape = "line", radius = -0.1 }, { shape = "star", inner = 0 }, { shape = "star", radius = -1 },
			{ shape = "diamond", size_y = 0 }, { shape = "triangle", use_points = true, tri_p0 = "-0.3 0.01", tri_p1 = "0 0.01", tri_p2 = "0.3 0.01" },
			{ shape = "moon", moon_inner = 0.6 }, { shape = "moon", moon_inner = 0.35, moon_offset = 0 }, { shape = "cross", cross_inset = 1 },
			{ shape = "arrow", arrow_shaft = 0, arrow_head = 0 }, { shape = "squircle", radius = 0 }, { shape = "egg", radius = 0 },
			{ shape = "vesica", radius = -3 }, { shape = "polygon", radius = 0 }, { shape = "trapezoid", size_y = 0 },
		}
		for _, settings in ipairs(flat) do
			local stats = shape(with(settings, { center_x = 0.017, center_y = 0.013 }), 32):layer("sdf"):stats()
			assert.is_true(stats.min >= 0 and stats.nan == 0, name_of(with({ shape = "circle" }, settings)) .. " " .. stats.min)
		end
		assert.near(0.5 + 0.2, at(0.3, 0.4, { radius = -0.2 }), 1e-15)
		assert.near(0.4 + 0.1, at(0.1, 0.4, { shape = "line", radius = -0.1 }), 1e-15)
		assert.near(0.1, at(0.2, 0.1, { arc = 0, thickness = 0.5, center_x = 0 , round_ends = false, radius = -0.35 }) - math.sqrt(0.05) - 0.25, 1e-12)
		assert.near(0.2, at(0.2, 0.3, { arc = 0, thickness = 0.5, radius = 0.4 }), 1e-12) -- the cut from (0, 0.2) to (0, 0.4)
		assert.near(-0.1, at(0, 0.3, { arc = 0, thickness = 0.5, radius = 0.4, round_ends = true }), 1e-12) -- the two ends in one
		assert.near(0.1, at(0.2, 0, { shape = "vesica", roundness = 0, center_y = 0 }) - 0.1, 1e-9) -- a segment
		assert.near(0.05, at(0.25, 0.1, { shape = "arrow", line_ax = 0.25, line_ay = 0, line_bx = 0.25, line_by = 0, arrow_shaft = 0.1 }), 1e-12) -- a disc
	end)

	it("stays finite at the bounds of every parameter", function()
		local bounds
		for _, node in ipairs(terrane.nodes()) do if node.id == "shape" then bounds = node.params end end
		for _, p in ipairs(bounds) do
			if p.min and p.name:sub(1, 10) ~= "resolution" then
				for _, value in ipairs { p.min, p.max } do
					for _, settings in ipairs(figures) do
						if p.name ~= "center_x" or settings.shape == "circle" then
							local image = shape(with(settings, { [p.name] = value }), 3, 2)
							for _, name in ipairs { "sdf", "mask" } do
								local s = image:layer(name):stats()
								assert.is_true(s.nan == 0 and s.min - s.min == 0 and s.max - s.max == 0, name_of(settings) .. " " .. p.name .. "=" .. value)
							end
							local m = image:layer("mask"):stats()
							assert.is_true(m.min >= 0 and m.max <= 1)
						end
					end
				end
			end
		end
		for _, scale in ipairs { 1e-300, -1e-25, 1e-5 } do
			local s = shape({ shape = "moon", uniform_scale = scale, shear = 1e4 }, 5):layer("sdf"):stats()
			assert.is_true(s.nan == 0 and s.max - s.max == 0)
		end
		local far = shape({ shape = "triangle", use_points = true, tri_p0 = "1e24 -1e24", tri_p1 = "0 1e24" }, 5):layer("sdf"):stats()
		assert.is_true(far.nan == 0 and far.max - far.max == 0)
	end)

	it("is the same far out on the plane", function()
		local node = terrane.shape { shape = "line", line_ax = -1e4, line_bx = 1e4, radius = 0.1, device = "exact" }
		local far = node:render({ width = 4, height = 4, unbounded = true, window = { 1099511627776, 1, 1, 3 } }):layer "sdf"
		assert.near(math.sqrt((274877906944 - 0.375 - 1e4) ^ 2 + 0.125 ^ 2) - 0.1, far:get(0, 0), 1e-4)
	end)

	it("says what is wrong", function()
		assert.matches("shape: tri_p1: must be 2 numbers, got '1 2 3'", fail { tri_p1 = "1 2 3" })
		assert.matches("shape: tri_p0: must be 2 numbers, got ''", fail { tri_p0 = "" })
		assert.matches("shape: mask_layer: 'sdf' is sdf_layer too; each layer needs a name of its own", fail { mask_layer = "sdf" })
		assert.matches("shape: color_layer: 'mask' is mask_layer too", fail { color_layer = "mask" })
		assert.matches("shape: makes no layer", fail { sdf_layer = "", mask_layer = "", color_layer = "C" })
	end)

	it("survives failed allocations", function()
		maps.survives_failed_allocations(function() return terrane.shape { color_layer = "C", resolution_x = 20, resolution_y = 20 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local golden = {
			circle = "8c614a8f690b1287530c06cb5c7603f0", box = "f719f6139336894b2739dfc4153fb234", rounded_box = "3c16ef5eb32e303ba8c1414fdd5b5962", line = "df14d360eaf792710109ef3a6f45b96d", star = "653bc3d060496b9b00b085211a60f2ce",
			polygon = "60707edb23136066bd179807a2f05ccc", squircle = "0e1537a1ea281c0c354dfb220eb17530", trapezoid = "b9c1c7bbd9ffb12d01fca6f054bbce48", triangle = "06683fa251a92b86d114a30890b83099", diamond = "57b453825b6e143e237d221984bcd68d",
			egg = "55d720a1436ee1486dca8636953a581d", moon = "a9b4f64b23c2d111fd111b55b543206b", vesica = "c2ecca30bbf4af49a6ba8d3768866bbd", cross = "2a6d3c191bac240668f453d1864c0d98", arch = "940a10ae7b62d39c2c0c476e6084bd82", arrow = "5e4f792fcf89f304fb8c81678dda72f5",
		}
		maps.each_runtime(function(kind)
			for id, hash in pairs(golden) do
				local image = shape({ shape = id, angle = 20, uniform_scale = 0.9, shear = 0.1, arc = 0.8, thickness = 0.5, cross_bevel = 0.05, separate_thickness = true }, 53, 31)
				assert.are.equal(hash, image:layer("sdf"):hash(), kind .. " " .. id)
				assert.are.equal(0, image:layer("mask"):stats().nan)
			end
		end)
	end)
end)
