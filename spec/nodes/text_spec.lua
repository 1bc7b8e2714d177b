local terrane = require "terrane"
local maps = require "maps"

local function render(settings, width, height) return terrane.text(settings):render { width = width or 128, height = height or width or 64 } end
local function fail(settings) return maps.failure(function() return render(settings) end) end

describe("text without a letter", function() -- needs no font
	it("is a mask of zeros", function()
		local image = render({ text = "", font = "No Such Font" }, 9, 7)
		assert.same({ "text" }, image:layers())
		assert.same({ 0, 0 }, { image:layer("text"):stats().max, image:layer("text"):stats().nan })
	end)

	it("refuses what cannot be meant", function()
		assert.matches("text: position: must be 2 numbers, got '0.5'", fail { position = "0.5" })
		assert.matches("text: position: 1e%+30 is more than 1e24", fail { position = { 0, 1e30 } })
		assert.matches("text: color: must be 3 numbers, got '1 1'", fail { color = "1 1" })
		assert.matches("text: out_layer: 'C' is composite_layer too", fail { composite_layer = "C", out_layer = "C" })
		assert.matches("text: text: is not valid UTF%-8", fail { text = "\255" })
		assert.matches("text: size: must be within 1 and 4096, got 4097", fail { size = 4097 })
	end)

	it("takes its size, and leaves layers alone", function()
		local land = maps.image(11, 7, maps.rough(3, 4))
		local image = land:text { text = "", resolution_x = 99 }:render()
		assert.same({ 11, 7 }, { image.width, image.height })
		assert.equal(land:layer("C"):hash(), image:layer("C"):hash())
		image = terrane.text({ text = "", resolution_x = 20, resolution_y = 6 }):render()
		assert.same({ 20, 6 }, { image.width, image.height })
		assert.matches("text: makes no layer", fail { text = "", out_layer = "" })
	end)
end)

local versions, missing = terrane.runtime():text_version()
it("says what draws text, or what is missing", function()
	if versions then assert.matches("^FreeType 2%.%d+%.%d+, HarfBuzz %d+%.%d+%.%d+, Fontconfig 2%.%d+%.%d+$", versions)
	else
		assert.matches("install libfreetype%-dev, libfontconfig%-dev and libharfbuzz%-dev", missing)
		assert.matches("text: font: Terrane was built without text; install ", fail {})
	end
end)
local FONT = "DejaVu Sans"
local shalom = "\215\169\215\156\215\149\215\157" -- from the right
if not versions or not pcall(render, { font = FONT }, 4, 4) then
	return pending("text with letters: " .. (versions and "DejaVu Sans is not installed" or "built without text"))
end

local function mask(settings, width, height)
	settings.font = settings.font or FONT
	return render(settings, width, height):layer(settings.out_layer or "text")
end
local function at(x, y, width, height) return { x / (width or 128), y / (height or 64) } end -- as a position, in pixels
-- columns and rows of ink: left, bottom, right, top
local function ink(layer)
	local l, b, r, t = math.huge, math.huge, -1, -1
	maps.each(layer, function(value, x, y)
		if value > 0 then l, b, r, t = math.min(l, x), math.min(b, y), math.max(r, x), math.max(t, y) end
	end)
	return l, b, r, t
end

