require "terrane" -- brings its modules along
local reckon = require "terrane.reckon"

local function close(expected, got, ulps)
	local tolerance = (ulps or 4) * 2.3e-16 * math.max(math.abs(expected), 1e-300)
	assert.is_true(math.abs(expected - got) <= tolerance, string.format("%.17g, not %.17g", got, expected))
end

describe("reckon", function()
	it("agrees with the C library to the last places", function()
		for i = -2000, 2000 do
			local x = i * 0.0137
			assert.near(math.sin(x), reckon.sin(x), 3e-16)
			assert.near(math.cos(x), reckon.cos(x), 3e-16)
			close(math.atan(x), reckon.atan(x))
			close(math.exp(x), reckon.exp(x))
			if x > 0 then
				close(math.log(x), reckon.log(x), math.abs(x - 1) < 0.5 and 8 or 4)
				close(x ^ 0.37, reckon.pow(x, 0.37), 8)
			end
			close(x ^ 3, reckon.pow(x, 3))
			if math.abs(x) <= 1 then
				assert.near(math.asin(x), reckon.asin(x), 1e-15)
				assert.near(math.acos(x), reckon.acos(x), 1e-15)
			end
		end
		close(math.exp(700), reckon.exp(700))
		assert.near(math.sin(1e6), reckon.sin(1e6), 1e-13)
	end)

	it("knows the corners", function()
		assert.equal(0, reckon.sin(0))
		assert.equal(1, reckon.cos(0))
		assert.equal(1, reckon.exp(0))
		assert.equal(0, reckon.log(1))
		assert.equal(3, reckon.log(8, 2))
		assert.equal(math.huge, reckon.exp(1000))
		assert.equal(0, reckon.exp(-1000))
		assert.equal(-math.huge, reckon.log(0))
		assert.equal(math.huge, reckon.log(math.huge))
		assert.equal(math.pi, reckon.atan(0, -1))
		assert.equal(-math.pi / 2, reckon.atan(-1, 0))
		assert.equal(math.pi / 4, reckon.atan(math.huge, math.huge))
		assert.equal(0, reckon.atan(0, 0))
		assert.equal(1024, reckon.pow(2, 10))
		assert.equal(0.25, reckon.pow(-2, -2))
		assert.equal(2.0 ^ 200, reckon.pow(2, 200))
		for _, y in ipairs { reckon.sin(math.huge), reckon.log(-1), reckon.pow(-8, 1 / 3), reckon.exp(0 / 0), reckon.asin(2), reckon.cos(0 / 0) } do
			assert.is_true(y ~= y)
		end
		close(5e-324, reckon.exp(-744.4400719213812), 1e10)
	end)

	it("has these bits", function()
		assert.equal("0.841470984807897 0.540302305868140 2.71828182845905 2.302585092994046 0.785398163397448",
			string.format("%.15f %.15f %.14f %.15f %.15f", reckon.sin(1), reckon.cos(1), reckon.exp(1), reckon.log(10), reckon.atan(1)))
		local sum = 0
		for i = 1, 1000 do sum = sum + reckon.sin(i) * reckon.exp(-i / 100) + reckon.log(i) - reckon.pow(i, 0.3) end
		assert.equal("-200.85189906733888", string.format("%.17g", sum))
	end)
end)

describe("rng", function()
	it("gives the same numbers for the same seed", function()
		local a, b, c = reckon.rng(7), reckon.rng(7), reckon.rng(8)
		local differs = false
		for _ = 1, 100 do
			local x = a()
			assert.equal(x, b())
			assert.is_true(x >= 0 and x < 1)
			differs = differs or x ~= c()
		end
		assert.is_true(differs)
		local r = reckon.rng(42)
		assert.equal("0.095754720506429802 74 -3", string.format("%.17g %d %d", r(), r(100), r(-5, 5)))
	end)

	it("is even", function()
		local sum, squares, counts = 0, 0, {}
		local r = reckon.rng(1)
		for _ = 1, 20000 do
			local x = r()
			sum, squares = sum + x, squares + x * x
			local k = r(6)
			counts[k] = (counts[k] or 0) + 1
		end
		assert.near(0.5, sum / 20000, 0.01)
		assert.near(1 / 3, squares / 20000, 0.01)
		for k = 1, 6 do assert.near(20000 / 6, counts[k], 200) end
		assert.same(6, #counts)
		assert.has_error(function() r(2, 1) end)
	end)

	it("differs between neighbouring seeds from the first number on", function()
		local seen = {}
		for seed = 0, 999 do
			local x = math.floor(reckon.rng(seed)() * 10)
			seen[x] = (seen[x] or 0) + 1
		end
		for x = 0, 9 do assert.near(100, seen[x], 45) end
	end)
end)
