-- On a device: every golden hash, random graphs, and how long things take. cuda/README.md says how to run this and what was seen.
local terrane = require "terrane"
local on_device = require "on_device"
local program = require "program"

describe("the device #gpu", function()
	local device, why = terrane.runtime { device = "auto" }:device()
	if not device then
		pending("is not there: " .. why)
		return
	end

	it("gives every golden hash, and passes the specs of all nodes", function()
		local busted = io.popen "command -v busted":read "*l"
		local code, out = program.run({ "lua", busted, "--ignore-lua", "--exclude-tags=slow", "spec/nodes" }, { env = "TERRANE_DEVICE=cuda" })
		assert.equal(0, code, out)
		assert.matches("[1-9]%d* passed, 0 failed", out)
	end)

	it("gives the CPU's bytes for random graphs", function()
		local sizes = { { 1, 1 }, { 1, 300 }, { 257, 300 }, { 512, 512 }, { 1000, 37 }, { 1024, 1024 } }
		assert.same({}, on_device.different(terrane, 1, 400, sizes))
	end)

	it("gives the CPU's bytes for large images, and takes its time", function()
		print(("\n%s, against %d threads on %s:"):format(device, terrane.runtime():stats().threads, terrane.runtime():stats().isa))
		for _, size in ipairs { 512, 2048, 4096 } do
			for _, case in ipairs {
				{ "perlin, 8 octaves", function(rt) return rt:noise { noise_type = "perlin", fractal = "terrain", octaves = 8, rand_seed = 5 } end },
				{ "worley tiled both ways", function(rt) return rt:noise { noise_type = "worley", tile_u = true, tile_v = true } end },
				{ "cells", function(rt) return rt:worley_noise { element_size = 0.02 } end },
				{ "cells in space", function(rt) return rt:position_map {}:cellular_noise { pos_layer = "pos", element_size = 0.05 } end },
				{ "curl of three potentials", function(rt) return rt:noise_extra { kind = "curl_3d" } end },
				{ "phasor noise", function(rt) return rt:noise_extra { kind = "phasor", kernels = 8 } end },
				{ "perlin, normals, shade", function(rt)
					return rt:noise { noise_type = "perlin", fractal = "terrain", octaves = 8 }:height_to_normal {}:shade {}
				end },
			} do
				local hash, seconds = {}, {}
				for _, where in ipairs { "cpu", "cuda" } do
					local rt = terrane.runtime { device = where }
					case[2](rt):render { width = size } -- starts the device, with the trials
					rt:trim()
					local start = terrane.clock()
					local image = case[2](rt):render { width = size }
					seconds[where] = terrane.clock() - start
					local list = {}
					for _, name in ipairs(image:layers()) do list[#list + 1] = image:layer(name):hash() end
					hash[where] = table.concat(list, " ")
				end
				assert.equal(hash.cpu, hash.cuda)
				print(("  %-24s %4d²  %8.1f ms   CPU %8.1f ms"):format(case[1], size, 1000 * seconds.cuda, 1000 * seconds.cpu))
			end
		end
	end)
end)