describe("text", function()
	it("is covered area, from 0 to 1 in steps of 1/255", function()
		local layer = mask { text = "Wave & Ågå", size = 30 }
		local s, between = layer:stats(), 0
		assert.same({ 0, 1, 0 }, { s.min, s.max, s.nan })
		maps.each(layer, function(value)
			assert.is_true(math.abs(value * 255 - math.floor(value * 255 + 0.5)) < 1e-4)
			if value > 0 and value < 1 then between = between + 1 end
		end)
		assert.is_true(between > 100)
		-- a full block covers as much as its outline is large: 1575 x 2048 units in this font, whose em is 2048
		local block = mask({ text = "█", size = 64, position = at(20, 100, 128, 128) }, 128, 128)
		local l, b, r, t = ink(block)
		assert.is_true(r - l >= 48 and t - b >= 63)
	end)

	it("moves by whole pixels without another bit", function()
		local one, two = mask { text = "Wave", size = 24, position = at(10, 20) }, mask { text = "Wave", size = 24, position = at(27, 49) }
		local differ, total = 0, 0
		maps.each(one, function(value, x, y)
			total = total + value
			if x + 17 < 128 and y + 29 < 64 and two:get(x + 17, y + 29) ~= value then differ = differ + 1 end
		end)
		assert.equal(0, differ)
		assert.is_true(total > 100)
	end)

	it("is the same in a smaller image, as far as that goes", function()
		local large, small = mask { text = "Wave", size = 24, position = at(60, 40) }, mask({ text = "Wave", size = 24, position = at(60, 40, 100, 50) }, 100, 50)
		maps.each(small, function(value, x, y) assert.equal(large:get(x, y), value) end)
		assert.is_true(small:stats().max == 1)
	end)

	it("sets lines spacing times size apart", function()
		local both = mask { text = "Hi\nyo", size = 20, spacing = 1.25, position = at(20, 60), valign = "top" }
		local first = mask { text = "Hi", size = 20, position = at(20, 60), valign = "top" }
		local second = mask { text = "yo", size = 20, position = at(20, 35), valign = "top" }
		maps.each(both, function(value, x, y) assert.equal(math.max(first:get(x, y), second:get(x, y)), value) end)
		assert.is_true(first:stats().sum > 50 and second:stats().sum > 50)
	end)

	it("grows with the square of its size", function()
		local s = mask({ text = "Rock", size = 50 }, 320, 128):stats().sum
		assert.is_true(math.abs(mask({ text = "Rock", size = 100, position = "0.1 0.5" }, 320, 128):stats().sum / s - 4) < 0.04)
	end)

	it("stands left, right, above and below its position", function()
		local l, b, r, t = ink(mask { text = "H", size = 30, position = "0.5 0.5", align = "right", valign = "top" })
		assert.is_true(r < 64 and t < 32 and l > 30 and b >= 0)
		l, b = ink(mask { text = "H", size = 30, position = "0.5 0.5", align = "left", valign = "bottom" })
		assert.is_true(l >= 64 and b >= 32)
		-- DejaVu Sans at 64: 60 above the baseline and 16 below; an H stands on it
		l, b = ink(mask({ text = "H", size = 64, position = at(0, 100, 128, 128), valign = "top" }, 128, 128))
		assert.equal(40, b)
		l, b = ink(mask({ text = "H", size = 64, position = at(0, 10, 128, 128), valign = "bottom" }, 128, 128))
		assert.equal(26, b)
		l, b = ink(mask({ text = "H", size = 64, position = at(0, 50, 128, 128), valign = "center" }, 128, 128))
		assert.equal(28, b)
	end)

	it("has the middle of its advances at the position", function()
		-- twice half the width: between the beginnings of a line that ends there, and of one that begins there
		for _, word in ipairs { "center", "a", "odd width" } do
			local function left(align) return (ink(mask({ text = word, size = 17, position = "0.5 0.5", align = align }, 256, 40))) end
			local l, c, r = left "left", left "center", left "right"
			assert.is_true(math.abs((l - c) - (c - r)) <= 1, word)
		end
		local l = ink(mask { text = "long line\nx", size = 12, position = at(64, 32), align = "center", valign = "top" })
		local single = ink(mask { text = "long line", size = 12, position = at(64, 32), align = "center", valign = "top" })
		assert.equal(single, l)
	end)

	it("counts a line feed at the end", function()
		local _, with = ink(mask({ text = "x\n", size = 40, position = at(10, 0), valign = "bottom" }, 128, 128))
		local _, without = ink(mask({ text = "x", size = 40, position = at(10, 0), valign = "bottom" }, 128, 128))
		assert.equal(48, with - without)
	end)

	it("kerns", function()
		local function right(word) local _, _, r = ink(mask({ text = word, size = 64, position = "0 0.5" }, 200, 90)) return r end
		local apart = right "A\226\128\140V" -- what keeps letters from joining keeps them from nothing else
		assert.is_true(right "AV" <= apart and right "AV" < right "A" + right "V")
		assert.is_true(right "VV" - right "AV" >= 3) -- V and A are as wide, and two V do not kern
	end)

	it("shows what the font lacks, and drops control characters", function()
		local one, two = mask { text = "\238\128\128" }, mask { text = "\238\128\129" }
		assert.equal(one:hash(), two:hash())
		assert.is_true(one:stats().sum > 50)
		assert.equal(mask({ text = "ab", size = 20 }):hash(), mask({ text = "a\r\1b\127", size = 20 }):hash())
		assert.equal(mask({ text = "a    b", size = 20 }):hash(), mask({ text = "a\tb", size = 20 }):hash())
		assert.equal(mask({ text = "é", size = 40 }):hash(), mask({ text = "e\204\129", size = 40 }):hash())
	end)

	it("writes from the right where its letters do", function()
		local reversed = "\215\157\215\149\215\156\215\169"
		local l, _, r = ink(mask { text = shalom, size = 30, position = at(10, 32) })
		local l2, _, r2 = ink(mask { text = reversed, size = 30, position = at(10, 32) })
		assert.is_true(math.abs((r - l) - (r2 - l2)) <= 2) -- the same letters the other way
		assert.not_equal(mask({ text = shalom, size = 30 }):hash(), mask({ text = reversed, size = 30 }):hash())
	end)

	it("may be outside, or larger than the image", function()
		for _, position in ipairs { "-5 0.5", "9 9", "0.5 -1e9", "1e24 -1e24", "-1e24 0" } do
			assert.equal(0, mask({ text = "far", size = 20, position = position }, 16, 16):stats().max)
		end
		assert.equal(1, mask({ text = "█", size = 4096, position = "-1000 0.5", valign = "center" }, 1, 1):stats().max)
		assert.is_true(mask({ text = ("W"):rep(4000), size = 300, position = "-0.3 0.5" }, 64, 64):stats().max > 0)
		assert.equal(0, mask({ text = ("\n"):rep(4096), size = 4096, spacing = 10 }, 16, 16):stats().max)
		local pixels = 0
		for x = 0, 5 do pixels = pixels + mask({ text = "I", size = 6, position = { 0.5, -x } }, 6, 1):stats().sum end
		assert.is_true(pixels > 0)
		assert.equal(0, mask({ text = "I", size = 1, position = { -0.5, 3 } }, 1, 1):stats().nan)
	end)

	it("makes any part of an image, and of the plane around it", function()
		local rt = terrane.runtime { cache = 1 } -- each is made anew
		local node = rt:text { text = "Window\nof שלום", font = FONT, size = 37, position = "0.1 0.6", composite_layer = "C", color = "0.2 1 3" }
		local whole = node:render { width = 150, height = 90 }
		for _, w in ipairs { { 0, 0, 1, 1 }, { 31, 20, 40, 33 }, { 149, 89, 1, 1 }, { 20, 0, 1, 90 }, { 0, 50, 150, 1 }, { 75, 10, 75, 80 }, { 25, 4, 75, 19 }, { 26, 0, 9, 90 }, { 40, 50, 20, 9 } } do
			local piece = node:render { width = 150, height = 90, window = w }
			for _, name in ipairs { "text", "C" } do
				maps.each(piece:layer(name), function(value, x, y) assert.equal(whole:layer(name):get(x + w[1], y + w[2]), value) end)
			end
		end
		assert.same({}, node:check_tiles())
		local far = rt:text { text = "Window", font = FONT, size = 37, position = { 1000000, -3 } }
		local near = rt:text { text = "Window", font = FONT, size = 37, position = { 0, 0 } }
		assert.equal(near:tile { size = 64, x = 0, y = 0, width = 64, unbounded = true }:layer("text"):hash(), far:tile { size = 64, x = 1000000, y = -3, width = 64, unbounded = true }:layer("text"):hash())
	end)

	it("lays its colour over a layer", function()
		local land = terrane.image { C = terrane.layer { width = 40, height = 30, channels = 4, data = function(x, y, c) return x / 8 - y / 4 + c end } }
		local image = land:text { text = "Aa", size = 30, font = FONT, composite_layer = "C", color = "3 -2 0.25", position = "0 0.5" }:render()
		local m, C, color = image:layer "text", image:layer "C", { 3, -2, 0.25 }
		local inside = 0
		maps.each(m, function(share, x, y)
			if share > 0 and share < 1 then inside = inside + 1 end
			for c = 1, 4 do
				local a = x / 8 - y / 4 + c
				local want = c < 4 and a + (color[c] - a) * share or a
				assert.is_true(math.abs(C:get(x, y, c) - want) <= 2 ^ -20 * math.abs(want))
				if share == 0 or c == 4 then assert.equal(a, C:get(x, y, c)) elseif share == 1 then assert.equal(color[c], C:get(x, y, c)) end
			end
		end)
		assert.is_true(inside > 30)
		local one = maps.image(40, 30, function() return 5 end):text { text = "█", size = 60, font = FONT, composite_layer = "C", color = "7 8 9" }:render():layer "C"
		assert.same({ 1, 5, 7 }, { one.channels, one:stats().min, one:stats().max })
		local made = render({ text = "█", size = 60, font = FONT, composite_layer = "ink", color = "7 8 9", out_layer = "" }, 40, 30)
		assert.same({ "ink" }, made:layers())
		assert.same({ 3, 0, 8 }, { made:layer("ink").channels, made:layer("ink"):stats(2).min, made:layer("ink"):stats(2).max })
	end)

	it("leaves voids where it does not write", function()
		local land = maps.image(40, 30, function() return 0 / 0 end)
		local C = land:text { text = "█", size = 60, font = FONT, composite_layer = "C", position = "0.5 0.5" }:render():layer "C"
		local s = C:stats()
		assert.is_true(s.nan > 300 and s.nan < 1100)
		assert.same({ 1, 1 }, { s.min, s.max })
	end)

	it("finds fonts by any of their names", function()
		local plain = mask { text = "Ag", size = 40 }
		assert.equal(plain:hash(), mask({ text = "Ag", size = 40, font = "dejavu sans" }):hash())
		assert.equal(plain:hash(), mask({ text = "Ag", size = 40, font = "DejaVuSans" }):hash())
		for _, name in ipairs { "", "sans-serif", "serif", "monospace" } do assert.is_true(mask({ text = "Ag", font = name }):stats().sum > 50) end
		assert.matches("text: font: no font 'No Such Font' is installed", fail { font = "No Such Font" })
		assert.matches("text: font: nowhere/a.ttf: cannot be opened: ", fail { font = "nowhere/a.ttf" })
		assert.matches("text: font: spec/nodes/text_spec.lua: no TrueType or OpenType font", fail { font = "spec/nodes/text_spec.lua" })
	end)

	it("gives the same bytes for any number of threads and on any CPU level", function()
		local hashes = {}
		maps.each_runtime(function()
			local image = render({ text = "Same\nمرحبا 12", font = FONT, size = 33, composite_layer = "C", color = "0.3 0.2 0.1" }, 203, 101)
			hashes[image:layer("text"):hash() .. image:layer("C"):hash()] = true
		end)
		local count = 0
		for _ in pairs(hashes) do count = count + 1 end
		assert.equal(1, count)
	end)
end)

