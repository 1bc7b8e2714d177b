-- Evaluating from Lua: options, what comes back, and callbacks.
local terrane = require "terrane"

local function message(f, ...) return select(2, pcall(f, ...)) end
local rt = terrane.runtime{ threads = 2 }
local tick = 0
local function node(size) -- one that is not remembered
	tick = tick + 1
	local layer = rt:layer{ width = size or 16, height = size or 16, data = function(x, y) return x * y end }
	return rt:image{ C = layer }:mono_to_height{ height_offset = tick }:height_to_normal{ layer = "height" }
end

describe("node:render", function()
	it("gives the image and how it came about", function()
		local n = node()
		local img, info = n:render{}
		assert.same({ 16, 16 }, { img.width, img.height })
		assert.is_string(info.report)
		assert.is_table(info.stats)
		assert.equal("height_to_normal", info.timings[#info.timings].node)
		for _, t in ipairs(info.timings) do
			assert.is_true(t.seconds >= 0)
			assert.is_boolean(t.cached)
		end
		assert.matches("render_spec.lua:%d+$", info.timings[#info.timings].origin)
		local _, again = n:render()
		assert.is_true(again.timings[#again.timings].cached)
	end)

	it("names a wrong option", function()
		local n = node()
		assert.matches("render: no option 'widht' %(did you mean 'width'%?%)", message(n.render, n, { widht = 3 }))
		assert.matches("'width' must be a whole number from 1 to 2147483647, got 0", message(n.render, n, { width = 0 }))
		assert.matches("'progress' must be a function, got a boolean", message(n.render, n, { progress = true }))
		assert.matches("'window' must be four numbers", message(n.render, n, { window = { 1, 2, 3 } }))
		assert.matches("'window' must be whole numbers", message(n.render, n, { window = { 0, 0, 0, 1 } }))
		assert.matches("a table of options expected, got a number", message(n.render, n, 3))
	end)

	it("raises mistakes that only show when it runs, with the line that made the node", function()
		local chunk = assert((loadstring or load)("return\n(...):mono_to_height{ layer = 'D' }", "@tarn.lua"))
		local n = (function(...) local made = chunk(...) return made end)(rt:image{ C = rt:layer{ width = 1, height = 1 } })
		assert.matches("mono_to_height: ", message(n.render, n))
		assert.matches("'D'", message(n.render, n))
		if not jit then assert.matches("^tarn.lua:2: ", message(n.render, n)) end -- LuaJIT forgets the caller of a tail call
	end)
end)

describe("what a node says beside its image", function()
	it("is empty for one that says nothing", function()
		local n = node()
		assert.equal("", n:report())
		assert.same({}, n:stats())
		assert.is_true(n:output "cop" == n)
		assert.matches("height_to_normal: no output 'copp' %(did you mean 'cop'%?%)", message(n.output, n, "copp"))
		assert.is_false(pcall(n.output, n))
	end)

	it("is the same in report, stats and output", function()
		for _, declaration in ipairs(terrane.nodes()) do
			local reports = false
			for _, o in ipairs(declaration.outputs) do reports = reports or o.name == "report" end
			if reports and #declaration.inputs == 1 and declaration.inputs[1].type == "COPIMAGE" then
				local ok, n = pcall(function() return node()[declaration.id](node(), { layer = declaration.id == "normal_to_height" and "N" or "height" }) end)
				if ok then
					local img, info = n:render()
					assert.truthy(img)
					assert.equal(info.report, n:report())
					assert.equal(info.report, n:output "report")
					assert.same(info.stats, n:stats())
					for name in pairs(info.stats) do assert.truthy(info.report:find(name, 1, true)) end
				end
			end
		end
	end)
end)

describe("a progress function", function()
	it("is told a fraction that never falls, and who is at work", function()
		local last, names = 0, {}
		node(256):render{ progress = function(fraction, name)
			assert(fraction >= last and fraction <= 1)
			last = fraction
			names[name] = true
		end }
		assert.equal(1, last)
		assert.is_true(names.height_to_normal)
	end)

	it("cancels with false and with nothing else", function()
		local none, why = node():render{ progress = function() return false end }
		assert.is_nil(none)
		assert.equal("cancelled", why)
		assert.truthy(node():render{ progress = function() return nil end })
		assert.truthy(node():render{ progress = function() return 0 end })
		assert.same({ nil, "cancelled" }, { node():report{ progress = function() return false end } })
	end)

	it("lets its error out unchanged, and nothing stays behind", function()
		local function settled()
			rt:trim()
			for _ = 1, 3 do collectgarbage() end
			return rt:stats().bytes
		end
		local before = settled()
		for _, value in ipairs{ {}, "text", 42, false, print } do
			local n = node(64)
			local ok, e = pcall(n.render, n, { progress = function() error(value, 0) end })
			assert.is_false(ok)
			assert.equal(value, e)
		end
		local n = node(64)
		assert.same({ false, nil }, { pcall(n.render, n, { progress = function() error() end }) })
		n:release()
		assert.equal(before, settled())
	end)

	it("cannot yield", function()
		local n = node()
		local co = coroutine.wrap(function() return message(n.render, n, { progress = function() coroutine.yield() end }) end)
		assert.matches("yield", co())
	end)

	it("may use the runtime, inside a coroutine too", function()
		local inner = 0
		local co = coroutine.wrap(function()
			return node(32):render{ progress = function()
				inner = inner + node(8):render().width
			end }
		end)
		assert.equal(32, co().width)
		assert.is_true(inner >= 8)
	end)

	it("may release everything in sight", function()
		local n = node(64)
		local img, info = n:render{ progress = function()
			n:release()
			rt:trim()
			collectgarbage()
		end }
		assert.equal(64, img.width)
		assert.is_true(#info.timings > 0)
		assert.matches("released", tostring(n))
	end)

	it("ends its own endless recursion as an error", function()
		local n = node()
		local depth = 0
		local function again()
			depth = depth + 1
			node():render{ progress = again }
		end
		local ok, e = pcall(n.render, n, { progress = again })
		assert.is_false(ok)
		assert.matches("render: 16 progress functions that evaluate in turn are too many", e)
		assert.equal(16, depth)
		assert.truthy(n:render())
	end)
end)
