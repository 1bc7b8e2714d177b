-- outputs.lua - what a recipe gives: a node, or nodes by name.
local ordered = require "terrane.ordered"
-- called where recipes' strings have fewer methods: the library is called by name
local find, match, lower = string.find, string.match, string.lower
local outputs = {}

-- What a value of the module is: "node", "image", "layer", ...; nil for all others.
local function kind_of(value)
	return type(value) == "userdata" and match(tostring(value), "^terrane%.(%w+)") or nil
end

-- The node of a value: itself, or one that makes an image; nil for all others.
local function node_of(value, make)
	local kind = kind_of(value)
	return kind == "node" and value or kind == "image" and make(value) or nil
end

-- What a chunk returned, without the nil that may stand in front (angle.c).
function outputs.results(first, second, third)
	if first == nil then return second, third end
	return first, second
end

-- What it returned, and whether it returned more; its globals, whose nodes count where it returned nothing; make(image) is a
-- node that makes it. A list of {name, node} in order of the names (one node alone has the name ""), or nil and a message.
function outputs.of(result, more, env, make)
	if more ~= nil then return nil, "it returns several values; return one node, or a table of them: {height = a, mask = b}" end
	local one = node_of(result, make)
	if one then return { { name = "", node = one } } end
	local from = result
	if result == nil then
		from = {}
		for _, name in ipairs(ordered.keys(env)) do
			local value = rawget(env, name)
			if kind_of(value) == "node" then from[name] = value end
		end
	end
	if type(from) == "function" then return nil, "it returns a function; a call makes a node of it, as in noise{}" end
	if type(from) ~= "table" then
		return nil, "it returns a " .. (kind_of(result) or type(result)) .. "; return a node, or a table of nodes by name"
	end
	local list, seen = {}, {}
	for _, name in ipairs(ordered.keys(from)) do
		if type(name) ~= "string" then
			return nil, "outputs have names: return {height = a, mask = b}, not a list"
		end
		if not find(name, "^[%w_-]+$") or #name > 64 then
			return nil, "output '" .. name .. "': a name has at most 64 letters, digits, '_' and '-'"
		end
		local clash = seen[lower(name)]
		if clash then return nil, "outputs '" .. clash .. "' and '" .. name .. "' differ in upper and lower case alone" end
		local node = node_of(from[name], make)
		if not node then
			return nil, "output '" .. name .. "' is a " .. (kind_of(from[name]) or type(from[name])) .. ", not a node"
		end
		seen[lower(name)] = name
		list[#list + 1] = { name = name, node = node }
	end
	if #list == 0 then return nil, "it returns no node; end it with `return` and a node, or a table of nodes by name" end
	return list
end

return outputs
