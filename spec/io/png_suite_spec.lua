-- Reads the files of a test collection, where one is at hand: PngSuite, libpng's and other decoders' own, and one height
-- field written in many ways, each with the samples that libpng hands out. Palettes come expanded; they are taken back to
-- indices through the palette of the file for the comparison.

local terrane = require "terrane"
local json = require "dkjson"

local folder = (os.getenv "TERRANE_SHARED" or "../shared") .. "/data/png/"

local function slurp(path)
	local file = io.open(path, "rb")
	if not file then return nil end
	local text = file:read "*a"
	file:close()
	return text
end

local index_text = slurp(folder .. "index.json")

-- the colours of a file's palette, as strings of bytes, and the index of each
local function palette_of(bytes)
	local at, colours, alpha = 9, "", nil
	while at + 8 <= #bytes do
		local a, b, c, d = bytes:byte(at, at + 3)
		local size, name = ((a * 256 + b) * 256 + c) * 256 + d, bytes:sub(at + 4, at + 7)
		if name == "PLTE" then colours = bytes:sub(at + 8, at + 7 + size) end
		if name == "tRNS" then alpha = bytes:sub(at + 8, at + 7 + size) end
		at = at + 12 + size
	end
	local index = {}
	for i = 0, #colours / 3 - 1 do
		local colour = colours:sub(3 * i + 1, 3 * i + 3)
		if alpha then colour = colour .. (i < #alpha and alpha:sub(i + 1, i + 1) or "\255") end
		index[colour] = i
	end
	return index
end

-- how a file holds a sample, little-endian
local function codes(bytes)
	return setmetatable({}, { __index = function(known, v)
		known[v] = bytes == 2 and string.char(v % 256, math.floor(v / 256)) or string.char(v)
		return known[v]
	end })
end
local code = { [8] = codes(1), [16] = codes(2) }

-- the layer's rows from the top, channels interleaved, as the samples of a file
local function samples_of(layer, bits, index)
	local w, h, n = layer.width, layer.height, layer.channels
	local as, values, out = code[bits == 16 and 16 or 8], layer:totable(), {}
	for y = h - 1, 0, -1 do
		for x = 1, w do
			local pixel = {}
			for c = 0, n - 1 do pixel[c + 1] = values[(c * h + y) * w + x] end
			if index then
				for c = 1, n do pixel[c] = code[8][pixel[c]] end
				pixel = { index[table.concat(pixel)] }
			end
			for c = 1, #pixel do out[#out + 1] = as[pixel[c]] end
		end
	end
	return table.concat(out)
end

describe("a collection of PNG files", function()
	if not index_text then
		pending("is not at hand: " .. folder .. "index.json")
		return
	end
	local index = json.decode(index_text)
	local names = {}
	for name in pairs(index) do names[#names + 1] = name end
	table.sort(names)

	it("has files to read and files to refuse", function() assert.is_true(#names > 170) end)

	local read = {} -- name -> packed samples, hashed together at the end: one process instead of many
	for _, name in ipairs(names) do
		local listed = index[name]
		local want = listed.decoded
		it((want and "reads " or "refuses ") .. name, function()
			local image, message = terrane.read(folder .. name, { raw = true })
			if not want then
				assert.is_nil(image)
				assert.is_truthy(message:find(name:match "[^/]+$", 1, true), message)
				return
			end
			assert.is_nil(message)
			local layer = image:layer "C"
			local index_of = want.palette and palette_of(slurp(folder .. name))
			local channels = index_of and 1 or layer.channels
			assert.are.same({ want.width, want.height, want.channels }, { layer.width, layer.height, channels })
			for c = 1, index_of and 0 or channels do
				local stats = layer:stats(c)
				assert.are.same({ want.min[c], want.max[c] }, { stats.min, stats.max })
				assert.is_true(math.abs(stats.mean - want.mean[c]) <= 0.0001, "the mean is " .. stats.mean)
			end
			read[name] = samples_of(layer, want.bits, index_of)
		end)
	end

	it("gives the samples that are listed, to the last bit", function()
		local where = os.tmpname()
		os.remove(where)
		assert(os.execute("mkdir -m 700 " .. where))
		local done = {}
		for _, name in ipairs(names) do
			if read[name] then
				done[#done + 1] = name
				local file = assert(io.open(("%s/%03d"):format(where, #done), "wb"))
				file:write(read[name])
				file:close()
			end
		end
		local pipe = assert(io.popen("cd " .. where .. " && sha256sum [0-9]*"))
		local sums = {}
		for line in pipe:lines() do
			local sum, number = line:match "^(%x+)%s+(%d+)$"
			sums[tonumber(number)] = sum
		end
		pipe:close()
		os.execute("rm -r " .. where)
		assert.is_true(#done > 140)
		for i, name in ipairs(done) do assert.are.equal(index[name].decoded.sha256_le, sums[i], name) end
	end)

	it("turns a palette the right way up: the colour counts, not the index", function()
		local heights = slurp(folder .. "family_rainier_97x61/ref.u16")
		local layer = assert(terrane.read(folder .. "family_rainier_97x61/palette_grey_reversed.png", { raw = true })):layer "C"
		for i = 0, 97 * 61 - 1, 97 do -- the first column, from the top
			assert.are.equal(heights:byte(2 * i + 2), layer:get(0, layer.height - 1 - i / 97))
		end
	end)
end)
