-- Tiles that several processes make.
local program = require "program"

describe("tiles", function()
	it("share their border when two processes make them", function()
		local folder = program.folder()
		local script = program.write(folder .. "/edge.lua", [[
			local terrane = require "terrane"
			local node = terrane.noise { fractal = "standard", octaves = 6 }:height_to_normal {}
			local tile = node:tile { x = tonumber(arg[1]), y = 3, size = 33, overlap = 1, width = 100, unbounded = true }
			local column, t = tonumber(arg[2]), {}
			for _, name in ipairs { "C", "N" } do
				for y = 0, 32 do t[#t + 1] = ("%a"):format(tile:layer(name):get(column, y)) end
			end
			print(table.concat(t, " "))
		]])
		local code, left = program.run { "lua", script, "7", "32" }
		local _, right = program.run({ "lua", script, "8", "0" }, { env = "TERRANE_ISA=base" })
		assert.are.equal(0, code)
		assert.is_true(#left > 500)
		assert.are.equal(left, right)
		program.remove(folder)
	end)
end)
