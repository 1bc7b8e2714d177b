-- recipe.lua - from the text of a recipe to its outputs.
--
-- A recipe is Lua whose globals are the constructors of all nodes, `image`, `layer`, `param`, and Lua's basics
-- (sandbox.lua). It may use the angle form of calls (angle.c). It returns a node, or a table of nodes by name; one that
-- returns nothing has the nodes that it left in globals as its outputs.
local native = require "terrane.native"
local ordered = require "terrane.ordered"
local outputs = require "terrane.outputs"
local params = require "terrane.params"
local sandbox = require "terrane.sandbox"
local suggest = require "terrane.suggest"
local recipe = {}

local MAX_MESSAGE = 4096
local find = string.find

-- What a stranger's recipe may use, unless the host says otherwise: bindings/lua/stranger.h.
local defaults = { fuel = 20000000, memory = 16777216, string = 65536, source = 1048576, nodes = 4096, lines = 1000, deadline = 2 }

local function failure(kind, message, used)
	return nil, { kind = kind, message = sandbox.clean(message, MAX_MESSAGE), used = used }
end

-- The text without a byte order mark and a first line for the shell; nil and a message for what is none.
local function text_of(source, name, most)
	if #source > most then
		return nil, ("%s: a recipe is at most %s of text"):format(name, most == defaults.source and "1 MiB" or most .. " bytes")
	end
	local text = source:gsub("^\239\187\191", ""):gsub("^#[^\r\n]*", "")
	if text:sub(1, 1) == "\27" then return nil, name .. ": this is compiled code; recipes are text" end
	return text
end

local function rewrite(text, name, ...)
	local brace, message, line = native.rewrite(text, ...)
	if brace then return brace, message end
	return nil, ("%s:%d: %s"):format(name, line, message)
end

-- A chunk of a trusted recipe's text. An expression alone is what the recipe returns. The nil in front: see angle.c.
local function compile(text, name, env)
	local brace, message = rewrite(text, name)
	if not brace then return nil, message end
	local chunk = load("return nil, " .. brace, "@" .. name, "t", env)
	if chunk then return chunk end
	return load((rewrite(text, name, true)), "@" .. name, "t", env)
end

-- Which file a path in a recipe means: one that the host named in a parameter, from where the host stands; else one beside
-- the recipe or in folders below it. A stranger names no font files, which are programs of a kind and read by a large library.
-- `missing` is called where the file cannot be opened.
local function resolver(options, missing)
	local directory = options.directory or ""
	local function given(path)
		for _, value in pairs(options.params or {}) do
			if value == path then return true end
		end
	end
	return function(path, param)
		if path == "" then return path end
		local message
		if not options.trusted and not given(path) then
			if param == "font" then
				return nil, "font: '" .. path .. "' is a font file, which the host may name but no stranger's recipe; name an installed font"
			end
			local found, none
			found, message, none = native.beneath(directory, path)
			if none then missing() end
			if found and options.opened then options.opened(found) end
			return found, message
		end
		if not given(path) and not find(path, "^[/\\]") and not find(path, "^%a:") and directory ~= "" then path = directory .. "/" .. path end
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

local option_kinds = { name = "string", params = "table", trusted = "boolean", env = "table", print = "function", runtime = "userdata",
	directory = "string", limits = "table", opened = "function" }

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

local function limits_of(given)
	local limits = {}
	for name, value in pairs(defaults) do limits[name] = value end
	for _, name in ipairs(ordered.keys(given or {})) do
		local value = given[name]
		if defaults[name] == nil then
			error("recipe: there is no limit '" .. tostring(name) .. "'" .. suggest.hint(tostring(name), ordered.keys(defaults)), 0)
		elseif type(value) ~= "number" or not (value > 0) or name ~= "deadline" and not (value >= 1 and value <= 2 ^ 50) then
			error("recipe: the limit '" .. name .. "' is a positive number, not " .. tostring(value), 0)
		end
		limits[name] = value
	end
	return limits
end

