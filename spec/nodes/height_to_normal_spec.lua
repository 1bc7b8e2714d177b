local terrane = require "terrane"
local maps = require "maps"

local function normals(image, settings) return image:height_to_normal(settings or {}):render():layer(settings and settings.out_layer or "N") end
local function each(layer, f)
	for y = 0, layer.height - 1 do
		for x = 0, layer.width - 1 do f(x, y, layer:get(x, y, 1), layer:get(x, y, 2), layer:get(x, y, 3)) end
	end
end

describe("height_to_normal", function()
	it("gives planes their normal at every pixel and size, by both methods", function()
		for _, method in ipairs { "central", "sobel" } do
			for width = 1, 5 do
				for height = 1, 4 do
					local image = maps.image(width, height, function(x, y) return 0.75 * x + 1.25 * y end)
					local p, q = width > 1 and 0.75 or 0, height > 1 and 1.25 or 0
					local length = math.sqrt(1 + p * p + q * q)
					each(normals(image, { world_size = width, method = method }), function(x, y, nx, ny, nz)
						local where = method .. " " .. width .. "x" .. height .. " at " .. x .. "," .. y
						assert.near(-p / length, nx, 6e-8, where)
						assert.near(-q / length, ny, 6e-8, where)
						assert.near(1 / length, nz, 6e-8, where)
					end)
				end
			end
		end
		local n = normals(maps.image(4, 3, function(x) return 0.75 * x end), { world_size = 4 })
		assert.are.equal(terrane.layer { width = 1, height = 1, data = { -0.6 } }:get(0, 0), n:get(0, 0, 1)) -- the nearest float
		assert.are.equal(0, n:get(0, 0, 2))
	end)

	it("makes flat ground (0, 0, 1) without negative zeros", function()
		for _, settings in ipairs { {}, { method = "sobel" }, { tile = true }, { strength = 0 }, { strength = -5 } } do
			each(normals(maps.image(3, 3, function() return 7.5 end), settings), function(_, _, nx, ny, nz)
				assert.is_true(1 / nx > 0 and 1 / ny > 0)
				assert.are.same({ 0, 0, 1 }, { nx, ny, nz })
			end)
		end
	end)

	it("measures slopes in world units", function()
		local rough = maps.rough(3)
		local base = normals(maps.image(9, 7, rough), { strength = 2, world_size = 9 }):hash()
		assert.are.equal(base, normals(maps.image(9, 7, function(x, y) return 2 * rough(x, y) end), { world_size = 9 }):hash())
		assert.are.equal(base, normals(maps.image(9, 7, function(x, y) return 4 * rough(x, y) end), { strength = 1, world_size = 18 }):hash())
		assert.are_not.equal(base, normals(maps.image(9, 7, rough), { strength = 2, world_size = 18 }):hash())
		assert.are_not.equal(base, normals(maps.image(9, 7, rough), { strength = 1, world_size = 9 }):hash())
		-- pixels are square: a tall image of the same width has the same spacing
		local tall = normals(maps.image(4, 16, function(_, y) return y end), { world_size = 4 })
		assert.near(-math.sqrt(0.5), tall:get(1, 7, 2), 1e-7)
	end)

	it("turns with the sign of strength and mirrors exactly", function()
		local rough = maps.rough(5)
		local image = maps.image(8, 6, rough)
		local mirrored = maps.image(8, 6, function(x, y) return rough(7 - x, y) end)
		for _, method in ipairs { "central", "sobel" } do
			local up, down = normals(image, { method = method }), normals(image, { method = method, strength = -1 })
			local mirror = normals(mirrored, { method = method })
			each(up, function(x, y, nx, ny, nz)
				assert.are.same({ -nx, -ny, nz }, { down:get(x, y, 1), down:get(x, y, 2), down:get(x, y, 3) })
				assert.are.same({ -nx, ny, nz }, { mirror:get(7 - x, y, 1), mirror:get(7 - x, y, 2), mirror:get(7 - x, y, 3) })
				assert.near(1, nx * nx + ny * ny + nz * nz, 2e-7)
			end)
		end
	end)

	it("repeats with tile: what is rolled comes out rolled, bit for bit", function()
		local rough = maps.rough(7)
		for _, method in ipairs { "central", "sobel" } do
			local here = normals(maps.image(7, 5, rough), { tile = true, method = method })
			local rolled = normals(maps.image(7, 5, function(x, y) return rough((x + 3) % 7, (y + 2) % 5) end), { tile = true, method = method })
			each(rolled, function(x, y, nx, ny, nz)
				local i, j = (x + 3) % 7, (y + 2) % 5
				assert.are.same({ here:get(i, j, 1), here:get(i, j, 2), here:get(i, j, 3) }, { nx, ny, nz })
			end)
		end
		-- both neighbours of a pixel in a period of two are the same
		each(normals(maps.image(2, 2, rough), { tile = true }), function(_, _, ...) assert.are.same({ 0, 0, 1 }, { ... }) end)
	end)

	it("measures a periodic wave with the gain of central differences", function()
		local wave = maps.image(16, 4, function(x) return math.sin(2 * math.pi * (x + 0.5) / 16) / (2 * math.pi) end)
		for _, method in ipairs { "central", "sobel" } do
			each(normals(wave, { tile = true, method = method }), function(x, _, nx, _, nz)
				assert.near(0.974495 * math.cos(2 * math.pi * (x + 0.5) / 16), -nx / nz, 2e-6)
			end)
		end
	end)

	it("averages across with sobel", function()
		-- one ridge of a single row: seen in full by central differences, by half of it in sobel's 1 2 1
		local step = maps.image(5, 5, function(x, y) return y == 2 and x or 0 end)
		local central, sobel = normals(step, { world_size = 5 }), normals(step, { world_size = 5, method = "sobel" })
		assert.near(1, -central:get(2, 2, 1) / central:get(2, 2, 3), 1e-6)
		assert.near(0.5, -sobel:get(2, 2, 1) / sobel:get(2, 2, 3), 1e-6)
		assert.near(0, central:get(2, 1, 1), 0)
		assert.near(0.25, -sobel:get(2, 1, 1) / sobel:get(2, 1, 3), 1e-6)
	end)

	it("uses the first channel", function()
		local rough = maps.rough(1)
		local many = terrane.image { C = terrane.layer { width = 6, height = 6, channels = 3, data = function(x, y, c) return rough(x, y) * c end } }
		assert.are.equal(normals(maps.image(6, 6, rough)):hash(), normals(many):hash())
	end)

	it("spreads voids no further than the stencil", function()
		local rough = maps.rough(2)
		local whole = maps.image(9, 9, rough)
		local holed = maps.image(9, 9, function(x, y) return x == 4 and y == 4 and 0 / 0 or rough(x, y) end)
		for method, reach in pairs { central = 1, sobel = 2 } do
			local a, b = normals(whole, { method = method }), normals(holed, { method = method })
			each(a, function(x, y, ...)
				local far = math.abs(x - 4) + math.abs(y - 4) > reach
				if far then assert.are.same({ ... }, { b:get(x, y, 1), b:get(x, y, 2), b:get(x, y, 3) }) end
			end)
			assert.is_true(b:get(3, 4, 1) ~= b:get(3, 4, 1))
		end
	end)

	it("stays finite and of unit length with huge heights", function()
		local n = normals(maps.image(4, 4, function(x, y) return (x * y % 3 - 1) * 3e38 end), { strength = 10000, world_size = 1e-6 })
		each(n, function(_, _, nx, ny, nz) assert.near(1, nx * nx + ny * ny + nz * nz, 1e-6) end)
	end)

	it("agrees with GDAL's slopes on real ground", function()
		for _, oracle in ipairs { { "sobel", "gdal_slope_horn" }, { "central", "gdal_slope_zt" } } do
			local input, slope = maps.shared("oracles/rainier_256/rainier.input", 256, 256),
				maps.shared("oracles/rainier_256/rainier." .. oracle[2], 256, 256)
			if not input or not slope then return pending "the reference rasters are not there" end
			local n, s = normals(input, { world_size = 256 * 90, method = oracle[1] }), slope:layer "C"
			for y = 1, 254, 3 do
				for x = 1, 254, 3 do
					local tangent = math.sqrt(n:get(x, y, 1) ^ 2 + n:get(x, y, 2) ^ 2) / n:get(x, y, 3)
					assert.near(s:get(x, y), math.deg(math.atan(tangent)), 3e-4)
				end
			end
		end
	end)

	it("makes GDAL's hill-shade: the cosine between the normal and the sun in the north-west", function()
		local name = "oracles/rainier_256/rainier."
		local input, shaded = maps.shared(name .. "input", 256, 256), maps.shared(name .. "gdal_hillshade_315_45", 256, 256)
		if not input or not shaded then return pending "the reference rasters are not there" end
		local n, theirs = normals(input, { world_size = 256 * 90, method = "sobel" }), shaded:layer "C"
		for y = 1, 254, 3 do
			for x = 1, 254, 3 do
				local light = -0.5 * n:get(x, y, 1) + 0.5 * n:get(x, y, 2) + math.sqrt(0.5) * n:get(x, y, 3)
				assert.near(theirs:get(x, y), 1 + 254 * math.max(light, 0), 0.51) -- whole numbers
			end
		end
	end)

	it("names and keeps layers as asked", function()
		local image = terrane.image {
			C = terrane.layer { width = 3, height = 3, data = maps.rough(1) },
			rock = terrane.layer { width = 3, height = 3, data = maps.rough(2) },
		}
		assert.are.same({ "C", "rock", "N" }, image:height_to_normal{}:render():layers())
		assert.are.same({ "N" }, image:height_to_normal({ keep_layers = false }):render():layers())
		assert.are.same({ "bump" }, image:height_to_normal({ keep_layers = false, out_layer = "bump", layer = "rock" }):render():layers())
		assert.are.same({ "C", "rock" }, image:height_to_normal({ out_layer = "" }):render():layers())
		assert.are.equal(image:layer("rock"):hash(), image:height_to_normal{}:render():layer("rock"):hash())
	end)

	it("says what is wrong", function()
		local image = maps.image(3, 3, maps.rough(1))
		local function fail(settings) return maps.failure(function() image:height_to_normal(settings):render() end) end
		assert.matches("height_to_normal: layer: no layer 'h' %(the image has 'C'%)", fail { layer = "h" })
		assert.matches("world_size: must be at least 1e%-06, got 0", fail { world_size = 0 })
		assert.matches("strength: .*10001", fail { strength = 10001 })
		assert.matches("method: cannot be 'sobl' %(did you mean 'sobel'%?%)", fail { method = "sobl" })
		for _, fine in ipairs { { strength = -10000 }, { strength = 10000 }, { world_size = 1e-6 }, { world_size = 1e300 } } do
			image:height_to_normal(fine):render()
		end
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):height_to_normal {} end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(37, 23, maps.rough(11))
		maps.each_runtime(function(kind)
			assert.are.equal("70e8872244dc6642acdfaf513da642cd", normals(image, { world_size = 40 }):hash(), kind)
			assert.are.equal("273522edf4906427a29ec224daa5ecf6", normals(image, { world_size = 40, method = "sobel", tile = true }):hash(), kind)
		end)
	end)
end)
