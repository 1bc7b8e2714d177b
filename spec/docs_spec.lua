-- What is made from the declarations is fresh: run scripts/docs where this fails.

local files = dofile "scripts/docs.lua"

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
		local pipe = assert(io.popen "ls docs/nodes")
		for name in pipe:lines() do assert.is_not_nil(files["docs/nodes/" .. name], name) end
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
