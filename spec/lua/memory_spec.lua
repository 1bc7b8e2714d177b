-- Pixels are invisible to Lua's collector; these are the promises that hold all the same.
local terrane = require "terrane"

local MIB = 1024 * 1024
local function settle(rt)
	rt:trim()
	for _ = 1, 3 do collectgarbage() end
	return rt:stats().bytes
end

describe("discarded pixels", function()
	it("do not pile up", function()
		local rt = terrane.runtime{ cache = 1 }
		for _ = 1, 300 do rt:layer{ width = 512, height = 512 } end -- 1 MiB each
		assert.is_true(rt:stats().peak_bytes < 64 * MIB, rt:stats().peak_bytes / MIB)
	end)

	it("do not pile up as results either", function()
		local rt = terrane.runtime{ cache = 1 }
		local img = rt:image{ C = rt:layer{ width = 512, height = 512 } }
		for i = 1, 200 do img:mono_to_height{ height_offset = i }:render() end
		assert.is_true(rt:stats().peak_bytes < 64 * MIB, rt:stats().peak_bytes / MIB)
	end)

	it("do not pile up beside a large heap of tables, nor in generational mode", function()
		local ballast = {}
		for i = 1, 200000 do ballast[i] = { i } end
		local modes = jit and { "incremental" } or { "incremental", "generational" }
		for _, mode in ipairs(modes) do
			if not jit then collectgarbage(mode) end
			local rt = terrane.runtime{ cache = 1 }
			for _ = 1, 300 do rt:layer{ width = 512, height = 512 } end
			if not jit then collectgarbage "incremental" end
			assert.is_true(rt:stats().peak_bytes < 128 * MIB, mode .. rt:stats().peak_bytes / MIB)
		end
		assert.equal(200000, #ballast)
	end)

	it("leave a collector alone that the host has stopped, and still make room when memory is short", function()
		local rt = terrane.runtime{ memory = 20 * MIB, cache = 1 }
		collectgarbage "stop"
		local ok, e = pcall(function() for _ = 1, 60 do rt:layer{ width = 512, height = 512 } end end)
		collectgarbage "restart"
		assert.is_true(ok, e)
		local keep = {}
		ok, e = pcall(function() for i = 1, 60 do keep[i] = rt:layer{ width = 512, height = 512 } end end)
		assert.is_false(ok)
		assert.matches("memory_spec.lua:%d+: out of memory: %d+ bytes wanted", e)
		assert.is_true(#keep >= 16)
		keep = nil -- luacheck: ignore
		assert.equal(512, rt:layer{ width = 512, height = 512 }.width)
	end)

	it("are gone at once when released", function()
		local rt = terrane.runtime{ threads = 1 }
		local before = settle(rt)
		local layer = rt:layer{ width = 256, height = 256 }
		local img = rt:image{ C = layer }
		layer:release()
		assert.is_true(rt:stats().bytes > before)
		img:release()
		assert.equal(before, rt:stats().bytes)
	end)

	it("are gone at the end of the block of a <close> variable", function()
		if jit then return end
		local rt = terrane.runtime{ threads = 1 }
		local before = settle(rt)
		local use = load [[local rt, inside = ...; do local l <close> = rt:layer{ width = 256, height = 256 }; inside() end]]
		use(rt, function() assert.is_true(rt:stats().bytes > before) end)
		assert.equal(before, rt:stats().bytes)
		assert.is_false(pcall(use, rt, error))
		assert.equal(before, rt:stats().bytes)
	end)
end)

describe("finalisers", function()
	local function on_collect(f) -- f runs when the collector gets to it
		if newproxy then
			getmetatable(newproxy(true)).__gc = f
		else
			setmetatable({}, { __gc = f })
		end
	end

	it("may release what is in use", function()
		local rt = terrane.runtime{ cache = 1 }
		for round = 1, 40 do
			local layer = rt:layer{ width = 64, height = 64, data = function(x, y) return x + y end }
			local img = rt:image{ C = layer }
			local node = img:mono_to_height{ height_offset = round }
			for _ = 1, 30 do on_collect(function() layer:release() img:release() node:release() end) end
			local uses = {
				function() return layer:totable() end, function() return layer:tostring() end, function() return img:layers() end,
				function() return tostring(img) end, function() return node:params() end, function() return node:render() end,
				function() return img:mono_to_height{ layer = { "a", "b" } } end, function() return rt:image{ C = layer } end,
				function() return img:layer "C" end, function() return layer:stats() end, function() return tostring(node) end,
			}
			local use = uses[round % #uses + 1]
			for _ = 1, 50 do
				local ok, e = pcall(use)
				assert.is_true(ok or tostring(e):find("released", 1, true) ~= nil, tostring(e))
				collectgarbage "step"
			end
		end
	end)

	it("may make things in turn", function()
		local made = 0
		for _ = 1, 20 do
			on_collect(function() made = made + terrane.layer{ width = 3, height = 3 }.width end)
			collectgarbage()
		end
		assert.is_true(made > 0)
	end)
end)

describe("a runtime of one's own", function()
	it("has the same constructors", function()
		local rt = terrane.runtime{ threads = 1 }
		local layer = rt:layer{ width = 2, height = 2, data = { 1, 2, 3, 4 } }
		assert.equal(2, rt:mono_to_height{ cop = rt:image{ C = layer } }:render().width)
		assert.equal("image", rt:image(rt:image{ C = layer }).type)
	end)

	it("names a wrong option", function()
		local function says(pattern, options) assert.matches(pattern, select(2, pcall(terrane.runtime, options))) end
		says("runtime: no option 'thread' %(did you mean 'threads'%?%)", { thread = 1 })
		says("'threads' must be a whole number from 1 to 1024, got 0", { threads = 0 })
		says("'memory' must be a number of bytes, got %-1", { memory = -1 })
		says("isa 'sse9'", { isa = "sse9" })
		assert.is_false(pcall(terrane.runtime, 3))
	end)

	it("counts", function()
		local rt = terrane.runtime{ threads = 2, isa = "base" }
		local s = rt:stats()
		assert.same({ 2, "base" }, { s.threads, s.isa })
		for _, name in ipairs{ "bytes", "peak_bytes", "cache_bytes", "cache_hits", "cache_misses", "nodes_evaluated", "allocations" } do
			assert.is_number(s[name], name)
		end
	end)

	it("can become the default one", function()
		local old = terrane.runtime()
		local rt = terrane.runtime{ threads = 1 }
		rt:use()
		assert.is_true(terrane.runtime() == rt)
		local before = rt:stats().allocations
		terrane.layer{ width = 2, height = 2 }
		assert.is_true(rt:stats().allocations > before)
		old:use()
		assert.is_true(terrane.runtime() == old)
	end)

	it("is made anew when the default one was released", function()
		local old = terrane.runtime()
		terrane.runtime{ threads = 1 }:use()
		terrane.runtime():release()
		assert.equal(1, terrane.layer{ width = 1, height = 1 }.width)
		old:use()
	end)
end)
