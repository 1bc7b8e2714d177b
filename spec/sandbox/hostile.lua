-- hostile.lua - recipes that mean harm, by the class of what they try. Each row: class, text, and how it ends: a pattern of
-- the error, or true where what it tries is harmless and it gets through. `limits` and others are options of the run.
local list = {}
local class
local function try(text, ends, options)
	list[#list + 1] = { class = class, text = text, ends = ends, options = options or {} }
end
local function many(n, f)
	local t = {}
	for i = 1, n do t[i] = f(i) end
	return table.concat(t)
end
local FUEL, MEMORY, TEXT = "^bad.lua:%d+: out of fuel", "^bad.lua:%d+: out of memory", "^bad.lua:%d+: a text of more than 65536 bytes"
local END = " return noise{}"

class = "A1 code that is no text"
local dump = string.dump(load "return noise{}")
try(dump, "^bad.lua: this is compiled code")
try("\239\187\191" .. dump, "^bad.lua: this is compiled code")
try("#!terrane\n" .. dump, "^bad.lua:2: ")
try("\27LJ\2\0", "^bad.lua: this is compiled code")
try(" " .. dump, "^bad.lua:1: ")
try("return '" .. dump:sub(1, 40):gsub("['\\\r\n%z]", "?") .. "'", "^bad.lua: it returns a string")

class = "A2 string.dump"
try("local f = string.dump", "^bad.lua:1: recipes have no string.dump")
try("local f = ('').dump", "^bad.lua:1: recipes have no string.dump")
try("local s = string['du' .. 'mp'](print)", "^bad.lua:1: recipes have no string.dump")

class = "A3 debug"
try("debug.getinfo(1)", "^bad.lua:1: recipes have no 'debug'")
try("local d = _ENV['de' .. 'bug']", "^bad.lua:1: recipes have no 'debug'")
try("\nlocal m = getmetatable('')", "^bad.lua:2: recipes have no 'getmetatable'")
try("setmetatable({}, {})", "^bad.lua:1: recipes have no 'setmetatable'")

class = "A4 the machine"
try("require 'os'", "^bad.lua:1: recipes have no 'require'")
try("os.execute 'true'", "^bad.lua:1: recipes have no 'os'")
try("io.open('/etc/passwd')", "^bad.lua:1: recipes have no 'io'")
try("package.loadlib('x', 'y')", "^bad.lua:1: recipes have no 'package'")
try("dofile 'x'", "^bad.lua:1: recipes have no 'dofile'")
try("load 'return 1'", "^bad.lua:1: recipes have no 'load'")
try("loadfile 'x'", "^bad.lua:1: recipes have no 'loadfile'")

class = "A5 helpers that are replaced"
try("ipairs, pairs, type, tostring, error, pcall, select = nil" .. END, true)
try("string.format = function() return {} end string.find = nil math.floor = nil table.concat = error" .. END, true)
try("local e = error for _, k in pairs{ 'type', 'tostring', 'rawget', 'next' } do _ENV[k] = function() e 'mine' end end" .. END, true)
try("tostring = error print(noise{})" .. END, true)
try("string.sub = error string.byte = error local x = nosie", "^bad.lua:1: there is no 'nosie' %(did you mean 'noise'%?%)")
try("math.floor = error local x = math.rng(1)() local y = 2 ^ 0.5" .. END, true)

class = "A6 what strings share"
try("string.upper = function() return 'mine' end assert(('a'):upper() == 'mine')" .. END, true)
try("local m = ('').__index", "^bad.lua:1: recipes have no string.__index")
try("local m = ('').__metatable", "^bad.lua:1: recipes have no string.__metatable")
try("('').x = 1", "^bad.lua:1: attempt to index a string value")

class = "A7 no end"
try("while true do end", FUEL)
try("\n\nrepeat until false", "^bad.lua:3: out of fuel")
try("::a:: goto a", FUEL)
try("for i = 1, math.maxinteger do end", FUEL)
try("for i = 1, 2^63 do end", FUEL)
try("local function f() return f() end f()", FUEL)
try("local function f() f() end f()", "^bad.lua:1: stack overflow")
try("for k in function() return 1 end do end", FUEL)
try("local t = { 1 } for i in ipairs(t) do t[i + 1] = i end", FUEL)

class = "A8 limits that are caught"
try("while true do pcall(function() while true do end end) end", FUEL)
try("local function f() pcall(f) pcall(f) end f()", FUEL)
try("pcall(pcall, pcall, function() while true do end end) while true do end", FUEL)
try("local ok = pcall(function() while true do end end) print 'after' error 'after'", FUEL)
try("local f = function() while true do end end for i = 1, 1000 do local g = f f = function() pcall(g) end end f()", "^bad.lua: it returns no node")
try("while true do pcall(error, function() end) end", FUEL)
try("while true do pcall(function() local t = {} for i = 1, 1e9 do t[i] = {} end end) end", MEMORY)

class = "A9 message handlers"
try("xpcall(error, function() while true do end end)", "^bad.lua:1: recipes have no 'xpcall'")
try("pcall(error, 'x', 2, function() while true do end end)" .. END, true)

class = "A10 finalisers"
try("setmetatable({}, { __gc = function() while true do end end })", "^bad.lua:1: recipes have no 'setmetatable'")
try("local n = noise{} n.__gc = print", "^bad.lua:1: attempt to index a terrane.node value")
try("local g = noise{}.__gc", "^bad.lua:1: terrane.node has no field '__gc'")
try("for i = 1, 1000 do noise{} layer{ width = 1, height = 1 } end" .. END, true)
try("local n = noise{} n:release()", "^bad.lua:1: terrane.node has no field 'release'")

class = "A11 variables that close"
try("local x <close> = noise{}", "^bad.lua:1: variable 'x' got a non%-closable value")
try("local x <close> = setmetatable({}, { __close = function() while true do end end })", "^bad.lua:1: recipes have no 'setmetatable'")
try("local x <close> = nil while true do end", FUEL)

class = "A12 coroutines"
try("coroutine.wrap(function() end)()", "^bad.lua:1: recipes have no 'coroutine'")
try("for i = 1, 1e9 do local f = function() end f() end", FUEL)

class = "A13 patterns"
try("local i = ('a'):rep(30):find(('a*'):rep(30) .. 'b')", "^bad.lua:1: find: recipes have no patterns")
try("local s = ('x'):gsub('.', 'y')", "^bad.lua:1: recipes have no string.gsub")
try("local s = ('x'):match '(.-)%1'", "^bad.lua:1: recipes have no string.match")
try("for w in ('x'):gmatch '.' do end", "^bad.lua:1: recipes have no string.gmatch")
try("local i = ('x'):find('%f[x]', 1, false)", "^bad.lua:1: find: recipes have no patterns")

class = "A14 long work in one call"
try("local s, p = ('x'):rep(65536), ('x'):rep(32768) .. 'y' while true do s:find(p, 1, true) end", FUEL)
try("local s = ('x'):rep(65536) while true do s:upper() end", FUEL)
try("local s = ('x'):rep(65536) while true do s:reverse() end", FUEL)
try("local t = {} for i = 1, 1e5 do t[i] = i end while true do table.insert(t, 1, 1) end", FUEL)
try("local t = {} for i = 1, 1e5 do t[i] = i end while true do table.remove(t, 1) t[#t + 1] = 1 end", FUEL)
try("local t = {} for i = 1, 1000 do t[i] = 'x' end while true do table.concat(t) end", FUEL)
try("local t = {} for i = 1, 30000 do t[i] = -i end while true do table.sort(t) end", FUEL)
try("local t = {} for i = 1, 3e4 do t['k' .. i] = i end while true do for k in pairs(t) do break end end", FUEL)
try("local t = {} for i = 1, 2e5 do t[i] = i end for i = 1, 2e5 do t[i] = nil end while true do next(t) end", FUEL)
try("local t = {} for i = 1, 2e5 do t[i] = i end for i = 1, 2e5 do t[i] = nil end while true do pcall(noise, t) end", FUEL)
try("local a, b = ('x'):rep(65535) .. 'y', ('x'):rep(65535) .. 'y' while a == b do end", FUEL)
try("local a, b = ('x'):rep(65535) .. 'y', ('x'):rep(65535) .. 'z' while a < b do end", FUEL)
try("local t, a = {}, ('x'):rep(65536) while true do local x = t[a .. ''] end", FUEL)
try("local s = ('1'):rep(65000) while true do local x = s + 1 end", FUEL)
try("local s = ('1'):rep(65000) while true do tonumber(s) end", FUEL)
try("while true do ('%99.99f%99.99f'):format(1e300, 1e300) end", FUEL)
try("local function g(...) return g(1, ...) end g()", "^bad.lua:1: a call takes or gives more than 255 values")
try("local function g(n) if n > 0 then return n, g(n - 1) end end g(1e5)", "^bad.lua:1: a call takes or gives more than 255 values")
try("local t = {} for i = 1, 65536 do t['k' .. i] = 1 end local i = 65536 while true do t['k' .. (i - 65535)] = nil i = i + 1 t['k' .. i] = 1 end", FUEL)
try("local t = { a = 1, b = 1, c = 1, d = 1, e = 1, f = 1, g = 1, h = 1 } while true do t.a = nil t.i = 1 t.i = nil t.a = 1 end", FUEL)
try("x = a" .. (" and a"):rep(170000), "^bad.lua: out of fuel")
try("if a then " .. ("elseif a then "):rep(70000) .. "end", "^bad.lua: out of fuel")
try("while a do " .. ("break "):rep(170000) .. "end", "^bad.lua: out of fuel")
try(many(60000, function(i) return "::l" .. i .. ":: " end), "^bad.lua: out of fuel")
try("t = {" .. many(90000, function(i) return (131071 * i) .. "," end) .. "}", "^bad.lua: out of fuel")
try(many(180, function() return "local function f() local " .. many(190, function(j) return (j > 1 and "," or "") .. "v" .. j end) .. " " end)
	.. ("x=x "):rep(180000) .. ("end "):rep(180), "^bad.lua: out of fuel")

class = "A15 nothing, very often"
try("assert(('').rep('', 1e15) == '')" .. END, true)
try("assert(('').rep('', 1e15, '') == '')" .. END, true)
try("local s = ('').rep('', 1e15, 'x')", "^bad.lua:1: rep: the result is longer than 64 KiB")
try("for i = 1, 0, -1 do end for i = 1, 2, 0 do end", "^bad.lua:1: 'for' step is zero")

class = "A16 lengths that lie"
try("table.insert({}, 2^53, 1)", "^bad.lua:1: bad argument #2 to 'insert'")
try("local t = {} t[2^53] = 1 table.insert(t, 1, 1) table.remove(t, 1)" .. END, true)
try("local s = table.concat({}, '', 1, 2^53)", "^bad.lua:1: concat: item 1 is a nil")
try("local x = table.unpack({}, 1, 2^53)", "^bad.lua:1: unpack: more than 250 values")
try("local x = table.unpack({}, math.mininteger, math.maxinteger)", "^bad.lua:1: ")
try("local b = ('x'):rep(1000):byte(1, -1)", "^bad.lua:1: byte: more than 250 values")
try("local x = select(2^53)" .. END, true)
try("local x = select(-2^53, 1)", "^bad.lua:1: bad argument #1 to 'select'")
try("local l = layer{ width = 2, height = 2, data = { 1, 2, 3 } }", "^bad.lua:1: layer: data must be width")

class = "A17 memory"
try("local s = 'x' while true do s = s .. s end", TEXT)
try("local t = {} for i = 1, 1e8 do t[i] = i end", MEMORY)
try("local t = {} for i = 1, 1000 do t[i] = ('x'):rep(65000 + i) end", MEMORY)
try("local t = {} while true do t = { t, t } end", "^bad.lua:1: out of ")
try("local t = {} while true do t = { {}, {}, {}, {}, {}, {}, {}, {}, t } end", MEMORY)
try("local s = ('%s'):rep(30000):format(('x'):rep(9):rep(9))", "^bad.lua:1: ")
try("local t = {} while true do t[#t + 1] = function() return t end end", MEMORY)
try("local i, t = 0, {} while true do i = i + 1 t['k' .. i] = i end", MEMORY)
try("return '" .. ("x"):rep(70000) .. "'", "^bad.lua: a text of more than 65536 bytes")

class = "A18 memory, swallowed"
try("while true do pcall(function() local s = 'x' while true do s = s .. s end end) end", TEXT)
try("local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(60000 + #t) end) end", MEMORY)
try("local t = {} pcall(function() while true do t[#t + 1] = {} end end) t = nil" .. END, MEMORY)

class = "A19 memory that Lua does not see"
try("while true do noise{} end", "^bad.lua:1: more than 4096 nodes")
try("local s = noise{}:statistics{} while true do s:figure 'max' end", FUEL)
-- a program of which each name is looked up among many
try("local t, u = {}, {} for i = 1, 250 do local n = 'v' .. i t[i] = 'local ' .. n .. '=1 ' if i > 170 then u[#u + 1] = n end end " ..
	"local s = table.concat(t) .. 'C=' .. table.concat(u, '+') while true do map{ program = s } end", "^bad.lua:1: ")
try("local t = {} for i = 1, 250 do t[i] = 'local v' .. i .. '=1 ' end local s = table.concat(t) .. 'C=v1' while true do pcall(map, { program = s }) end", FUEL)
try("while true do pcall(map, { C = ('('):rep(4000) }) end", FUEL)
try("local n = noise{} for i = 1, 200 do n = n:map{ C = 'C(4096, 0)' } end return n", true)
try("local n = noise{} for i = 1, 10000 do n = n:mono_to_height{} end", "^bad.lua:1: more than 4096 nodes")
try("local t = {} for i = 1, 1e4 do t[i] = layer{ width = 256, height = 256 } end", MEMORY)
try("for i = 1, 1e4 do layer{ width = 256, height = 256 } end", "^bad.lua:1: out of ")
try("layer{ width = 65536, height = 65536, channels = 64 }", "^bad.lua:1: out of fuel")
try("local s = ('x'):rep(4000) local t = {} for i = 1, 1e5 do t[i] = noise{ out_layer = s .. i } end", "^bad.lua:1: ")

try("local l, t, k = layer{ width = 1, height = 1 }, {}, {} for i = 1, 1000 do t['k' .. i] = l end for i = 1, 1e5 do k[i] = image(t) end", "^bad.lua:1: out of ")
try("local k = {} for i = 1, 1e6 do k[i] = layer{ width = 1, height = 1 } end", "^bad.lua:1: out of ")

class = "A20 the C stack"
try(("("):rep(100000), "^bad.lua:1: brackets and blocks nest more than 190 deep")
try("return " .. ("{"):rep(100000), "^bad.lua:1: brackets and blocks nest more than 190 deep")
try("local x = a" .. ("..a"):rep(100000), "^bad.lua: C stack overflow")
try("local x = " .. ("not "):rep(100000) .. "a", "^bad.lua: C stack overflow")
try("local x = " .. ("-"):rep(1) .. (" -"):rep(1e5) .. "1", "^bad.lua: C stack overflow")
try(("do "):rep(1e5), "^bad.lua:1: brackets and blocks nest more than 190 deep")
try("local x = 2" .. ("^2"):rep(1e5), "^bad.lua: C stack overflow")
try("local function f() return layer{ width = 1, height = 1, data = f } end f()", "^bad.lua:1: calls within calls of pcall and layer")
try("local function f() pcall(f) while true do end end f()", FUEL)
try("local function f() for x in f do end end f()", "^bad.lua:1: C stack overflow")
try("local function f(a, b) table.sort({ 2, 1 }, f) return a < b end f(1, 2)", "^bad.lua:1: ")
try("local f f = function() return (f()) end f()", "^bad.lua:1: stack overflow")

class = "A21 odd source text"
try("local _ENV <const> = nil x = 1", "^bad.lua:1: attempt to index a nil value")
try("local _ENV <const> = 1; local function f() return g end f()", "^bad.lua:1: attempt to index a number value")
try("goto a do ::a:: end", "^bad.lua:1: no visible label 'a'")
try("::a:: ::a::", "^bad.lua:1: label 'a' already defined")
try("local s = '\\u{7FFFFFFF}\\u{80000000}'", "^bad.lua:1: UTF%-8 value too large")
try("local s = 'abc", "^bad.lua:1: unfinished string")
try("local s = [==[abc]=]", "^bad.lua:1: unfinished long string")
try(many(201, function(i) return "local v" .. i .. " " end), "^bad.lua:1: too many local variables")
try("local x = 1 // 0", "^bad.lua:1: attempt to .*divide by zero")
try("local x = math.mininteger // -1 local y = math.mininteger % -1 local z = 1 << 1000 z = 1 >> -1000 local w = 5 % math.huge" .. END, true)
try("local x <const> = 1 x = 2", "^bad.lua:1: attempt to assign to const variable 'x'")
try("x = 0x" .. ("f"):rep(1000) .. " y = " .. ("9"):rep(1000) .. " z = 1e" .. ("9"):rep(100) .. END, true)
try("\0", "^bad.lua:1: ")
try("x = '" .. "\\z" .. (" \n"):rep(1000), "^bad.lua:%d+: unfinished string")

class = "A22 values of the wrong kind"
try("noise{}.params(1)", "^bad.lua:1: bad argument #1 to 'params'")
try("noise{}.key(layer{ width = 1, height = 1 })", "^bad.lua:1: bad argument #1 to 'key'")
try("layer{ width = 1, height = 1 }.get(noise{}, 0, 0)", "^bad.lua:1: bad argument #1 to 'get'")
try("image{ C = layer{ width = 1, height = 1 } }.layer(noise{}, 'C')", "^bad.lua:1: bad argument #1 to 'layer'")
try("image{ C = noise{} }", "^bad.lua:1: image: ")
try("image{ C = layer{ width = 1, height = 1 }, D = 1 }", "^bad.lua:1: image: 'D' must be a layer")
try("noise{}.splat('x', {})", "^bad.lua:1: splat: takes one table")
try("layer{ width = 1, height = 1 }:get(0, 1e300)", "^bad.lua:1: bad argument #2 to 'get'")
try("noise{}:splat{ cop = 1 }", "^bad.lua:1: splat: ")

class = "A23 changes from within"
try("local o = { width = 8, height = 8 } o.data = function(x, y) o.data, o.width = nil, 1e9 for i = 1, 50 do o[i] = i end return x end layer(o)" .. END, true)
try("local d = {} for i = 1, 64 do d[i] = i end local o = { width = 8, height = 8, data = d } layer(o) d[1] = nil layer(o)", "^bad.lua:1: layer: data at x = 0, y = 0, channel 1 must be a number")
try("local t = {} for i = 1, 100 do t[i] = 100 - i end table.sort(t, function(a, b) t[1] = nil t[200] = 1 return a < b end)" .. END, true)
try("for k in pairs{ a = 1, b = 2 } do _ENV[k] = nil _ENV[k .. k] = 1 end" .. END, true)
try("local c = { 'a', 'b' } param('x', 'a', { choices = c }) c[1] = {} c[2] = c return noise{}", true)

class = "A24 errors that are no texts"
try("error(nil)", "^bad.lua: it raised an error that is a nil, not a text")
try("error({})", "^bad.lua: it raised an error that is a table, not a text")
try("error(noise{})", "^bad.lua: it raised an error that is a userdata, not a text")
try("error(error)", "^bad.lua: it raised an error that is a function, not a text")
try("error(12)", "^bad.lua: it raised an error that is a number, not a text")
try("error(('x'):rep(65000))", "^bad.lua:1: xxxx")
try("error('%s%n%99999999d')", "^bad.lua:1: %%s%%n%%99999999d$")
try("error('\\27[31m\\0\\r\\7\\255\\xc0\\x80')", "^bad.lua:1: %?%[31m%?%?%?%?%?%?$")
try("local ok, e = pcall(error, setmetatable)", "^bad.lua:1: recipes have no 'setmetatable'")
try("local x = 'a' .. {}", "^bad.lua:1: attempt to concatenate a table value")

class = "A25 odd moments"
try("return print", "^bad.lua: it returns a function")
try("return { a = noise{}, b = print }", "^bad.lua: output 'b' is a function")
try("local t = {} for i = 1, 5000 do t['k' .. i] = 1 end return t", "^bad.lua: output 'k1' is a number")
try("local n, t = noise{}, {} for i = 1, 1e5 do t['k' .. i] = n end return t", "^bad.lua: ")
try("local t = {} t.t = t return t", "^bad.lua: output 't' is a table")
try("return noise{}, noise{}", "^bad.lua: it returns several values")
try("local t = {} for i = 1, 300 do t[i] = 1 end return table.unpack(t, 1, 250)", "^bad.lua: it returns several values")
try("local i = 0 while true do i = i + 1 param('p' .. i, ('x'):rep(60000)) end", "^bad.lua:1: out of ")

class = "A26 clocks, addresses, collectors"
try("collectgarbage 'stop'", "^bad.lua:1: recipes have no 'collectgarbage'")
try("local t = os.clock()", "^bad.lua:1: recipes have no 'os'")
try("local x = math.random()", "^bad.lua:1: recipes have no math.random")
try("assert(tostring({}) == 'table 1' and tostring(print) == 'function 1' and tostring({}) == 'table 2')" .. END, true)
try("local s = ('%p'):format({})", "^bad.lua:1: format: recipes have no '%%p'")
try("for k in pairs{ [{}] = 1 } do end", "^bad.lua:1: pairs: a table as a key has no fixed order")

class = "A27 keys that collide"
try("local t = {} for i = 1, 1e5 do t['a' .. i .. ('\\0'):rep(i % 30)] = 1 end" .. END, "^bad.lua:1: out of ")
try("local t = {} for i = 1, 1e5 do t[i * 2.5] = 1 end for i = 1, 1e5 do t[-i * 131071] = 1 end while true do local x = t[131071] end",
	"^bad.lua:1: ", { limits = { deadline = 0.1 } })
try("local t, k = {}, {} for i = 1, 1e5 do k[i] = {} t[k[i]] = i end" .. END, true)

class = "A28 paths"
for _, path in ipairs { "/etc/passwd", "../x.png", "a/../../x.png", "C:x.png", "\\\\host\\x.png", "a\\b.png", "file:stream.png" } do
	try(("local n = image{ file = %q }"):format(path), "^bad.lua:1: image: .* is neither below the recipe's folder nor given as a parameter")
end
for _, path in ipairs { "/etc/passwd", "../x.ttf", "x.ttf", "a/b", "C:\\x.otf", "\\\\host\\x", ".ttc" } do
	try(("local n = text{ font = %q }"):format(path), "^bad.lua:1: text: font: .* is a font file, which the host may name but no stranger's recipe")
end
try("local n = text{ font = ('x'):rep(5000) }", "^bad.lua:1: text: font: is longer than 4096 bytes")
try("local n = text{ text = ('x'):rep(5000) }", "^bad.lua:1: text: text: is longer than 4096 bytes")
try("local n = image{ file = 'a\\0.png' }", "^bad.lua:1: image: ")
try("local n = image{ file = 'x.png.' }", "^bad.lua:1: image: 'x.png.' has a part that ends in a dot or a space")
try("local n = image{ file = 'con/x.png' }", "^bad.lua:1: image: 'con/x.png' has the name of a device in it")
try("local n = image{ file = 'NUL.png' }", "^bad.lua:1: image: 'NUL.png' has the name of a device in it")
try("local n = image{ file = ('x'):rep(5000) }", "^bad.lua:1: image: ")

class = "A29 talk"
try("for i = 1, 1e6 do print 'x' end", FUEL)
try("while true do print(('x'):rep(65000)) end", FUEL)

class = "A30 LuaJIT"
try("require 'ffi'", "^bad.lua:1: recipes have no 'require'")
try("local f = ffi.cast", "^bad.lua:1: there is no 'ffi'")
try("jit.off()", "^bad.lua:1: there is no 'jit'")
try("local x = bit.tobit(1)", "^bad.lua:1: there is no 'bit'")
try("string.buffer.new()", "^bad.lua:1: recipes have no string.buffer")

return list
