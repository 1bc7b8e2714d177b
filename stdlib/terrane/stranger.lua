-- stranger.lua - a stranger's recipe, within the Lua state that it has of its own (bindings/lua/stranger.c).
local native = require "terrane.native"
local outputs = require "terrane.outputs"
local params = require "terrane.params"
local reckon = require "terrane.reckon"
local sandbox = require "terrane.sandbox"

-- a ^ b reads a ^ (power ^ b) here (angle.c): the system's pow differs in the last bits from machine to machine.
local function power()
	local exponent
	local function number(value)
		local x = tonumber(value)
		if not x then native.fail("attempt to perform arithmetic on a " .. type(value) .. " value") end
		return x
	end
	local raised = setmetatable({}, { __metatable = false, __pow = function(base)
		local x = reckon.pow(number(base), exponent)
		return x
	end })
	return setmetatable({}, { __metatable = false, __pow = function(_, y)
		exponent = number(y)
		return raised
	end })
end

-- start: compile(env) -> chunk, or nil and a message; lock(methods of strings); params, words: the host's, by name;
-- log(line); lines, string: limits. Returns outputs and declarations, or nil and a message.
return function(start)
	local param, declared, left_over = params.new(start.params)
	local words = { image = native.image, layer = native.layer, param = param, __power = power() }
	for _, name in ipairs(native.nodes) do words[name] = native[name] end
	for name, value in pairs(start.words) do words[name] = value end
	local env, lib = sandbox.environment { words = words, log = start.log, lines = start.lines, string = start.string }
	start.lock(lib.string)
	local make = native.image
	local chunk, message = start.compile(env)
	if not chunk then return nil, message end
	local result, more = outputs.results(chunk())
	message = left_over()
	if message then return nil, message end
	local list
	list, message = outputs.of(result, more, env, make)
	if not list then return nil, message end
	return list, declared
end
