-- What a recipe calls with the wrong things, what goes between it and its host, and that recipes know nothing of each other.
if _VERSION == "Lua 5.1" then return end -- strangers' recipes do not run under LuaJIT
local terrane = require "terrane"
local recipe = require "terrane.recipe"

local function gives(text, options)
	local got
	options = options or {}
	options.env = options.env or {}
	options.env.give = function(...) got = { ... } end
	local outputs, err = recipe.run(text .. "\nreturn noise{}", options)
	assert.is_not_nil(outputs, err and err.message)
	return got
end

describe("methods", function()
	it("refuse every wrong self", function()
		local got = gives [[
			local l = layer{ width = 2, height = 2 }
			local things = { node = noise{}, image = image{ C = l }, layer = l }
			local names = { node = { "output", "params", "key", "render", "report", "stats", "tile", "start", "splat", "noise", "image" },
				image = { "layers", "layer", "write", "splat", "mono_to_height" },
				layer = { "get", "sample", "write", "stats", "hash", "totable", "tostring" } }
			local tried, passed = 0, {}
			for kind, thing in pairs(things) do
				for _, name in ipairs(names[kind]) do
					local f = thing[name]
					local calls = { function() f() end, function() f(nil) end, function() f(7) end, function() f {} end, function() f "x" end,
						function() f(print) end, function() f(true) end, function() f(math.rng(1)) end }
					for other, value in pairs(things) do
						if other ~= kind then
							calls[#calls + 1] = function() f(value) end
							calls[#calls + 1] = function() f(value, 0, 0) end
						end
					end
					for i, call in ipairs(calls) do
						tried = tried + 1
						-- constructors are functions too: f(nil), f(7) are no calls of theirs either, but f{} is one of noise and image
						if pcall(call) and not (i == 4 and (name == "noise" or name == "image")) then passed[#passed + 1] = kind .. "." .. name .. " " .. i end
					end
				end
			end
			give(tried, table.concat(passed, ", "))
		]]
		assert.is_true(got[1] > 250)
		assert.equal("", got[2])
	end)

	it("say that a recipe computes nothing", function()
		for _, name in ipairs{ "render", "report", "stats", "tile", "start", "start_tile", "check_tiles" } do
			local _, err = recipe.run(("local x = noise{}:%s{}"):format(name))
			assert.equal("recipe:1: " .. name .. ": a recipe computes nothing; it returns nodes, which are evaluated when they are asked for", err.message)
		end
		local _, err = recipe.run "local x = noise{}:stream_power{}:output 'report'"
		assert.matches("^recipe:1: output: 'report' of stream_power is computed", err.message)
		assert.is_not_nil((recipe.run "return noise{}:stream_power{}:output 'cop'"))
	end)
end)

describe("between a recipe and its host", function()
	it("go copies of plain data", function()
		local host = { list = { 1, 2.5, "x", true, { deep = { 7 } } } }
		local got = gives("list[1] = 9 list[5].deep[1] = 8 give(list, list[5].deep[1], math.type(list[1]), math.type(list[2]))", { env = host })
		assert.same({ { 9, 2.5, "x", true, { deep = { 8 } } }, 8, "integer", "float" }, got)
		assert.same({ 1, 2.5, "x", true, { deep = { 7 } } }, host.list)
	end)

	it("go nodes, images and layers, as handles of one thing", function()
		local rt = terrane.runtime{ threads = 1 }
		local layer = rt:layer{ width = 2, height = 1, data = { 3, 4 } }
		local image = rt:image{ C = layer }
		local node = rt:noise{ frequency = 3 }
		local outputs, err = recipe.run("assert(l:get(1, 0) == 4 and i:layer 'C':get(0, 0) == 3 and n:params().frequency == 3) give(n, l, i) return { a = n:splat{}, b = i }",
			{ runtime = rt, env = { l = layer, i = image, n = node, give = function(n, l, i)
				assert(n == node and l == layer and i == image)
			end } })
		assert.is_not_nil(outputs, err and err.message)
		assert.equal("splat", outputs[1].node.type)
		assert.equal(4, outputs[2].node:render():layer "C":get(1, 0))
	end)

	it("go calls of the host's functions, with their errors", function()
		local got = gives("local ok, e = pcall(fail) give(ok, e.code, add(2, 3), select('#', none()))", { env = {
			fail = function() error({ code = 7 }) end, add = function(a, b) return a + b end, none = function() end } })
		assert.same({ false, 7, 5, 0 }, got)
		local _, err = recipe.run("\nlocal x = fail()", { env = { fail = function() error("no luck", 0) end } })
		assert.equal("recipe: no luck", err.message)
	end)

	it("goes nothing else", function()
		for _, text in ipairs{ "look(print)", "look({ f = print })", "look({ [noise] = 1 })", "local t = {} t.t = t look(t)",
			"local t = {} for i = 1, 40 do t = { t, t } end look(t)", "local t = {} for i = 1, 1e5 do t[i] = i end look(t)" } do
			local seen
			local _, err = recipe.run(text, { env = { look = function(x) seen = x end } })
			assert.is_nil(seen)
			assert.matches("^recipe:? ?", err.message)
		end
		local _, err = recipe.run("return noise{}", { env = { x = coroutine.create(print) } })
		assert.matches("a thread cannot go from a recipe to its host or back", err.message)
		_, err = recipe.run("local x = many()", { env = { many = function() return table.unpack({}, 1, 300) end } })
		assert.matches("more than 250 values", err.message)
	end)

	it("may go another recipe", function()
		local got = gives("give(inner())", { env = { inner = function()
			local outputs = assert(recipe.run "x = 5 local y = 2 ^ 0.5 return noise{}")
			return outputs[1].node.type, select(2, recipe.run("while true do end")).kind
		end } })
		assert.same({ "noise", "limit" }, got)
	end)
end)

describe("recipes", function()
	it("know nothing of each other", function()
		local key = recipe.run("return noise{ frequency = math.sin(1) }")[1].node:key()
		for i = 1, 50 do
			recipe.run("math.sin, string.format, x, noise = nil, nil, " .. i .. ", nil string.upper = error")
			recipe.run("pairs, type, tostring = nil while true do end", { limits = { fuel = 20000 } })
			assert.equal(key, recipe.run("return noise{ frequency = math.sin(1) }")[1].node:key())
		end
	end)

	it("run in coroutines of the host", function()
		local co = coroutine.wrap(function()
			local outputs = assert(recipe.run("print 'x' return noise{}", { print = function() end }))
			coroutine.yield(outputs[1].node.type)
			return select(2, recipe.run("look()", { env = { look = coroutine.yield } })).message
		end)
		assert.equal("noise", co())
		assert.matches("attempt to yield", co())
	end)

	it("fail cleanly wherever the runtime is out of memory", function()
		local rt = terrane.runtime{ threads = 1, cache = 1 }
		local text = [[local s = param("seed", 3, { min = 0 }) local t = {} for i = 1, 200 do t[i] = { i } end print(#t, word.a[1])
			local l = layer{ width = 4, height = 4, data = function(x, y) return x + y end }
			return { a = noise{ rand_seed = s }, b = image{ C = l }:mono_to_height{ height_scale = 2 ^ 1 } }]]
		local function run()
			return recipe.run(text, { runtime = rt, params = { seed = "4" }, env = { word = { a = { 1, 2 } } }, print = function() end })
		end
		assert.is_not_nil((run()))
		for _, sticky in ipairs{ false, true } do
			local n = 0
			repeat
				collectgarbage()
				rt:trim()
				local before = rt:stats().bytes
				rt:fail_allocation(n, sticky)
				local outputs, err = run()
				rt:fail_allocation(-1)
				local done = outputs ~= nil
				if not done then
					assert.matches("out of memory", err.message)
					assert.equal("memory", err.kind)
				end
				outputs, err = nil, nil -- luacheck: ignore
				collectgarbage()
				collectgarbage()
				rt:trim()
				assert.equal(before, rt:stats().bytes, "after allocation " .. n)
				n = n + 1
			until done
			assert.is_true(n > 30, n)
		end
		assert.is_not_nil((run()))
	end)

	it("count against the runtime's limit", function()
		local rt = terrane.runtime{ memory = 4 * 1024 * 1024, cache = 1 }
		local _, err = recipe.run("local t = {} while true do t[#t + 1] = {} end", { runtime = rt })
		assert.equal("memory", err.kind)
		assert.matches("^recipe:1: out of memory: the runtime has no %d+ bytes left", err.message)
		assert.is_true(rt:stats().peak_bytes <= 4 * 1024 * 1024)
		assert.is_not_nil((recipe.run("return noise{}", { runtime = rt })))
	end)
end)

describe("the sources", function()
	it("load text alone", function()
		local pipe = io.popen "grep -rnE 'luaL_load|[^a-z_.]load[ ]*\\(' bindings/lua/*.c stdlib/terrane/*.lua"
		local count = 0
		for line in pipe:lines() do
			count = count + 1
			assert.is_true(line:find('"t"', 1, true) ~= nil or line:find '%-%-' ~= nil, line)
		end
		pipe:close()
		assert.is_true(count >= 4)
	end)
end)
