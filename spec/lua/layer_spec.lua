local terrane = require "terrane"

local function message(f, ...) return select(2, pcall(f, ...)) end

describe("terrane.layer", function()
	it("takes numbers row by row from the bottom, channel after channel", function()
		local l = terrane.layer{ width = 2, height = 2, channels = 2, data = { 1, 2, 3, 4, 5, 6, 7, 8 } }
		assert.same({ 2, 2, 2, "f32" }, { l.width, l.height, l.channels, l.type })
		assert.equal(1, l:get(0, 0))
		assert.equal(2, l:get(1, 0))
		assert.equal(3, l:get(0, 1))
		assert.equal(8, l:get(1, 1, 2))
		assert.same({ 1, 2, 3, 4, 5, 6, 7, 8 }, l:totable())
		assert.same({ 5, 6, 7, 8 }, l:totable(2))
	end)

	it("takes a function of x, y and channel", function()
		local l = terrane.layer{ width = 3, height = 2, channels = 2, data = function(x, y, c) return x + 10 * y + 100 * c end }
		assert.equal(112, l:get(2, 1, 1))
		assert.equal(200, l:get(0, 0, 2))
	end)

	it("takes bytes, and gives them back", function()
		for _, kind in ipairs{ "f32", "f64", "i32" } do
			local l = terrane.layer{ width = 3, height = 5, channels = 3, type = kind, data = function(x, y, c) return x - y * c end }
			local again = terrane.layer{ width = 3, height = 5, channels = 3, type = kind, data = l:tostring() }
			assert.equal(l:hash(), again:hash())
			assert.same(l:totable(), again:totable())
			assert.equal(3 * 5 * 3 * (kind == "f64" and 8 or 4), #l:tostring())
		end
	end)

	it("is zero without data", function()
		assert.same({ 0, 0, 0, 0 }, terrane.layer{ width = 2, height = 2 }:totable())
	end)

	it("keeps whole numbers of 32 bits exactly", function()
		local values = { -2147483648, 2147483647, 16777217, -1 }
		local l = terrane.layer{ width = 4, height = 1, type = "i32", data = values }
		assert.same(values, l:totable())
		for _, bad in ipairs{ 0.5, 2147483648, 0 / 0 } do
			assert.matches("whole number of 32 bits", message(terrane.layer, { width = 1, height = 1, type = "i32", data = { bad } }))
		end
	end)

	it("names what is wrong with it", function()
		local function says(pattern, options) assert.matches(pattern, message(terrane.layer, options)) end
		says("'width' and 'height' are needed", {})
		says("'width' must be a whole number from 1 to 65536, got 0", { width = 0, height = 1 })
		says("'width' must be a whole number from 1 to 65536, got 2.5", { width = 2.5, height = 1 })
		says("'width' must be a whole number, got '7'", { width = "7", height = 1 })
		says("no option 'widht' %(did you mean 'width'%?%)", { widht = 1, height = 1 })
		says("options have names, got a value under a number", { 4, 4 })
		says("'type' must be one of f32, f64, i32, got 'f16'", { width = 1, height = 1, type = "f16" })
		says("data must be width %* height %* channels = 4 numbers, got 3", { width = 2, height = 2, data = { 1, 2, 3 } })
		says("data must be 16 bytes, got 3", { width = 2, height = 2, data = "abc" })
		says("data must be a table of numbers, a string of bytes or a function, got a boolean", { width = 2, height = 2, data = true })
		says("data at x = 1, y = 0, channel 1 must be a number, got a string", { width = 2, height = 1, data = { 1, "2" } })
		says("data at x = 0, y = 1, channel 1 must be a number, got a nil",
			{ width = 1, height = 2, data = function(_, y) if y == 0 then return 1 end end })
		says("a side may have at most 16384 pixels", { width = 65536, height = 65536, channels = 64 })
	end)

	it("lets errors of the function out unchanged, and cannot be yielded out of", function()
		local mark = {}
		assert.equal(mark, message(terrane.layer, { width = 1, height = 1, data = function() error(mark) end }))
		local co = coroutine.wrap(function()
			return message(terrane.layer, { width = 1, height = 1, data = function() coroutine.yield() end })
		end)
		assert.matches("yield", co())
	end)
end)

describe("a layer", function()
	local l = terrane.layer{ width = 2, height = 2, data = { 0, 1, 2, 3 } }

	it("is read within its bounds", function()
		for _, at in ipairs{ { 2, 0 }, { -1, 0 }, { 0, 2 }, { 0.5, 0 }, { 0 / 0, 0 }, { 1e300, 0 }, { 0, 0, 2 }, { 0, 0, 0 } } do
			assert.is_false(pcall(l.get, l, at[1], at[2], at[3]))
		end
		assert.matches("a whole number from 0 to 1 expected, got 2", message(l.get, l, 2, 0))
	end)

	it("is sampled between pixel centres and clamped at the edges", function()
		assert.equal(1.5, l:sample(0.5, 0.5))
		assert.equal(0, l:sample(0.25, 0.25))
		assert.equal(0.5, l:sample(0.5, 0.25))
		assert.equal(1, l:sample(0.25, 0.5))
		assert.equal(0, l:sample(-1e300, -5))
		assert.equal(3, l:sample(1e300, math.huge))
		assert.is_false(pcall(l.sample, l, 0 / 0, 0))
		local ids = terrane.layer{ width = 2, height = 1, type = "i32", data = { 7, 9 } }
		assert.equal(7, ids:sample(0.49, 0.5))
		assert.equal(9, ids:sample(0.51, 0.5))
	end)

	it("spreads a void no further than the pixels it touches", function()
		local holes = terrane.layer{ width = 3, height = 1, data = { 1, 0 / 0, 3 } }
		assert.equal(1, holes:sample(1 / 6, 0.5))
		local between = holes:sample(1 / 3, 0.5)
		assert.is_true(between ~= between)
		assert.equal(3, holes:sample(5 / 6, 0.5))
	end)

	it("counts its values", function()
		local s = terrane.layer{ width = 4, height = 1, channels = 2, data = { 1, 2, 0 / 0, 6, 9, 9, 9, 9 } }:stats()
		assert.same({ min = 1, max = 6, mean = 3, sum = 9, nan = 1 }, s)
		assert.same({ min = 0, max = 3, mean = 1.5, sum = 6, nan = 0 }, l:stats(1))
		assert.is_false(pcall(l.stats, l, 2))
	end)

	it("has a hash over size, type and values", function()
		assert.matches("^" .. ("%x"):rep(32) .. "$", l:hash())
		assert.equal(l:hash(), terrane.layer{ width = 2, height = 2, data = { 0, 1, 2, 3 } }:hash())
		for _, other in ipairs{ { width = 4, height = 1, data = { 0, 1, 2, 3 } }, { width = 2, height = 2, data = { 0, 1, 2, 4 } },
			{ width = 2, height = 2, type = "f64", data = { 0, 1, 2, 3 } } } do
			assert.not_equal(l:hash(), terrane.layer(other):hash())
		end
	end)

	it("is shared as a value of its own", function()
		local rt = terrane.runtime{ threads = 1 }
		local a = rt:layer{ width = 2, height = 1, data = { 3, 4 } }
		local b = a:share()
		assert.equal(a, b)
		a:release()
		assert.same({ 3, 4 }, b:totable())
		assert.is_false(pcall(a.share, a))
	end)

	it("comes as large as a row of 65536 and as small as a pixel", function()
		assert.same({ 5 }, terrane.layer{ width = 1, height = 1, data = { 5 } }:totable())
		local rt = terrane.runtime{ max_side = 65536 }
		assert.equal(65535, rt:layer{ width = 65536, height = 1, data = function(x) return x end }:get(65535, 0))
	end)
end)
