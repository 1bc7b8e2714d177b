-- export.lua - how the program writes what a recipe made. Each layer is one file; its numbers decide which:
--
--   one channel            16-bit PNG and sidecar. Values within 0 ... 1 that reach above a half keep that range, so that
--                          masks stay masks; others have their least and greatest value as the range.
--   two to four channels   8-bit PNG where all values lie within 0 ... 1; with the range -1 ... 1 and a sidecar where
--                          they lie within that, as normals do; else 16-bit PNG and sidecar with the values' range.
--   whole numbers          PNG of the numbers as they are, of 8 or 16 bits; raw int32 (.i32) where they need more.
--   with voids (NaN)       raw float32 (.r32) and sidecar, for one channel.
local json = require "terrane.json"
local export = {}

-- Writes a small text so that it appears under its name only when it is complete. True, or nil and a message.
function export.write_text(path, text)
	local part = path .. ".part"
	local file, message = io.open(part, "wb")
	if not file then return nil, message end
	local ok
	ok, message = file:write(text)
	local closed, close_message = file:close()
	if ok and closed then
		if package.config:sub(1, 1) == "\\" then os.remove(path) end -- there, rename does not replace
		ok, message = os.rename(part, path)
		if ok then return true end
	end
	os.remove(part)
	return nil, path .. ": " .. tostring(message or close_message)
end

-- Names of layers as names of files: what is no letter, digit, '_', '-' or '.' becomes '_', and two never share one.
function export.file_names(prefix, layers, taken)
	local names = {}
	for i, layer in ipairs(layers) do
		local base = (prefix .. layer:gsub("[^%w_.-]", "_")):gsub("^%.", "_")
		local name, n = base, 1
		while taken[name:lower()] do
			n = n + 1
			name = base .. "_" .. n
		end
		taken[name:lower()] = true
		names[i] = name
	end
	return names
end

local function extent(layer)
	local lo, hi, voids = nil, nil, 0
	for c = 1, layer.channels do
		local s = layer:stats(c)
		lo, hi, voids = lo and math.min(lo, s.min) or s.min, hi and math.max(hi, s.max) or s.max, voids + s.nan
	end
	return lo, hi, voids
end

-- {ending, bits, range, sidecar} of a layer, or nil and why there is no file for it.
function export.encoding(layer)
	local lo, hi, voids = extent(layer)
	if layer.channels > 4 or voids > 0 and layer.channels > 1 then
		return nil, voids > 0 and "has voids in several channels" or "has more than four channels"
	end
	if layer.type == "i32" then
		if layer.channels == 1 and (lo < 0 or hi > 65535) then return { ending = ".i32", sidecar = true, lo = lo, hi = hi } end
		if lo < 0 or hi > 65535 then return nil, "has several channels of numbers beyond 16 bits" end
		return { ending = ".png", bits = hi > 255 and 16 or 8, range = { 0, hi > 255 and 65535 or 255 } }
	end
	if voids > 0 then return { ending = ".r32", sidecar = true } end
	if layer.channels == 1 then
		local unit = lo >= 0 and hi <= 1 and hi > 0.5
		return { ending = ".png", bits = 16, range = unit and { 0, 1 } or { lo, hi }, sidecar = true }
	end
	if lo >= 0 and hi <= 1 then return { ending = ".png", bits = 8, range = { 0, 1 } } end
	if lo >= -1 and hi <= 1 then return { ending = ".png", bits = 8, range = { -1, 1 }, sidecar = true } end
	return { ending = ".png", bits = 16, range = { lo, hi }, sidecar = true }
end

-- Ids as they are: little-endian int32, the top row first, as in other raw files.
local function write_ids(layer, path, key, world_size)
	local bytes, rows, row_bytes = layer:tostring(), {}, layer.width * 4
	for y = 0, layer.height - 1 do
		rows[layer.height - y] = bytes:sub(y * row_bytes + 1, (y + 1) * row_bytes)
	end
	local sidecar = { terrane = 1, width = layer.width, height = layer.height, byte_order = "little", type = "i32", key = key,
		world_size = world_size }
	local ok, message = export.write_text(path .. ".json", json.encode(sidecar, { indent = "  ",
		order = { "terrane", "width", "height", "type", "byte_order", "world_size", "key" } }) .. "\n")
	if not ok then return nil, message end
	return export.write_text(path, table.concat(rows))
end

-- Writes one layer below `directory`. What the manifest says of it, or nil and a message.
-- about: {key, world_size}, for the sidecar; world_size may be nil.
function export.layer(layer, directory, name, about)
	local how, why = export.encoding(layer)
	if not how then return { skipped = why } end
	local file = name .. how.ending
	local path = directory .. "/" .. file
	local ok, message
	if how.ending == ".i32" then
		ok, message = write_ids(layer, path, about.key, about.world_size)
	else
		ok, message = layer:write(path, { bits = how.bits, range = how.ending == ".png" and how.range or nil,
			sidecar = how.sidecar or nil, key = about.key, world_size = about.world_size,
			level = 1 }) -- of the sizes that deflate reaches, within some percents, in a third of the time
	end
	if not ok then return nil, message end
	return { file = file, channels = layer.channels, type = layer.type, bits = how.bits or 32, range = how.range, hash = layer:hash() }
end

return export
