require "terrane" -- brings its modules along
local sandbox = require "terrane.sandbox"

if _VERSION == "Lua 5.1" then return end -- strangers' recipes do not run under LuaJIT

local recipe = require "terrane.recipe"

local function run(text, words)
	local printed, value = {}, nil
	local env = { give = function(v) value = v end }
	for name, word in pairs(words or {}) do env[name] = word end
	local outputs, err = recipe.run("give((function() " .. text .. "\nend)())\nreturn noise{}", { name = "test.lua", env = env,
		print = function(line) printed[#printed + 1] = line end })
	return outputs ~= nil, outputs and value or err and err.message, printed
end
local function gives(expected, text)
	local ok, value = run(text)
	assert.is_true(ok, value)
	assert.same(expected, value)
end
local function fails(pattern, text)
	local ok, value = run(text)
	assert.is_false(ok)
	assert.matches(pattern, value)
end

-- Everything that a recipe can get hold of, as sorted paths.
local function reachable(root)
	local paths, seen = {}, {}
	local function walk(value, path)
		if type(value) ~= "table" or seen[value] then return end
		seen[value] = true
		for k, v in pairs(value) do
			local here = path == "" and tostring(k) or path .. "." .. tostring(k)
			paths[#paths + 1] = here
			walk(v, here)
		end
		local meta = debug.getmetatable(value)
		if meta and type(meta.__index) == "table" then walk(meta.__index, path) end
	end
	walk(root, "")
	table.sort(paths)
	return table.concat(paths, " ")
end

describe("a stranger's globals", function()
	it("are these and no others", function()
		local _, lib = sandbox.environment { words = {}, log = print }
		assert.equal("assert error ipairs math math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp math.floor "
			.. "math.fmod math.huge math.log math.max math.maxinteger math.min math.mininteger math.modf math.pi math.pow math.rad "
			.. "math.rng math.sin math.sqrt math.tan math.tointeger math.type math.ult next pairs pcall print rawequal rawget rawlen "
			.. "select string string.byte string.char string.find string.format string.len string.lower string.rep string.reverse "
			.. "string.sub string.upper table table.concat table.insert table.remove table.sort table.unpack tonumber tostring type",
			reachable(lib))
	end)

	it("name what is missing", function()
		fails("^test.lua:2: recipes have no 'io'; run those you trust", "\nreturn io")
		fails("^test.lua:1: recipes have no 'require'", "require 'os'")
		fails("^test.lua:1: recipes have no 'setmetatable'", "setmetatable({}, {})")
		fails("^test.lua:1: there is no 'prnt' %(did you mean 'print'%?%)", "prnt(1)")
		fails("^test.lua:1: recipes have no string.gsub", "string.gsub('a', 'b', 'c')")
		fails("^test.lua:1: recipes have no math.random; math.rng%(seed%)", "math.random()")
		fails("^test.lua:1: recipes have no table.move", "table.move()")
	end)

	it("are not shared between recipes", function()
		assert.is_true((run "math.sin, string.len, x = nil, nil, 1"))
		gives(1, "return math.cos(0)")
		gives(2, "return string.len 'ab'")
		fails("there is no 'x'", "return x")
	end)

	it("may be made and changed", function()
		gives(3, "a = 1 b = a + 1 function c() return a + b end return c()")
		gives(5, "pi = 5 return pi")
	end)
end)

describe("strings of a stranger", function()
	it("have its own methods, and the host's afterwards", function()
		gives("AB", "return ('ab'):upper()")
		fails("recipes have no string.gsub", "return ('ab'):gsub('a', 'b')")
		fails("recipes have no string.match", "return pcall == nil or ('ab').match")
		assert.equal("bb", (("ab"):gsub("a", "b")))
		run "error 'x'"
		assert.equal("bb", (("ab"):gsub("a", "b")))
	end)

	it("are the host's while the host is called", function()
		local host = sandbox.outside(function(s) return (s:gsub("a", "b")) end)
		local ok, value = run("return host 'aa' .. ('x'):rep(2) .. tostring(pcall(function() return ('a'):gsub('a', 'b') end))", { host = host })
		assert.is_true(ok, value)
		assert.equal("bbxxfalse", value)
		assert.equal("bb", host "aa")
	end)

	it("see an error of the host as it is", function()
		local host = sandbox.outside(function() error({ code = 7 }) end)
		local ok, value = run("local ok, e = pcall(host) return e.code", { host = host })
		assert.is_true(ok, value)
		assert.equal(7, value)
	end)

	it("work as Lua's do", function()
		gives("3 97 98 abc cba b ", "return ('abc'):len() .. ' ' .. ('abc'):byte() .. ' ' .. ('abc'):byte(-2) .. ' ' .. ('ABC'):lower() .. ' ' .. ('abc'):reverse() .. ' ' .. ('abc'):sub(2, 2) .. ' ' .. ('x'):rep(0)")
		gives("a-a-a", "return ('a'):rep(3, '-')")
		gives({ 2, 3 }, "return {('a.b.c'):find('.b', 1, true)}")
		gives({ 2, 2 }, "return {('abc'):find 'b'}")
		gives({}, "return {('abc'):byte(10)}")
		gives({ 97, 98, 99 }, "return {('abc'):byte(1, -1)}")
		gives("  7|0x1p+1|1.50|a    |%|12", "return ('%3d|%s|%.2f|%-5s|%%|%s'):format(7, '0x1p+1', 1.5, 'a', 12)")
		gives("nil true table 1 table 1 table 2", "local t = {} return ('%s %s %s %s %s'):format(nil, true, t, t, {})")
	end)

	it("are bounded", function()
		gives("", "return ('').rep('', 1e15)")
		gives(65536, "return #('x'):rep(65536)")
		fails("rep: the result is longer", "return ('x'):rep(65537)")
		fails("^test.lua:1: rep: the result is longer", "local s = ('x'):rep(2^60)")
		fails("rep: the result is longer", "return ('').rep('', 2^60, 'x')")
		fails("^test.lua:1: format: the result is longer", "local s = ('x'):rep(60000) s = ('%s%s'):format(s, s)")
		fails("byte: more than 250 values", "return ('x'):rep(300):byte(1, -1)")
		fails("^test.lua:1: find: recipes have no patterns", "local i = ('x'):find('x*')")
		fails("format: recipes have no '%%a'", "return ('%a'):format(1)")
		fails("format: recipes have no '%%p'", "return ('%p'):format({})")
		fails("format: recipes have no '%%'", "return ('%'):format({})")
		fails("^test.lua:1: bad argument #2", "local s = ('%d'):format('x')")
		fails("^test.lua:1: bad argument #1 to 'rep' %(string expected, got table%)", "local s = string.rep({}, 2)")
		fails("^test.lua:1: bad argument #2 to 'rep' %(whole number expected, got nil%)", "local s = string.rep 'x'")
	end)
end)

describe("tables of a stranger", function()
	it("are walked in order", function()
		gives("12ab", "local s = '' for k in pairs{b = 1, a = 2, 3, 4} do s = s .. k end return s")
		gives("1", "return tostring(next({b = 1, 5}))")
		gives("nil", "return tostring(next {})")
		fails("^test.lua:1: pairs: a table as a key has no fixed order", "for k in pairs{[{}] = 1} do end")
		fails("^test.lua:1: pairs: a function as a key", "local k = next{[print] = 1}")
		fails("^test.lua:1: bad argument #1 to 'pairs' %(table expected, got no value%)", "pairs()")
	end)

	it("are sorted, keeping equals in place", function()
		gives({ 1, 2, 3, 5, 8 }, "local t = {5, 3, 8, 1, 2} table.sort(t) return t")
		gives("b1a1c2", "local t = {'c2', 'b1', 'a1'} table.sort(t, function(a, b) return a:sub(2) < b:sub(2) end) return table.concat(t)")
		gives(2000, "local t = {} for i = 1, 2000 do t[i] = (i * 7919) % 2003 end table.sort(t, function() return true end) return #t")
		gives(true, "local t = {} for i = 1, 1000 do t[i] = (i * 7919) % 1009 end table.sort(t) for i = 2, 1000 do if t[i] < t[i - 1] then return false end end return true")
		fails("attempt to compare", "table.sort{1, {}}")
		fails("bad argument #2 to 'sort' %(function expected, got number%)", "table.sort({}, 1)")
	end)

	it("are bounded", function()
		gives("a, b, 3", "return table.concat({'a', 'b', 3}, ', ')")
		gives("bc", "return table.concat({'a', 'b', 'c'}, '', 2)")
		fails("concat: item 2 is a boolean", "return table.concat{'a', true}")
		fails("concat: the result is longer", "local s, t = ('x'):rep(30000), {} for i = 1, 3 do t[i] = s end return table.concat(t)")
		gives(6, "local a, b, c = table.unpack{1, 2, 3} return a + b + c")
		fails("unpack: more than 250 values", "return table.unpack({}, 1, 1e9)")
	end)
end)

describe("a stranger's print", function()
	it("goes to the host without addresses and control characters", function()
		local _, _, printed = run "local t = {} print('a', 1, nil, t, print, {}, t) print('\\27[31mx\\0\\127\\ty')"
		assert.same({ "a\t1\tnil\ttable 1\tfunction 1\ttable 2\ttable 1", "?[31mx??\ty" }, printed)
	end)
	it("ends", function()
		local _, _, printed = run "for i = 1, 5000 do print(('x'):rep(5000)) end"
		assert.equal(1001, #printed)
		assert.equal(4096, #printed[1000])
		assert.matches("left out", printed[1001])
	end)
end)

describe("a trusted recipe", function()
	local function trusted(text)
		local env = sandbox.environment { trusted = true, words = { answer = 42 }, log = print }
		return sandbox.run(assert(load(text, "@test.lua", "t", env)))
	end
	it("has all of Lua", function()
		assert.same({ true, "bb" }, { trusted "return (('ab'):gsub('a', 'b'))" })
		assert.same({ true, true }, { trusted "return io ~= nil and os ~= nil and require ~= nil and math.random ~= nil and getmetatable('').__index == string" })
		assert.same({ true, 42 }, { trusted "return answer" })
	end)
	it("is the same on every machine where it can be", function()
		local reckon = require "terrane.reckon"
		assert.same({ true, reckon.sin(1) }, { trusted "return math.sin(1)" })
		assert.same({ true, "ab" }, { trusted "local s = '' for k in pairs{b = 1, a = 2} do s = s .. k end return s" })
		assert.same({ true, "x" }, { trusted "return next(setmetatable({}, {__pairs = function() return next, {x = 1} end})) or pairs(setmetatable({}, {__pairs = function() return function() return 'x' end end}))()" })
	end)
	it("leaves the host's globals alone", function()
		trusted "leaked = 1"
		assert.is_nil(rawget(_G, "leaked"))
	end)
end)
