-- args.lua - command lines: options in any place, values joined (`--size=512`, `-ofolder`) or apart, `--` before what is
-- no option.
local suggest = require "terrane.suggest"
local args = {}

-- An option is a row {"-o", "--out", value = "DIR", key = "out", doc = "...", many = true, choices = {...},
-- check = function(text) -> value | nil, what it should be}. Without `value` it is a switch.
local function index(rows)
	local by_name, names = {}, {}
	for _, row in ipairs(rows) do
		for _, name in ipairs(row) do
			by_name[name] = row
			names[#names + 1] = name
		end
	end
	return by_name, names
end

local function convert(row, name, text)
	if row.choices then
		for _, choice in ipairs(row.choices) do
			if choice == text then return text end
		end
		return nil, string.format("%s is one of %s, not '%s'", name, table.concat(row.choices, ", "), text)
	end
	if not row.check then return text end
	local value, wanted = row.check(text)
	if value == nil then return nil, string.format("%s is %s, not '%s'", name, wanted, text) end
	return value
end

-- The options by key and the other words in order; or nil and what is wrong.
function args.parse(list, rows)
	local by_name, names = index(rows)
	local options, words = {}, {}
	local i = 1
	local function take(row, name, text)
		local value, message = convert(row, name, text)
		if value == nil then return message end
		if row.many then
			options[row.key] = options[row.key] or {}
			table.insert(options[row.key], value)
		else
			options[row.key] = value
		end
	end
	while i <= #list do
		local word = list[i]
		if word == "--" then
			for j = i + 1, #list do words[#words + 1] = list[j] end
			break
		elseif not word:find("^%-.") then
			words[#words + 1] = word
		else
			local name, joined = word:match("^(%-%-[^=]*)=(.*)$")
			name = name or word
			local row = by_name[name]
			if not row and not word:find("^%-%-") then -- a short name with its value joined
				name, joined = word:sub(1, 2), word:sub(3)
				row = by_name[name]
			end
			if not row then
				local bare = word:match("^[^=]*")
				return nil, "no option '" .. bare .. "'" .. (#bare > 2 and suggest.hint(bare, names) or "")
			end
			local message
			if row.value then
				if not joined then
					i = i + 1
					joined = list[i]
				end
				if not joined then return nil, name .. " needs a value: " .. name .. " " .. row.value end
				message = take(row, name, joined)
			elseif joined then
				message = name .. " takes no value"
			else
				options[row.key] = true
			end
			if message then return nil, message end
		end
		i = i + 1
	end
	return options, words
end

-- Checks that several commands use.
function args.whole(lo, hi)
	return function(text)
		local x = text:find("^%d+$") and tonumber(text)
		if x and x >= lo and x <= hi then return x end
		return nil, string.format("a whole number from %d to %d", lo, hi)
	end
end

function args.size(text) -- "512" or "512x256"
	local width, height = text:match("^(%d+)[xX](%d+)$")
	width = tonumber(width or text:match("^%d+$"))
	height = tonumber(height) or width
	if width and width >= 1 and height >= 1 and width < 1e9 and height < 1e9 then -- what is too much, the runtime says
		return { width = width, height = height }
	end
	return nil, "a size, 512 or 512x256"
end

function args.folder(text) -- "" is one too: none
	if #text <= 4000 then return text end
	return nil, "a folder's name of at most 4000 bytes"
end

function args.assignment(text) -- "name=value"
	local name, value = text:match("^([^=]+)=(.*)$")
	if name then return { name = name, value = value } end
	return nil, "name=value"
end

-- The lines of help on some options.
function args.help(rows)
	local lefts, width = {}, 0
	for i, row in ipairs(rows) do
		lefts[i] = (row[2] and "" or row[1]:find("^%-%-") and "    " or "") .. table.concat(row, ", ") .. (row.value and " " .. row.value or "")
		width = math.max(width, #lefts[i])
	end
	local lines = {}
	for i, row in ipairs(rows) do lines[i] = "  " .. lefts[i] .. (" "):rep(width - #lefts[i] + 2) .. row.doc end
	return table.concat(lines, "\n")
end

return args
