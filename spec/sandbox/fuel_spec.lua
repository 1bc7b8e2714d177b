-- Fuel and verdict are the same on every CPU level, for every thread count and in every process; limits are the host's.
if _VERSION == "Lua 5.1" then return end -- strangers' recipes do not run under LuaJIT
local terrane = require "terrane"
local recipe = require "terrane.recipe"
local program = require "spec.support.program"

-- Fifty recipes that overstep a limit, in many ways, and how they ended: one line each.
local script = [[
local terrane, recipe = require "terrane", require "terrane.recipe"
local rt = terrane.runtime{ threads = tonumber(arg[1]) }
local bodies = { "while true do end", "local t = {} while true do t[#t + 1] = {} end", "local t, i = {}, 0 while true do i = i + 1 t['k' .. i] = i end",
	"local s = '' while true do s = s .. 'x' end", "while true do noise{ frequency = 2, octaves = 3 } end",
	"local t = { b = 1, a = 2, 3 } while true do for k, v in pairs(t) do t[k] = v end end",
	"local r = math.rng(1) while true do r() math.sin(r()) end", "while true do pcall(error, {}) pcall(noise, { octave = 1 }) end",
	"local function f() return 1 + f() end f()", "local t = {} for i = 1, 1000 do t[i] = -i end while true do table.sort(t) end" }
for i, body in ipairs(bodies) do
	for j = 1, 5 do
		local _, err = recipe.run(("\n"):rep(j) .. body, { runtime = rt, print = function() end,
			limits = { fuel = j * 100000, memory = j < 4 and 16777216 or 300000, nodes = j * 20 } })
		print(i, j, err.kind, err.used.fuel, err.message)
	end
end
local _, _, used = recipe.run("local n = noise{} for i = 1, 100 do n = n:mono_to_height{ height_scale = 1.5 ^ i } end return { a = n, b = noise{} }", { runtime = rt })
print("done", used.fuel)
]]

describe("fuel", function()
	it("is the same on every CPU level, for every number of threads, in every process", function()
		local path = os.tmpname()
		program.write(path, script)
		local first
		for _, isa in ipairs{ "base", "avx2", "" } do
			for _, threads in ipairs{ "1", "2", "5" } do
				local code, out, err = program.run({ "lua", path, threads }, { env = "TERRANE_ISA=" .. isa })
				if err:find "not run by this processor" then break end
				assert.equal(0, code, err)
				first = first or out
				assert.equal(first, out)
			end
		end
		os.remove(path)
		local count = select(2, first:gsub("\n", "\n"))
		assert.equal(51, count)
		for line in first:gmatch "[^\n]+" do assert.is_true((line:find "^done" or line:find "\tlimit\t") ~= nil, line) end
	end)

	it("is told, with the bytes that it took", function()
		local _, _, used = recipe.run "return noise{}"
		assert.is_true(used.fuel > 100 and used.fuel < 100000)
		assert.is_true(used.bytes > 10000 and used.bytes < 1000000)
		local _, _, more = recipe.run "for i = 1, 10000 do local t = {} end return noise{}"
		assert.is_true(more.fuel > used.fuel + 100000)
		assert.is_nil(select(3, recipe.run("return noise{}", { trusted = true })))
	end)

	it("does not depend on where the collector stands, nor on how keys are spread", function()
		local text = "local t = {} for i = 1, 3000 do t['k' .. i * 7919 % 3001] = { i } end local n = 0 for k, v in pairs(t) do n = n + v[1] end return noise{ rand_seed = n }"
		local fuel = {}
		for i = 1, 5 do fuel[i] = select(3, assert(recipe.run(text))).fuel end
		assert.same({ fuel[1], fuel[1], fuel[1], fuel[1], fuel[1] }, fuel)
	end)
end)

describe("mistakes in tables of arguments", function()
	it("are always the same one's, for the same fuel", function()
		for _, text in ipairs{ "noise{ a = 1, b = {}, [2.5] = 2, [true] = 3 }", "noise{ zeta = 1, alpha = {}, beta = noise{} }", "image{ C = layer{ width = 1, height = 1 }, b = 1, a = {} }",
			"image{ C = layer{ width = 1, height = 1 }, [1] = 1, [print] = 2 }", "layer{ width = 1, b = 1, a = {}, heigth = 2 }", "layer{ width = 1, [1] = 1, [true] = 2 }",
			"image{ file = '/x', a = 1, b = { 1 }, c = { 2 } }", "noise{}:splat{ x = 'a', y = 'b', cop = 1 }" } do
			local first
			for i = 1, 12 do
				coroutine.wrap(function() -- another place on the stack, another hash seed
					local pad = {}
					for j = 1, i do pad[j] = ("x"):rep(j * 100) end
					local _, err = recipe.run("local x = " .. text)
					first = first or { err.message, err.used.fuel }
					assert.same(first, { err.message, err.used.fuel }, text)
				end)()
			end
		end
	end)
end)

