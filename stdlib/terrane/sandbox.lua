-- sandbox.lua - the globals of a recipe.
--
-- A stranger's recipe sees a white list: what is not named here is not there. Functions of Lua's own library are taken
-- over where they can neither reach the machine, nor make code, nor work for long on a short call, nor answer
-- differently on another machine; the others are written anew. Tables and strings that one call makes are bounded.
-- This part runs in the Lua state that the recipe has of its own, and is charged as the recipe is (bindings/lua/stranger.c).
-- A trusted recipe sees the same names, with all of Lua behind them, in the host's state.
local native = require "terrane.native"
local ordered = require "terrane.ordered"
local reckon = require "terrane.reckon"
local suggest = require "terrane.suggest"
local sandbox = {}

-- Methods of strings are the recipe's while it runs. So this file calls the library by name.
local byte, sub, rep, find = string.byte, string.sub, string.rep, string.find
local format, gsub, gmatch = string.format, string.gsub, string.gmatch
local tostring, type, select, error, concat, floor = tostring, type, select, error, table.concat, math.floor
local insert, remove = table.insert, table.remove
local unpack = table.unpack or unpack -- luacheck: ignore

local MAX_STRING = 65536     -- bytes that one call may make, unless the host says otherwise
local MAX_UNPACK = 250       -- values that one call may return
local MAX_SORT = 65536       -- items that one call may sort
local MAX_LINE, MAX_LINES = 4096, 1000 -- of print

-- What Lua has and recipes do not.
local absent_names = {}
for name in gmatch("collectgarbage coroutine debug dofile getmetatable io load loadfile os package rawset require setmetatable utf8 "
	.. "warn xpcall", "%a+") do
	absent_names[name] = true
end

-- Text from a recipe, fit for a terminal or a log: of at most `limit` bytes, valid UTF-8 without control characters.
function sandbox.clean(text, limit)
	return native.clean(text, limit)
end

local function pick(from, names)
	local t = {}
	for name in names:gmatch("%S+") do t[name] = from[name] end
	return t
end

-- Raises at the recipe's line, two levels up, where a value is not of its kind.
local function expect(fname, i, value, kind)
	if type(value) ~= kind then
		error(format("bad argument #%d to '%s' (%s expected, got %s)", i, fname, kind, value == nil and "no value" or type(value)), 3)
	end
end

local function whole(fname, i, value)
	if type(value) ~= "number" or value ~= value or value % 1 ~= 0 then
		error(format("bad argument #%d to '%s' (whole number expected, got %s)", i, fname, type(value)), 3)
	end
end

