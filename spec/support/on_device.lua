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

local function cells(pick)
	local settings = {
		element_size = pick { 0.5, 0.07, 0.004, 1e-6 }, element_scale = pick { "1 1 1", "2 0.5 3" }, jitter = pick(2), offset = pick { "0", "0.3 -7 1e9" },
		metric = pick { "euclidean", "euclidean", "manhattan", "chebyshev" }, rand_seed = pick { 0, 7, 4294967295 }, tile = pick { true, false },
		tile_size = pick { "1 1 1", "0.3 0.7" }, gamma = pick { 1, 2 },
	}
	if not settings.tile and pick { true, false } then settings.lattice = "hexagonal" end
	return settings
end

-- Generators that add layers to an image, and what is put on it by one that is picked.
local added = {
	function(node, pick)
		local settings = cells(pick)
		settings.round_border = pick { 0, 0.2 }
		return node:worley_noise(settings)
	end,
	function(node, pick)
		local settings = cells(pick)
		settings.smooth_edge, settings.shape_mode, settings.gap, settings.bevel = pick { 0, 0.1 }, pick { "absolute", "relative" }, pick(0.1), pick(0.2)
		return node:cellular_noise(settings)
	end,
	function(node, pick) -- at places in space, some of them far out
		local settings = cells(pick)
		settings.pos_layer, settings.lattice = "N", nil
		return node:noise_extra { kind = pick { "curl", "curl_3d" }, amplitude = pick { 1, 1e20 }, out_layer = "N" }:worley_noise(settings)
	end,
	function(node, pick)
		return node:noise_extra {
			kind = pick { "bubble", "crystal", "phasor", "curl", "curl_3d", "cloud" }, frequency = pick { 0.3, 5, 40, 1e4 }, octaves = pick { 1, 4, 12 },
			density = pick(1), sharpness = pick(2), metric = pick { "euclidean", "manhattan", "chebyshev" }, kernels = pick { 1, 5, 16 }, angle = pick(360),
			spread = pick(1), coverage = pick { 0, 0.4, 1 }, billow = pick { true, false }, offset = pick { "0 0 0", "-3.5 1e6 0.7" }, rand_seed = pick { 0, 9 },
			phasor_type = pick { "phasor_wave", "gabor_noise", "intensity_field" }, periodic_function = pick { "sine", "rectangle", "saw" }, gamma = pick { 1, 0.5 },
		}
	end,
	function(node, pick)
		return node:random {
			range_values = pick { "shared", "min_max", "color_ramp", "specific_values" }, color_model = pick { "rgb", "hsv" }, channels = pick { "1", "3", "4" },
			range_max = "360 0.5 2", rand_seed = pick { 0, 3 }, mode = pick { "pixel", "id" }, id_layer = "C", zero_negative_ids = pick { true, false },
		}
	end,
	function(node, pick) -- ids that lie on the device
		return node:worley_noise { element_size = 0.1 }:random { mode = "id", range_values = pick { "specific_values", "shared" }, channels = pick { "1", "4" } }
	end,
	function(node, pick)
		return node:fractal_sample {
			max_octaves = pick { 1, 4, 16 }, lacunarity = pick { 2, 1.37 }, angle = pick(360) - 180, blend_mode = pick { "add", "subtract", "maximum" },
			border = pick { "wrap", "clamp", "black" }, filter = pick { "bilinear", "point" }, jitter = pick { 0, 3 }, bias = pick(1),
			maintain_tileable = pick { true, false }, random_flip_x = pick { true, false }, angle_mode = pick { "per_octave", "random" }, contrast = pick { 1, 2 },
		}
	end,
	function(node, pick)
		return node:random { channels = "4", out_layer = "rgba" }:fractal_sample { source_layer = "rgba", blend_mode = "over", angle = pick(90), jitter = pick(1) }
	end,
	function(node, pick) return node:fill { value = pick { "0.5", "-1e20" }, mask_layer = pick { "", "C" }, invert_mask = pick { true, false } } end,
}
local places = { "clamp", "mirror", "wrap", "extend" }
local from_nothing = {
	function(rt, pick)
		return rt:position_map {
			source_position = pick { "position", "position", "view_direction" }, x_border = pick(places), y_border = pick(places), z_border = pick(places),
			x_cycles = pick { 1, -7.3, 1e300 }, y_shift = pick(9), y_cycles = pick { 1, 40 }, z_cycles = pick(5),
		}
	end,
	function(rt, pick)
		return rt:gradient {
			direction = pick { "v", "u", "diagonal", "radial", "angular" }, angle = pick(360), center_x = pick(1), ramp = pick { "0:0 1:1", "0:0,1 0.3:2,0 1:1,1" },
			ramp_mode = pick { "linear", "smooth", "constant" },
		}
	end,
	function(rt, pick)
		return rt:shape { shape = pick { "circle", "star", "polygon", "line", "moon", "arch", "rounded_box" }, angle = pick(360), center_x = pick(1) - 0.5 }
	end,
	function(rt, pick)
		return rt:pattern {
			kind = pick { "checker", "tile", "cell", "uv_grid", "julia", "chladni", "knit", "weave" }, counts = pick { "8 8", "7.3 2", "1 400" },
			bond = pick { "offset", "stack", "stretcher", "header", "flemish", "english", "american" }, offset = pick(1), gap = pick(0.2), bevel = pick(0.2),
			lattice = pick { "grid", "hexagonal" }, cell_metric = pick { "euclidean", "manhattan", "chebyshev" }, jitter = pick(1), density = pick(1),
			marker_type = pick { "cross", "arrow" }, tile_coloring = pick { "hue", "uniform", "checker", "gradient" }, zoom = 0.5 + pick(9),
			fractal = pick { "julia", "mandelbrot" }, chladni_output = pick { "pixel_lines", "nodal_lines" }, weave = pick { "plain", "twill", "satin" },
			rand_seed = pick { 0, 5 },
		}
	end,
	function(rt, pick) return rt:constant { red = pick(1), use_alpha = pick { true, false } } end,
}

-- A graph on rt by number, and a size for it.
function on_device.graph(rt, number, sizes)
	local pick = random(number)
	if pick { true, false, false, false } then return pick(from_nothing)(rt, pick), pick(sizes) end
	local node, size = rt:noise(noise(pick)), pick(sizes)
	if pick { true, false } then return pick(added)(node, pick), size end
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
