-- ffi.lua - layers as arrays, for LuaJIT: read where they lie, and written before anybody else sees them.
--
--     local view = terrane.ffi.view(image:layer "C")
--     for i = 0, view.width * view.height - 1 do sum = sum + view[i] end
--
--     local ramp = terrane.ffi.layer{ width = 512, height = 512 }       -- also channels and type; zeros
--     for y = 0, 511 do for x = 0, 511 do ramp[y * 512 + x] = x / 511 end end
--     local land = terrane.image{ C = ramp:publish() }                  -- from here on the view only reads
--
-- view[y*width + x] is a pixel, view[c*stride + y*width + x] one of channel c from 0; view:channel(c) is a view of that channel
-- alone. Fields: width, height, channels, type, stride, size (indices end before it), layer (a value of its own) and data, the
-- bare pointer. An index out of range is an error, which costs compiled loops next to nothing; a pointer checks nothing.
-- A view keeps its pixels whatever becomes of the layer that it was made of. A pointer does not: hold on to the view for as
-- long as the pointer is used. view:release() lets go of the pixels early, with the views of its channels.
local found, C = pcall(require, "ffi")
if not found then error("terrane.ffi needs LuaJIT; other Luas read layers with layer:get, layer:totable and layer:tostring", 0) end
local terrane = require "terrane"
local suggest = require "terrane.suggest"
local tobit = require "bit".tobit
local ffi = {}

-- A view reads base[0 ... size - 1] and writes base[0 ... room - 1]; room is 0 once the layer is shared. So each access is one
-- comparison, and no more than that in a compiled loop.
C.cdef [[
	typedef struct terrane_layer_head { const void *data; int32_t width, height, channels, type; int64_t stride; } terrane_layer_head;
	typedef struct terrane_view_state { void *base; double size, room; } terrane_view_state;
]]
for name, element in pairs { f32 = "float", f64 = "double", i32 = "int32_t" } do
	C.cdef(([[typedef struct terrane_view_%s {
		%s *const base; const double size, room; const int32_t width, height, channels, stride;
	} terrane_view_%s;]]):format(name, element, name))
end
local constants = { f32 = C.typeof "const float *", f64 = C.typeof "const double *", i32 = C.typeof "const int32_t *" }

-- From a view to what stands behind it: { layer =, type =, views = the views of the same pixels }. The keys are weak, so it
-- lives as long as one of its views. Nobody else has this userdata of the layer, so that nobody can release it.
local holds = setmetatable({}, { __mode = "k" })

local function hold_of(view)
	return holds[view] or error("view: it was released", 3)
end

local function close(hold, release)
	for view in pairs(hold.views) do
		local state = C.cast("terrane_view_state *", view)
		state.room = 0
		if release then
			state.size, state.base = 0, nil
			holds[view] = nil
		end
	end
end

local types = {}

local function make(hold, base, channels, writable)
	local layer = hold.layer
	local stride = tonumber(C.cast("const terrane_layer_head *", layer).stride)
	local size = (channels - 1) * stride + layer.width * layer.height
	local view = types[hold.type](base, size, writable and size or 0, layer.width, layer.height, channels, stride)
	holds[view], hold.views[view] = hold, true
	return view
end

local function open(layer, writable) -- layer: a userdata of our own
	local hold = { layer = layer, type = layer.type, views = setmetatable({}, { __mode = "k" }) }
	local head = C.cast("const terrane_layer_head *", layer)
	return make(hold, C.cast("void *", head.data), layer.channels, writable)
end

---------------------------------------------------------------------------------------
-- what a view can do
---------------------------------------------------------------------------------------

local methods, fields = {}, {}

function methods.channel(view, c) -- from 0; shares the pixels, and whether they may be written
	local hold = hold_of(view)
	if type(c) ~= "number" or not (c >= 0 and c < view.channels) or c % 1 ~= 0 then
		error(("view: channel %s is not within 0 ... %d"):format(tostring(c), view.channels - 1), 2)
	end
	return make(hold, view.base + c * view.stride, 1, view.room > 0)
end

function methods.publish(view) -- the finished layer, for images and nodes; its views only read from here on
	local hold = hold_of(view)
	close(hold, false)
	return hold.layer:share()
end

function methods.release(view)
	local hold = holds[view]
	if not hold then return end
	close(hold, true)
	hold.layer:release()
end

function fields.type(view) return hold_of(view).type end
function fields.data(view) return view.room > 0 and view.base or constants[hold_of(view).type](view.base) end
function fields.layer(view)
	local hold = hold_of(view)
	if view.room > 0 then error("view: the layer is still being written; view:publish() gives it", 3) end
	return hold.layer:share()
end

local names = { "width", "height", "channels", "stride", "size" }
for name in pairs(methods) do names[#names + 1] = name end
for name in pairs(fields) do names[#names + 1] = name end

---------------------------------------------------------------------------------------
-- indexing
---------------------------------------------------------------------------------------

-- Errors are the caller's: these functions follow one another by tail calls, which take no level.
local function refuse(view, i, writing)
	if not holds[view] then error("view: it was released", 2) end
	if writing and i >= 0 and i < view.size then
		error("view: the layer is shared and can only be read; terrane.ffi.layer makes one to write to", 2)
	end
	error(("view: index %s is not within 0 ... %.0f"):format(i % 1 == 0 and ("%.0f"):format(i) or tostring(i), view.size - 1), 2)
end

local function index(view, i)
	if type(i) == "number" then
		if i >= 0 and i < view.size then return view.base[i] end -- false for NaN too
		return refuse(view, i, false)
	end
	local method = methods[i]
	if method then return method end
	local field = fields[i]
	if field then return field(view) end
	error(("view: no field '%s'%s"):format(tostring(i), suggest.hint(tostring(i), names)), 2)
end

local function store(view, i, value)
	if type(i) ~= "number" then error(("view: '%s' cannot be set"):format(tostring(i)), 2) end
	if not (i >= 0 and i < view.room) then return refuse(view, i, true) end
	view.base[i] = value
end

local function store_whole(view, i, value) -- the same for i32
	if type(i) == "number" and (type(value) ~= "number" or tobit(value) ~= value) then
		error(("view: %s is no whole number of 32 bits"):format(tostring(value)), 2)
	end
	return store(view, i, value)
end

local function describe(view)
	if not holds[view] then return "terrane.view (released)" end
	return ("terrane.view %dx%dx%d %s"):format(view.width, view.height, view.channels, view.type)
end

for name in pairs(constants) do
	types[name] = C.metatype("terrane_view_" .. name, {
		__index = index, __newindex = name == "i32" and store_whole or store, __tostring = describe,
	})
end

---------------------------------------------------------------------------------------
-- making views
---------------------------------------------------------------------------------------

-- Of a layer as it is: reads it in place.
function ffi.view(layer) return open(layer:share(), false) end

-- A new layer to be written through the view that is returned; options as those of terrane.layer. runtime: where it is made.
function ffi.layer(options, runtime)
	return open(runtime and runtime:layer(options) or terrane.layer(options), true)
end

return ffi
