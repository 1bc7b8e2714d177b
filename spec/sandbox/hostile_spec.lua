-- Recipes that mean harm (hostile.lua): each ends as it should, soon, within its memory, and leaves nothing behind.
if _VERSION == "Lua 5.1" then return end -- strangers' recipes do not run under LuaJIT
local terrane = require "terrane"
local recipe = require "terrane.recipe"
local hostile = dofile "spec/sandbox/hostile.lua"

local rt = terrane.runtime{ threads = 1, cache = 1 }
local golden_text = [[
	local t = {}
	for i = 1, 100 do t[#t + 1] = ("%d"):format(i ^ 2) end
	local r = math.rng(7)
	return noise{ frequency = 2 ^ 0.5 * r(4), rand_seed = #table.concat(t, ","), noise_type = ("PERLIN"):lower() }
]]

local function golden()
	local outputs, err = recipe.run(golden_text, { runtime = rt })
	assert(outputs, err and err.message)
	return outputs[1].node:render{ width = 8, height = 8 }:layer "C":hash()
end

local function settle()
	rt:trim()
	collectgarbage()
	collectgarbage()
	return rt:stats().bytes
end

local worst, closing, peak = { 0 }, { 0 }, { 0 }
local function most(record, value, row)
	if record == worst and value > 0.2 and os.getenv "TERRANE_TIMES" then io.stderr:write(("%.0f ms %s %s\n"):format(value * 1000, row.class, row.text:sub(1, 60))) end
	if value > record[1] then record[1], record[2] = value, row.class .. ": " .. row.text:sub(1, 60) end
end

describe("hostile recipes", function()
	it("are of thirty classes, more than 120", function()
		local classes, count = {}, 0
		for _, row in ipairs(hostile) do
			local name = row.class:match "^A%d+"
			if not classes[name] then count = count + 1 end
			classes[name] = true
		end
		assert.equal(30, count)
		assert.is_true(#hostile >= 120, #hostile)
	end)

	local expected
	it("start from a recipe that gives its golden hash #golden", function()
		expected = golden()
		assert.equal("63518e2d8c76d6095a696d7ac802be0f", expected)
	end)

	for i, row in ipairs(hostile) do
		it(("%s, %d: %s"):format(row.class, i, row.text:sub(1, 50):gsub("[%c\128-\255]", "?")), function()
			local before = settle()
			local lines = 0
			local options = { name = "bad.lua", runtime = rt, print = function(line)
				lines = lines + 1
				assert(#line <= 4096)
			end }
			for k, v in pairs(row.options) do options[k] = v end
			local start = os.clock() -- of the processor: machines are busy
			local outputs, err, used = recipe.run(row.text, options)
			local seconds = os.clock() - start
			if row.ends == true then
				assert.is_not_nil(outputs, err and err.message)
			else
				assert.is_nil(outputs)
				assert.matches(row.ends, err.message)
				assert.is_true(#err.message <= 4096)
				assert.is_nil(err.message:find "[%z\1-\8\11-\31\127]")
				assert.is_not_nil(require "utf8".len(err.message))
				used = err.used
			end
			assert.is_true(lines <= 1001)
			assert.is_true(seconds < 2, seconds)
			most(worst, seconds, row)
			if used then
				assert.is_true(used.bytes <= 17 * 1024 * 1024)
				assert.is_true(used.fuel <= 20000000)
				assert.is_true(used.closing < 1, used.closing)
				most(closing, used.closing, row)
				most(peak, used.bytes, row)
			end
			outputs, err, used = nil, nil, nil -- luacheck: ignore
			assert.equal(before, settle())
			assert.equal(expected or golden(), golden())
		end)
	end

	it("took", function()
		if not os.getenv "TERRANE_TIMES" then return end
		for what, record in pairs{ ["the longest run, ms"] = worst, ["the longest end, ms"] = closing } do
			io.stderr:write(("%s: %.1f (%s)\n"):format(what, record[1] * 1000, record[2]))
		end
		io.stderr:write(("the most bytes: %d (%s)\n"):format(peak[1], peak[2]))
	end)
end)
