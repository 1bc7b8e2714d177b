-- ordered.lua - pairs and next that walk a table in an order of their own: numbers by value, strings by bytes, false and
-- true. Lua's order differs from run to run, and a recipe must give the same graph each time. Tables, functions and
-- userdata have no order of their own.
local native = require "terrane.native"
local rawget, error = rawget, error
local ordered = {}

local function complain(kind, level)
	error("pairs: a " .. kind .. " as a key has no fixed order; use a list, or numbers and strings as keys", level + 1)
end

-- The keys of t in order. Keys without an order come last; with `strict` they are an error at that level.
function ordered.keys(t, strict)
	local keys, rest, kind = native.keys(t)
	if kind and strict then complain(kind, strict + 1) end
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
	local found, kind = native.after(t, key)
	if kind and strict then complain(kind, strict + 1) end
	if found == nil then return nil end
	return found, rawget(t, found)
end

return ordered
