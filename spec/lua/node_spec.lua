-- Constructors and methods of node types, on types that have been there from the start.
local terrane = require "terrane"

local function message(f, ...) return select(2, pcall(f, ...)) end
local function image()
	return terrane.image{ C = terrane.layer{ width = 3, height = 2, data = function(x, y) return x + y end } }
end

describe("a node type", function()
	it("is a method of images and of nodes", function()
		local node = image():mono_to_height{ height_scale = 3 }:height_to_normal{ layer = "height" }
		assert.equal("height_to_normal", node.type)
		assert.same({ "C", "height", "N" }, node:render():layers())
	end)

	it("is a function with its inputs among the fields", function()
		local a = image():mono_to_height{ height_scale = 3 }
		local b = terrane.mono_to_height{ cop = image(), height_scale = 3 }
		assert.equal(a:key(), b:key())
		assert.matches("needs an input 'cop'; call it on one, as in map:mono_to_height{...}", message(terrane.mono_to_height, {}))
		assert.matches("given twice", message(function() return image():mono_to_height{ cop = image() } end))
		assert.matches("input 'cop' takes a node or an image", message(terrane.mono_to_height, { cop = 3 }))
		assert.matches("no input 'geo'", message(function() return image():mono_to_height{ geo = a } end))
	end)

	it("takes one table and nothing else", function()
		local img = image()
		assert.matches("mono_to_height: takes one table, mono_to_height{...}, got nothing", message(img.mono_to_height, img))
		assert.matches("got number", message(img.mono_to_height, img, 3))
		assert.matches("got more", message(img.mono_to_height, img, {}, {}))
		assert.matches("got nothing", message(terrane.mono_to_height))
		assert.matches("got string", message(terrane.mono_to_height, "x"))
	end)

	it("says where the recipe went wrong, once", function()
		local line = debug.getinfo(1, "l").currentline
		local text = message(function()
			local node = image():mono_to_height{ hight_scale = 1 }
			return node
		end)
		assert.matches("node_spec.lua:" .. line + 2 .. ": mono_to_height: no parameter 'hight_scale' "
			.. "%(did you mean 'height_scale'%?%)$", text)
		local chunk = assert((loadstring or load)("local img = ...\nreturn 1,\nimg:mono_to_height{ layer = true }", "@alpine.lua"))
		assert.equal("alpine.lua:3: mono_to_height: layer: must be a string, got true", message(chunk, image()))
	end)

	it("reports the same one of several mistakes, whatever the order of the table", function()
		local seen = {}
		for i = 1, 20 do
			local settings = { cop = image() }
			for k = 1, 8 do settings[("p%d"):format((k * 7 + i) % 8)] = 1 end
			seen[(message(terrane.mono_to_height, settings):gsub("^.-: ", ""))] = true
		end
		assert.same({ ["mono_to_height: no parameter 'p0'"] = true }, seen)
	end)

	it("refuses names and values that are none", function()
		local function says(pattern, settings)
			assert.matches(pattern, message(function() return image():mono_to_height(settings) end))
		end
		says("mono_to_height: parameters have names, mono_to_height{ name = value }, got a value under a number", { "C" })
		says("got a value under a boolean", { [true] = 1 })
		says("zero byte", { ["layer\0"] = "C" })
		says("layer: must be a string, got a string with a zero byte", { layer = "C\0D" })
		says("height_scale: must be a number, got a function", { height_scale = print })
		says("height_scale: must be a number, got a table", { height_scale = { 1 } })
		says("height_scale: must be a number, got a node", { height_scale = image():mono_to_height{} })
		says("height_scale: must be a number, got a layer", { height_scale = image():layer "C" })
		says("height_scale: must be a finite number", { height_scale = 0 / 0 })
		says("height_scale: must be a number, got '2'", { height_scale = "2" })
	end)

	it("writes tables out for parameters that are text", function()
		local function text(value) return image():mono_to_height{ layer = value }:params().layer end
		assert.equal("1 2 3", text{ 1, 2, 3 })
		assert.equal("0.1 -2.5 1e-07 1e+20 0.3333333333333333", text{ 0.1, -2.5, 1e-7, 1e20, 1 / 3 })
		assert.equal("lake river", text{ "lake", "river" })
		assert.equal("1 0 0; 0 1 0", text{ { 1, 0, 0 }, { 0, 1, 0 } })
		for _, bad in ipairs{ {}, { {} }, { true }, { { { 1 } } }, { x = 1 }, { print } } do
			assert.matches("layer: must be a string, got a table", message(text, bad))
		end
		local cyclic = {}
		cyclic[1] = cyclic
		assert.is_false(pcall(text, cyclic))
		local long = {}
		for i = 1, 5000 do long[i] = i end
		assert.matches("longer than 4096 bytes", message(text, long))
	end)

	it("ignores metamethods of what it is given", function()
		local trap = { __index = error, __pairs = error, __len = error, __tostring = error, __name = "trap" }
		local settings = setmetatable({ height_scale = 2 }, trap)
		assert.equal(2, image():mono_to_height(settings):params().height_scale)
		assert.is_false(pcall(function() return image():mono_to_height{ layer = setmetatable({}, trap) } end))
	end)

	it("is written without input where it makes an image from nothing", function()
		for _, n in ipairs(terrane.nodes()) do
			if #n.inputs == 0 and n.id ~= "image" then
				assert.matches(n.id .. ": takes no input; write " .. n.id .. "{...}", message(function() return image()[n.id](image(), {}) end))
			end
		end
	end)
end)

describe("a node", function()
	it("tells type, origin, parameters and key", function()
		local line = debug.getinfo(1, "l").currentline + 1
		local node = image():mono_to_height{ height_scale = 2 }
		assert.equal("mono_to_height", node.type)
		assert.matches("node_spec.lua:" .. line .. "$", node.origin)
		assert.same({ layer = "C", height_scale = 2, height_offset = 0, out_layer = "height" }, node:params())
		assert.matches("^" .. ("%x"):rep(32) .. "$", node:key())
		assert.equal(node:key(), image():mono_to_height{ height_scale = 2 }:key())
		assert.not_equal(node:key(), image():mono_to_height{ height_scale = 3 }:key())
	end)

	it("belongs to the runtime of its input", function()
		local rt = terrane.runtime{ threads = 1 }
		local img = rt:image{ C = rt:layer{ width = 8, height = 8 } }
		local before = rt:stats().nodes_evaluated
		img:mono_to_height{ height_scale = 5 }:render()
		assert.is_true(rt:stats().nodes_evaluated > before)
		assert.has_error(function() rt:mono_to_height{ cop = image():mono_to_height{}, geo = img:mono_to_height{} } end)
	end)

	it("outlives the runtime's own value", function()
		local rt = terrane.runtime{ threads = 1 }
		local node = rt:image{ C = rt:layer{ width = 8, height = 8 } }:mono_to_height{}
		rt:release()
		collectgarbage()
		assert.equal(8, node:render().width)
	end)
end)
