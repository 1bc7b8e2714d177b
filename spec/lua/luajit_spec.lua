-- The same module under LuaJIT, seen from outside. ffi_spec.lua is about terrane.ffi.
local function available()
	local f = io.open "build/lua/5.1/terrane.so"
	if f then f:close() end
	return f and os.execute "command -v luajit >/dev/null 2>&1"
end

local function luajit(text)
	local name = os.tmpname()
	local f = assert(io.open(name, "wb"))
	f:write("package.cpath = 'build/lua/5.1/?.so;' .. package.cpath\nlocal terrane = require 'terrane'\n", text)
	f:close()
	local pipe = assert(io.popen("luajit " .. name .. " 2>&1"))
	local out = pipe:read "*a"
	pipe:close()
	os.remove(name)
	return out
end

describe("the module under LuaJIT", function()
	if jit then return end -- it is what runs this
	if not available() then
		pending "is not built here"
		return
	end

	it("makes the same bytes", function()
		local text = [[
			local l = terrane.layer{ width = 32, height = 16, data = function(x, y) return x * 0.1 - y end }
			local node = terrane.image{ C = l }:mono_to_height{ height_scale = 3 }:height_to_normal{ layer = "height" }
			print(node:render():layer("N"):hash())
		]]
		local terrane = require "terrane"
		local l = terrane.layer{ width = 32, height = 16, data = function(x, y) return x * 0.1 - y end }
		local node = terrane.image{ C = l }:mono_to_height{ height_scale = 3 }:height_to_normal{ layer = "height" }
		local hash = node:render():layer("N"):hash()
		assert.equal(hash .. "\n", luajit(text))
	end)

	it("lets ffi read a layer where it lies, until it is released", function()
		assert.equal("3 2 2 0 true 5 11\ntrue\n", luajit [[
			local ffi = require "ffi"
			ffi.cdef "typedef struct { const void *data; int32_t width, height, channels, type; int64_t stride; } trn_layer_info;"
			local l = terrane.layer{ width = 3, height = 2, channels = 2, data = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 } }
			local view = ffi.cast("const trn_layer_info *", l)
			local data = ffi.cast("const float *", view.data)
			local aligned = tonumber(ffi.cast("uintptr_t", view.data) % 64) == 0
			print(("%d %d %d %d %s %d %d"):format(view.width, view.height, view.channels, view.type, tostring(aligned),
				data[5], data[tonumber(view.stride) + 5]))
			l:release()
			print(view.data == nil)
		]])
	end)

	it("is what terrane.ffi is for", function()
		local ok, message = pcall(function() return require "terrane".ffi end)
		assert.is_false(ok)
		assert.matches("terrane.ffi needs LuaJIT", message)
	end)
end)