-- Both return outputs, declarations and what was used; or nil, a message, what was used, and the kind of the mistake.
local function run_trusted(text, name, options, log, resolve)
	local param, declared, left_over = params.new(options.params or {})
	local env = sandbox.environment { trusted = true, words = words(require "terrane", options, param),
		log = sandbox.outside(function(line) log(line) end) }
	local chunk, message = compile(text, name, env)
	if not chunk then return nil, message end
	local ok, first, second, third = sandbox.run(chunk, resolve)
	if not ok then
		return nil, type(first) == "string" and first or "it raised an error that is a " .. type(first) .. ", not a text"
	end
	message = left_over()
	if message then return nil, message end
	local result, more = outputs.results(first, second, third)
	local list
	list, message = outputs.of(result, more, env, (options.runtime or require "terrane").image)
	return list, list and declared or message
end

local function run_stranger(text, name, options, log, resolve)
	local brace, cost = rewrite(text, name, true, "__power")
	if not brace then return nil, cost end
	local limits = limits_of(options.limits)
	local list, declared, kind, used = native.run_stranger(brace, name, limits, options.params or {}, options.env or {},
		function(line) log(line) end, resolve, options.runtime, cost)
	return list, declared, used, kind
end

-- Runs a recipe that is text. options, all optional:
--   name       what errors call it, "alpine.lua"; default "recipe"
--   params     values for its parameters, by name; texts are converted as on a command line
--   trusted    true gives it all of Lua
--   limits     of a stranger's recipe: {fuel =, memory =, string =, source =, nodes =, lines =, deadline =}; docs/recipes.md
--   env        more names that it sees, {width = 512}. A stranger's recipe gets copies of tables, and functions that are
--              called with copies, in the host's state
--   print      a function(line) for what it prints; default: print
--   runtime    where its nodes are made; default: the module's own
--   directory  where files that it reads by relative paths lie; default: the working directory
--   opened     a function(path) for each map that it reads
-- Returns the outputs, a list of {name, node} in order of the names (one node alone has the name ""), the declared parameters
-- (params.lua), and for a stranger's recipe {fuel, bytes}: what it used, bytes at their peak. Or nil and {kind, message, used}:
-- kind is "file" where a file cannot be read, "limit" where it oversteps a limit, "memory" where the runtime has none left,
-- "cancelled", else "recipe".
function recipe.run(source, options)
	options = options or {}
	check_options(options)
	local name = options.name or "recipe"
	if not options.trusted and not native.run_stranger then
		local here = _VERSION == "Lua 5.1" and "under LuaJIT" or "here"
		return failure("recipe", name .. ": only trusted recipes run " .. here .. ": say trusted = true if you trust it")
	end
	local most = options.trusted and defaults.source or limits_of(options.limits).source
	local text, message = text_of(source, name, most)
	if not text then return failure("recipe", message) end
	local missing
	local resolve = resolver(options, function() missing = "file" end)
	local list, declared, used, kind = (options.trusted and run_trusted or run_stranger)(text, name, options, options.print or print, resolve)
	if list then return list, declared, used end
	declared = declared:gsub("^stdlib/terrane/%w+%.lua:%d+: ", "") -- of a call whose place is gone
	local placed = declared:sub(1, #name + 1) == name .. ":" -- a tail call within a function of the recipe may have no place
	return failure(kind or missing or "recipe", placed and declared or name .. ": " .. declared, used)
end

-- The same for the recipe in a file.
function recipe.run_file(path, options)
	local file, message = io.open(path, "rb")
	local source
	if file then
		source, message = file:read((options and options.limits and options.limits.source or defaults.source) + 1)
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
-- raise; a file that cannot be read gives nil and a message, and so does what is cancelled: nil, "cancelled".
function recipe.load(source, options)
	local is_path = find(source, "^[^\n]+%.lua$")
	local list, declared, used = (is_path and recipe.run_file or recipe.run)(source, options)
	if list then return list, declared, used end
	if declared.kind == "file" then return nil, declared.message end
	if declared.kind == "cancelled" then return nil, "cancelled" end
	error(declared.message, 0)
end

return setmetatable(recipe, { __call = function(_, ...) return recipe.load(...) end })
