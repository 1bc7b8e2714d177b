require "terrane" -- brings its modules along
local ordered = require "terrane.ordered"

local function visited(t)
	local keys = {}
	for k in ordered.pairs(t) do keys[#keys + 1] = tostring(k) end
	return table.concat(keys, " ")
end

describe("ordered", function()
	it("walks numbers, strings, booleans", function()
		local t = { 10, 20, b = 1, a = 2, B = 3, [1.5] = 4, [-1] = 5, [true] = 6, [false] = 7, ab = 8 }
		assert.equal("-1 1 1.5 2 B a ab b false true", visited(t))
		local keys, k = {}, nil
		repeat
			k = ordered.next(t, k)
			keys[#keys + 1] = tostring(k)
		until k == nil
		assert.equal("-1 1 1.5 2 B a ab b false true nil", table.concat(keys, " "))
		assert.equal("", visited {})
		assert.is_nil(ordered.next {})
	end)

	it("orders strings by bytes", function()
		assert.equal("a a\0 ab \255", visited { ["a\0"] = 1, a = 1, ab = 1, ["\255"] = 1 })
	end)

	it("lets fields be cleared on the way", function()
		local t, seen = { a = 1, b = 2, c = 3 }, {}
		for k, v in ordered.pairs(t) do
			seen[#seen + 1] = k .. v
			t.b, t.d = nil, 4
		end
		assert.same({ "a1", "c3" }, seen)
	end)

	it("refuses keys without an order where it must", function()
		local t = { [{}] = 1, a = 2 }
		assert.matches("a table as a key has no fixed order", select(2, pcall(ordered.pairs, t, 1)))
		assert.matches("a table as a key", select(2, pcall(ordered.next, t, nil, 1)))
		local n = 0
		for _ in ordered.pairs(t) do n = n + 1 end
		assert.equal(2, n)
	end)
end)
