-- export.lua - how the program writes what a recipe made. Each layer is one file; its numbers decide which:
--
--   one channel            16-bit PNG and sidecar. Values within 0 ... 1 that reach above a half keep that range, so that
--                          masks stay masks; others have their least and greatest value as the range.
--   two to four channels   8-bit PNG where all values lie within 0 ... 1; with the range -1 ... 1 and a sidecar where
--                          they lie within that, as normals do; else 16-bit PNG and sidecar with the values' range.
--   whole numbers          PNG of the numbers as they are, of 8 or 16 bits; raw int32 (.i32) where they need more.
--   with voids (NaN)       raw float32 (.r32) and sidecar, for one channel.
local json = require "terrane.json"
local terrane = require "terrane"
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

-- The files with the hashes of what they hold, as a manifest lists them; or nil and a message.
function export.written(directory, names)
	local list = json.array()
	for i, name in ipairs(names) do
		local hash, message = terrane.file_hash(directory .. "/" .. name)
		if not hash then return nil, message end
		list[i] = { file = name, hash = hash }
	end
	return list
end

-- Whether a list that a manifest has is true.
function export.stands(directory, list)
	if type(list) ~= "table" or #list == 0 then return false end
	for _, entry in ipairs(list) do
		if type(entry) ~= "table" or type(entry.file) ~= "string" or terrane.file_hash(directory .. "/" .. entry.file) ~= entry.hash then return false end
	end
	return true
end

-- Writes the picture of an output below `directory`, unless it stands there as the former manifest said. True, or nil and a
-- message; `entry` then says what was written.
function export.preview(picture, directory, file, entry, former)
	local hash = picture:layer(picture:layers()[1]):hash()
	entry.preview, entry.preview_hash = file, hash
	if former and former.preview == file and former.preview_hash == hash and export.stands(directory, former.preview_written) then
		entry.preview_written = former.preview_written
		return true
	end
	local ok, message = picture:write(directory .. "/" .. file, { level = 3 })
	if not ok then return nil, message end
	entry.preview_written, message = export.written(directory, { file })
	return entry.preview_written and true, message
end

-- Writes one layer below `directory`. What the manifest says of it, or nil and a message.
-- about: {key, world_size}, for the sidecar; world_size may be nil. former: what the last manifest said of the layer under
-- the same name, key and world size; where the files stand as it says, they stay.
function export.layer(layer, directory, name, about, former)
	if former and former.hash == layer:hash() and former.file:match "^(.*)%." == name and export.stands(directory, former.written) then
		return former
	end
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
	local written
	written, message = export.written(directory, { file, how.sidecar and (how.ending == ".png" and name or file) .. ".json" or nil })
	if not written then return nil, message end
	return { file = file, channels = layer.channels, type = layer.type, bits = how.bits or 32, range = how.range, hash = layer:hash(),
		written = written }
end

return export
