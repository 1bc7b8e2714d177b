-- ordered.lua - pairs and next that walk a table in an order of their own: numbers by value, strings by bytes, false and
-- true. Lua's order differs from run to run, and a recipe must give the same graph each time. Tables, functions and
-- userdata have no order of their own.
local byte, type, next = string.byte, type, next
local ordered = {}

local ranks = { number = 1, string = 2, boolean = 3 }

local function string_before(a, b) -- by bytes: `<` on strings asks the host's locale
	local n = #a < #b and #a or #b
	for i = 1, n do
		local x, y = byte(a, i), byte(b, i)
		if x ~= y then return x < y end
	end
	return #a < #b
end

local function before(a, b)
	local ra, rb = ranks[type(a)] or 4, ranks[type(b)] or 4
	if ra ~= rb then return ra < rb end
	if ra == 1 then return a < b end
	if ra == 2 then return string_before(a, b) end
	return ra == 3 and b and not a
end

-- The keys of t in order. Keys without an order come last; with `strict` they are an error at that level.
function ordered.keys(t, strict)
	local keys, rest = {}, {}
	for k in next, t do
		if ranks[type(k)] then
			keys[#keys + 1] = k
		elseif strict then
			error("pairs: a " .. type(k) .. " as a key has no fixed order; use a list, or numbers and strings as keys", strict + 1)
		else
			rest[#rest + 1] = k
		end
	end
	table.sort(keys, before)
	for i = 1, #rest do keys[#keys + 1] = rest[i] end
	return keys
end

-- Visits each key once. Fields may be changed and cleared on the way; those added are not visited.
function ordered.pairs(t, strict)
	local keys = ordered.keys(t, strict and strict + 1)
	local i = 0
	return function()
		while true do
			i = i + 1
			local k = keys[i]
			if k == nil then return nil end
			local v = rawget(t, k)
			if v ~= nil then return k, v end
		end
	end, t, nil
end

-- The key after `key` in the same order, with its value. Without a key: the first.
function ordered.next(t, key, strict)
	local best
	for k in next, t do
		if strict and not ranks[type(k)] then ordered.keys(t, strict + 1) end
		if (key == nil or before(key, k)) and (best == nil or before(k, best)) then best = k end
	end
	if best == nil then return nil end
	return best, rawget(t, best)
end

return ordered
