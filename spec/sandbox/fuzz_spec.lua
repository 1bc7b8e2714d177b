-- Recipes that a generator writes, and mutations of compiled code: each ends, is told in clean text, gives the same fuel when it
-- runs again, and leaves nothing behind. TERRANE_FUZZ=100000 runs so many.
if _VERSION == "Lua 5.1" then return end -- strangers' recipes do not run under LuaJIT
local terrane = require "terrane"
local recipe = require "terrane.recipe"
local count = tonumber(os.getenv "TERRANE_FUZZ") or 400
local pick_from = require("terrane.reckon").rng(tonumber(os.getenv "TERRANE_FUZZ_SEED") or 1)

local function pick(list) return list[pick_from(#list)] end

local names = { "a", "b", "t", "f", "noise", "layer", "image", "math", "string", "table", "pairs", "print", "x", "_ENV", "__power" }
local values = { "0", "1", "-1", "2^53", "1e308", "0/0", "1/0", "math.mininteger", "math.maxinteger", "nil", "true", "''", "'x'", "('x'):rep(70)", "{}",
	"{ 1, 2, 3 }", "{ a = 1, [2.5] = 2 }", "noise{}", "print", "'1e3'", "0x7fffffff", "'\\0\\255'", "...", "noise", "layer{ width = 2, height = 2 }" }
local calls = { "tostring(%s)", "tonumber(%s)", "type(%s)", "pcall(%s, %s)", "select(%s, %s, %s)", "rawlen(%s)", "rawget(%s, %s)", "next(%s)", "next(%s, %s)",
	"math.floor(%s)", "math.sin(%s)", "math.fmod(%s, %s)", "math.rng(%s)(%s)", "math.pow(%s, %s)", "string.rep(%s, %s, %s)", "string.sub(%s, %s, %s)",
	"string.byte(%s, %s)", "string.char(%s, %s)", "string.find(%s, %s, %s, true)", "string.format(%s, %s)", "('%%5.3s|%%d'):format(%s, %s)", "('%%g'):format(%s)",
	"table.concat(%s, %s)", "table.insert(%s, %s)", "table.insert(%s, %s, %s)", "table.remove(%s, %s)", "table.unpack(%s, %s, %s)", "table.sort(%s)",
	"table.sort(%s, function(p, q, ...) return %s end)", "param(%s, %s)", "param('p', %s, { min = %s, choices = %s })", "noise{ frequency = %s }", "noise{ octaves = %s, noise_type = %s }",
	"noise{}:splat{ rock_angle = %s }", "noise{}:mono_to_height{ cop = %s }", "image{ C = %s }", "image{ file = %s }", "layer{ width = %s, height = %s }",
	"layer{ width = 2, height = 2, data = %s }", "layer{ width = 3, height = 1, data = function(u, v, ...) return %s end }", "noise{}:params()[%s]", "noise{}:output(%s)",
	"noise<frequency=%s>", "print(%s, %s)", "error(%s)", "assert(%s, %s)", "(%s)(%s)", "#(%s)", "-(%s)", "not (%s)", "~(%s)" }
local operators = { "+", "-", "*", "/", "//", "%", "^", "..", "==", "<", "<=", "~=", "and", "or", "&", "|", "<<", ">>" }

local expression
local function filled(template, depth)
	return (template:gsub("%%(.)", function(c) return c == "s" and expression(depth + 1) or "%" end))
end
function expression(depth)
	local way = pick_from(10)
	if depth > 3 or way < 4 then return pick_from(3) == 1 and pick(names) or pick(values) end
	if way < 7 then return filled(pick(calls), depth) end
	if way < 9 then return "(" .. expression(depth + 1) .. " " .. pick(operators) .. " " .. expression(depth + 1) .. ")" end
	if way == 9 then return "function(...) return " .. expression(depth + 1) .. " end" end
	return "(" .. expression(depth + 1) .. ")[" .. expression(depth + 1) .. "]"
end

local block
local statements = {
	function() return "local " .. pick{ "a", "b", "t", "f" } .. " = " .. expression(0) end,
	function() return pick(names) .. " = " .. expression(0) end,
	function() return pick{ "t", "a" } .. "[" .. expression(1) .. "] = " .. expression(1) end,
	function() return "local u = " .. expression(0) end,
	function(d) return "for i = " .. expression(2) .. ", " .. expression(2) .. " do " .. block(d) .. " end" end,
	function(d) return "for k, v in pairs(" .. expression(1) .. ") do " .. block(d) .. " end" end,
	function(d) return "while " .. expression(1) .. " do " .. block(d) .. " end" end,
	function(d) return "repeat " .. block(d) .. " until " .. expression(1) end,
	function(d) return "if " .. expression(1) .. " then " .. block(d) .. " else " .. block(d) .. " end" end,
	function(d) return "function f(...) " .. block(d) .. " return " .. expression(1) .. " end" end,
	function(d) return "pcall(function(...) " .. block(d) .. " end)" end,
	function(d) return "while true do " .. block(d) .. " if " .. expression(2) .. " then break end end" end,
	function(d) return "do goto out " .. block(d) .. " ::out:: end" end,
}
function block(depth)
	local list = {}
	for i = 1, pick_from(3) do list[i] = depth > 2 and "x = " .. expression(2) or pick(statements)(depth + 1) end
	return table.concat(list, " ")
end

local function soup(text) -- a few bytes of it exchanged, doubled, left out
	for _ = 1, pick_from(4) do
		local at, to = pick_from(#text), pick_from(#text)
		local piece = text:sub(to, to + pick_from(8))
		text = text:sub(1, at - 1) .. piece .. text:sub(at + pick_from(6) - 1)
		if text == "" then text = "x" end
	end
	return text
end

local function clean(message)
	assert.is_string(message)
	assert.is_true(#message <= 4096)
	assert.is_nil(message:find "[%z\1-\8\11-\31\127]")
	assert.is_not_nil(utf8.len(message), message)
end

describe("generated recipes", function()
	it("end, cleanly, and the same way each time", function()
		local rt = terrane.runtime{ threads = 1, cache = 1 }
		local options = { name = "fuzz.lua", runtime = rt, print = clean, limits = { fuel = 300000, memory = 2000000, deadline = 60 } }
		local gave = {}
		for i = 1, count do
			local parts = { "local a, b, t, f = 1, 'x', { 1, 2, 3 }, function(...) return ... end" }
			for j = 2, 4 + pick_from(6) do parts[j] = "pcall(function(...) " .. block(0) .. " end, " .. pick(values) .. ")" end
			parts[#parts + 1] = "return " .. pick{ "noise{}", "{ a = noise{}, b = image{ C = layer{ width = 1, height = 1 } } }", expression(0) }
			local text = table.concat(parts, "\n")
			if pick_from(5) == 1 then text = soup(text) end
			local outputs, err, used = recipe.run(text, options)
			if not outputs then clean(err.message) end
			local again, err2, used2
			coroutine.wrap(function() again, err2, used2 = recipe.run(text, options) end)() -- another place on the stack, another hash seed
			assert.equal(outputs ~= nil, again ~= nil, text)
			if outputs then
				assert.equal(used.fuel, used2.fuel, text)
			else
				assert.same({ err.message, err.kind, err.used and err.used.fuel }, { err2.message, err2.kind, err2.used and err2.used.fuel }, text)
			end
			local kind = outputs and "made" or err.kind
			gave[kind] = (gave[kind] or 0) + 1
			if i % 100 == 0 then
				outputs, again, err, err2 = nil, nil, nil, nil -- luacheck: ignore
				collectgarbage()
				rt:trim()
				assert.is_not_nil((recipe.run("return noise{}", options)))
			end
		end
		if os.getenv "TERRANE_FUZZ" then
			for kind, n in pairs(gave) do io.stderr:write(kind, " ", n, "\n") end
		end
		assert.is_true((gave.recipe or 0) > count / 20 and (gave.made or 0) > count / 20)
	end)

	it("are no compiled code, however it is changed", function()
		local dump = string.dump(load "local a = 1 return function() return a end")
		for _ = 1, count do
			local at = pick_from(#dump)
			local text = dump:sub(1, at - 1) .. string.char(pick_from(256) - 1) .. dump:sub(at + 1)
			local outputs, err = recipe.run(text)
			assert.is_nil(outputs)
			clean(err.message)
		end
	end)
end)
