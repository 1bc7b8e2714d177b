-- params.lua - `param("seed", 42, {min = 0, doc = "..."})`: what a recipe lets the command line, a game or a build
-- script set. The default's type is the parameter's type.
local ordered = require "terrane.ordered"
local suggest = require "terrane.suggest"
-- called from within recipes, whose strings have fewer methods: the library is called by name
local format, find, lower, sub, concat = string.format, string.find, string.lower, string.sub, table.concat
local params = {}

local truths = { ["true"] = true, on = true, yes = true, ["1"] = true, ["false"] = false, off = false, no = false, ["0"] = false }

local converters = {}

function converters.number(value)
	local x = value
	if type(value) == "string" then x = tonumber(value) end
	if type(x) == "number" and x == x and x - x == 0 then return x end
	return nil, "a number"
end

function converters.boolean(value)
	if type(value) == "boolean" then return value end
	local truth
	if type(value) == "string" then truth = truths[lower(value)] end
	if truth ~= nil then return truth end
	return nil, "true or false"
end

function converters.string(value)
	if type(value) == "string" then return value end
	return nil, "a text"
end

local function label(value) -- no addresses
	local kind = type(value)
	return (kind == "string" or kind == "number" or kind == "boolean") and sub(tostring(value), 1, 80) or "a " .. kind
end

local spec_kinds = { min = "number", max = "number", doc = "string", choices = "table" }

local function check_spec(name, default, spec)
	for _, key in ipairs(ordered.keys(spec)) do
		local kind = spec_kinds[key]
		if not kind then
			error(format("param '%s': no option '%s'%s; there are choices, doc, max and min", name, label(key),
				suggest.hint(label(key), { "min", "max", "doc", "choices" })), 3)
		end
		if type(spec[key]) ~= kind then error(format("param '%s': %s is a %s", name, key, kind), 3) end
		for _, choice in ipairs(key == "choices" and spec[key] or {}) do
			if type(choice) ~= type(default) then error(format("param '%s': choices are like the default, not a %s", name, type(choice)), 3) end
		end
		if kind == "number" and type(default) ~= "number" then
			error(format("param '%s': %s is for numbers, and its default is a %s", name, key, type(default)), 3)
		end
	end
end

local function check_value(name, value, spec, level)
	if spec.min and value < spec.min then
		error(format("parameter '%s': %s is below the minimum %s", name, tostring(value), tostring(spec.min)), level)
	elseif spec.max and value > spec.max then
		error(format("parameter '%s': %s is above the maximum %s", name, tostring(value), tostring(spec.max)), level)
	elseif spec.choices then
		local names = {}
		for i, choice in ipairs(spec.choices) do
			if choice == value then return end
			names[i] = tostring(choice)
		end
		error(format("parameter '%s': '%s' is not one of %s", name, tostring(value), concat(names, ", ")), level)
	end
end

-- A declarer for one run. given: values by name, as the host or the command line has them.
-- Returns `param`, the list of declarations so far ({name, type, default, value, min, max, choices, doc}), and a function
-- that says what is wrong with the given names once the recipe has run: a message, or nil.
function params.new(given)
	local declared, by_name = {}, {}

	local function declare(name, default, spec)
		if type(name) ~= "string" or not find(name, "^[%a_][%w_]*$") then
			error("param: the name is made of letters, digits and '_', not " .. label(name), 2)
		end
		local convert = converters[type(default)]
		if not convert then
			error(format("param '%s': the default is a number, a text or true or false, not a %s", name, type(default)), 2)
		end
		if by_name[name] then error(format("param '%s' is declared twice", name), 2) end
		if spec ~= nil and type(spec) ~= "table" then error(format("param '%s': options are a table", name), 2) end
		spec = spec or {}
		check_spec(name, default, spec)
		check_value(name, default, spec, 3)
		local value = default
		if given[name] ~= nil then
			local wanted
			value, wanted = convert(given[name])
			if value == nil then
				error(format("parameter '%s' is %s, not '%s'", name, wanted, sub(tostring(given[name]), 1, 80)), 2)
			end
			check_value(name, value, spec, 3)
		end
		local choices = spec.choices and {}
		for i, choice in ipairs(choices and spec.choices or {}) do choices[i] = choice end -- the table may change
		local declaration = { name = name, type = type(default), default = default, value = value,
			min = spec.min, max = spec.max, choices = choices, doc = spec.doc }
		declared[#declared + 1], by_name[name] = declaration, declaration
		return value
	end

	local function left_over()
		local names = {}
		for i, d in ipairs(declared) do names[i] = d.name end
		for _, name in ipairs(ordered.keys(given)) do
			if not by_name[name] then
				local rest = #names == 0 and "it declares none" or "it declares " .. concat(names, ", ")
				return format("no parameter '%s'%s; %s", tostring(name), suggest.hint(tostring(name), names), rest)
			end
		end
	end

	return declare, declared, left_over
end

return params
