-- angle.lua - the angle form of calls: noise<frequency=4>:splat<> reads as noise{frequency=4}:splat{}.
--
-- A name followed by `<` opens a call when `>`, `>>` or `name =` comes next. No Lua program holds any of these, so
-- comparisons, shifts and the attributes `<const>` and `<close>` stay what they are. Inside the call, at its own level,
-- `>` closes it (`>>` closes two, `>=` never closes); a greater-than or a right shift among its values stands in
-- parentheses. Only the brackets change, one byte for one, so that lines and columns of errors stay true.
local lexer = require "terrane.lexer"
local angle = {}

local closers = { [")"] = "(", ["}"] = "{", ["]"] = "[", ["end"] = "block", ["until"] = "block" }
local openers = { ["("] = "(", ["{"] = "{", ["["] = "[", ["function"] = "block", ["do"] = "block", ["if"] = "block",
	["repeat"] = "block" }

local statements = {} -- keywords that no expression holds outside of a function
for word in ("local return then else elseif for while in break"):gmatch("%a+") do statements[word] = true end

-- What cannot follow a call but may follow a comparison's `>`.
local function begins_value(token)
	return token and (token.kind == "number" or token.text == "nil" or token.text == "true" or token.text == "false"
		or token.text == "not" or token.text == "#" or token.text == "...")
end

local function opens(tokens, i)
	local name, after, equals = tokens[i - 1], tokens[i + 1], tokens[i + 2]
	if not (name and name.kind == "name" and after) then return false end
	return after.text == ">" or after.text == ">>" or after.kind == "name" and equals ~= nil and equals.text == "="
end

-- The text in the brace form; or nil, a message and the line it belongs to. Text that Lua would not take in either form
-- comes back as far as it makes sense; the compiler says what is wrong with it.
function angle.rewrite(text)
	local tokens, complete = lexer.tokens(text)
	local pieces, done = {}, 0
	local stack = {} -- open brackets: {kind, token, name}
	local function put(token, replacement)
		pieces[#pieces + 1] = text:sub(done + 1, token.first - 1)
		pieces[#pieces + 1] = replacement
		done = token.last
	end
	local function fail(token, format, ...)
		return nil, string.format(format, ...), lexer.line(text, token.first)
	end

	for i, token in ipairs(tokens) do
		local t = token.kind ~= "string" and token.text or ""
		local top = stack[#stack]
		local within = top and top.kind == "<"
		if t == "<" and opens(tokens, i) then
			stack[#stack + 1] = { kind = "<", token = token, name = tokens[i - 1].text }
			put(token, "{")
		elseif within and t == ">" then
			if begins_value(tokens[i + 1]) then
				return fail(token, "'>' ends '%s<'; put a comparison among its values in parentheses", top.name)
			end
			stack[#stack] = nil
			put(token, "}")
		elseif within and t == ">>" then
			local below = stack[#stack - 1]
			if not (below and below.kind == "<") then
				return fail(token, "'>>' ends two calls, but only '%s<' is open; put a shift in parentheses", top.name)
			end
			stack[#stack], stack[#stack - 1] = nil, nil
			put(token, "}}")
		elseif openers[t] then
			stack[#stack + 1] = { kind = openers[t], token = token }
		elseif within and (closers[t] or statements[t]) then
			return fail(top.token, "'%s<' is not closed with '>' before '%s' in line %d", top.name, t,
				lexer.line(text, token.first))
		elseif closers[t] then
			if not top or top.kind ~= closers[t] then break end
			stack[#stack] = nil
		end
	end

	local top = stack[#stack]
	if complete and top and top.kind == "<" then
		return fail(top.token, "'%s<' is never closed with '>'", top.name)
	end
	pieces[#pieces + 1] = text:sub(done + 1)
	return table.concat(pieces)
end

return angle
