-- Every allocation of the runtime can fail. Whatever is called, the answer is an error that says so, nothing stays behind,
-- and the same call succeeds afterwards.
local terrane = require "terrane"

local rt = terrane.runtime{ threads = 1, cache = 1 }

local function settle()
	rt:trim()
	collectgarbage()
	collectgarbage()
	return rt:stats().bytes
end

-- Runs f with the n-th allocation failing, for each n until f gets through.
local function sweep(sticky, f)
	local n = 0
	while true do
		local before = settle()
		rt:fail_allocation(n, sticky)
		local ok, result = pcall(f)
		rt:fail_allocation(-1)
		if ok then return n end
		assert.matches("out of memory", result)
		result = nil -- luacheck: ignore
		assert.equal(before, settle(), "after allocation " .. n)
		n = n + 1
		assert.is_true(n < 3000)
	end
end

local layer = rt:layer{ width = 20, height = 10, data = function(x, y) return x * y end }
local image = rt:image{ C = layer }
local node = image:mono_to_height{ height_scale = 2 }:height_to_normal{ layer = "height" }

describe("with failing allocations", function()
	for what, f in pairs{
		["a layer"] = function() rt:layer{ width = 100, height = 100 } end,
		["an image"] = function() rt:image{ C = layer, other = layer } end,
		["a node"] = function() image:mono_to_height{ layer = "C", height_scale = 3 } end,
		["a render"] = function() node:render{ progress = function() end } end,
		["a report"] = function() node:report() end,
		["a figure"] = function() image:statistics {}:figure("max", { size = 20 }) end,
		["a measured number"] = function()
			local s = image:mono_to_height { out_layer = "C" }:statistics {}
			local first = image:remap { from_max = s:figure "max" }
			image:remap { from_max = s:figure "high", to_max = first:statistics {}:figure "mean" }:mono_to_height {}:render()
		end,
	} do
		it(what .. " fails cleanly", function()
			assert.is_true(sweep(false, f) > 0)
			assert.is_true(sweep(true, f) > 0)
			f()
		end)
	end

	it("a runtime of its own is made and used again", function()
		local n = 0
		repeat
			rt:fail_allocation(n, true)
			local ok = pcall(node.render, node)
			rt:fail_allocation(-1)
			n = n + 1
		until ok
		assert.equal(node:render():layer("N"):hash(), node:render():layer("N"):hash())
	end)
end)
