
require "terrane" -- which preloads its own modules
local angle = require "terrane.native"

local function unchanged(text)
	assert.equal(text, (angle.rewrite(text)))
end
local function becomes(expected, text)
	local got, message = angle.rewrite(text)
	assert.equal(expected, got, message)
	assert.equal(#text, #got)
end
local function refused(pattern, line, text)
	local got, message, at = angle.rewrite(text)
	assert.is_nil(got)
	assert.matches(pattern, message)
	assert.equal(line, at)
end

describe("the angle form", function()
	it("becomes the brace form byte for byte", function()
		becomes("hf = noise{frequency=4}:stream_power{iterations=100}:splat{}",
			"hf = noise<frequency=4>:stream_power<iterations=100>:splat<>")
		becomes("return noise{}", "return noise<>")
		becomes("noise {  frequency = 4 , octaves = n  } : splat { }", "noise <  frequency = 4 , octaves = n  > : splat < >")
		becomes("local a, b = noise{seed=1}, noise{seed=2}", "local a, b = noise<seed=1>, noise<seed=2>")
		becomes("t.lib.noise{a=1}.x", "t.lib.noise<a=1>.x")
		becomes("f(noise{a=1}, 2)", "f(noise<a=1>, 2)")
		becomes("noise{a=1,}", "noise<a=1,>")
		becomes("noise{a=1;b=2}", "noise<a=1;b=2>")
	end)

	it("keeps lines, comments and white space", function()
		becomes("hf = noise{ -- a > b <c=1>\n\tfrequency = 4, --[[ > ]]\n\r\n\toctaves = 3\n}\n:splat{}",
			"hf = noise< -- a > b <c=1>\n\tfrequency = 4, --[[ > ]]\n\r\n\toctaves = 3\n>\n:splat<>")
		becomes("noise{ --[==[ ]] > ]==] a = 1 }", "noise< --[==[ ]] > ]==] a = 1 >")
	end)

	it("nests, with '>>' and '>>>' closing as many", function()
		becomes("warp{by=noise{frequency=2}}", "warp<by=noise<frequency=2>>")
		becomes("a{x=b{y=c{z=1}}}", "a<x=b<y=c<z=1>>>")
		becomes("a{x=b{y=c{z=d{}}}}:e{}", "a<x=b<y=c<z=d<>>>>:e<>")
		becomes("a{x=b{}, y=1}", "a<x=b<>, y=1>")
		becomes("a{x=b{y=1}}", "a{x=b<y=1>}")
		becomes("a{x={b{y=1}}}", "a<x={b<y=1>}>")
		becomes("a{x={b{y=1}, c{z=1}}}:d{}", "a<x={b{y=1}, c<z=1>}>:d{}")
	end)

	it("takes expressions as values", function()
		becomes("noise{frequency=4*2, octaves=n, seed=-1}", "noise<frequency=4*2, octaves=n, seed=-1>")
		becomes("noise{a=f(1, 2)[3], b=#t, c='>', d=[[>]], e=[=[ ]]> ]=]}", "noise<a=f(1, 2)[3], b=#t, c='>', d=[[>]], e=[=[ ]]> ]=]>")
		becomes("noise{a=(x > y) and 1 or 2}", "noise<a=(x > y) and 1 or 2>")
		becomes("noise{a=(x >> 2)}", "noise<a=(x >> 2)>")
		becomes("noise{a=t[x > y], b={x > y}}", "noise<a=t[x > y], b={x > y}>")
		becomes("noise{a=x >= y, b = x < y, c = x <= y, d = x << 2}", "noise<a=x >= y, b = x < y, c = x <= y, d = x << 2>")
		becomes("noise{a=function(x) if x > 1 then return x > 2 end end}", "noise<a=function(x) if x > 1 then return x > 2 end end>")
		becomes("noise{a=function() return noise{b=1} end}", "noise<a=function() return noise<b=1> end>")
		becomes("noise{a=0x1p4, b=1e-3, c=.5, d=0xA.8p-1}", "noise<a=0x1p4, b=1e-3, c=.5, d=0xA.8p-1>")
		becomes("noise{a='\\'>', b=\"\\\">\"}", "noise<a='\\'>', b=\"\\\">\">")
		becomes("noise{a=x == y}", "noise<a=x == y>")
	end)

	it("leaves Lua alone", function()
		for _, text in ipairs {
			"", "return 1", "return a < b", "return a<b and c>d", "return a<b, c>d", "if a<b then c=1 end", "return (a<b)==(c>d)",
			"local x <const> = 5", "local f<close> = g()", "local x <const>, y <close> = 1, 2", "return a<<b, a>>b, a<=b, a>=b",
			"return a<b==c", "return a < b == c", "return a<b\nc=3", "while a<b do c=d>e end", "t[a<b]=c", "return x<y>z",
			"return 1<a", "return (f())<a", "return 'noise<a=1>'", "return \"noise<a=1>\"", "return [[noise<a=1>]]",
			"return [==[noise<a=1>]] noise<> ]==]", "-- noise<a=1>\nreturn 1", "--[[ noise<a=1>\n noise<> ]] return 1",
			"--[==[ ]] noise<> ]==] return 1", "return 'a\\\nb noise<>'", "return 'a\\\r\nb noise<>'", "return 'a\\z  \n  b noise<>'",
			"return '\\\\', noise{}", "return a.b<c.d", "return a<b.c, d>e", "return f<b(c)", "goto out ::out::", "return 3 .. 4",
			"return a<-b", "return a<not_b", "return end_of<x", "return 0xep1<b", "return 3e2<b",
		} do
			unchanged(text)
		end
	end)

	it("never mistakes its own sources", function()
		for _, name in ipairs { "recipe", "sandbox", "reckon" } do
			local file = assert(io.open("stdlib/terrane/" .. name .. ".lua"))
			unchanged(file:read "*a")
			file:close()
		end
	end)

	it("leaves text that is no Lua to the compiler", function()
		unchanged("return 'never closed")
		unchanged("return [[never closed")
		unchanged("--[[ never closed")
		unchanged("return 'a\nb'")
		unchanged("return 'a\\")
		unchanged("return )")
		becomes("x = noise{}\nreturn 'never closed noise<>", "x = noise<>\nreturn 'never closed noise<>")
		becomes("x = noise{}\nreturn ( } noise<>", "x = noise<>\nreturn ( } noise<>")
	end)

	it("says what is wrong with a call, and in which line", function()
		refused("^'noise<' is never closed with '>'$", 2, "\nx = noise<a=1, b=2")
		refused("'noise<' is not closed with '>' before '%)' in line 2", 1, "f(noise<a=1,\n b=2)")
		refused("'noise<' is not closed with '>' before 'end' in line 1", 1, "do x = noise<a=1 end")
		refused("'noise<' is not closed with '>' before 'return' in line 3", 2, "\nx = noise<a=1\nreturn x > 2")
		refused("'>' ends 'noise<'; put a comparison among its values in parentheses", 1, "noise<a=x > 2>")
		refused("'>' ends 'noise<'", 1, "noise<a=x > not y>")
		refused("only 'noise<' is open; put a shift in parentheses", 3, "\n\nnoise<a=x >> 2>")
	end)

	it("holds for long texts", function()
		local n = 20000
		local got = angle.rewrite(("x = noise<a=1>\n"):rep(n))
		assert.equal(("x = noise{a=1}\n"):rep(n), got)
	end)
end)
