-- recipe.lua - from the text of a recipe to its outputs.
--
-- A recipe is Lua whose globals are the constructors of all nodes, `image`, `layer`, `param`, and Lua's basics
-- (sandbox.lua). It may use the angle form of calls (angle.lua). It returns a node, or a table of nodes by name; one that
-- returns nothing has the nodes that it left in globals as its outputs.
local angle = require "terrane.angle"
local lexer = require "terrane.lexer"
local ordered = require "terrane.ordered"
local params = require "terrane.params"
local sandbox = require "terrane.sandbox"
local suggest = require "terrane.suggest"
local recipe = {}

local MAX_SOURCE = 1048576 -- bytes
local MAX_MESSAGE = 4096
local find, match = string.find, string.match

-- What a value of the module is: "node", "image", "layer", ...; nil for all others.
local function kind_of(value)
	return type(value) == "userdata" and match(tostring(value), "^terrane%.(%w+)") or nil
end

local function failure(kind, message)
	return nil, { kind = kind, message = sandbox.clean(message, MAX_MESSAGE) }
end

-- `return f{}` drops its own place before f runs, which LuaJIT then no longer knows. `return nil, f{}` does not, so that
-- is what the recipe's last statement becomes; results_of() takes the nil off again.
local function keep_place(text)
	local depth = 0
	local tokens = lexer.tokens(text)
	for i, token in ipairs(tokens) do
		local t = token.kind == "keyword" and token.text
		if t == "function" or t == "do" or t == "if" or t == "repeat" then
			depth = depth + 1
		elseif t == "end" or t == "until" then
			depth = depth - 1
		elseif t == "return" and depth == 0 and tokens[i + 1] and tokens[i + 1].text ~= ";" then
			return text:sub(1, token.last) .. " nil," .. text:sub(token.last + 1)
		end
	end
	return text
end

local function results_of(first, second, third)
	if first == nil then return second, third end
	return first, second
end

-- A chunk of the text. An expression alone is what the recipe returns.
local function compile(source, name, env)
	if #source > MAX_SOURCE then return nil, name .. ": a recipe is at most 1 MiB of text" end
	local text = source:gsub("^\239\187\191", ""):gsub("^#[^\r\n]*", "")
	if text:sub(1, 1) == "\27" then return nil, name .. ": this is compiled code; recipes are text" end
	local brace, message, line = angle.rewrite(text)
	if not brace then return nil, string.format("%s:%d: %s", name, line, message) end
	local chunk = load("return nil, " .. brace, "@" .. name, "t", env)
	if chunk then return chunk end
	chunk, message = load(keep_place(brace), "@" .. name, "t", env)
	return chunk, message
end

-- Which file a path in a recipe means: one that the host named in a parameter, from where the host stands; else one beside
-- the recipe or in folders below it. `missing` is called where it cannot be opened.
local function resolver(options, missing)
	local directory = options.directory or ""
	local function meant(path)
		for _, value in pairs(options.params or {}) do
			if value == path then return path end
		end
		local absolute = find(path, "^[/\\]") or find(path, "^%a:")
		if not options.trusted and (absolute or find("/" .. path .. "/", "/../", 1, true) or find(path, "[%c\\]")) then
			return nil, "'" .. path .. "' is neither below the recipe's folder nor given as a parameter"
		end
		return (absolute or directory == "") and path or directory .. "/" .. path
	end
	return function(path)
		if path == "" then return path end
		local message
		path, message = meant(path)
		if not path then return nil, message end
		local file
		file, message = io.open(path, "rb")
		if not file then
			missing()
			return nil, message
		end
		file:close()
		if options.opened then options.opened(path) end
		return path
	end
end

local function words(terrane, options, param)
	local home = options.runtime or terrane
	local list = {}
	for _, node in ipairs(terrane.nodes()) do list[node.id] = home[node.id] end
	list.image, list.layer, list.param = home.image, home.layer, param
	for name, value in pairs(options.env or {}) do
		list[name] = type(value) == "function" and sandbox.outside(value) or value
	end
	return list
end

-- The node of a value: itself, or one that makes an image; nil for all others.
local function node_of(value, make)
	local kind = kind_of(value)
	return kind == "node" and value or kind == "image" and make(value) or nil
end

