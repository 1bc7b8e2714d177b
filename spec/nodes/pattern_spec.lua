local terrane = require "terrane"
local maps = require "maps"

local function render(settings, width, height) return terrane.pattern(settings):render { width = width, height = height or width } end
local function main(settings, width, height) return render(settings, width, height):layer "pattern" end
local function distinct_in_row(layer, y)
	local seen, count = {}, 0
	for x = 0, layer.width - 1 do
		local id = layer:get(x, y)
		if not seen[id] then seen[id], count = true, count + 1 end
	end
	return count
end
--- Whether the layer moved by (dx, dy) pixels over its edges is the same to the last bit.
local function repeats(layer, dx, dy)
	for y = 0, layer.height - 1 do
		for x = 0, layer.width - 1 do
			if layer:get(x, y) ~= layer:get((x + dx) % layer.width, (y + dy) % layer.height) then return false end
		end
	end
	return true
end

describe("pattern", function()
	describe("checker", function()
		it("is half of each, black at the lower left, with ids by rows", function()
			local image = render({ counts = "6 4" }, 120, 90)
			local layer, id = image:layer "pattern", image:layer "pattern_id"
			assert.near(0.5, layer:stats().mean, 1e-6)
			assert.are.same({ 0, 1, 1, 0 }, { layer:get(3, 3), layer:get(30, 3), layer:get(3, 30), layer:get(30, 30) })
			assert.are.same({ 0, 1, 6, 23 }, { id:get(3, 3), id:get(30, 3), id:get(3, 30), id:get(119, 89) })
			assert.are.equal("i32", id.type)
		end)

		it("averages over pixels", function()
			local layer = main({ counts = "2 2" }, 5, 5) -- edges in the middle of pixels
			assert.near(0.5, layer:get(2, 0), 1e-6)
			assert.near(0.5, layer:get(0, 2), 1e-6)
			local fine = main({ counts = "2000 2000" }, 50) -- 40 cells a pixel
			assert.near(0.5, fine:stats().min, 0.02)
			assert.near(0.5, fine:stats().max, 0.02)
		end)
	end)

	describe("tile", function()
		it("lays as many bricks a row as the bond has", function()
			local function counts(bond)
				local id, t = render({ kind = "tile", bond = bond, counts = "6 6", gap = 0 }, 384):layer "pattern_id", {}
				for row = 0, 5 do t[row + 1] = distinct_in_row(id, row * 64 + 32) end
				return table.concat(t, " ")
			end
			assert.are.equal("6 6 6 6 6 6", counts "stack")
			assert.are.equal("6 6 6 6 6 6", counts "stretcher")
			assert.are.equal("12 12 12 12 12 12", counts "header")
			assert.are.equal("8 8 8 8 8 8", counts "flemish")
			assert.are.equal("6 12 6 12 6 12", counts "english")
			assert.are.equal("6 6 6 6 6 12", counts "american")
		end)

		it("has joints of one width, where the bond puts them", function()
			local image = render({ kind = "tile", bond = "stretcher", counts = "4 8", gap = 0.1 }, 256)
			local layer, edge = image:layer "pattern", image:layer "pattern_edge"
			assert.near((1 - 0.1 * 32 / 64) * (1 - 0.1), layer:stats().mean, 5e-4)
			assert.near(0.5 * 0.1 * 32 - 0.5, -edge:get(0, 16), 1e-4) -- row 0: a joint at x = 0
			assert.is_true(edge:get(32, 48) < 0 and edge:get(32, 16) > 0) -- row 1: at half a brick
			assert.near(32 * 0.45 - 0.5, edge:get(96, 16), 1e-4) -- in true pixels from the gap
			local height = render({ kind = "tile", counts = "4 8", gap = 0.1, bevel = 0.2 }, 256):layer "pattern_height"
			assert.near((32 * 0.45 - 0.5) / (0.2 * 32) > 1 and 1, height:get(96, 16), 1e-6)
			assert.are.equal(1, main({ kind = "tile", bond = "stack", counts = "4 4", gap = 0 }, 64):get(8, 8))
			assert.are.equal(0, main({ kind = "tile", counts = "4 4", gap = 1 }, 64):stats().max)
		end)

		it("is seamless as it says", function()
			for bond, counts in pairs { stack = "4 4", stretcher = "4 4", header = "4 4", flemish = "6 4", english = "4 4", offset = "4 4" } do
				local node = terrane.pattern { kind = "tile", bond = bond, counts = counts }
				assert.are.equal(1, node:render({ width = 192, height = 128 }) and terrane.pattern { kind = "tile", bond = bond, counts = counts, resolution_x = 192, resolution_y = 128 }:stats().repeats, bond)
				local layer = node:render { width = 192, height = 128 }:layer "pattern"
				assert.is_true(repeats(layer, bond == "flemish" and 96 or 48, 0), bond)
				assert.is_true(repeats(layer, 0, 64), bond)
			end
			assert.are.equal(0, terrane.pattern { kind = "tile", bond = "stretcher", counts = "4 5", resolution_x = 32, resolution_y = 32 }:stats().repeats)
		end)
	end)

	describe("cell", function()
		it("is as far from the border as half the grid where nothing is jittered", function()
			local image = render({ kind = "cell", jitter = 0, counts = "5 9" }, 225, 225) -- cells of 45 x 25, middles on pixels
			local edge = image:layer "pattern_edge"
			assert.near(12.5, edge:get(22, 12), 1e-4)
			assert.near(12.5, edge:get(67, 37), 1e-4)
			assert.near(0, image:layer "pattern_dist":get(22, 12), 1e-5)
			assert.near((1 - 0.05 * 25 / 45) * (1 - 0.05), image:layer "pattern":stats().mean, 0.01)
		end)

		it("measures the border exactly, by brute force", function()
			local n, size = 4, 96
			local image = render({ kind = "cell", counts = "4 4", rand_seed = 3 }, size)
			local edge, id, dist = image:layer "pattern_edge", image:layer "pattern_id", image:layer "pattern_dist"
			-- pixels near a border lie in another cell within about their distance, and not much nearer
			for y = 4, size - 5, 7 do
				for x = 4, size - 5, 5 do
					local nearest = math.huge
					for j = -30, 30 do
						for i = -30, 30 do
							local a, b = (x + i) % size, (y + j) % size
							if id:get(a, b) ~= id:get(x, y) then nearest = math.min(nearest, math.sqrt(i * i + j * j)) end
						end
					end
					if nearest < 25 then assert.is_true(math.abs(edge:get(x, y) - nearest) < 1.5, ("%d %d: %s, found %s"):format(x, y, edge:get(x, y), nearest)) end
					assert.is_true(dist:get(x, y) >= 0)
				end
			end
			local seen = {}
			for y = 0, size - 1 do for x = 0, size - 1 do seen[id:get(x, y)] = true end end
			local count = 0
			for _ in pairs(seen) do count = count + 1 end
			assert.are.equal(n * n, count)
		end)

		it("keeps as many cells as density says", function()
			local full, none = main({ kind = "cell", counts = "32 32", gap = 0 }, 256), main({ kind = "cell", density = 0, gap = 0 }, 64)
			assert.near(1, full:stats().mean, 0.1)
			assert.are.equal(0, none:stats().max)
			assert.near(0.4, main({ kind = "cell", counts = "32 32", gap = 0, density = 0.4 }, 256):stats().mean, 0.06)
		end)
	end)

	describe("uv_grid", function()
		local plain = { kind = "uv_grid", labels = false, outlines = false, counts = "4 3" }
		local function with(more)
			local t = {}
			for k, v in pairs(plain) do t[k] = v end
			for k, v in pairs(more) do t[k] = v end
			return t
		end

		it("colours tiles by its modes", function()
			local checker = main(with { tile_coloring = "checker", tile_color1 = "1 0 0", tile_color2 = "0 0 1" }, 40, 30)
			assert.are.same({ 1, 0, 0, 1 }, { checker:get(5, 5, 1), checker:get(15, 5, 1), checker:get(5, 5, 3), checker:get(15, 5, 3) })
			local gradient = main(with { tile_coloring = "gradient", tile_color1 = "0 0 0", tile_color2 = "1 1 1" }, 40, 30)
			for id = 0, 11 do assert.near(id / 11, gradient:get(id % 4 * 10 + 5, math.floor(id / 4) * 10 + 5, 2), 1e-6) end
			local uniform = main(with { tile_coloring = "uniform", tile_color1 = "0.2 0.3 0.4" }, 40, 30)
			assert.are.equal(0, uniform:stats().max - uniform:stats().min)
			local hue = main(with {}, 40, 30)
			assert.is_true(hue:get(5, 5, 1) > hue:get(5, 5, 3)) -- red first
		end)

		it("draws outlines of a width in pixels, on top", function()
			local layer = main({ kind = "uv_grid", counts = "4 4", tile_coloring = "uniform", tile_color1 = "1 1 1", marker_type = "cross", marker_color = "0 1 0", marker_size = 0.9, outline_width = 4, outline_color = "0 0 0" }, 80)
			assert.are.same({ 0, 0, 1 }, { layer:get(20, 5, 1), layer:get(21, 5, 1), layer:get(23, 5, 1) })
			assert.are.same({ 0, 0 }, { layer:get(19, 5, 1), layer:get(18, 5, 1) })
			assert.are.same({ 0, 1, 0 }, { layer:get(10, 10, 1), layer:get(10, 10, 2), layer:get(10, 10, 3) }) -- the cross
		end)

		it("points arrows upwards", function()
			local layer = main(with { labels = true, marker_type = "arrow", tile_coloring = "uniform", tile_color1 = "1 1 1", marker_color = "0 0 0", marker_size = 0.8, counts = "1 1" }, 101)
			local function ink(y) local n = 0 for x = 0, 100 do n = n + 1 - layer:get(x, y) end return n end
			assert.is_true(ink(80) > 1.5 * ink(30))
			assert.is_true(repeats(layer, 0, 0) and layer:get(30, 60) == layer:get(70, 60))
		end)

		it("writes names in the middle of tiles, with fonts there", function()
			if not pcall(function() return terrane.text {}:render { width = 8 } end) then return pending "no text in this build, or no fonts" end
			local settings = with { labels = true, tile_coloring = "uniform", tile_color1 = "1 1 1", marker_color = "0 0 0", counts = "2 2", marker_size = 0.5 }
			local layer = main(settings, 128)
			local function ink(x0, y0)
				local n, sx, sy = 0, 0, 0
				for y = y0, y0 + 63 do
					for x = x0, x0 + 63 do
						local i = 1 - layer:get(x, y)
						n, sx, sy = n + i, sx + i * (x - x0), sy + i * (y - y0)
					end
				end
				return n, sx / n, sy / n
			end
			for _, place in ipairs { { 0, 0 }, { 64, 0 }, { 0, 64 }, { 64, 64 } } do
				local n, x, y = ink(place[1], place[2])
				assert.is_true(n > 60 and math.abs(x - 31.5) < 5 and math.abs(y - 31.5) < 5, ("%s %s %s"):format(n, x, y))
			end
			settings.text_mode = "coordinates"
			assert.are_not.equal(layer:hash(), main(settings, 128):hash())
			-- a window has the letters of the whole
			local part = terrane.pattern(settings):render { width = 128, height = 128, window = { 37, 29, 50, 61 } }:layer "pattern"
			local whole = main(settings, 128)
			for y = 0, 60 do for x = 0, 49 do assert.are.equal(whole:get(37 + x, 29 + y), part:get(x, y)) end end
		end)
	end)

	describe("julia", function()
		-- one pixel at a number
		local function at(settings, x, y)
			settings.kind, settings.center, settings.zoom = "julia", ("%.17g %.17g"):format(x, y or 0), 1e6
			local image = render(settings, 1)
			return image:layer "pattern":get(0, 0), image:layer "pattern_inside":get(0, 0), image:layer "pattern_trap":get(0, 0)
		end

		it("counts smoothly how soon a number escapes", function()
			local v, inside = at({ c = "0 0" }, 2)
			assert.near(3 / 100, v, 1e-6) -- z = 2, 4, 16, 256
			assert.are.equal(0, inside)
			local full, stays, trap = at({ c = "0 0" }, 0.9)
			assert.are.same({ 1, 1 }, { full, stays })
			assert.near(0, trap, 1e-6)
			local before
			for x = 1.05, 21, 0.05 do
				local nu = at({ c = "0 0" }, x) * 100
				assert.is_true(not before or nu <= before + 1e-4, "it falls with the distance")
				before = nu
			end
			assert.are.equal(0, (at({ c = "0 0" }, 300)))
		end)

		it("knows the Mandelbrot set", function()
			local function mandelbrot(x) return at({ fractal = "mandelbrot" }, x) end
			local v, inside, trap = mandelbrot(-1)
			assert.are.same({ 1, 1, 0 }, { v, inside, trap })
			v, inside, trap = mandelbrot(0.5)
			assert.near(7.239629 / 100, v, 1e-6)
			assert.near(0.5, trap, 1e-6)
			v, inside, trap = mandelbrot(2)
			assert.near(3.607978 / 100, v, 1e-6)
			assert.are.equal(0, inside)
			assert.near(2, trap, 1e-5)
		end)

		it("is symmetric to the last bit", function()
			local julia, mandel = main({ kind = "julia" }, 65), main({ kind = "julia", fractal = "mandelbrot", center = "-0.5 0" }, 65)
			for y = 0, 64 do
				for x = 0, 64 do
					assert.are.equal(julia:get(x, y), julia:get(64 - x, 64 - y))
					assert.are.equal(mandel:get(x, y), mandel:get(x, 64 - y))
				end
			end
		end)
	end)

	describe("chladni", function()
		it("has its lines where the wave is 0", function()
			local image = render({ kind = "chladni", modes = "2 5" }, 129)
			local f = image:layer "pattern_value"
			for x = 0, 128 do assert.near(0, f:get(x, x), 1e-6) end
			local plus = render({ kind = "chladni", sign = "+", amplitude = 3, modes = "3 4" }, 1025):layer "pattern_value"
			assert.near(6, plus:get(0, 0), 1e-3)
			assert.are.equal(1, main({ kind = "chladni", modes = "3 3" }, 33):stats().min) -- 0 everywhere
			assert.are.equal(1, main({ kind = "chladni", amplitude = 0 }, 33):stats().min)
		end)

		it("draws them as wide as they are said to be", function()
			for _, width in ipairs { 1.5, 3, 8 } do
				local layer = main({ kind = "chladni", modes = "6 0", amplitude_ratio = 0, line_width = width }, 2400, 3)
				local sum = 0
				for x = 0, 2399 do sum = sum + layer:get(x, 1) end
				assert.near(6 * width, sum, 0.06)
			end
		end)

		it("has its other outputs", function()
			local f = render({ kind = "chladni", chladni_output = "signed" }, 40)
			assert.are.equal(f:layer "pattern_value":hash(), f:layer "pattern":hash())
			local absolute = main({ kind = "chladni", chladni_output = "absolute" }, 40)
			local hard = main({ kind = "chladni", chladni_output = "nodal_lines", threshold = 0.3, smoothing_width = 0 }, 40)
			for y = 0, 39 do
				for x = 0, 39 do
					local v = f:layer "pattern_value":get(x, y)
					assert.are.equal(math.abs(v), absolute:get(x, y))
					assert.are.equal(math.abs(v) < 0.3 and 1 or 0, hard:get(x, y))
				end
			end
		end)
	end)

	describe("knit", function()
		it("repeats by stitches, is mirrored, and has holes without ids", function()
			local image = render({ kind = "knit", counts = "4 4" }, 256)
			local layer, id, mask = image:layer "pattern", image:layer "pattern_id", image:layer "pattern_mask"
			assert.is_true(repeats(layer, 64, 0) and repeats(layer, 0, 64))
			for y = 0, 255 do
				for x = 0, 255 do
					assert.are.equal(layer:get(x, y), layer:get(255 - x, y))
					assert.are.equal(mask:get(x, y) == 0, id:get(x, y) == -1)
				end
			end
			assert.near(0.84, mask:stats().mean, 0.02)
			assert.near(0.991, layer:stats().max, 0.01)
		end)
	end)

	describe("weave", function()
		it("puts on top what its table says", function()
			local function share(weave, counts, size)
				local warp, n, up = render({ kind = "weave", weave = weave, counts = counts }, size):layer "pattern_warp", 0, 0
				local cells = tonumber(counts:match "%d+")
				local pitch = size / cells
				for j = 0, cells - 1 do
					for i = 0, cells - 1 do
						n, up = n + 1, up + warp:get(math.floor((i + 0.5) * pitch), math.floor((j + 0.5) * pitch))
					end
				end
				return up / n
			end
			assert.are.equal(0.5, share("plain", "8 8", 128))
			assert.are.equal(0.5, share("twill", "8 8", 128))
			assert.near(0.8, share("satin", "10 10", 160), 1e-6)
		end)

		it("is seamless, 1 at crossings, and covers what its threads do", function()
			for weave, at in pairs { plain = { "8 8", 256, 64 }, twill = { "8 8", 256, 128 }, satin = { "10 10", 320, 160 } } do
				local layer = main({ kind = "weave", weave = weave, counts = at[1] }, at[2])
				assert.is_true(repeats(layer, at[3], 0) and repeats(layer, 0, at[3]), weave)
			end
			local image = render({ kind = "weave", counts = "4 4", thread_width = 0.6, separate_widths = true, weft_width = 0.5 }, 260)
			assert.near(1 - 0.4 * 0.5, image:layer "pattern_mask":stats().mean, 1e-3)
			assert.near(1, image:layer "pattern":get(32, 32), 1e-6)
			local id = image:layer "pattern_id"
			assert.are.equal(-1, id:get(65, 65))
		end)

		it("reads a table of one's own, and says what it lacks", function()
			local table4 = terrane.image { up = terrane.layer { width = 64, height = 64, data = function(x) return x < 32 and 1 or 0 end } }
			local image = table4:pattern { kind = "weave", weave = "custom", weave_layer = "up", counts = "4 4" }:render()
			local warp = image:layer "pattern_warp"
			assert.are.same({ 1, 0 }, { warp:get(8, 8), warp:get(40, 8) })
			assert.is_truthy(image:layer "up")
			local ok, message = pcall(function() return terrane.pattern { kind = "weave", weave = "custom" }:render { width = 8 } end)
			assert.is_false(ok)
			assert.is_truthy(message:find("pattern: weave_layer: a custom weave needs a layer", 1, true), message)
		end)
	end)

	it("says which numbers it does not take", function()
		for name, case in pairs {
			counts = { { counts = "0 4" }, "counts: must be 0.001 to 32768 columns and rows, got '0 4'" },
			modes = { { modes = "20000 1" }, "modes: must be at most 10000 in size" },
			c = { { c = "1" }, "c: must be 2 numbers, got '1'" },
		} do
			local ok, message = pcall(terrane.pattern, case[1])
			assert.is_false(ok, name)
			assert.is_truthy(message:find(case[2], 1, true), message)
		end
	end)

	local all = {
		{ counts = "7.3 5" }, { kind = "tile", bond = "american", header_interval = 3 }, { kind = "tile", bond = "flemish", counts = "5 6" }, { kind = "cell", counts = "5 9", density = 0.7, lattice = "hexagonal" },
		{ kind = "cell", cell_metric = "chebyshev" }, { kind = "uv_grid", marker_type = "arrow", marker_coloring = "gradient" }, { kind = "julia" }, { kind = "chladni" },
		{ kind = "knit", counts = "7 5" }, { kind = "weave", weave = "satin", counts = "7 5" },
	}
	it("works at odd sizes", function()
		for _, settings in ipairs(all) do
			for _, size in ipairs { { 1, 1 }, { 1, 9 }, { 9, 1 }, { 2, 3 } } do
				local image = render(settings, size[1], size[2])
				for _, name in ipairs(image:layers()) do assert.are.equal(0, image:layer(name):stats().nan, name) end
			end
		end
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(runtime)
			local hashes = {}
			for _, settings in ipairs(all) do
				local image = render(settings, 157, 101)
				local names = image:layers()
				table.sort(names)
				for _, name in ipairs(names) do hashes[#hashes + 1] = image:layer(name):hash():sub(1, 6) end
			end
			assert.are.equal("a2166e 46bc38 e373ed e3cb5a 64b697 c31c2a cc6260 73b928 f8933d 37f2c6 251881 9db397 ba3338 17e0e6 e430a1 ca278c 3ed27a 2fca81 3b4f7a 690aa0 94204d 061990 c1639f 057762 2f5508 c91c1b 5f4571 bfbc5f 109728 8976b0 2756d6 6cf103 5619e7 eb72ed 6389df 85eff4 934e15 b20fd4 258aff 4a2265 b00a37 26c8bd", table.concat(hashes, " "), runtime)
		end)
	end)
end)
