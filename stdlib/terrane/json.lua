-- json.lua - JSON as far as manifests, sidecars and catalogues need it. Output is the same for the same data: keys that
-- are named in `order` first, then the others by name; numbers in the shortest form that reads back as the same number.
local json = {}

json.null = setmetatable({}, { __tostring = function() return "null" end })
local array_mt = {}

-- Marks a table as an array; only empty ones need it.
function json.array(t)
	return setmetatable(t or {}, array_mt)
end

local escapes = { ['"'] = '\\"', ["\\"] = "\\\\", ["\b"] = "\\b", ["\f"] = "\\f", ["\n"] = "\\n", ["\r"] = "\\r", ["\t"] = "\\t" }

local function quote(s)
	return '"' .. s:gsub('[%c"\\\127]', function(c) return escapes[c] or string.format("\\u%04x", c:byte()) end) .. '"'
end

local function number(x)
	if x ~= x or x == math.huge or x == -math.huge then return "null" end -- JSON has no name for them
	if x == math.floor(x) and math.abs(x) < 2 ^ 53 then return string.format("%.0f", x) end
	for digits = 1, 17 do
		local text = string.format("%." .. digits .. "g", x)
		if tonumber(text) == x then return text end
	end
end

local function sorted_keys(t, rank)
	local keys = {}
	for k in pairs(t) do
		if type(k) ~= "string" then error("json: keys are strings, not " .. type(k)) end
		keys[#keys + 1] = k
	end
	table.sort(keys, function(a, b)
		local ra, rb = rank[a] or math.huge, rank[b] or math.huge
		if ra ~= rb then return ra < rb end
		return a < b
	end)
	return keys
end

-- options.indent: the white space of one level, default none (one line). options.order: keys that come first.
-- A table or array without tables in it stays on one line.
function json.encode(value, options)
	local indent = options and options.indent
	local rank = {}
	for i, key in ipairs(options and options.order or {}) do rank[key] = i end

	local encode
	local function join(list, open, close, flat, depth)
		if #list == 0 then return open .. close end
		if not indent then return open .. table.concat(list, ",") .. close end
		if flat then return open .. table.concat(list, ", ") .. close end
		local pad = "\n" .. indent:rep(depth + 1)
		return open .. pad .. table.concat(list, "," .. pad) .. "\n" .. indent:rep(depth) .. close
	end
	function encode(v, depth)
		local kind = type(v)
		if v == json.null or v == nil then return "null" end
		if kind == "string" then return quote(v) end
		if kind == "number" then return number(v) end
		if kind == "boolean" then return tostring(v) end
		if kind ~= "table" then error("json: cannot write a " .. kind) end
		if depth > 100 then error("json: tables nest too deep") end
		local list, flat = {}, true
		if v[1] ~= nil or getmetatable(v) == array_mt then
			for i, item in ipairs(v) do
				list[i] = encode(item, depth + 1)
				flat = flat and (type(item) ~= "table" or item == json.null)
			end
			return join(list, "[", "]", flat, depth)
		end
		for i, key in ipairs(sorted_keys(v, rank)) do
			local item = v[key]
			list[i] = quote(key) .. (indent and ": " or ":") .. encode(item, depth + 1)
			flat = flat and (type(item) ~= "table" or item == json.null)
		end
		return join(list, "{", "}", flat and depth > 0, depth)
	end
	return encode(value, 0)
end

local unescapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local function utf8(code)
	if code < 0x80 then return string.char(code) end
	if code < 0x800 then return string.char(0xC0 + math.floor(code / 0x40), 0x80 + code % 0x40) end
	if code < 0x10000 then
		return string.char(0xE0 + math.floor(code / 0x1000), 0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
	end
	return string.char(0xF0 + math.floor(code / 0x40000), 0x80 + math.floor(code / 0x1000) % 0x40,
		0x80 + math.floor(code / 0x40) % 0x40, 0x80 + code % 0x40)
end

-- The value (null as json.null), or nil and what is wrong at which byte.
function json.decode(text)
	local at = 1
	local function fail(what)
		error({ json = string.format("%s at byte %d", what, at) }, 0)
	end
	local function skip()
		at = text:find("[^ \t\r\n]", at) or #text + 1
	end
	local function code_unit(i)
		local digits = text:match("^\\u(%x%x%x%x)", i)
		return digits and tonumber(digits, 16)
	end
	local function parse_string()
		local parts, i = {}, at + 1
		while true do
			local j = text:find('[%c"\\]', i)
			if not j then fail "a string that never ends" end
			parts[#parts + 1] = text:sub(i, j - 1)
			local c = text:sub(j, j)
			if c == '"' then
				at = j + 1
				return table.concat(parts)
			end
			at = j
			if c ~= "\\" then
				if c == "\127" then
					parts[#parts + 1] = c
					i = j + 1
				else
					fail "a control character in a string"
				end
			else
				local e = text:sub(j + 1, j + 1)
				if e == "u" then
					local code = code_unit(j) or fail "a bad \\u escape"
					i = j + 6
					if code >= 0xD800 and code < 0xDC00 then
						local low = code_unit(i)
						if not low or low < 0xDC00 or low > 0xDFFF then fail "half a surrogate pair" end
						code, i = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00), i + 6
					elseif code >= 0xDC00 and code < 0xE000 then
						fail "half a surrogate pair"
					end
					parts[#parts + 1] = utf8(code)
				elseif e == '"' or e == "\\" or e == "/" then
					parts[#parts + 1] = e
					i = j + 2
				else
					parts[#parts + 1] = unescapes[e] or fail "an unknown escape"
					i = j + 2
				end
			end
		end
	end
	local parse
	local function parse_items(close, item)
		at = at + 1
		skip()
		if text:sub(at, at) == close then
			at = at + 1
			return
		end
		while true do
			item()
			skip()
			local c = text:sub(at, at)
			if c ~= "," and c ~= close then fail("'" .. close .. "' expected") end
			at = at + 1
			if c == close then return end
		end
	end
	function parse(depth)
		if depth > 100 then fail "values nest too deep" end
		skip()
		local c = text:sub(at, at)
		if c == "{" then
			local object = {}
			parse_items("}", function()
				skip()
				if text:sub(at, at) ~= '"' then fail "a key expected" end
				local key = parse_string()
				skip()
				if text:sub(at, at) ~= ":" then fail "':' expected" end
				at = at + 1
				object[key] = parse(depth + 1)
			end)
			return object
		elseif c == "[" then
			local list = json.array()
			parse_items("]", function() list[#list + 1] = parse(depth + 1) end)
			return list
		elseif c == '"' then
			return parse_string()
		end
		for word, value in pairs { ["true"] = true, ["false"] = false, null = json.null } do
			if text:sub(at, at + #word - 1) == word then
				at = at + #word
				return value
			end
		end
		local whole, fraction, exponent = text:match("^(%-?%d+)(%.?%d*)([eE]?[+-]?%d*)", at)
		local digits = whole and whole .. fraction .. exponent
		if not digits or whole:find("^%-?0%d") or fraction == "." or exponent ~= "" and not exponent:find("^[eE][+-]?%d+$") then
			fail "a value expected"
		end
		at = at + #digits
		return tonumber(digits)
	end
	local ok, value = pcall(function()
		local v = parse(0)
		skip()
		if at <= #text then fail "text after the value" end
		return v
	end)
	if ok then return value end
	if type(value) == "table" and value.json then return nil, value.json end
	error(value, 0)
end

return json