local function outputs_of(result, more, env, make)
	if more ~= nil then return nil, "it returns several values; return one node, or a table of them: {height = a, mask = b}" end
	local one = node_of(result, make)
	if one then return { { name = "", node = one } } end
	local from = result
	if result == nil then
		from = {}
		for name, value in pairs(env) do
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
		local clash = seen[string.lower(name)]
		if clash then return nil, "outputs '" .. clash .. "' and '" .. name .. "' differ in upper and lower case alone" end
		local node = node_of(from[name], make)
		if not node then
			return nil, "output '" .. name .. "' is a " .. (kind_of(from[name]) or type(from[name])) .. ", not a node"
		end
		seen[string.lower(name)] = name
		list[#list + 1] = { name = name, node = node }
	end
	if #list == 0 then return nil, "it returns no node; end it with `return` and a node, or a table of nodes by name" end
	return list
end

local option_kinds = { name = "string", params = "table", trusted = "boolean", env = "table", print = "function", runtime = "userdata",
	directory = "string", opened = "function" }

local function check_options(options)
	for _, name in ipairs(ordered.keys(options)) do
		local kind = option_kinds[name]
		if not kind then
			error("recipe: no option '" .. tostring(name) .. "'" .. suggest.hint(tostring(name), ordered.keys(option_kinds)), 0)
		elseif type(options[name]) ~= kind then
			error("recipe: " .. name .. " is a " .. kind .. ", not a " .. type(options[name]), 0)
		end
	end
end

-- Runs a recipe that is text. options, all optional:
--   name       what errors call it, "alpine.lua"; default "recipe"
--   params     values for its parameters, by name; texts are converted as on a command line
--   trusted    true gives it all of Lua
--   env        more names that it sees, {width = 512}
--   print      a function(line) for what it prints; default: print
--   runtime    where its nodes are made; default: the module's own
--   directory  where files that it reads by relative paths lie; default: the working directory
--   opened     a function(path) for each map that it reads
-- Returns the outputs, a list of {name, node} in order of the names (one node alone has the name ""), and the declared
-- parameters (params.lua). Or nil and {kind, message}: kind is "file" where a file cannot be read, else "recipe".
function recipe.run(source, options)
	options = options or {}
	check_options(options)
	local terrane = require "terrane"
	local name = options.name or "recipe"
	if not options.trusted and _VERSION == "Lua 5.1" then -- LuaJIT
		return failure("recipe", name .. ": only trusted recipes run under LuaJIT: say trusted = true if you trust it")
	end
	local param, declared, left_over = params.new(options.params or {})
	local log = options.print or print
	local kind = "recipe"
	local env, lib = sandbox.environment { trusted = options.trusted, words = words(terrane, options, param),
		log = sandbox.outside(function(line) log(line) end) }
	local chunk, message = compile(source, name, env)
	if not chunk then return failure("recipe", message) end
	local ok, first, second, third = sandbox.run(lib, chunk, resolver(options, function() kind = "file" end))
	if not ok then
		if type(first) ~= "string" then first = "it raised an error that is a " .. type(first) .. ", not a text" end
		local placed = first:sub(1, #name + 1) == name .. ":" -- a tail call within a function of the recipe may have no place
		return failure(kind, placed and first or name .. ": " .. first)
	end
	message = left_over()
	if message then return failure("recipe", name .. ": " .. message) end
	local result, more = results_of(first, second, third)
	local outputs
	outputs, message = outputs_of(result, more, env, (options.runtime or terrane).image)
	if not outputs then return failure("recipe", name .. ": " .. message) end
	return outputs, declared
end

-- The same for the recipe in a file.
function recipe.run_file(path, options)
	local file, message = io.open(path, "rb")
	local source
	if file then
		source, message = file:read(MAX_SOURCE + 1)
		file:close()
	end
	if not source and message then return failure("file", (message:find(path, 1, true) and "" or path .. ": ") .. message) end
	local o = {}
	for k, v in pairs(options or {}) do o[k] = v end
	o.name = o.name or path:match("[^/\\]*$")
	o.directory = o.directory or path:match("^(.*)[/\\]") or ""
	return recipe.run(source or "", o)
end

-- What terrane.recipe(text | path, options) does. A text without line ends that ends in ".lua" is a path. Mistakes of the recipe
-- raise; a file that cannot be read gives nil and a message.
function recipe.load(source, options)
	local is_path = find(source, "^[^\n]+%.lua$")
	local outputs, declared = (is_path and recipe.run_file or recipe.run)(source, options)
	if outputs then return outputs, declared end
	if declared.kind == "file" then return nil, declared.message end
	error(declared.message, 0)
end

return setmetatable(recipe, { __call = function(_, ...) return recipe.load(...) end })
