require "terrane"
local deps = require "terrane.deps"
local program = require "program"

describe("a dependency file", function()
	it("has a rule, and an empty one for each file", function()
		assert.equal("out/manifest.json: \\\n  a.lua \\\n  maps/b.png\n\na.lua:\n\nmaps/b.png:\n", deps.rule("out/manifest.json", { "a.lua", "maps/b.png" }))
		assert.equal("x:\n", deps.rule("x", {}))
	end)

	it("escapes what make and ninja would take for something else", function()
		for name, escaped in pairs {
			["a b"] = "a\\ b", ["a#b"] = "a\\#b", ["a$b"] = "a$$b", ["C:/a"] = "C\\:/a", ["a\\b"] = "a\\b", ["a\\ b"] = "a\\\\\\ b",
			["a\\\\ b"] = "a\\\\\\\\\\ b", ["ä (1)~[2]"] = "ä\\ (1)~[2]", ["  "] = "\\ \\ ",
		} do
			assert.equal(escaped .. ":\n", deps.rule(name, {}))
			assert.equal("t: \\\n  " .. escaped .. "\n\n" .. escaped .. ":\n", deps.rule("t", { name }))
		end
	end)

	it("refuses names that it cannot hold", function()
		for name, bad in pairs { ["a;b"] = ";", ["a=b"] = "=", ["a|b"] = "|", ["a\nb"] = "?", ["a\tb"] = "?", ["a\\#b"] = "\\#", ["a\\:b"] = "\\:" } do
			local rule, message = deps.rule("t", { "fine", name })
			assert.is_nil(rule)
			assert.equal("--deps: the name '" .. name:gsub("%c", "?") .. "' has '" .. bad .. "' in it, which dependency files cannot hold", message)
			assert.is_nil((deps.rule(name, {})))
		end
		assert.is_nil((deps.rule("t", { "a\\" })))
		assert.equal("t: \\\n  50%\n\n50%:\n", deps.rule("t", { "50%" }))
		assert.matches("'50%%' has '%%' in it", select(2, deps.rule("50%", {}))) -- make would take the rule for one of patterns
	end)

	it("names each file once, and sidecars where they are", function()
		local folder = program.folder()
		local function file(name) return program.write(folder .. "/" .. name, "") end
		local a, b, c = file "a.png", file "b.r32", file "c.PNG"
		local aj, bj = file "a.json", file "b.r32.json"
		file "b.json"
		assert(os.execute("mkfifo " .. folder .. "/c.json")) -- no sidecar
		assert.same({ "r.lua", a, aj, b, bj, c }, deps.files("r.lua", { a, b, a, c, b, "r.lua" }))
		assert.same({ b, bj }, deps.files(nil, { b }))
		assert.same({}, deps.files(nil, {}))
		program.remove(folder)
	end)
end)
