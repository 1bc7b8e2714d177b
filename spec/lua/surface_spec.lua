-- What the module offers, and that no function of it can be called in a way that does harm.
local terrane = require "terrane"

local function layer() return terrane.layer{ width = 4, height = 3 } end
local function image() return terrane.image{ C = layer() } end
local function node() return image():mono_to_height{} end

local function job() return node():start{} end

local makers = { layer = layer, image = image, node = node, job = job, runtime = function() return terrane.runtime{ threads = 1 } end }
local kinds = { "layer", "image", "node", "runtime", "job" }

-- Everything that can be called on a value: from the upvalue of its __index.
local function methods_of(value)
	local _, methods = debug.getupvalue(debug.getmetatable(value).__index, 2)
	local names = {}
	for name in pairs(methods) do names[#names + 1] = name end
	table.sort(names)
	return methods, names
end

local unpack = table.unpack or unpack -- luacheck: ignore

local types = {}
for _, n in ipairs(terrane.nodes()) do types[n.id] = n end

describe("the module", function()
	it("has a version and a clock", function()
		assert.matches("^%d+%.%d+%.%d+$", terrane.version)
		local a = terrane.clock()
		assert.is_true(terrane.clock() >= a)
	end)

	it("has a constructor for every node type", function()
		for id in pairs(types) do assert.is_function(terrane[id], id) end
		for _, name in ipairs{ "layer", "image", "runtime", "nodes", "clock" } do assert.is_function(terrane[name]) end
		assert.is_nil(terrane.no_such_thing)
		assert.is_nil(terrane[1])
	end)

	it("is known to editors", function()
		local file = assert(io.open("stdlib/annotations/api.lua"))
		local known = file:read "*a"
		file:close()
		local function is_known(name) return known:find("function " .. name .. "(", 1, true) ~= nil end
		for _, kind in ipairs(kinds) do
			for _, name in ipairs(select(2, methods_of(makers[kind]()))) do
				-- nodes have a file of their own; a runtime makes what the module makes
				if not types[name] and name ~= "fail_allocation" then
					assert.is_true(is_known(kind .. ":" .. name) or kind == "runtime" and is_known("terrane." .. name), kind .. ":" .. name)
				end
			end
		end
	end)

	it("keeps names of node types apart from those of methods", function()
		for _, kind in ipairs(kinds) do
			local value = makers[kind]()
			for _, name in ipairs{ "release", "render", "report", "stats", "output", "params", "key", "type", "origin", "layers",
				"layer", "write", "width", "height", "world_size", "use", "trim", "read", "inspect", "file_hash", "runtime", "nodes", "clock",
				"version", "recipe", "share", "start", "start_tile", "poll", "wait", "step", "cancel", "await", "stepped", "tile", "check_tiles", "figure", "device", "text_version" } do
				assert.is_nil(types[name], kind .. " and a node type have '" .. name .. "'")
			end
			value:release()
		end
	end)
end)

describe("a value", function()
	it("says what it is, without addresses", function()
		assert.equal("terrane.layer 4x3x1 f32", tostring(layer()))
		assert.equal("terrane.image 4x3: C", tostring(image()))
		assert.matches("^terrane.node mono_to_height %(.*surface_spec.lua:%d+%)$", tostring(node()))
		assert.matches("^terrane.runtime 1 threads, %w+$", tostring(makers.runtime()))
		local j = node():start{ stepped = true }
		assert.equal("terrane.job not begun", tostring(j))
		j:wait()
		assert.equal("terrane.job done", tostring(j))
	end)

	it("hides its metatable", function()
		for _, kind in ipairs { "figure", unpack(kinds) } do
			local value = kind == "figure" and image():statistics {}:figure "max" or makers[kind]()
			assert.is_false(getmetatable(value))
			assert.has_error(function() setmetatable(value, {}) end)
			assert.has_error(function() value.x = 1 end)
			for _, name in ipairs{ "__gc", "__index", "__close", "__tostring" } do
				assert.has_error(function() return value[name] end)
			end
		end
	end)

	it("suggests the field that was meant", function()
		local function message(f) return select(2, pcall(f)) end
		local l, i, n = layer(), image(), node()
		assert.matches("surface_spec.lua:%d+: terrane.layer has no field 'widht' %(did you mean 'width'%?%)",
			message(function() return l.widht end))
		assert.matches("terrane.image has no field 'layerz' %(did you mean 'layers'%?%)",
			message(function() return i.layerz end))
		assert.matches("terrane.node has no field 'mono_to_hight' %(did you mean 'mono_to_height'%?%)",
			message(function() return n.mono_to_hight end))
		assert.matches("terrane.node has no field 'xyzzyxyzzy'$", message(function() return n.xyzzyxyzzy end))
		assert.matches("no field that is a number", message(function() return n[1] end))
		assert.matches("no field 'a%?b'", message(function() return n["a\nb"] end))
	end)

	it("is released once, and says so afterwards", function()
		for _, kind in ipairs(kinds) do
			local value = makers[kind]()
			value:release()
			value:release()
			assert.equal("terrane." .. kind .. " (released)", tostring(value))
			local methods, names = methods_of(value)
			for _, name in ipairs(names) do
				if name ~= "release" then
					local ok, message = pcall(methods[name], value)
					assert.is_false(ok, kind .. ":" .. name)
					assert.matches("released", message)
				end
			end
		end
		local l = layer()
		l:release()
		assert.has_error(function() return l.width end)
		assert.has_error(function() terrane.image{ C = l } end)
	end)

	it("equals what holds the same thing", function()
		local i = image()
		assert.is_true(i:layer "C" == i:layer "C")
		assert.is_false(i:layer "C" == layer())
		assert.is_false(i == layer())
	end)
end)

describe("every method", function()
	local strangers = {
		["nil"] = function() return nil end,
		number = function() return 42 end,
		string = function() return "terrane.layer" end,
		boolean = function() return true end,
		["function"] = function() return string.upper end,
		coroutine = function() return coroutine.create(print) end,
		file = function() return io.stdout end,
		table = function() return setmetatable({}, { __index = error, __tostring = error, __len = error }) end,
	}
	-- A constructor is a function as well, which takes no self but a table, or a path, and may succeed.
	local function takes(name, what)
		local constructor = types[name] or name == "layer" or name == "image"
		return what == "table" and constructor or what == "string" and (name == "read" or name == "inspect" or name == "file_hash")
	end
	for _, kind in ipairs(kinds) do
		it("of a " .. kind .. " refuses another self", function()
			local methods, names = methods_of(makers[kind]())
			for _, name in ipairs(names) do
				local f = methods[name]
				assert.is_false(pcall(f), name)
				for what, make in pairs(strangers) do
					if not takes(name, what) then assert.is_false(pcall(f, make()), kind .. "." .. name .. " of a " .. what) end
				end
				for _, other in ipairs(kinds) do
					local value = makers[other]()
					local ok = pcall(f, value)
					-- terrane.image(img) is a node; release belongs to each type alone
					if other ~= kind and not (name == "image" and other == "image") then
						assert.is_false(ok, kind .. "." .. name .. " of a " .. other)
					end
					pcall(f, value, {})
				end
			end
		end)

		it("of a " .. kind .. " survives arguments of every kind", function()
			local methods, names = methods_of(makers[kind]())
			for _, name in ipairs(names) do
				if name ~= "release" and name ~= "use" and name ~= "fail_allocation" and name ~= "write" then
					for _, make in pairs(strangers) do
						local value = makers[kind]()
						pcall(methods[name], value, make())
						pcall(methods[name], value, make(), make())
						pcall(methods[name], value, { make(), [make() or 1] = make() })
						pcall(methods[name], value, { make() }, { make() }, { make() })
					end
				end
			end
			assert.equal(4, terrane.layer{ width = 4, height = 3 }.width)
		end)
	end
end)
