-- pictures.lua - draws the pictures of the node reference from their recipes in docs/pictures.lua. scripts/docs writes them,
-- spec/docs_spec.lua asks whether those that are there are fresh.
local terrane = require "terrane"
local recipes = dofile "docs/pictures.lua"

local pictures = { folder = "docs/nodes/images/" }
local WIDTH, HEIGHT, COLOURS = 180, 120, 48
local VOID = { 0.85, 0.35, 0.55 }
local FIELDS = { layer = true, show = true, range = true, colours = true, zoom = true, varies = true }

-- What recipes take as an input: { name, text }.
pictures.inputs = {}

local environment = setmetatable({}, { __index = terrane })
local function evaluate(text, where)
	local chunk, message = load("return " .. text, "=" .. where, "t", environment)
	if not chunk then error(message, 0) end
	return chunk()
end
for _, input in ipairs(recipes.inputs) do
	local name, text = input[1], input[2]
	environment[name] = evaluate(text, "docs/pictures.lua: inputs." .. name)
	pictures.inputs[#pictures.inputs + 1] = { name = name, text = text }
end

---------------------------------------------------------------------------------------
-- ways to show a layer: each returns red, green and blue of every pixel, 0 to 1
---------------------------------------------------------------------------------------

local function each(layer, channel, f)
	local values = layer:totable(channel)
	for i = 1, #values do values[i] = f(values[i]) end
	return values
end

local function scaled(lo, hi)
	local over = hi > lo and 1 / (hi - lo) or 0
	return function(v) return (v - lo) * over end
end

local ways = {}

-- Black to white over `range`, or from the lowest to the highest value; voids pink.
function ways.grey(image, name, range)
	local layer = image:layer(name)
	local s = layer:stats(1)
	local grey = each(layer, 1, scaled(range and range[1] or s.min, range and range[2] or s.max))
	if s.nan == 0 then return grey, grey, grey end
	local planes = {}
	for c = 1, 3 do
		planes[c] = {}
		for i = 1, #grey do planes[c][i] = grey[i] == grey[i] and grey[i] or VOID[c] end
	end
	return planes[1], planes[2], planes[3]
end

-- Red, green and blue as they are, or over `range`.
function ways.colour(image, name, range)
	local layer, scale = image:layer(name), scaled(range and range[1] or 0, range and range[2] or 1)
	return each(layer, 1, scale), each(layer, 2, scale), each(layer, 3, scale)
end

-- Channels as red, green and blue, 0 in the middle: vectors and normals.
function ways.vectors(image, name, range)
	local layer, most = image:layer(name), 0
	for c = 1, layer.channels do
		local s = layer:stats(c)
		most = math.max(most, -s.min, s.max)
	end
	local scale = scaled(range and range[1] or -most, range and range[2] or most)
	local function plane(c)
		if c <= layer.channels then return each(layer, c, scale) end
		return each(layer, 1, function() return 0.5 end)
	end
	return plane(1), plane(2), plane(3)
end

-- Distances from an outline: warm inside, cool outside, with lines of equal distance `range[1]` apart.
function ways.distance(image, name, range)
	local step = range and range[1] or 0.05
	local values = image:layer(name):totable(1)
	local r, g, b = {}, {}, {}
	for i, d in ipairs(values) do
		local place = math.abs(d) / step
		local tone = 0.55 + 0.35 * (2 * math.abs(place % 1 - 0.5)) ^ 2
		if math.abs(d) < step / 8 then tone = 1.3 end
		r[i], g[i], b[i] = tone * (d < 0 and 1 or 0.62), tone * 0.8, tone * (d < 0 and 0.55 or 1)
	end
	return r, g, b
end

-- Ids: a colour for each.
function ways.ids(image, name)
	local colours = image:random { mode = "id", id_layer = name, range_values = "min_max", range_min = "0.1 0.15 0.1", range_max = "0.95 1 0.95" }
	return ways.colour(colours:render(), "random")
end

-- A shaded relief, as the node `shade` makes it.
function ways.relief(image, name)
	return ways.colour(image:shade { layer = name, keep_layers = false }:render(), "preview")
end

-- The same without colours.
function ways.form(image, name)
	return ways.colour(image:shade { layer = name, keep_layers = false, tint = "none" }:render(), "preview")
end

local rows = {} -- of each node
for _, row in ipairs(recipes.pictures) do
	for field in pairs(row) do
		if field ~= 1 and field ~= 2 and not FIELDS[field] then
			error(("docs/pictures.lua: %s: there is no field '%s'"):format(row[1], field), 0)
		end
	end
	rows[row[1]] = rows[row[1]] or {}
	table.insert(rows[row[1]], row)
end

local function usual_way(layer)
	return layer.type == "i32" and "ids" or layer.channels == 2 and "vectors" or layer.channels > 2 and "colour" or "grey"
end

---------------------------------------------------------------------------------------
-- few colours, so that files are small
---------------------------------------------------------------------------------------

-- Boxes of colours are halved at the median of their longest side (Heckbert 1982). `colours`: {r, g, b, count} with 0 to 255.
local function median_cut(colours, most)
	local function measured(list)
		local box, longest = { list = list }, -1
		for c = 1, 3 do
			local lo, hi = 255, 0
			for _, colour in ipairs(list) do
				lo, hi = math.min(lo, colour[c]), math.max(hi, colour[c])
			end
			if hi - lo > longest then longest, box.axis = hi - lo, c end
		end
		box.length = longest
		return box
	end
	local boxes = { measured(colours) }
	while #boxes < most do
		local widest
		for i, box in ipairs(boxes) do
			if box.length > 0 and (not widest or box.length > boxes[widest].length) then widest = i end
		end
		if not widest then break end
		local box = boxes[widest]
		local a, b, c = box.axis, box.axis % 3 + 1, (box.axis + 1) % 3 + 1
		table.sort(box.list, function(p, q)
			if p[a] ~= q[a] then return p[a] < q[a] end
			if p[b] ~= q[b] then return p[b] < q[b] end
			return p[c] < q[c]
		end)
		local total, sum, cut = 0, 0, 1
		for _, colour in ipairs(box.list) do total = total + colour[4] end
		for i, colour in ipairs(box.list) do
			sum = sum + colour[4]
			if 2 * sum >= total then cut = math.max(1, math.min(i, #box.list - 1)) break end
		end
		boxes[widest] = measured(table.move(box.list, 1, cut, 1, {}))
		boxes[#boxes + 1] = measured(table.move(box.list, cut + 1, #box.list, 1, {}))
	end
	return boxes
end

local function byte(v)
	return v ~= v and 0 or v <= 0 and 0 or v >= 1 and 255 or (v * 255 + 0.5) // 1 | 0
end

-- A palette of at most so many {r, g, b} from dark to light, and each pixel's place in it.
local function few_colours(r, g, b, zoom, width, height, most)
	local colours, by_key, pixels = {}, {}, {}
	for i = 1, width * height do
		local x, y, z = byte(r[i]), byte(g[i]), byte(b[i])
		local key = x << 16 | y << 8 | z
		local colour = by_key[key]
		if not colour then
			colour = { x, y, z, 0 }
			by_key[key], colours[#colours + 1] = colour, colour
		end
		colour[4] = colour[4] + 1
		pixels[i] = colour
	end
	local palette = {}
	for i, box in ipairs(median_cut(colours, most)) do
		local sum, count = { 0, 0, 0 }, 0
		for _, colour in ipairs(box.list) do
			for c = 1, 3 do sum[c] = sum[c] + colour[c] * colour[4] end
			count = count + colour[4]
		end
		local mean = {}
		for c = 1, 3 do mean[c] = (2 * sum[c] + count) // (2 * count) end
		palette[i] = mean
		for _, colour in ipairs(box.list) do colour.entry = mean end
	end
	table.sort(palette, function(p, q)
		local light, other = 2 * p[1] + 5 * p[2] + p[3], 2 * q[1] + 5 * q[2] + q[3]
		if light ~= other then return light < other end
		if p[1] ~= q[1] then return p[1] < q[1] end
		return p[2] < q[2]
	end)
	for i, entry in ipairs(palette) do entry.place = i - 1 end
	local places, n = {}, 0
	for y = 0, height * zoom - 1 do
		local row = y // zoom * width + 1
		for x = 0, width * zoom - 1 do
			n = n + 1
			places[n] = pixels[row + x // zoom].entry.place
		end
	end
	return palette, places
end

---------------------------------------------------------------------------------------
-- PNG files with a palette: the module writes grey ones
---------------------------------------------------------------------------------------

local function crc32(text)
	local crc = 0xffffffff
	for i = 1, #text do
		crc = crc ~ text:byte(i)
		for _ = 1, 8 do crc = crc >> 1 ~ (crc & 1) * 0xedb88320 end
	end
	return crc ~ 0xffffffff
end

local function chunk(kind, body)
	return string.pack(">I4", #body) .. kind .. body .. string.pack(">I4", crc32(kind .. body))
end

local function write(path, picture)
	assert(picture.places:write(path, { format = "png", bits = 8, range = { 0, 255 }, level = 9, sidecar = false }))
	local file = assert(io.open(path, "rb"))
	local grey = file:read "*a"
	file:close()
	local header, rest = grey:sub(17, 29), grey:sub(34) -- behind the signature and the chunk's length and name; behind it and its checksum
	local palette = {}
	for i, c in ipairs(picture.palette) do palette[i] = string.char(c[1], c[2], c[3]) end
	file = assert(io.open(path, "wb"))
	assert(file:write(grey:sub(1, 8), chunk("IHDR", header:sub(1, 9) .. "\3" .. header:sub(11)), chunk("PLTE", table.concat(palette)), rest))
	assert(file:close())
end

---------------------------------------------------------------------------------------
-- what the reference is made with
---------------------------------------------------------------------------------------

--- The pictures of a node type: each has `path`, `file` (below docs/nodes/), `recipe`, `layer` where the row names one, and the
--- inputs it `uses`. Nil and what is missing where there are none.
function pictures.of(id)
	local list, count = {}, #(rows[id] or {})
	if count < 2 then
		return nil, ("docs/pictures.lua has no picture of %s of node '%s': add it there, run scripts/docs, and look at %s%s-%d.png"):format(
			count == 0 and "the defaults" or "a telling variation", id, pictures.folder, id, count + 1)
	end
	for i, row in ipairs(rows[id]) do
		local name = ("%s-%d.png"):format(id, i)
		list[i] = { file = "images/" .. name, path = pictures.folder .. name, recipe = row[2], layer = row.layer, row = row, uses = {} }
		for _, input in ipairs(pictures.inputs) do
			if row[2]:find("%f[%w_]" .. input.name .. "%f[^%w_]") then table.insert(list[i].uses, input) end
		end
	end
	return list
end

--- Names of the nodes in docs/pictures.lua that are none.
function pictures.strange(nodes)
	local left = {}
	for id in pairs(rows) do left[id] = true end
	for _, node in ipairs(nodes) do left[node.id] = nil end
	local names = {}
	for id in pairs(left) do names[#names + 1] = id end
	table.sort(names)
	return names
end

--- Paths of the files in the folder.
function pictures.files()
	local list = {}
	local pipe = assert(io.popen("ls " .. pictures.folder))
	for name in pipe:lines() do list[#list + 1] = pictures.folder .. name end
	pipe:close()
	return list
end

local function draw(picture)
	local row, where = picture.row, "docs/pictures.lua: " .. picture.file
	local zoom = row.zoom or 1
	local node = evaluate(picture.recipe, where)
	local image = node:render { width = WIDTH // zoom, height = HEIGHT // zoom }
	local name = row.layer or image:layer "C" and "C" or image:layers()[1]
	local layer = image:layer(name)
	if not layer then error(("%s: there is no layer '%s', only %s"):format(where, name, table.concat(image:layers(), ", ")), 0) end
	local way = ways[row.show or usual_way(layer)]
	if not way then error(("%s: nothing is shown as '%s'"):format(where, row.show), 0) end
	local r, g, b = way(image, name, row.range)
	local width, height = image.width, image.height
	local palette, places = few_colours(r, g, b, zoom, width, height, row.colours or COLOURS)
	local colours, count = {}, #places
	for i, place in ipairs(places) do
		local c = palette[place + 1]
		colours[i], colours[i + count], colours[i + 2 * count] = c[1], c[2], c[3]
	end
	width, height = width * zoom, height * zoom
	return {
		node = node, palette = palette, places = terrane.layer { width = width, height = height, data = places },
		colours = terrane.layer { width = width, height = height, channels = 3, data = colours },
	}
end

--- Draws it: the recipe's node, a palette, a layer of places in it, and a layer of the colours (0 to 255) that the file shall show.
--- Nil and why where a picture that varies between machines cannot be drawn on this one.
function pictures.draw(picture)
	if not picture.row.varies then return draw(picture) end
	local ok, drawn = pcall(draw, picture)
	return ok and drawn or nil, drawn
end

--- Whether the file shows what was drawn: pixels count, not how they are packed. Of what varies between machines the size counts.
function pictures.fresh(picture, drawn)
	local image = terrane.read(picture.path, { raw = true })
	local layer = image and image:layer "C"
	if not layer or not drawn then return layer ~= nil and picture.row.varies ~= nil end
	if layer.width ~= drawn.colours.width or layer.height ~= drawn.colours.height then return false end
	return picture.row.varies ~= nil or layer:hash() == drawn.colours:hash()
end

pictures.write = write
return pictures