describe("a font file", function()
	local file = io.open("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "rb")
	if not file then return pending "DejaVuSans.ttf is not where Debian has it" end
	local bytes = file:read "*a"
	file:close()
	local path = os.tmpname()
	os.remove(path)
	path = path .. ".ttf"
	local function write(text)
		local out = assert(io.open(path, "wb"))
		assert(out:write(text))
		out:close()
	end
	teardown(function() os.remove(path) end)

	it("draws as it does where it is installed", function()
		write(bytes)
		assert.equal(mask({ text = "Ag" }):hash(), mask({ text = "Ag", font = path }):hash())
	end)

	it("is part of the node's identity", function()
		write(bytes)
		local node = terrane.text { text = "Ag", font = path }
		local before = node:render { width = 64 }:layer("text"):hash()
		local other = assert(io.open("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", "rb"))
		write(other:read "*a")
		other:close()
		assert.not_equal(before, node:render { width = 64 }:layer("text"):hash())
		write(bytes)
		assert.equal(before, node:render { width = 64 }:layer("text"):hash())
	end)

	it("that is cut short is an error, but for tables at its end that need not be there", function()
		local refused = 0
		for part = 0, 19 do
			write(bytes:sub(1, math.floor(#bytes * part / 20)))
			local ok, message = pcall(mask, { text = "Äg " .. shalom, font = path })
			if not ok then
				refused = refused + 1
				assert.is_truthy(message:find("text: font: " .. path .. ": damaged", 1, true) or message:find("no TrueType", 1, true), message)
			end
		end
		assert.is_true(refused >= 15, refused)
	end)

	it("whose bytes are not what they were draws, or is an error", function()
		local state = 5
		local function random(n) state = (state * 69069 + 12345) % 4294967296 return math.floor(state / 65536) % n end
		for i = 1, 60 do
			local at = 1 + (i % 2 == 0 and random(400) or math.floor(#bytes / 65536 * random(65536)))
			write(bytes:sub(1, at - 1) .. string.char(random(256), random(256)) .. bytes:sub(at + 2))
			local ok, message = pcall(mask, { text = "Äg " .. shalom, font = path, size = 20 })
			assert.is_true(ok or message:find("text: font: ", 1, true) ~= nil, message)
		end
	end)

	it("survives failed allocations", function()
		write(bytes)
		maps.survives_failed_allocations(function()
			return terrane.text { text = "Two\nسلام", font = path, composite_layer = "C", resolution_x = 20, resolution_y = 20 }
		end)
	end)
end)