describe("limits", function()
	local function fails(pattern, text, limits, kind)
		local outputs, err = recipe.run(text, { limits = limits, print = function() end })
		assert.is_nil(outputs)
		assert.matches(pattern, err.message)
		assert.equal(kind or "limit", err.kind)
	end
	it("are the host's to lower and to raise", function()
		fails("^recipe:1: out of fuel: the recipe works longer than 50000 units", "for i = 1, 1e5 do end return noise{}", { fuel = 50000 })
		assert.is_not_nil((recipe.run("for i = 1, 3e7 do end return noise{}", { limits = { fuel = 1e9, deadline = 60 } })))
		fails("^recipe:1: out of memory: a recipe may hold 500000 bytes", "local t = {} for i = 1, 1e5 do t[i] = {} end", { memory = 500000 })
		assert.is_not_nil((recipe.run("local t = {} for i = 1, 5e5 do t[i] = i end return noise{}", { limits = { memory = 64 * 1024 * 1024 } })))
		fails("^recipe:1: a text of more than 5000 bytes", "local s = 'x' while true do s = s .. s end", { string = 5000 })
		fails("^recipe:1: rep: the result is longer than 4 KiB", "local s = ('x'):rep(5000)", { string = 4096 }, "recipe")
		fails("^recipe: a recipe is at most 10 bytes of text", "return noise{}", { source = 10 }, "recipe")
		fails("^recipe:1: more than 3 nodes", "for i = 1, 4 do noise{} end", { nodes = 3 })
		local lines = 0
		recipe.run("for i = 1, 100 do print(i) end return noise{}", { limits = { lines = 10 }, print = function() lines = lines + 1 end })
		assert.equal(11, lines)
	end)
	it("have names and positive numbers", function()
		local function raises(message, limits)
			assert.has_error(function() recipe.run("return noise{}", { limits = limits }) end, message)
		end
		raises("recipe: there is no limit 'fule' (did you mean 'fuel'?)", { fule = 1 })
		raises("recipe: the limit 'fuel' is a positive number, not -1", { fuel = -1 })
		raises("recipe: the limit 'memory' is a positive number, not much", { memory = "much" })
		raises("recipe: the limit 'deadline' is a positive number, not 0", { deadline = 0 })
	end)
	it("hold for what a recipe could not even begin with", function()
		fails("out of memory", "return noise{}", { memory = 1000 })
		fails("out of memory", "return noise{}", { memory = 60000 })
		fails("out of fuel", "return noise{}", { fuel = 1 })
	end)
end)

describe("a deadline", function()
	it("cancels, and is no verdict", function()
		local outputs, err = recipe.run("while true do end", { limits = { fuel = 1e12, deadline = 0.05 } })
		assert.is_nil(outputs)
		assert.same({ "cancelled", "recipe:1: cancelled after 0.05 seconds of work" }, { err.kind, err.message })
		assert.same({ nil, "cancelled" }, { terrane.recipe("while true do end", { limits = { fuel = 1e12, deadline = 0.05 } }) })
	end)
end)

describe("the same bits", function()
	it("come of powers, as of the other functions", function()
		local reckon = require "terrane.reckon"
		local got
		assert(recipe.run([[local a, b = 3, 0.5
			give(2 ^ 10, 2 ^ -1, -2 ^ 2, 2 ^ 3 ^ 2, a ^ b, (a ^ b) ^ b, "3" ^ 2, 10 ^ -3, a ^ -b, 2 ^ (a + 1), -a ^ 2, not a ^ 2)
			return noise{}]], { env = { give = function(...) got = { ... } end } }))
		local pow = reckon.pow
		assert.same({ 1024.0, 0.5, -4.0, 512.0, pow(3, 0.5), pow(pow(3, 0.5), 0.5), 9.0, pow(10, -3), pow(3, -0.5), 16.0, -9.0, false }, got)
		for _, text in ipairs{ "local x = 2 ^ {}", "local x = nil ^ 2", "local x = {} ^ nil", "local x = 'a' ^ 2" } do
			local _, err = recipe.run(text)
			assert.matches("^recipe:1: attempt to perform arithmetic on a %w+ value", err.message)
		end
	end)
	it("come in every locale", function()
		local folder = program.folder()
		local made = os.execute("localedef -c -f UTF-8 -i de_DE " .. folder .. "/de_DE.UTF-8 >/dev/null 2>&1")
		local path = program.write(folder .. "/script.lua", [[
			local recipe = require "terrane.recipe"
			assert(os.setlocale(arg[1]))
			local printed
			recipe.run("print(1.5, ('%.2f'):format(0.25), tonumber '1,5', tonumber '1.5', 0.5 .. '', 'Z' < 'a', 'b' < 'ä', ('ä'):upper() == 'ä') return noise{}",
				{ print = function(line) printed = line .. "  " .. string.format("%.1f", 2.5) end })
			print(printed)]])
		local same = "1.5\t0.25\tnil\t1.5\t0.5\ttrue\ttrue\ttrue"
		local _, out = program.run({ "lua", path, "C" })
		assert.equal(same .. "  2.5\n", out)
		if made then -- the host's own numbers keep their comma, in its functions too
			_, out = program.run({ "lua", path, "de_DE.UTF-8" }, { env = "LOCPATH=" .. folder })
			assert.equal(same .. "  2,5\n", out)
		end
		program.remove(folder)
	end)
end)
