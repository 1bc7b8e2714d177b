-- suggest.lua - "did you mean": the name among many that a mistyped one stands for.
local byte, find, lower = string.byte, string.find, string.lower -- strings of recipes have methods of their own
local suggest = {}

-- Edits between two names: letters put in, left out, changed, or two neighbours swapped.
local function distance(a, b)
	local before, row, next_row = {}, {}, {}
	for j = 0, #b do row[j] = j end
	for i = 1, #a do
		next_row[0] = i
		for j = 1, #b do
			local cost = byte(a, i) == byte(b, j) and 0 or 1
			local least = math.min(row[j] + 1, next_row[j - 1] + 1, row[j - 1] + cost)
			if i > 1 and j > 1 and byte(a, i) == byte(b, j - 1) and byte(a, i - 1) == byte(b, j) then
				least = math.min(least, before[j - 2] + 1)
			end
			next_row[j] = least
		end
		before, row, next_row = row, next_row, before
	end
	return row[#b]
end

-- The closest of the names, or nil where none is close. Upper and lower case count as one.
function suggest.nearest(name, names)
	if #name > 64 then return nil end
	local wanted = lower(name)
	if #wanted > 64 then return nil end
	local best, best_distance = nil, math.floor((#wanted + 4) / 4) + 0.5
	for _, candidate in ipairs(names) do
		if math.abs(#candidate - #wanted) < best_distance then
			local d = distance(wanted, lower(candidate))
			if d < best_distance or d == best_distance and candidate < best then best, best_distance = candidate, d end
		end
	end
	if best or #wanted < 3 then return best end
	for _, candidate in ipairs(names) do -- a part of a name: "stream" for stream_power
		if find(lower(candidate), wanted, 1, true) and (not best or candidate < best) then best = candidate end
	end
	return best
end

-- " (did you mean 'iterations'?)", or "".
function suggest.hint(name, names)
	local best = suggest.nearest(name, names)
	return best and " (did you mean '" .. best .. "'?)" or ""
end

return suggest
