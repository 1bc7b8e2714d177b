local terrane = require "terrane"
local catalogue = require "terrane.catalogue"

describe("the catalogue", function()
	it("breaks lines", function()
		assert.equal("one two\nthree", catalogue.wrap("one two three", 8))
		assert.equal("  one\n  two", catalogue.wrap("one two", 6, "  "))
		assert.equal("- one\n  two\n\nfour", catalogue.wrap("- one two\n\nfour", 6))
		assert.equal("averylongword\nb", catalogue.wrap("averylongword b", 6))
	end)
	it("writes values as recipes do", function()
		assert.equal("0.02", catalogue.literal { default = 0.02 })
		assert.equal("1e-6", catalogue.literal { default = 1e-6 })
		assert.equal("4294967295", catalogue.literal { default = 4294967295 })
		assert.equal("true", catalogue.literal { default = true })
		assert.equal('"a \\"b\\" \\\\ \\n"', catalogue.literal { default = 'a "b" \\ \n' })
	end)
	it("says what values there are", function()
		assert.equal("0 ... 1", catalogue.range { min = 0, max = 1 })
		assert.equal("at least 1e-6", catalogue.range { min = 1e-6 })
		assert.equal("at most 3", catalogue.range { max = 3 })
		assert.equal("a, b", catalogue.range { options = { "a", "b" } })
		assert.is_nil(catalogue.range {})
	end)
	it("says when a parameter does not count", function()
		assert.equal("", catalogue.conditions { conditions = {} })
		assert.equal(" Hidden when a = 1. Disabled when b is on and c ≠ d or e >= 2.",
			catalogue.conditions { conditions = { "Hidden when a = 1.", "Disabled when b is on c ≠ d } { e >= 2." } })
	end)
	it("finds nothing but the node's own parameters, and values that they take, in conditions", function()
		for _, node in ipairs(terrane.nodes()) do
			local params = {}
			for _, p in ipairs(node.params) do params[p.name] = p end
			for _, p in ipairs(node.params) do
				local text = catalogue.conditions(p):gsub("Hidden when", "and"):gsub("Disabled when", "and"):gsub("%.(%s)", "%1"):gsub("%.$", "") .. " "
				for group in text:gsub(" or ", " and "):gsub(" and ", "\n"):gmatch "[^\n]*%S[^\n]*" do
					local name, relation, value = group:match "^%s*([%l%d_]+) (%S+) (.-)%s*$"
					local at, of = node.id .. "." .. p.name .. ": " .. group, params[name]
					assert.is_table(of, at)
					if of.kind == "menu" then
						local known = relation == "=" or relation == "≠"
						for _, option in ipairs(of.options) do if option == value then value = nil end end
						assert.is_true(known and value == nil, at)
					elseif of.kind == "toggle" then
						assert.is_true(relation == "is" and (value == "on" or value == "off"), at)
					elseif of.kind == "string" then
						assert.is_true((relation == "=" or relation == "≠") and value == '""', at)
					else
						assert.is_number(tonumber(value), at)
					end
				end
			end
		end
	end)
end)
