-- Numbers that nodes take from the reports of others.
local terrane = require "terrane"

local function land() return terrane.noise { fractal = "terrain", octaves = 4, frequency = 3 } end
local function message(f) return select(2, pcall(f)) end
local size = { width = 24, height = 18 }

-- the same with numbers that are measured by hand
local function spread(source, stats) return source:remap { from_min = stats.min, from_max = stats.max, to_max = 10 } end
local function figures(source, options)
	local s = source:statistics {}
	return { min = s:figure("min", options), max = s:figure("max", options) }
end
local function hash(node, options) return node:render(options or size):layer "C":hash() end

describe("a figure", function()
	it("is the number that the node's report has", function()
		local stats = land():statistics {}:stats(size)
		assert.equal(hash(spread(land(), stats)), hash(spread(land(), figures(land()))))
	end)

	it("is measured on what is asked of the node that takes it", function()
		for _, options in ipairs { { width = 24, height = 18 }, { width = 9, height = 30 }, { width = 1 } } do
			local measured = land():remap { from_max = land():statistics {}:figure "mean" }:render(options):layer "C":stats()
			assert.near(1, measured.mean, 1e-5)
		end
		local whole = spread(land(), figures(land()))
		local part = whole:render { width = 24, height = 18, window = { 3, 4, 10, 9 } }
		assert.equal(whole:render(size):layer "C":get(5, 7), part:layer "C":get(2, 3))
	end)

	it("is measured at the size of a bake that it stands in front of", function()
		local stats = land():statistics {}:stats { width = 16 }
		assert.equal(hash(spread(land(), stats):bake { width = 16 }), hash(spread(land(), figures(land())):bake { width = 16 }))
	end)

	it("of a stated size is the same for every tile", function()
		local stats = land():statistics {}:stats { width = 20, height = 10 }
		local by_hand, taken = spread(land(), stats), spread(land(), figures(land(), { width = 20, height = 10 }))
		assert.are.same({}, taken:check_tiles())
		for x = -1, 1 do
			local at = { x = x, y = 7, size = 8 }
			assert.equal(by_hand:tile(at):layer "C":hash(), taken:tile(at):layer "C":hash())
		end
		assert.equal(hash(spread(land(), land():statistics {}:stats { width = 16 })), hash(spread(land(), figures(land(), { size = 16 }))))
	end)

	it("of the whole image has no place on a plane without end", function()
		local node = spread(land(), figures(land()))
		local problems = node:check_tiles()
		assert.equal(2, #problems)
		assert.are.same({ "remap", "from_min" }, { problems[1].node, problems[1].param })
		assert.matches("size = 512", problems[1].instead)
		assert.matches("figure_spec.lua:%d+: remap: from_m[axin]+: the figure 'm[axin]+' is one of the whole image, and a plane has no end",
			message(function() return node:tile { x = 1, y = 0 } end))
		assert.has_error(function() return land():statistics {}:tile { x = 1, y = 0 } end)
	end)

	it("may be one of a node that takes figures", function()
		local first = spread(land(), figures(land()))
		local second = first:statistics {}:stats(size)
		assert.are.same({ 0, 10 }, { second.min, second.max })
		local chain, numbers = land(), land()
		for i = 1, 24 do -- twice as many paths a step: each is walked once
			local f = figures(chain)
			chain = chain:remap { from_min = f.min, from_max = f.max, to_max = i, gamma = 1.1 }
			local s = numbers:statistics {}:stats(size)
			numbers = numbers:remap { from_min = s.min, from_max = s.max, to_max = i, gamma = 1.1 }
		end
		assert.equal(hash(numbers), hash(chain))
		assert.matches("more than 32 times", message(function()
			for _ = 1, 40 do chain = chain:remap { from_max = chain:statistics {}:figure "max" } end
		end))
	end)

	it("serves whole numbers too, and is held to the parameter's range", function()
		local three = terrane.layer { width = 2, height = 2, data = { 3, 3, 3, 3 } }
		local s = terrane.image { C = three }:statistics {}
		local function octaves(figure) return terrane.noise { fractal = "terrain", octaves = figure } end
		assert.equal(hash(terrane.noise { fractal = "terrain", octaves = 3 }), hash(octaves(s:figure "mean")))
		assert.matches("octaves: must be a whole number, got 3.5", message(function()
			return octaves(terrane.image { C = three }:mono_to_height { height_offset = 0.5, out_layer = "C" }:statistics {}:figure "max"):render()
		end))
		assert.matches("octaves: must be within 1 and %d+, got 4000", message(function()
			return octaves(terrane.image { C = three }:remap { to_max = 4000 / 3 }:statistics {}:figure "max"):render()
		end))
	end)

	it("goes into the expressions of map", function()
		local s = land():statistics {}
		local stats = s:stats(size)
		local by_hand = land():map { C = "(C - low) / (high - low) + k", low = stats.min, high = stats.max, k = 2 }
		local taken = land():map { C = "(C - low) / (high - low) + k", low = s:figure "min", high = s:figure "max", k = 2 }
		assert.equal(hash(by_hand), hash(taken))
		assert.equal("terrane.figure 'max' of statistics", tostring(taken:params().number1))
		assert.matches("map: C: column 6: the expression ends too early", message(function() return land():map { C = "C * (", top = s:figure "max" } end))
		local nine = {}
		for i = 1, 9 do nine["n" .. i] = s:figure "max" end
		nine.C = "n1 + n2 + n3 + n4 + n5 + n6 + n7 + n8 + n9"
		assert.matches("map: takes no more figures", message(function() return land():map(nine) end))
	end)

	it("tells the width of a node's image", function()
		local wide = land():stream_power { iterations = 1, world_size = 700 }
		local made = land():remap { to_max = wide:figure "world_size" }
		assert.equal(hash(land():remap { to_max = 700 }), hash(made))
		assert.matches("to_max: the image of noise has no world size", message(function() return land():remap { to_max = land():figure "world_size" }:render() end))
	end)

	it("belongs to the key and to the parameters", function()
		local function with(figure) return land():remap { from_max = figure } end
		local keys = { with(land():statistics {}:figure "max"):key(), with(land():statistics {}:figure "min"):key(),
			with(land():statistics { high = 90 }:figure "max"):key(), with(land():statistics {}:figure("max", { size = 9 })):key(),
			with(1):key() }
		for i = 1, #keys do
			for j = 1, i - 1 do assert.are_not.equal(keys[i], keys[j]) end
		end
		assert.equal(keys[1], with(land():statistics {}:figure "max"):key())
		local f = land():statistics {}:figure("max", { width = 30, height = 20 })
		assert.equal("terrane.figure 'max' of statistics at 30x20", tostring(f))
		assert.equal("max", f.name)
		assert.is_true(with(f):params().from_max == f)
	end)

	it("that is not there is an error with what was meant", function()
		local function render(name, node) return message(function() return land():remap { from_max = (node or land():statistics {}):figure(name) }:render() end) end
		assert.matches("figure_spec.lua:%d+: remap: from_max: statistics has no figure 'meen' %(did you mean 'mean'%?%)", render "meen")
		assert.matches("remap: from_max: statistics has no figure 'xyzzy' %(the first is 'min'%)", render "xyzzy")
		assert.matches("remap: from_max: noise has no figures", render("max", land()))
		assert.matches("remap: layer: must be a string, got a figure", message(function() return land():remap { layer = land():statistics {}:figure "max" } end))
		assert.matches("remap: clamp: must be true or false, got a figure", message(function() return land():remap { clamp = land():statistics {}:figure "max" } end))
		for _, bad in ipairs { { height = 3 }, { size = 3, width = 3 }, { size = 0 }, { sise = 3 } } do
			assert.matches("^.*figure_spec.lua:%d+: figure: ", message(function() return land():figure("max", bad) end))
		end
		assert.has_error(function() return land():figure "" end)
		assert.has_error(function() return land():figure(("x"):rep(60)) end)
		assert.has_error(function() return land():figure() end)
	end)

	it("of another runtime is refused", function()
		local other = terrane.runtime { threads = 1 }
		assert.matches("from_max: the figure's node belongs to another runtime",
			message(function() return land():remap { from_max = other:noise {}:statistics {}:figure "max" } end))
	end)

	it("is measured once, is part of the progress and of the times, and can be cancelled", function()
		local rt = terrane.runtime { threads = 1 }
		local source = rt:noise { octaves = 3, fractal = "terrain" }
		local s = source:statistics {}
		local before, seen = rt:stats().nodes_evaluated, {}
		local node = source:remap { from_min = s:figure "min", from_max = s:figure "max", to_max = s:figure "deviation" }
		local _, info = node:render { width = 40, progress = function(x) seen[#seen + 1] = x end }
		assert.equal(3, rt:stats().nodes_evaluated - before)
		for i = 2, #seen do assert.is_true(seen[i] > seen[i - 1]) end
		assert.equal(1, seen[#seen])
		local names = {}
		for _, t in ipairs(info.timings) do names[#names + 1] = t.node end
		assert.equal("noise statistics noise remap", table.concat(names, " "))
		local nothing, why = node:render { width = 41, progress = function() return false end }
		assert.are.same({ nil, "cancelled" }, { nothing, why })
	end)

	it("counts among the work that an evaluation may do", function()
		local rt = terrane.runtime { threads = 1, max_work = 20000 }
		local source = rt:noise {}
		source:remap {}:render { width = 32 }
		assert.matches("are allowed", message(function() return source:remap { from_max = rt:noise { rand_seed = 2 }:statistics {}:figure("max", { size = 64 }) }:render { width = 32 } end))
	end)

	it("may be described by a stranger's recipe", function()
		if rawget(_G, "jit") then return pending "strangers run under Lua 5.4 alone" end
		local outputs = terrane.recipe [[
			local land = noise{ fractal = "terrain", octaves = 4, frequency = 3 }
			local s = land:statistics{}
			return land:remap{ from_min = s:figure "min", from_max = s:figure("max"), to_max = 10 } ]]
		assert.equal(hash(spread(land(), figures(land()))), hash(outputs[1].node))
	end)
end)
