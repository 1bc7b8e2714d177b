local terrane = require "terrane"
local recipe = require "terrane.recipe"
local trusted = _VERSION == "Lua 5.1" -- LuaJIT runs no others

local function run(text, options)
	options = options or {}
	options.name = options.name or "alpine.lua"
	options.print = options.print or function() end
	if trusted and options.trusted == nil then options.trusted = true end
	return recipe.run(text, options)
end
local function fails(pattern, text, options)
	local outputs, err = run(text, options)
	assert.is_nil(outputs)
	assert.equal("recipe", err.kind)
	assert.matches(pattern, err.message)
	assert.is_nil(err.message:find("traceback", 1, true))
end
local function names(outputs)
	local list = {}
	for i, output in ipairs(outputs) do
		list[i] = output.name
		assert.is_not_nil(output.node.type)
	end
	return table.concat(list, " ")
end
local function gives(expected, text, options)
	local outputs, err = run(text, options)
	assert.is_not_nil(outputs, err and err.message)
	assert.equal(expected, names(outputs))
	return outputs, err
end

describe("a recipe", function()
	it("returns a node, or nodes by name", function()
		local outputs = gives("", "return noise{ frequency = 4 }:splat{}")
		assert.equal("splat", outputs[1].node.type)
		outputs = gives("Low height mask_2", "local n = noise{} return { mask_2 = n, height = n:splat{}, Low = n }")
		assert.equal("splat", outputs[2].node.type)
	end)

	it("may be an expression alone, or leave nodes in globals", function()
		gives("", "noise{ frequency = 4 }")
		gives("", "-- a hill\nnoise{}:splat{} -- painted\n")
		gives("hf", "hf = noise{ frequency = 4 }:splat{}")
		gives("base hf", "base = noise{} n = 5 hf = base:splat{}")
	end)

	it("may use the angle form", function()
		local outputs = gives("hf", "hf = noise<frequency=4>:shade<relief=0.2>:splat<>")
		assert.equal("splat", outputs[1].node.type)
		gives("", "noise<>:splat<>")
		fails("^alpine.lua:2: 'noise<' is never closed", "\nreturn noise<frequency=4")
		fails("^alpine.lua:3: noise: no parameter 'octave' %(did you mean 'octaves'%?%)", "\nlocal n =\nnoise<octave=4>")
	end)

	it("is told what it should return", function()
		fails("^alpine.lua: it returns a number; return a node, or a table", "return 1")
		fails("^alpine.lua: it returns no node", "local n = noise{}")
		fails("^alpine.lua: it returns no node", "")
		fails("^alpine.lua: it returns no node", "return {}")
		fails("^alpine.lua: it returns several values", "return noise{}, noise{}")
		fails("^alpine.lua: outputs have names", "return {noise{}}")
		fails("^alpine.lua: output 'a b': a name has", "return {['a b'] = noise{}}")
		fails("^alpine.lua: output '../x': a name has", "return {['../x'] = noise{}}")
		fails("^alpine.lua: output 'h' is a number, not a node", "return {h = 1}")
		fails("^alpine.lua: outputs 'A' and 'a' differ in upper and lower case alone", "return {a = noise{}, A = noise{}}")
	end)

	it("is told which line is wrong", function()
		fails("^alpine.lua:3: splat: no parameter 'rock_angel' %(did you mean 'rock_angle'%?%)",
			"local n = noise{}\n\nreturn n:splat{ rock_angel = 1 }")
		fails("^alpine.lua:2: .*near 'end'", "local x\nend")
		fails("^alpine.lua:2: oh no$", "\nerror 'oh no'")
		fails("^alpine.lua:2: noise: no parameter 'octave'", "if true then\nlocal n = noise{ octave = 1 } end return noise{}")
		local outputs = gives("", "local function f()\nreturn noise{} end\nlocal n = f()\nreturn n:splat{}")
		assert.equal("alpine.lua:4", outputs[1].node.origin)
		fails("^alpine.lua: oh no$", "error('oh no', 0)")
		fails("^alpine.lua: it raised an error that is a table, not a text", "error {}")
		fails("^alpine.lua:1: attempt to index .*a nil value", "local x = nil; x.y = 1")
		local deep, err = run "local function f() return 1 + f() end f()"
		assert.is_nil(deep)
		assert.matches("^alpine.lua:1: .*stack overflow", err.message)
		assert.equal(trusted and "recipe" or "limit", err.kind)
		if not trusted then fails("^alpine.lua:1: there is no 'nosie' %(did you mean 'noise'%?%)", "nosie{}") end
	end)

	it("is text", function()
		fails("^alpine.lua: this is compiled code; recipes are text", "\27Lua")
		fails("compiled code", "\239\187\191\27Lua")
		fails("^alpine.lua:2: ", "#!x\n\27Lua")
		fails("compiled code", string.dump(function() end))
		fails("at most 1 MiB", (" "):rep(1048577))
		gives("", "\239\187\191return noise{}")
		gives("", "#!/usr/bin/env terrane\nreturn noise{}")
		fails("^alpine.lua:2: oh", "#!/usr/bin/env terrane\nlocal x = error 'oh'")
	end)

	it("sees what the host gives it, and prints to the host", function()
		local printed = {}
		gives("", "print(width, double(width)) return noise{}", { env = { width = 512, double = function(x) return ("%d"):rep(2):format(x, x) end },
			print = function(line) printed[#printed + 1] = line end })
		assert.same({ "512\t512512" }, printed)
	end)

	it("has messages that a terminal may show", function()
		local _, err = run("local x = error('\\27[31m' .. ('x'):rep(10000))")
		assert.equal(4096, #err.message)
		assert.equal("alpine.lua:1: ?[31mxxx", err.message:sub(1, 22))
	end)

	if trusted then
		it("runs under LuaJIT only where it is trusted", function()
			fails("only trusted recipes run under LuaJIT", "return noise{}", { trusted = false })
		end)
	else
		it("is not trusted unless the host says so", function()
			fails("recipes have no 'os'", "return os.time()")
			gives("", "assert(os.time() > 0) return noise{}", { trusted = true })
		end)
	end
end)

describe("parameters", function()
	local text = [[
		local seed = param("seed", 42, { min = 0, max = 100, doc = "which range" })
		local name = param("name", "alps", { choices = { "alps", "andes" } })
		local snow = param("snow", true)
		print(seed, name, snow)
		return noise{}
	]]
	local function values(given)
		local printed
		local _, declared = gives("", text, { params = given, print = function(line) printed = line end })
		return printed, declared
	end

	it("have defaults, and take what the host sets", function()
		assert.equal("42\talps\ttrue", (values()))
		assert.equal("7\tandes\tfalse", (values { seed = 7, name = "andes", snow = false }))
		local _, declared = values { seed = 7 }
		assert.same({
			{ name = "seed", type = "number", default = 42, value = 7, min = 0, max = 100, doc = "which range" },
			{ name = "name", type = "string", default = "alps", value = "alps", choices = { "alps", "andes" } },
			{ name = "snow", type = "boolean", default = true, value = true },
		}, declared)
	end)

	it("are converted from text", function()
		assert.equal("7\tandes\tfalse", (values { seed = "7", name = "andes", snow = "off" }))
		assert.equal("16\talps\ttrue", (values { seed = "0x10", snow = "YES" }))
	end)

	it("are checked", function()
		fails("^alpine.lua:1: parameter 'seed' is a number, not 'many'", text, { params = { seed = "many" } })
		fails("^alpine.lua:1: parameter 'seed' is a number, not 'nan'", text, { params = { seed = "nan" } })
		fails("parameter 'seed' is a number, not", text, { params = { seed = 1 / 0 } })
		fails("^alpine.lua:1: parameter 'seed': %-1 is below the minimum 0", text, { params = { seed = -1 } })
		fails("^alpine.lua:1: parameter 'seed': 101 is above the maximum 100", text, { params = { seed = "101" } })
		fails("^alpine.lua:2: parameter 'name': 'alp' is not one of alps, andes", text, { params = { name = "alp" } })
		fails("^alpine.lua:2: parameter 'name' is a text, not '1'", text, { params = { name = 1 } })
		fails("^alpine.lua:3: parameter 'snow' is true or false, not 'maybe'", text, { params = { snow = "maybe" } })
	end)

	it("that nobody declared are an error", function()
		fails("^alpine.lua: no parameter 'sed' %(did you mean 'seed'%?%); it declares seed, name, snow", text, { params = { sed = 1 } })
		fails("^alpine.lua: no parameter 'x'; it declares none", "return noise{}", { params = { x = 1 } })
	end)

	it("are declared with care", function()
		fails("^alpine.lua:1: param: the name is made of letters", "local x = param('a b', 1)")
		fails("^alpine.lua:1: param: the name is made of letters", "local x = param(1, 1)")
		fails("^alpine.lua:1: param 'a': the default is a number, a text or true or false, not a nil", "local x = param 'a'")
		fails("^alpine.lua:2: param 'a' is declared twice", "local x = param('a', 1)\nparam('a', 1)")
		fails("^alpine.lua:1: param 'a': no option 'minn' %(did you mean 'min'%?%)", "local x = param('a', 1, { minn = 1 })")
		fails("^alpine.lua:1: param 'a': min is a number", "local x = param('a', 1, { min = '1' })")
		fails("^alpine.lua:1: param 'a': min is for numbers", "local x = param('a', 'x', { min = 1 })")
		fails("^alpine.lua:1: parameter 'a': 1 is below the minimum 2", "local x = param('a', 1, { min = 2 })")
	end)
end)

describe("terrane.recipe", function()
	local options = { trusted = trusted }
	local path = os.tmpname() .. ".lua"
	local function write(text)
		local file = assert(io.open(path, "wb"))
		file:write(text)
		file:close()
	end
	teardown(function() os.remove(path) end)

	it("takes text", function()
		local outputs, declared = terrane.recipe("param('a', 1)\nreturn noise{}", options)
		assert.equal("", names(outputs))
		assert.equal("a", declared[1].name)
	end)

	it("refuses options that there are not", function()
		assert.has_error(function() terrane.recipe("noise{}", { param = {} }) end, "recipe: no option 'param' (did you mean 'params'?)")
		assert.has_error(function() terrane.recipe("noise{}", { params = 7 }) end, "recipe: params is a table, not a number")
	end)

	it("takes a path", function()
		write "return { a = noise{} }"
		assert.equal("a", names((terrane.recipe(path, options))))
		write ""
		assert.has_error(function() terrane.recipe(path, options) end, path:match("[^/]*$") .. ": it returns no node; end it with `return` and a node, or a table of nodes by name")
	end)

	it("raises the recipe's mistakes, and answers nil where there is no file", function()
		assert.has_error(function() terrane.recipe("error('oh', 0)", options) end, "recipe: oh")
		local outputs, message = terrane.recipe("/nowhere/alpine.lua", options)
		assert.is_nil(outputs)
		assert.equal("/nowhere/alpine.lua: No such file or directory", message)
		assert.equal("file", select(2, recipe.run_file(".", options)).kind)
	end)
end)

describe("files of a recipe", function()
	local function reads(path, options)
		options = options or {}
		options.directory = options.directory or "/nowhere"
		return run(("return image{ file = %q }"):format(path), options)
	end
	it("lie beside it and below", function()
		local _, err = reads("maps/none.png")
		assert.equal("file", err.kind)
		assert.equal("alpine.lua:1: image: /nowhere/maps/none.png: No such file or directory", err.message)
		_, err = reads("none.png", { directory = "" })
		assert.equal("alpine.lua:1: image: none.png: No such file or directory", err.message)
	end)
	it("lie where the host says", function()
		local _, err = run("local map = param('map', 'x.png') return image{ file = map }", { params = { map = "/nowhere/../y.png" }, directory = "/else" })
		assert.matches("/nowhere/../y.png: No such file", err.message)
		assert.equal("file", err.kind)
	end)
	it("are read by way of every name of the node", function()
		local _, err = run("local n = noise{} return n:image{ file = 'none.png' }", { directory = "/nowhere" })
		assert.matches("/nowhere/none.png: No such file", err.message)
		_, err = run("local n = layer{ width = 1, height = 1 } n = image{ C = n }:image{ file = 'none.png' }", { directory = "/nowhere" })
		assert.matches("/nowhere/none.png: No such file", err.message)
	end)
	it("are the host's own afterwards, and in functions of the host", function()
		local path = os.tmpname()
		local function save(layer) assert(layer:write(path, { format = "raw32" })) return terrane.image { file = path, format = "raw32" } end
		gives("", "return save(layer{ width = 2, height = 2 })", { env = { save = save }, directory = "/nowhere" })
		run "error 'x'"
		assert.equal("image", save(terrane.layer { width = 2, height = 2 }).type)
		os.remove(path)
	end)
	if trusted then return end
	it("are never written", function()
		fails("^alpine.lua:1: write: a recipe writes no files", "local l = layer{ width = 1, height = 1 } l:write('/tmp/x.png')")
		fails("^alpine.lua:1: write: a recipe writes no files", "local i = image{ C = layer{ width = 1, height = 1 } } i:write('/tmp/x.png')")
	end)
	it("lie nowhere else", function()
		for _, path in ipairs { "/etc/passwd", "../x.png", "a/../../x.png", "..", "c:x", "C:\\x", "\\\\host\\x", "a\\b", "a\nb" } do
			local _, err = reads(path)
			assert.matches("^alpine.lua:1: image: .* is neither below the recipe's folder nor given as a parameter", err.message)
			assert.equal("recipe", err.kind)
		end
	end)
end)
