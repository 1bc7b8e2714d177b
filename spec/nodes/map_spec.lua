local terrane = require "terrane"
local maps = require "maps"

-- a layer C of the numbers given, in one row, and what an expression makes of them
local function row(numbers) return terrane.image { C = terrane.layer { width = #numbers, height = 1, data = numbers } } end
local function eval(expression, C, more)
	local fields = { out = expression }
	for k, v in pairs(more or {}) do fields[k] = v end
	return row { C or 0 }:map(fields):render():layer "out":get(0, 0)
end
local function message(fields, image)
	local ok, err = pcall(function() return (image or row { 1, 2, 3 }):map(fields):render() end)
	assert.is_false(ok)
	return (tostring(err):gsub("^.-:%d+: map: ", ""))
end
local nan = 0 / 0

describe("map", function()
	it("has Lua's operators, with Lua's precedence", function()
		for _, e in ipairs { "1+2*3", "(1+2)*3", "7-4-2", "2^3^2", "-2^2", "2^-1", "7//2", "-7//2", "7%3", "-7%3", "7%-3", "1/4", "2*3%4", "-3*-2", "1e3+.5",
			"not (1>2) and 5 or 6", "1<2 and 2<1 and 1 or 3", "1>2 or 2>1 and 1==1) and 4 or (5", "3 ~= 4 and 1 or 0", "(2 >= 2) and (1 <= 0 and 1 or 7) or 2" } do
			local text = e:find("^1>2 or") and "(" .. e .. ")" or e
			if _VERSION == "Lua 5.1" then text = text:gsub("(-?%d+)//(%d+)", "math.floor(%1/%2)") end
			local expected = assert((loadstring or load)("return " .. text))()
			assert.are.equal(expected, eval(e:find("^1>2 or") and "(" .. e .. ")" or e), e)
		end
	end)

	it("has the usual functions", function()
		local values = { abs = { "abs(-2.5)", 2.5 }, min = { "min(3, -1, 2)", -1 }, max = { "max(3, -1, 9)", 9 }, clamp = { "clamp(5, 0, 2)", 2 },
			saturate = { "saturate(-1)", 0 }, floor = { "floor(-1.5)", -2 }, ceil = { "ceil(-1.5)", -1 }, round = { "round(2.5)", 3 }, trunc = { "trunc(-1.5)", -1 },
			fract = { "fract(-0.25)", 0.75 }, sign = { "sign(-3)", -1 }, sqrt = { "sqrt(2)", math.sqrt(2) }, pow = { "pow(2, 10)", 1024 }, exp = { "exp(1)", math.exp(1) },
			exp2 = { "exp2(-3)", 0.125 }, log = { "log(10)", math.log(10) }, log2 = { "log2(8)", 3 }, sin = { "sin(1)", math.sin(1) }, cos = { "cos(4)", math.cos(4) },
			tan = { "tan(0.5)", math.tan(0.5) }, asin = { "asin(0.5)", math.asin(0.5) }, acos = { "acos(-0.5)", math.acos(-0.5) }, atan = { "atan(2)", math.atan(2) },
			atan2 = { "atan(1, -1)", math.pi * 0.75 }, deg = { "deg(pi)", 180 }, rad = { "rad(90)", math.pi / 2 }, lerp = { "lerp(2, 4, 0.25)", 2.5 },
			mix = { "mix(2, 4, 0.5)", 3 }, step = { "step(1, 1) + step(1, 0.5)", 1 }, smooth = { "smoothstep(0, 2, 1)", 0.5 }, falls = { "smoothstep(2, 0, 0.5)", 0.84375 },
			edge = { "smoothstep(1, 1, 1) + smoothstep(1, 1, 0.9)", 1 }, dot = { "dot(vec(1, 2, 3), vec(4, 5, 6))", 32 }, length = { "length(vec(3, 4))", 5 },
			cross = { "cross(vec(1, 0, 0), vec(0, 1, 0)).z", 1 }, normalize = { "normalize(vec(0, 3, 4)).y", 0.6 }, none = { "normalize(vec(0, 0)).x", 0 } }
		for name, v in pairs(values) do assert.near(v[2], eval(v[1]), 2e-6 * math.max(1, math.abs(v[2])), name) end
	end)

	it("knows places", function()
		local image = terrane.map { a = "x", b = "y", c = "u", d = "v", e = "width", f = "height" }:render { width = 5, height = 4 }
		for y = 0, 3 do
			for x = 0, 4 do
				local want = { a = x, b = y, c = (x + 0.5) / 5, d = (y + 0.5) / 4, e = 5, f = 4 }
				for name, v in pairs(want) do assert.near(v, image:layer(name):get(x, y), 1e-7) end
			end
		end
	end)

	it("assigns from the input, in whatever order", function()
		local image = row { 3 }:map { C = "C * 2", D = "C + 1", E = "k and C or 0", F = "n * C", k = true, n = -0.1 }:render()
		assert.are.same({ 6, 4, 3 }, { image:layer "C":get(0, 0), image:layer "D":get(0, 0), image:layer "E":get(0, 0) })
		assert.near(-0.3, image:layer "F":get(0, 0), 1e-7)
		-- a program in one text is the same
		local text = row { 3 }:map { program = "local two = 2 -- half of it\nC = C * two; D = C + 1\nlocal two = two * 2 E = two" }:render()
		assert.are.same({ 6, 4, 4 }, { text:layer "C":get(0, 0), text:layer "D":get(0, 0), text:layer "E":get(0, 0) })
		assert.are.same({ "C" }, row { 3 }:map {}:render():layers())
		assert.are.equal(row { 3 }:map { C = "C*k", k = 2 }:key(), row { 3 }:map { k = 2, C = "C*k" }:key())
	end)

	it("reads neighbours, at the edge its own pixels or those across", function()
		local image = row { 1, 2, 3, 4 }
		local function list(fields)
			local layer, t = image:map(fields):render():layer "out", {}
			for x = 0, 3 do t[#t + 1] = layer:get(x, 0) end
			return t
		end
		assert.are.same({ 2, 3, 4, 4 }, list { out = "C(1, 0)" })
		assert.are.same({ 1, 1, 1, 2 }, list { out = "C(-d, 0)", d = 2 })
		assert.are.same({ 3, 4, 1, 2 }, list { out = "C(-2, 5)", tile = true })
		assert.are.same({ 4, 4, 4, 4 }, list { out = "C(4096, -4096)" })
		-- wider than a strip of the kernel
		local wide, long = {}, 700
		for x = 1, long do wide[x] = x end
		local layer = row(wide):map { out = "C(3, 0) * 2 - C(-3, 0)" }:render():layer "out"
		for x = 0, long - 1 do assert.are.equal(2 * math.min(long, x + 4) - math.max(1, x - 2), layer:get(x, 0)) end
	end)

	it("takes vectors by channel", function()
		local image = terrane.image { N = terrane.layer { width = 1, height = 1, channels = 3, data = { 1, 2, 3 } } }
		local made = image:map { a = "N * 2 + 1", b = "N.zyx", c = "N.g", d = "vec(N.xy, 7)", ["two words"] = "N.x", e = "N(1, 0).z" }:render()
		local function list(name)
			local t = {}
			for c = 1, made:layer(name).channels do t[c] = made:layer(name):get(0, 0, c) end
			return t
		end
		assert.are.same({ { 3, 5, 7 }, { 3, 2, 1 }, { 2 }, { 1, 2, 7 }, { 1 }, { 3 } },
			{ list "a", list "b", list "c", list "d", list "two words", list "e" })
		assert.are.equal(1, made:map { f = "`two words` + 0" }:render():layer "f":get(0, 0))
	end)

	it("keeps voids, but in conditions", function()
		for _, f in ipairs { "abs", "floor", "ceil", "round", "trunc", "fract", "sign", "sqrt", "exp", "exp2", "log", "log2", "sin", "cos", "tan", "asin", "acos", "atan", "deg", "rad", "saturate" } do
			local v = eval(f .. "(C)", nan)
			assert.is_true(v ~= v, f)
		end
		for _, e in ipairs { "min(C, 1)", "min(1, C)", "max(C, 1)", "max(1, C)", "clamp(C, 0, 1)", "lerp(0, C, 0.5)", "step(0, C)", "smoothstep(0, 1, C)", "C + 1", "C % 2", "C // 2",
			"C ^ 2", "noise(C, 0)", "noise(0, 0, C)", "atan(1, C)", "-C" } do
			local v = eval(e, nan)
			assert.is_true(v ~= v, e)
		end
		assert.are.equal(2, eval("C > 0 and 1 or 2", nan))
		assert.are.equal(2, eval("C == C and 1 or 2", nan))
		assert.are.equal(7, eval("isnan(C) and 7 or C", nan))
		assert.are.equal(3, eval("isnan(C) and 7 or C", 3))
	end)

	it("rounds to the nearest, halves upwards, at every size", function()
		for _, c in ipairs { { 0.49999997, 0 }, { 0.5, 1 }, { -0.5, 0 }, { -0.75, -1 }, { 1.5, 2 }, { 8388609, 8388609 }, { -8388609, -8388609 }, { 1e30, 1e30 } } do
			assert.are.equal(eval("C", c[2]), eval("round(C)", c[1]), c[1])
		end
	end)

	it("makes voids of one kind, whatever made them", function()
		local made = row { -1, 0 / 0, 0 }:map { a = "sqrt(C)", b = "0 / (C * 0)", c = "-C", h = "hash(C)", k = "hash(-C)" }:render()
		assert.are.equal(made:layer "a":tostring():sub(1, 4), made:layer "c":tostring():sub(5, 8))
		assert.are.equal(made:layer "b":tostring():sub(1, 4), made:layer "b":tostring():sub(5, 8))
		assert.are.equal(made:layer "h":get(1, 0), made:layer "k":get(1, 0))
	end)

	it("computes two operations in one step as it does one after the other", function()
		local odd = { 1.5, -2.25, 0, -1 / (1 / 0), 0 / 0, 1 / 0, -1 / 0, 3e38, 1e-40, 7, 1 / 3, -0.1 }
		local function layer(by, from)
			return terrane.layer { width = 12, height = 12, data = function(x, y) return odd[(x * by[1] + y * by[2] + from) % #odd + 1] end }
		end
		local image = terrane.image { a = layer({ 1, 0 }, 0), b = layer({ 0, 1 }, 3), c = layer({ 5, 7 }, 1) }
		local shapes = { "a + b", "a - b", "a * b", "a / b", "min(a, b)", "max(a, b)" }
		local joined, first, second = {}, {}, {}
		for k, f in ipairs(shapes) do
			first["f" .. k] = f
			for m, g in ipairs(shapes) do
				for side, operands in ipairs { { a = "(" .. f .. ")", b = "c" }, { a = "c", b = "(" .. f .. ")" } } do
					local name = ("p%d%d%d"):format(k, m, side)
					joined[name] = g:gsub("[ab]%f[%W]", operands)
					second[name] = g:gsub("[ab]%f[%W]", { a = side == 1 and "f" .. k or "c", b = side == 1 and "c" or "f" .. k })
				end
			end
		end
		local one_by_one = image:map(first):map(second):render()
		for name, text in pairs(joined) do -- each alone: what several want is a step of its own
			assert.are.equal(one_by_one:layer(name):hash(), image:map({ out = text }):render():layer("out"):hash(), text)
		end
	end)

	it("steps smoothly from one edge to the other, the same for edges that are numbers and those that are layers", function()
		local xs = { -1, 0, 0.25, 0.5, 1, 2, 0 / 0, 1 / 0, -1 / 0, 0.999 }
		local image = terrane.image { C = terrane.layer { width = #xs, height = 1, data = xs } }
		local out = image:map({ a = "smoothstep(0, 1, C)", b = "smoothstep(C * 0, C * 0 + 1, C)", falls = "smoothstep(1, 0, C)", step = "smoothstep(0.5, 0.5, C)" }):render()
		for i, x in ipairs(xs) do
			local t = math.max(0, math.min(1, x))
			local a, b, falls, step = out:layer("a"):get(i - 1, 0), out:layer("b"):get(i - 1, 0), out:layer("falls"):get(i - 1, 0), out:layer("step"):get(i - 1, 0)
			if x ~= x then
				assert.is_true(a ~= a and b ~= b and falls ~= falls and step ~= step)
			else
				assert.near(t * t * (3 - 2 * t), a, 1e-7)
				assert.near(1 - a, falls, 2e-7)
				assert.are.equal(x >= 0.5 and 1 or 0, step)
				if math.abs(x) < 1 / 0 then assert.are.equal(a, b) end
			end
		end
	end)

	it("hashes whole numbers alike, from wherever they come", function()
		local ids = terrane.layer { width = 4, height = 1, type = "i32", data = { 5, -1, 16777217, 16777216 } }
		local image = terrane.image { id = ids }:map { h = "hash(id)", f = "hash(id + 0)", g = "hash(5)", s = "hash(id, 3)" }:render()
		local h, f, s = image:layer "h", image:layer "f", image:layer "s"
		assert.are.equal(h:get(0, 0), image:layer "g":get(0, 0))
		assert.are.equal(h:get(0, 0), f:get(0, 0))
		assert.are.equal(h:get(1, 0), f:get(1, 0))
		assert.are_not.equal(h:get(2, 0), h:get(3, 0)) -- all bits of an id count
		assert.are_not.equal(h:get(0, 0), s:get(0, 0))
		local stats = terrane.map { h = "hash(x, y)" }:render { width = 256, height = 256 }:layer "h":stats()
		assert.near(0.5, stats.mean, 0.005)
		assert.is_true(stats.min >= 0 and stats.max < 1)
	end)

	it("has noise that is smooth, is 0 on its lattice and differs by seed", function()
		local image = terrane.map { a = "noise(x / 8, y / 8)", b = "noise(x / 8, y / 8, 0, 1)", c = "noise(x, y, 5)" }:render { width = 96, height = 96 }
		assert.are.equal(0, image:layer "c":stats().min)
		assert.are.equal(0, image:layer "c":stats().max)
		local a, b, step = image:layer "a", image:layer "b", 0
		for y = 0, 95 do
			for x = 1, 95 do step = math.max(step, math.abs(a:get(x, y) - a:get(x - 1, y))) end
		end
		assert.is_true(step < 0.35 and a:stats().max > 0.5 and a:stats().min < -0.5 and a:stats().max <= 1)
		assert.are_not.equal(a:hash(), b:hash())
	end)

	it("says what is wrong, by column", function()
		local cases = {
			{ { C = "lrp(C, 1)" }, "C: column 1: no function 'lrp' (did you mean 'lerp'?)" },
			{ { C = "C + slpe" }, "C: column 5: no layer or local 'slpe'; there are the layers C" },
			{ { C = "2 * c" }, "C: column 5: no layer or local 'c' (did you mean 'C'?)" },
			{ { C = "1 +" }, "C: column 4: the expression ends too early" },
			{ { C = "(C" }, "C: column 3: ')' expected" },
			{ { A = "C +", B = "C" }, "A: column 4: the expression ends too early" },
			{ { A = "(C -- (", B = "C" }, "A: column 3: ')' expected" },
			{ { A = "max(C,", B = "C" }, "A: column 7: the expression ends too early" },
			{ { A = "`C", B = "`C`" }, "A: column 1: a quoted name ends with `" },
			{ { C = "C != 1" }, "C: column 3: to differ is written ~=" },
			{ { C = "C C" }, "C: column 3: an operator expected" },
			{ { C = "C 2" }, "C: column 3: an operator expected" },
			{ { C = "é" }, "C: column 1: 'é' means nothing here" },
			{ { C = "C = 2" }, "C: column 3: '=' assigns; to compare write ==" },
			{ { C = "1; D = 2" }, "C: column 2: a field is one expression; it has no ';'" },
			{ { C = "C and 1 or 0" }, "C: column 3: a number is always true; compare it, as in mask > 0.5" },
			{ { C = "C > 1 and 2" }, "C: column 1: what is it where the condition does not hold? write condition and a or b" },
			{ { C = "(C > 1) * 2" }, "C: column 9: a condition is no number; write (condition) and 1 or 0" },
			{ { C = "C > 1 or 2" }, "C: column 7: 'condition or number' is no value; write condition and a or b" },
			{ { C = "C.y" }, "C: column 3: no channel 'y'; there is 1" },
			{ { C = "vec(1, 2) + vec(1, 2, 3)" }, "C: column 11: 2 channels and 3 do not go together" },
			{ { C = "C(x, 0)" }, "C: column 1: no function 'C'; a layer's neighbour is written layer(dx, dy) with whole numbers up to 4096" },
			{ { C = "clamp(C)" }, "C: column 1: clamp takes 3 values, got 1" },
			{ { C = "C\n  + foo(1, 2, 3)" }, "C: line 2, column 5: no function 'foo'; a layer's neighbour is written layer(dx, dy) with whole numbers up to 4096" },
			{ { C = "C", kk = 2 }, "kk: no expression uses it" },
			{ { C = "C", tle = true }, "tle: no expression uses it (did you mean 'tile'?)" },
			{ { C = {} }, "C: must be an expression (a text) or a number, got a table" },
			{ { C = "noise(u, v, 0, u)" }, "C: column 16: a seed is a whole number from 0 to 4294967295, not worked out for each pixel" },
			{ { program = "C = 1 C = 2" }, "program: column 7: 'C' is assigned twice" },
			{ { program = "3" }, "program: column 1: an assignment expected, as in C = C * 2" },
			{ { C = ("("):rep(200) }, "C: column 121: more than 120 operations in operations; take a part of it out with `local`" },
			{ { C = "1" .. ("+1"):rep(300) }, "C: column 240: more than 120 operations in operations; take a part of it out with `local`" },
		}
		for _, c in ipairs(cases) do assert.are.equal(c[2], message(c[1])) end
		assert.is_truthy(message({ C = ("C+"):rep(3000) .. "C" }):find("program", 1, true))
		assert.is_truthy(message({ a = "q" }, terrane.runtime {}):find("without an input there are no layers", 1, true))
	end)

	it("always ends, after work that its text bounds", function()
		-- each local doubles the one before: made once
		local lines = { "local a0 = C" }
		for i = 1, 120 do lines[#lines + 1] = ("local a%d=a%d+a%d"):format(i, i - 1, i - 1) end
		lines[#lines + 1] = "out = a120 * 2^-120"
		assert.are.equal(3, row { 3 }:map { program = table.concat(lines, " ") }:render():layer "out":get(0, 0))
	end)

	it("takes any text without harm", function()
		local pieces = { "C", "(", ")", "+", "-", "*", "and", "or", "not", "<", "==", "=", "local", "k", "1", "2.5", ".", "x", ",", ";", "vec", "hash(", "min(", "`", "\n", "--", "noise(", "C(1,0)", "~", "%" }
		local state = 7
		local function random(n)
			state = (state * 16807) % 2147483647
			return state % n + 1
		end
		for _ = 1, 1500 do
			local t = {}
			for i = 1, random(14) do t[i] = pieces[random(#pieces)] end
			local ok, err = pcall(function() return row { 1, 2 }:map { program = "o = " .. table.concat(t, " ") }:render() end)
			assert.is_true(ok or tostring(err):find("map: ", 1, true) ~= nil, err)
		end
	end)

	it("works at odd sizes, and takes float64 and integer layers", function()
		for _, s in ipairs { { 1, 1 }, { 1, 7 }, { 7, 1 }, { 257, 3 } } do
			local image = terrane.noise { device = "exact" }:map { C = "C * 2", d = "C(1, 1) - C(-1, -1)" }:render { width = s[1], height = s[2] }
			local from = terrane.noise { device = "exact" }:render { width = s[1], height = s[2] }:layer "C"
			for x = 0, s[1] - 1 do assert.near(2 * from:get(x, 0), image:layer "C":get(x, 0), 1e-6) end
		end
	end)

	it("survives failed allocations", function()
		maps.survives_failed_allocations(function() return terrane.noise { resolution_x = 40 }:map { C = "C * k + hash(x)", N = "vec(C, u, v)", k = 2 } end)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(name)
			local image = terrane.noise { frequency = 5 }:map { C = "lerp(C, 0.2, smoothstep(0, 1, u)) + sin(C * 9) * exp(-C) + C(2, -1) ^ 2", id = "hash(x, y, floor(C * 8))",
				n = "noise(x * 0.13, y * 0.21, C, 3)", N = "normalize(vec(C(1, 0) - C(-1, 0), C(0, 1) - C(0, -1), 0.1))", m = "(C > 0.1 and atan(C, u) or log(v)) % 0.7" }
				:render { width = 333, height = 129 }
			local hashes = {}
			for _, l in ipairs { "C", "id", "n", "N", "m" } do hashes[#hashes + 1] = image:layer(l):hash() end
			assert.are.equal("b515325d6c651b689db0c0692c91e58c 1bfba681d48c72ff7fa7be538b4e1317 ff75ef830a88b70ca7061700a95e8e0b aeb7c6837c2437748954225f8e800333 78c3d90fce3279594817932b0eea13b5", table.concat(hashes, " "), name)
		end)
	end)
end)
