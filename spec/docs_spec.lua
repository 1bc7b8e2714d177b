-- What is made from the declarations is fresh: run scripts/docs where this fails. And each node is shown in pictures:
-- docs/pictures.lua says of what.
local terrane = require "terrane"
local files = dofile "scripts/docs.lua"
local pictures = dofile "scripts/pictures.lua"

local function read(path)
	local file = io.open(path, "rb")
	local text = file and file:read "*a"
	if file then file:close() end
	return text
end

describe("the reference", function()
	for path, text in require "terrane.ordered".pairs(files) do
		it("is fresh in " .. path, function()
			assert.is_true(text == read(path), path .. " is stale: run scripts/docs")
		end)
	end

	it("has no page of a node that is gone", function()
		local pipe = assert(io.popen "ls docs/nodes/*.md")
		for path in pipe:lines() do assert.is_not_nil(files[path], path) end
		pipe:close()
	end)

	it("is Lua where it says so", function()
		for path, text in pairs(files) do
			if path:find "%.lua$" then assert(load(text, "@" .. path)) end
			for code in text:gmatch "```lua\n(.-)\n```" do
				assert(load("return " .. code) or load(code), path .. ": the example is no Lua: " .. code)
			end
		end
	end)
end)

describe("the pictures of", function()
	local nodes = terrane.nodes()
	for _, node in ipairs(nodes) do
		it(node.id .. " are there and fresh", function()
			local list, missing = pictures.of(node.id)
			assert(list, missing)
			local seen = {}
			for i, picture in ipairs(list) do
				local drawn = pictures.draw(picture)
				assert(pictures.fresh(picture, drawn), picture.path .. " is missing or stale: run scripts/docs, and look at it")
				local pixels = drawn and drawn.colours:hash() or picture.path
				assert(not seen[pixels], ("%s shows the same as %s: choose another variation"):format(picture.path, tostring(seen[pixels])))
				seen[pixels] = picture.path
				if i == 1 and drawn then
					assert(drawn.node.type == node.id, picture.recipe .. " does not end with " .. node.id)
					local set = drawn.node:params()
					for _, p in ipairs(node.params) do -- names of layers and files may have to be said
						local usual = p.kind == "string" or set[p.name] == p.default
						assert(usual, ("docs/pictures.lua: the first picture of %s shows it with its defaults, not with another %s"):format(node.id, p.name))
					end
				end
			end
		end)
	end

	it("no other nodes are there", function()
		local known = {}
		for _, node in ipairs(nodes) do
			for _, picture in ipairs(pictures.of(node.id) or {}) do known[picture.path] = true end
		end
		assert.same({}, pictures.strange(nodes))
		for _, path in ipairs(pictures.files()) do assert(known[path], path .. " belongs to no node: run scripts/docs") end
	end)

	it("all nodes are small files", function()
		local total = 0
		for _, path in ipairs(pictures.files()) do total = total + #read(path) end
		assert(total < 2e6, total .. " bytes: pictures of fewer colours, or of broader forms, are smaller")
	end)
end)
