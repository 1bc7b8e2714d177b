local terrane = require "terrane"

local function layer(list, channels, type) return terrane.layer { width = #list / (channels or 1), height = 1, channels = channels, type = type, data = list } end
local function image() return terrane.image { C = layer { 1, 2 }, N = layer({ 3, 4, 5, 6, 7, 8 }, 3), id = layer({ 9, -1 }, 1, "i32") } end
local function names(made)
	local t = made:layers()
	table.sort(t)
	return table.concat(t, " ")
end
local function list(l)
	local t = {}
	for c = 1, l.channels do
		for x = 0, l.width - 1 do t[#t + 1] = l:get(x, 0, c) end
	end
	return t
end
local function message(settings)
	local ok, err = pcall(function() return image():arrange(settings):render() end)
	assert.is_false(ok)
	return (tostring(err):gsub("^.-:%d+: ", ""))
end

describe("arrange", function()
	it("keeps, drops and renames", function()
		assert.are.equal("C N id", names(image():arrange {}:render()))
		assert.are.equal("C id", names(image():arrange { drop = "N" }:render()))
		assert.are.equal("N", names(image():arrange { keep = "N" }:render()))
		assert.are.same({ "id", "C" }, image():arrange { keep = "id C" }:render():layers())
		local made = image():arrange { rename = "height=C normal=N" }:render()
		assert.are.equal("height id normal", names(made))
		assert.are.same({ 1, 2 }, list(made:layer "height"))
		assert.are.same({ 3, 4, 5, 6, 7, 8 }, list(image():arrange { rename = "C=N" }:render():layer "C")) -- takes its place
		assert.are.equal("a id", names(image():arrange { rename = "a=C b=N", drop = "b" }:render()))
	end)

	it("packs channels", function()
		local made = image():arrange { pack = "four=N,C two=N.3,C.1 ids=id,id", keep = "four two ids" }:render()
		assert.are.same({ 3, 4, 5, 6, 7, 8, 1, 2 }, list(made:layer "four"))
		assert.are.same({ 7, 8, 1, 2 }, list(made:layer "two"))
		assert.are.equal("i32", made:layer "ids".type)
		assert.are.same({ 9, -1, 9, -1 }, list(made:layer "ids"))
		-- all are made of the input's
		local both = image():arrange { pack = "C=N.1 D=C" }:render()
		assert.are.same({ 3, 4 }, list(both:layer "C"))
		assert.are.same({ 1, 2 }, list(both:layer "D"))
	end)

	it("says what is not there", function()
		assert.are.equal("arrange: keep: no layer 'x'; there are C, N, id", (message { keep = "x" }:gsub("there are .*", "there are C, N, id")))
		assert.is_truthy(message { drop = "x" }:find("arrange: drop: no layer 'x'", 1, true))
		assert.is_truthy(message { rename = "a=x" }:find("arrange: rename: no layer 'x'", 1, true))
		assert.is_truthy(message { pack = "a=N.4" }:find("arrange: pack: 'N' has 3 channels, no 4", 1, true))
		assert.is_truthy(message { pack = "a=C,id" }:find("arrange: pack: 'id' holds numbers of another kind than those before it", 1, true))
		for _, wrong in ipairs { "a", "=C", "a=", "a = C" } do
			assert.is_truthy(message { rename = wrong }:find("is not of the form new=old", 1, true), wrong)
		end
	end)
end)
