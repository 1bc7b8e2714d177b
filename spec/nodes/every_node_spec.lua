-- What holds for each node type, read from its declaration: bounds, kinds, odd sizes, and that every parameter does something.
local terrane = require "terrane"
local maps = require "maps"
local effects = require "effects"

local function copy(...)
	local t = {}
	for i = 1, select("#", ...) do
		for k, v in pairs((select(i, ...)) or {}) do t[k] = v end
	end
	return t
end

-- inputs that must be there beside the first: they get the same
local others = {}
for _, node in ipairs(terrane.nodes()) do
	others[node.id] = {}
	for i = 2, #node.inputs do
		if not node.inputs[i].optional then others[node.id][node.inputs[i].name] = true end
	end
end
local function make(id, input, settings)
	if input then
		local all = copy(settings)
		for name in pairs(others[id]) do all[name] = input end
		return input[id](input, all)
	end
	return terrane[id](settings)
end

local function digest(image, info)
	local t = { info.report }
	for _, name in ipairs(image:layers()) do
		local l = image:layer(name)
		t[#t + 1] = ("%s %s %dx%dx%d"):format(name, l:hash(), l.width, l.height, l.channels)
	end
	table.sort(t)
	return table.concat(t, "\n")
end

-- values other than the default that a parameter may take
local function candidates(p)
	if p.kind == "menu" then
		local list = {}
		for _, o in ipairs(p.options) do if o ~= p.default and o ~= "cuda" then list[#list + 1] = o end end
		return list
	elseif p.kind == "toggle" then
		return { not p.default }
	elseif p.kind == "string" then
		return { "another" }
	end
	local list, step = {}, p.kind == "int" and 1 or 0.37
	if p.min and p.min ~= p.default then list[#list + 1] = p.min end
	if p.max and p.max ~= p.default and p.max < 1000 then list[#list + 1] = p.max end
	list[#list + 1] = p.default + step
	if not p.max then list[#list + 1] = p.default * 3 + 5 end
	return list
end

for _, node in ipairs(terrane.nodes()) do
	local rule = effects[node.id] or {}
	describe(node.id, function()
		it("is described", function()
			assert.is_true(#node.title > 0 and #node.summary > 10 and #node.doc > 20 and #node.example > 5)
			assert.is_true(#node.outputs > 0)
			for name in node.example:gmatch "([%a_][%w_]*)%s*{" do assert.is_function(terrane[name], "the example calls " .. name) end
			local seen = {}
			for _, p in ipairs(node.params) do
				assert.is_nil(seen[p.name], p.name .. " is declared twice")
				seen[p.name] = true
				assert.is_true(#p.label > 0 and #p.doc > 5, p.name .. " is not described")
			end
		end)

		if rule.skip then return pending(rule.skip) end
		local generator = #node.inputs == 0
		local input = not generator and (rule.input or effects.land)() or nil

		it("takes each bound and refuses what lies beyond", function()
			for _, p in ipairs(node.params) do
				if p.kind == "int" or p.kind == "float" then
					for side, bound in pairs { min = p.min, max = p.max } do
						-- the bound itself may be refused for a reason of its own, never for being out of range
						local ok, message = pcall(make, node.id, input, { [p.name] = bound })
						assert.is_true(ok or not message:find("must be", 1, true), message)
						local beyond = bound + (side == "min" and -1 or 1) * math.max(1, math.abs(bound) * 1e-6)
						ok, message = pcall(make, node.id, input, { [p.name] = beyond })
						assert.is_false(ok, ("%s took %s"):format(p.name, beyond))
						assert.is_truthy(message:find(node.id .. ": " .. p.name .. ": must be", 1, true), message)
					end
				end
			end
		end)

		it("refuses values of the wrong kind", function()
			for _, p in ipairs(node.params) do
				local wrong = { p.kind ~= "toggle" and true or 1, p.kind == "string" and 4 or "nonsense", function() end, coroutine.create(print) }
				if p.kind == "int" then wrong[#wrong + 1] = 1.5 end
				if p.kind == "int" or p.kind == "float" then
					for _, x in ipairs { 0 / 0, math.huge, -math.huge } do wrong[#wrong + 1] = x end
				end
				for _, value in ipairs(wrong) do
					local ok, message = pcall(make, node.id, input, { [p.name] = value })
					assert.is_false(ok, ("%s took %s"):format(p.name, tostring(value)))
					assert.is_truthy(message:find("every_node_spec.lua:%d+: " .. node.id .. ": " .. p.name .. ": "), message)
				end
			end
			local ok, message = pcall(make, node.id, input, { [node.params[1].name .. "x"] = 1 })
			assert.is_false(ok)
			assert.is_truthy(message:find("did you mean '" .. node.params[1].name .. "'", 1, true), message)
		end)

		it("uses every parameter", function()
			for _, p in ipairs(node.params) do
				local row = rule.params and rule.params[p.name] or {}
				local base = copy(rule.settings, row.with)
				base[p.name] = row.base
				local shape = generator and effects.size or {}
				local from = input
				if p.name == "resolution_x" or p.name == "resolution_y" then from, shape = nil, {} end -- an image that is connected says the size
				local before, same = digest(make(node.id, from, base):render(shape)), true
				for _, value in ipairs(row.try or candidates(p)) do
					local ok, after = pcall(function() return digest(make(node.id, from, copy(base, { [p.name] = value })):render(shape)) end)
					if not row.try and not ok and after:find("no layer", 1, true) then same = false -- a name of a layer that is not there
					else
						assert.is_true(ok, p.name .. ": " .. tostring(after))
						same = same and after == before
					end
				end
				assert.are.equal(row.never or false, same, p.name .. " has no effect; say in spec/support/effects.lua when it has one")
			end
		end)

		it("works at every small size", function()
			for _, size in ipairs { { 1, 1 }, { 1, 6 }, { 6, 1 }, { 2, 2 }, { 3, 2 }, { 17, 5 } } do
				local w, h = size[1], size[2]
				local shape = { width = w, height = h }
				local source = not generator and maps.image(w, h, maps.rough(7, 4), rule.layer, rule.channels) or nil
				local flat = not generator and maps.image(w, h, function() return 2 end, rule.layer, rule.channels) or nil
				for _, from in ipairs { source or false, flat or false } do
					local image = make(node.id, from or nil, {}):render(shape)
					assert.equal(w, image.width)
					assert.equal(h, image.height)
					for _, name in ipairs(image:layers()) do
						for c = 1, image:layer(name).channels do assert.equal(0, image:layer(name):stats(c).nan) end
					end
				end
			end
		end)
	end)
end
