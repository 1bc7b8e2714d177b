local export = require "terrane.export"
local program = require "program"
local terrane = require "terrane"

local function layer(data, options)
	local o = options or {}
	return terrane.layer { width = o.width or 2, height = o.height or 2, channels = o.channels, type = o.type, data = data }
end

describe("files of layers", function()
	local nan = 0 / 0
	it("follow from the numbers", function()
		local u16, unit = { ending = ".png", bits = 16, sidecar = true }, { 0, 1 }
		local function is(expected, range, l)
			local how = assert(export.encoding(l))
			assert.same({ expected.ending, expected.bits, expected.sidecar, range }, { how.ending, how.bits, how.sidecar, how.range })
		end
		is(u16, unit, layer { 0, 0.25, 0.5, 0.75 })
		is(u16, { 0, 0.5 }, layer { 0, 0.25, 0.5, 0.125 })
		is(u16, { -1, 0.5 }, layer { 0, 0.25, 0.5, -1 })
		is(u16, { 273.5, 4000 }, layer { 273.5, 4000, 300, 500 })
		is(u16, { 3, 3 }, layer { 3, 3, 3, 3 })
		is(u16, { 0, 0 }, layer { 0, 0, 0, 0 })
		is(u16, { 0, 7 }, layer({ 0, 7, 3, 5 }, { type = "f64" }))
		is({ ending = ".png", bits = 8 }, unit, layer({ 0, 0, 0, 0, 1, 1, 1, 1, 0.5, 0.5, 0.5, 0.5 }, { channels = 3 }))
		is({ ending = ".png", bits = 8, sidecar = true }, { -1, 1 }, layer({ 0, 0, 0, 0, 1, 1, 1, -1 }, { channels = 2 }))
		is(u16, { 0, 9 }, layer({ 0, 0, 0, 0, 1, 1, 1, 9 }, { channels = 2 }))
		is({ ending = ".png", bits = 8 }, { 0, 255 }, layer({ 0, 255, 3, 4 }, { type = "i32" }))
		is({ ending = ".png", bits = 16 }, { 0, 65535 }, layer({ 0, 256, 3, 4 }, { type = "i32" }))
		is({ ending = ".i32", sidecar = true }, nil, layer({ 0, 65536, 3, 4 }, { type = "i32" }))
		is({ ending = ".i32", sidecar = true }, nil, layer({ 0, -1, 3, 4 }, { type = "i32" }))
		is({ ending = ".r32", sidecar = true }, nil, layer { 0, nan, 3, 4 })
	end)

	it("are missing where there is no format", function()
		assert.same({ nil, "has more than four channels" }, { export.encoding(layer({ 0, 0, 0, 0, 0 }, { width = 1, height = 1, channels = 5 })) })
		assert.same({ nil, "has voids in several channels" }, { export.encoding(layer({ 0, nan }, { width = 1, height = 1, channels = 2 })) })
		assert.same({ nil, "has several channels of numbers beyond 16 bits" }, { export.encoding(layer({ 0, -1 }, { width = 1, height = 1, channels = 2, type = "i32" })) })
	end)

	it("hold the numbers", function()
		local folder = program.folder()
		local ids = layer({ 1, -2, 70000, 4, 5, 6 }, { width = 3, height = 2, type = "i32" })
		local entry = assert(export.layer(ids, folder, "id", { key = "abc", world_size = 100 }))
		assert.same({ file = "id.i32", channels = 1, type = "i32", bits = 32, hash = ids:hash(), written = {
			{ file = "id.i32", hash = terrane.file_hash(folder .. "/id.i32") },
			{ file = "id.i32.json", hash = terrane.file_hash(folder .. "/id.i32.json") } } }, entry)
		local file = io.open(folder .. "/id.i32", "rb")
		assert.equal("\4\0\0\0\5\0\0\0\6\0\0\0\1\0\0\0\254\255\255\255\112\17\1\0", file:read "*a")
		file:close()
		file = io.open(folder .. "/id.i32.json")
		assert.same({ terrane = 1, width = 3, height = 2, type = "i32", byte_order = "little", world_size = 100, key = "abc" },
			require "terrane.json".decode(file:read "*a"))
		file:close()
		local voids = layer { 0, nan, 3, 4 }
		entry = assert(export.layer(voids, folder, "h", { key = "abc" }))
		assert.equal("h.r32", entry.file)
		local back = assert(terrane.read(folder .. "/h.r32")):layer "C"
		assert.same({ 1, 3, 4 }, { back:stats().nan, back:get(0, 1), back:get(1, 1) })
		program.remove(folder)
		local _, message = export.layer(voids, folder, "h", { key = "abc" })
		assert.matches("h.r32", message)
		_, message = export.layer(ids, folder, "h", { key = "abc" })
		assert.matches("No such file", message)
	end)

	it("have names that every file system takes, and that differ", function()
		local taken = { manifest = true }
		assert.same({ "a_C", "a_.._x_y", "a_c_2", "a_C_3" }, export.file_names("a_", { "C", "../x y", "c", "C" }, taken))
		assert.same({ "manifest_2", "_hidden" }, export.file_names("", { "manifest", ".hidden" }, taken))
	end)
end)
