-- lexer.lua - Lua's tokens with their places in the text. Takes what 5.1 to 5.4 and LuaJIT take: comments and strings of
-- every length, escapes, numerals, operators. It never fails: at text that is no Lua it ends, and leaves the message to
-- the compiler.
local lexer = {}

local keywords = {}
for word in ([[and break do else elseif end false for function if in local nil not or repeat return then true until
	while]]):gmatch("%a+") do
	keywords[word] = true
end

local operators = { "...", "..", "==", "~=", "<=", ">=", "<<", ">>", "//", "::" } -- those of several characters

-- Where the long bracket that opens at `at` ends: nil where there is none, false where it never closes.
local function long_bracket(text, at)
	local level = text:match("^%[(=*)%[", at)
	if not level then return nil end
	local _, stop = text:find("]" .. level .. "]", at + 2 + #level, true)
	return stop or false
end

local function quoted(text, at)
	local quote = text:sub(at, at)
	local i = at + 1
	while true do
		i = text:find("[\"'\\\r\n]", i)
		if not i then return false end
		local c = text:sub(i, i)
		if c == quote then return i end
		if c == "\\" then
			local _, stop = text:find("^z%s*", i + 1) -- takes all white space after it, line ends included
			if not stop then _, stop = text:find("^\r\n", i + 1) end
			if not stop then _, stop = text:find("^\n\r", i + 1) end
			i = (stop or i + 1) + 1
		elseif c == "\r" or c == "\n" then
			return false
		else
			i = i + 1
		end
	end
end

local function numeral(text, at)
	local exponent = text:find("^0[xX]", at) and "^[pP][+-]" or "^[eE][+-]"
	local i = at
	while true do
		if text:find(exponent, i) then
			i = i + 2
		elseif text:find("^[%w_.]", i) then
			i = i + 1
		else
			return i - 1
		end
	end
end

local function operator(text, at)
	for _, op in ipairs(operators) do
		if text:sub(at, at + #op - 1) == op then return at + #op - 1 end
	end
	return at
end

-- The token at or after `at`: its kind ("name", "keyword", "string", "number", "operator"), first and last byte; nil at
-- the end, false where a string or a comment never ends. Comments and white space are passed over.
local function next_token(text, at)
	while true do
		at = text:find("%S", at)
		if not at then return nil end
		if text:sub(at, at + 1) ~= "--" then break end
		local stop = long_bracket(text, at + 2)
		if stop == nil then stop = text:find("[\r\n]", at) or #text end
		if not stop then return false end
		at = stop + 1
	end
	local _, stop = text:find("^[%a_\128-\255][%w_\128-\255]*", at)
	if stop then return keywords[text:sub(at, stop)] and "keyword" or "name", at, stop end
	local c = text:sub(at, at)
	if c == "'" or c == '"' then
		stop = quoted(text, at)
		return stop and "string", at, stop
	end
	if c == "[" then
		stop = long_bracket(text, at)
		if stop then return "string", at, stop end
		if stop == false then return false end
	end
	if text:find("^%.?%d", at) then return "number", at, numeral(text, at) end
	return "operator", at, operator(text, at)
end

-- All tokens as {kind, text, first, last}, and whether the text was read to its end.
function lexer.tokens(text)
	local list, at = {}, 1
	while true do
		local kind, first, last = next_token(text, at)
		if not kind then return list, kind == nil end
		list[#list + 1] = { kind = kind, text = text:sub(first, last), first = first, last = last }
		at = last + 1
	end
end

function lexer.line(text, at)
	local line = 1
	for _ in text:sub(1, at - 1):gmatch("\n") do line = line + 1 end
	return line
end

return lexer
