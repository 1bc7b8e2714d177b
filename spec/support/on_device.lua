-- on_device.lua - what the CPU and a device are compared by: seeded graphs of the nodes that have kernels for devices.
local on_device = {}

local function random(seed) -- a small generator, so that every machine sees the same graphs
	local state = seed
	return function(list_or_most)
		state = (state * 1103515245 + 12345) % 2147483648
		local part = state // 65536 % 32768
		if type(list_or_most) == "table" then return list_or_most[part % #list_or_most + 1] end
		return part / 32768 * list_or_most
	end
end

local function noise(pick)
	local settings = {
		noise_type = pick { "value", "perlin", "simplex", "worley", "worley_f2f1", "white", "torus" },
		fractal = pick { "none", "standard", "terrain", "hybrid_terrain" }, metric = pick { "euclidean", "manhattan", "chebyshev" },
		octaves = pick { 1, 2, 3, 5 }, lacunarity = 1.5 + pick(1), roughness = pick(1), frequency = pick { 0, 0.3, 3, 11.5, 400, 1e7 },
		offset_x = pick(1000) - 500, offset_y = pick { 0, -3.25, 1e12 }, offset_z = pick(9), jitter = pick(2), rand_seed = pick { 0, 1, 4294967295 },
		amplitude = pick { 1, -2, 1e20 }, bias = pick(1), channels = pick { 1, 1, 2 },
	}
	if settings.noise_type ~= "torus" then
		local space = pick { "", "", "tile_u", "tile_v", "both", "time", "loop" }
		settings.tile_u, settings.tile_v = space == "tile_u" or space == "both", space == "tile_v" or space == "both"
		if space == "time" or space == "loop" then settings.time_scale, settings.time = 0.5, pick(20) end
		if space == "loop" then settings.loop_frames = 7 end
	end
	for name, value in pairs { fold = true, complement = true, gamma = 0.5 + pick(2), pp_bias = pick(1), gain = pick(1), contrast = pick(3) } do
		if pick { true, false, false } then settings[name] = value end
	end
	return settings
end

-- A graph on rt by number, and a size for it.
function on_device.graph(rt, number, sizes)
	local pick = random(number)
	local node, size = rt:noise(noise(pick)), pick(sizes)
	if pick { true, false } then
		node = node:height_to_normal { method = pick { "central", "sobel" }, tile = pick { true, false }, strength = pick(3) }
	end
	if pick { true, false } then
		node = node:shade {
			vertical = pick { "auto", "world" }, tile = pick { true, false }, tint = pick { "none", "hypsometric" }, sea = pick { true, false },
			sea_level = pick(1), relief = pick { 0, 0.7 }, relief_radius = pick { 0, 3 }, water_layers = pick { "", "C" }, strength = pick { 1, -0.2 },
		}
	end
	return node, size
end

-- Hashes of a graph's layers, with their names, on one line.
function on_device.hashes(rt, number, sizes)
	local node, size = on_device.graph(rt, number, sizes)
	local image, list = node:render { width = size[1], height = size[2] }, {}
	for _, name in ipairs(image:layers()) do list[#list + 1] = name .. " " .. image:layer(name):hash() end
	return table.concat(list, ", ")
end

-- The numbers of graphs in which the device differs from the CPU.
function on_device.different(terrane, first, last, sizes)
	local cpu, device = terrane.runtime { device = "cpu" }, terrane.runtime { device = "cuda" }
	local list = {}
	for number = first, last do
		if on_device.hashes(cpu, number, sizes) ~= on_device.hashes(device, number, sizes) then list[#list + 1] = number end
	end
	assert(device:stats().device_bytes > 0 and cpu:stats().device_bytes == 0)
	return list
end

return on_device
