-- ffi.lua - layers as plain memory, for LuaJIT.
--
--     local view = terrane.ffi.view(layer)
--     local height = view.data[y * view.width + x]            -- channel c from 0: view.data[c * view.stride + ...]
--
-- A view has a reference of its own, so that it stays good when the layer is released. The pointer alone does not keep it:
-- hold on to the view for as long as view.data is used. Layers are shared and must not be written to.
local found, C = pcall(require, "ffi")
if not found then error("terrane.ffi needs LuaJIT; other Luas read layers with layer:get, layer:totable and layer:tostring", 0) end
local terrane = require "terrane"
local ffi = {}

C.cdef [[
	typedef struct terrane_layer_view { const void *data; int32_t width, height, channels, type; int64_t stride; } terrane_layer_view;
]]
local elements = { f32 = "const float *", f64 = "const double *", i32 = "const int32_t *" }

function ffi.view(layer)
	local own = terrane.image{ C = layer }:layer "C"
	local head = C.cast("const terrane_layer_view *", own) -- the userdata begins with it
	return {
		layer = own,
		data = C.cast(elements[own.type], head.data),
		width = head.width, height = head.height, channels = head.channels, type = own.type,
		stride = tonumber(head.stride),
	}
end

return ffi
