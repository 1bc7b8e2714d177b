-- terrane.nodes(): what help, references and editors are made from.
local terrane = require "terrane"

describe("terrane.nodes", function()
	local nodes = terrane.nodes()

	it("is sorted by id and new each time", function()
		for i = 2, #nodes do assert.is_true(nodes[i - 1].id < nodes[i].id) end
		assert.is_true(nodes[1] ~= terrane.nodes()[1])
		assert.same(nodes, terrane.nodes())
	end)

	for _, n in ipairs(nodes) do
		it("declares " .. n.id .. " in full", function()
			for _, key in ipairs{ "title", "category", "summary", "doc", "example" } do
				assert.is_true(#n[key] > 0, key)
			end
			assert.truthy(({ pointwise = 1, ["local"] = 1, global = 1 })[n.reach])
			assert.is_number(n.version)
			assert.is_true(#n.outputs > 0)
			for _, ports in ipairs{ n.inputs, n.outputs } do
				for _, p in ipairs(ports) do
					assert.is_string(p.name)
					assert.is_string(p.type)
					assert.is_string(p.doc)
					assert.is_boolean(p.optional)
				end
			end
			for _, p in ipairs(n.params) do
				local at = n.id .. "." .. p.name
				assert.is_true(#p.label > 0 and #p.doc > 0, at)
				assert.is_string(p.group, at)
				assert.is_table(p.conditions, at)
				if p.kind == "float" or p.kind == "int" then
					assert.is_number(p.default, at)
					assert.is_true((p.min or -math.huge) <= p.default and p.default <= (p.max or math.huge), at)
				elseif p.kind == "toggle" then
					assert.is_boolean(p.default, at)
				elseif p.kind == "menu" then
					local found = false
					for _, o in ipairs(p.options) do found = found or o == p.default end
					assert.is_true(found, at)
				else
					assert.equal("string", p.kind, at)
					assert.is_string(p.default, at)
				end
				if p.kind ~= "float" and p.kind ~= "int" then assert.same({}, { p.min, p.max }, at) end
			end
		end)

		it("declares defaults that " .. n.id .. " takes", function()
			if #n.inputs > 0 and n.inputs[1].type ~= "COPIMAGE" then return end
			local settings = {}
			for _, p in ipairs(n.params) do settings[p.name] = p.default end
			local image = terrane.image{ C = terrane.layer{ width = 2, height = 2 } }
			for _, input in ipairs(n.inputs) do
				if input.type == "COPIMAGE" and not input.optional then settings[input.name] = image end
			end
			local ok, made = pcall(terrane[n.id], settings)
			if ok then
				for _, p in ipairs(n.params) do assert.equal(p.default, made:params()[p.name], p.name) end
			else
				assert.matches("needs an? ", made) -- the input is of another kind, or a default means "not given"
			end
		end)
	end
end)