local function strings(to_text, most)
	local lib = pick(string, "sub char len reverse upper lower") -- of ASCII: the state runs in the C locale
	local longer = format("the result is longer than %d KiB", floor(most / 1024))

	function lib.byte(s, i, j)
		expect("byte", 1, s, "string")
		i = i or 1
		whole("byte", 2, i)
		j = j or i
		whole("byte", 3, j)
		if j < 0 then j = #s + j + 1 end
		if i < 0 then i = #s + i + 1 end
		if math.min(j, #s) - math.max(i, 1) >= MAX_UNPACK then error("byte: more than 250 values", 2) end
		return byte(s, math.max(i, 1), math.min(j, #s))
	end

	function lib.rep(s, n, separator)
		expect("rep", 1, s, "string")
		whole("rep", 2, n)
		if separator ~= nil then expect("rep", 3, separator, "string") end
		local each = #s + (separator and #separator or 0)
		if n <= 0 or each == 0 then return "" end
		if n * each > most then error("rep: " .. longer, 2) end
		return rep(s, n, separator)
	end

	function lib.find(s, what, init, plain)
		expect("find", 1, s, "string")
		expect("find", 2, what, "string")
		if init ~= nil then whole("find", 3, init) end
		if not plain and find(what, "[%^%$%*%+%?%.%(%[%%%-]") then
			error("find: recipes have no patterns; give true as the fourth argument to find the text as it is", 2)
		end
		native.charge(#s * #what / 32)
		return find(s, what, init, true)
	end

	-- The directives that mean the same everywhere; %s takes any value, as tostring does.
	function lib.format(template, ...)
		expect("format", 1, template, "string")
		local args, n, bytes = { ... }, 0, #template
		for directive, letter in gmatch(gsub(template, "%%%%", ""), "(%%[-+ #0-9.]*(.?))") do
			if not find(letter, "^[dixXocsfeEgG]$") then
				error(format("format: recipes have no '%s'", directive), 2)
			end
			n = n + 1
			native.charge(find(letter, "[eEfgG]") and 900 or 50) -- large numbers with many digits take long
			if letter == "s" then
				args[n] = to_text(args[n])
				bytes = bytes + #args[n]
			end
		end
		if bytes > most then error("format: " .. longer, 2) end
		local ok, text = pcall(format, template, unpack(args, 1, n))
		if not ok then error(text, 2) end
		if #text > most then error("format: " .. longer, 2) end
		return text
	end
	return lib
end

local function tables(most)
	local lib = {} -- no recipe can give a table metamethods, so what follows sees plain tables
	local longer = format("the result is longer than %d KiB", floor(most / 1024))

	function lib.insert(t, ...)
		expect("insert", 1, t, "table")
		if select("#", ...) > 1 then native.charge(#t) end -- what lies behind moves
		local ok, message = pcall(insert, t, ...)
		if not ok then error((gsub(message, "'%?'", "'insert'")), 2) end
	end

	function lib.remove(t, ...)
		expect("remove", 1, t, "table")
		if select("#", ...) > 0 then native.charge(#t) end
		local ok, value = pcall(remove, t, ...)
		if not ok then error((gsub(value, "'%?'", "'remove'")), 2) end
		return value
	end

	function lib.concat(t, separator, i, j)
		expect("concat", 1, t, "table")
		separator, i, j = separator or "", i or 1, j or #t
		expect("concat", 2, separator, "string")
		whole("concat", 3, i)
		whole("concat", 4, j)
		local bytes = 0
		for k = i, j do
			local v = t[k]
			if type(v) ~= "string" and type(v) ~= "number" then
				error(format("concat: item %d is a %s, not a text or a number", k, type(v)), 2)
			end
			bytes = bytes + #tostring(v) + #separator
			if bytes > most + #separator then error("concat: " .. longer, 2) end
		end
		return concat(t, separator, i, j)
	end

	function lib.unpack(t, i, j)
		expect("unpack", 1, t, "table")
		i, j = i or 1, j or #t
		whole("unpack", 2, i)
		whole("unpack", 3, j)
		if j + 0.0 - i >= MAX_UNPACK then error("unpack: more than 250 values", 2) end
		return unpack(t, i, j)
	end

	-- Merge sort: stable, and in bounded time whatever the comparison answers.
	function lib.sort(t, before)
		expect("sort", 1, t, "table")
		if before ~= nil then expect("sort", 2, before, "function") end
		before = before or function(a, b) return a < b end
		local n = #t
		if n > MAX_SORT then error("sort: more than 65536 items", 2) end
		local from, to = {}, {}
		for i = 1, n do from[i] = t[i] end
		local width = 1
		while width < n do
			for start = 1, n, 2 * width do
				local i, middle = start, math.min(start + width, n + 1)
				local j, stop = middle, math.min(start + 2 * width, n + 1)
				for k = start, stop - 1 do
					if j >= stop or i < middle and not before(from[j], from[i]) then
						to[k], i = from[i], i + 1
					else
						to[k], j = from[j], j + 1
					end
				end
			end
			from, to, width = to, from, 2 * width
		end
		for i = 1, n do t[i] = from[i] end
	end
	return lib
end

-- A table whose missing fields are errors that say so.
local function label(key) -- of a field; no addresses
	return type(key) == "string" and sub(key, 1, 80) or type(key) == "number" and tostring(key) or "(a " .. type(key) .. ")"
end

local function closed(lib, name)
	return setmetatable(lib, { __metatable = false, __index = function(_, key)
		local instead = key == "random" and "; math.rng(seed) makes a generator that gives the same numbers everywhere" or ""
		error(format("recipes have no %s.%s%s", name, label(key), instead), 2)
	end })
end

-- tostring without addresses: "table 1" is the first table that this recipe had printed.
local function describer()
	local numbers, counts = {}, {} -- not weak: when the collector comes by must make no difference
	return function(...)
		if select("#", ...) == 0 then error("bad argument #1 to 'tostring' (value expected)", 2) end
		local v = ...
		local kind = type(v)
		if kind ~= "table" and kind ~= "function" and kind ~= "thread" then
			return v == v and tostring(v) or "nan" -- whose sign differs from processor to processor
		end
		if not numbers[v] then
			counts[kind] = (counts[kind] or 0) + 1
			numbers[v] = counts[kind]
		end
		return kind .. " " .. numbers[v]
	end
end

local function printer(log, to_text, max_lines)
	local lines = 0
	return function(...)
		lines = lines + 1
		if lines > max_lines then
			if lines == max_lines + 1 then log("further lines of this recipe are left out") end
			return
		end
		local parts = {}
		for i = 1, select("#", ...) do parts[i] = to_text((select(i, ...))) end
		log(sandbox.clean(concat(parts, "\t"), MAX_LINE))
	end
end

local function maths()
	local lib = pick(math, "abs ceil floor fmod huge max maxinteger min mininteger modf pi sqrt tointeger type ult")
	for name, f in pairs(reckon) do lib[name] = f end
	return lib
end

local function stranger(log, most_lines, most)
	local to_text = describer()
	local lib = pick(_G, "assert error ipairs pcall rawequal rawget rawlen select tonumber type")
	lib.tostring, lib.print = to_text, printer(log, to_text, most_lines)
	lib.math, lib.string, lib.table = closed(maths(), "math"), closed(strings(to_text, most), "string"), closed(tables(most), "table")
	function lib.pairs(t)
		expect("pairs", 1, t, "table")
		local step, from, first = ordered.pairs(t, 2) -- no tail call: the error's level counts this function
		return step, from, first
	end
	function lib.next(t, key)
		expect("next", 1, t, "table")
		local k, v = ordered.next(t, key, 2)
		return k, v
	end
	return lib
end

-- All of Lua; what differs between runs and machines is replaced here too.
local function trusted(log)
	local lib = { math = setmetatable(maths(), { __index = math }), print = printer(log, tostring, math.huge) }
	function lib.pairs(t)
		local meta = getmetatable(t)
		if type(t) ~= "table" or type(meta) == "table" and meta.__pairs then return pairs(t) end
		return ordered.pairs(t)
	end
	return setmetatable(lib, { __index = _G })
end

local function names_of(...)
	local names = {}
	for i = 1, select("#", ...) do
		for _, name in ipairs(ordered.keys((select(i, ...)))) do
			if type(name) == "string" then names[#names + 1] = name end
		end
	end
	return names
end

-- The environment of one run. options.trusted; options.log(line) is what print does, options.lines times at most; options.string:
-- bytes of the longest text; options.words: names that the recipe sees beside Lua's. Globals that the recipe makes are the fields of the table itself.
function sandbox.environment(options)
	local lib = options.trusted and trusted(options.log) or stranger(options.log, options.lines or MAX_LINES, options.string or MAX_STRING)
	for name, value in pairs(options.words) do lib[name] = value end
	local env = {}
	local absent = { __metatable = false, __index = lib }
	if not options.trusted then
		function absent.__index(_, name)
			local value = lib[name]
			if value ~= nil then return value end
			if absent_names[name] then
				error(format("recipes have no '%s'; run those you trust as trusted to give them all of Lua", name), 2)
			end
			error(format("there is no '%s'%s", label(name), suggest.hint(label(name), names_of(env, lib))), 2)
		end
	end
	return setmetatable(env, absent), lib
end

-- While a trusted recipe runs, files that nodes read go through the recipe's rule (confine.c).
local function within(resolve, f, ...)
	local old_resolve, old_read_only = native.confine(resolve, false)
	local function back(...)
		native.confine(old_resolve, old_read_only)
		return ...
	end
	return back(pcall(f, ...))
end

-- pcall(chunk) as a trusted recipe. resolve(path): the file that a node may read for it, or nil and a message.
function sandbox.run(chunk, resolve)
	return within(resolve, chunk)
end

-- A function of the host that a trusted recipe may call, so that it finds files as they are outside.
function sandbox.outside(f)
	local function pass(ok, ...)
		if not ok then error((...), 0) end
		return ...
	end
	return function(...) return pass(within(nil, f, ...)) end
end

return sandbox
