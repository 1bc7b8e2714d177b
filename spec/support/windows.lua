-- Graphs that can be made in pieces, for spec/nodes/windows_spec.lua: for each node whose values depend on no more than a pixel's
-- neighbours (with these settings) at least one. Each is a function of a runtime that makes the node.
local terrane = require "terrane"
local function land(rt) return rt:noise { noise_type = "perlin", fractal = "terrain", octaves = 5, frequency = 3 } end
-- a hole in the middle, and nothing at the edges
local function with_voids(rt)
	return land(rt):bake { width = 90, region = "0.05 0.1 1.2 0.8", outside = "void" }
		:mono_to_height { out_layer = "ground", height_scale = 3 }:mono_to_height { layer = "ground" }
end
-- what makes shade measure nothing
local function tiles(settings)
	settings.vertical, settings.range_min, settings.range_max, settings.lake_depth = "world", 0, 1.5, 0.4
	settings.world_size = settings.world_size or 3
	return settings
end

return {
	blend = {
		function(rt) return land(rt):blend { other = rt:noise { frequency = 7 }, mode = "smooth_minimum", mask_layer = "C" } end,
		function(rt) return with_voids(rt):blend { other = land(rt), layer = "ground", mode = "difference", opacity = 0.3 } end,
	},
	arrange = {
		function(rt) return land(rt):height_to_normal {}:arrange { pack = "both=N,C", rename = "height=C", drop = "N" } end,
	},
	distance = {
		function(rt) return land(rt):distance { layer = "C", threshold = 0.4, max_distance = 9 } end,
		function(rt) return land(rt):distance { layer = "C", threshold = 0.2, max_distance = 6.5, mode = "signed", unit = "widths" } end,
		function(rt) return land(rt):distance { layer = "C", threshold = 0.4, max_distance = 12, tile = true, mode = "inside" } end,
	},
	luminance = {
		function(rt) return rt:noise { channels = 3, frequency = 4 }:luminance { encoding = "srgb", out_encoding = "lightness" } end,
	},
	convert_normal = {
		function(rt) return land(rt):height_to_normal {}:convert_normal { flip_green = true, normalize = true, axes = "to_y_up" } end,
	},
	remap = {
		function(rt) return with_voids(rt):remap { layer = "ground", from_min = -1, gamma = 0.6, clamp = true } end,
	},
	ramp = {
		function(rt) return with_voids(rt):ramp { layer = "ground", from_min = -1, ramp_mode = "smooth" } end,
	},
	map = {
		function(rt) return land(rt):map { C = "C * k + u - v", steep = "abs(C(1, 0) - C(-1, 0)) > 0.01", k = 2 } end,
		function(rt) return rt:map { C = "noise(x * 0.1, y * 0.1, 0.3, 7)", id = "hash(x, y)" } end,
		function(rt) return land(rt):map { tile = true, C = "C(0, 3) + C(-2, -9)" } end,
		function(rt) return with_voids(rt):map { C = "isnan(ground) and 0 or ground(2, 1)" } end,
	},
	worley_noise = {
		function(rt) return rt:worley_noise { element_size = 0.07, offset = "0.3 -2" } end,
		function(rt) return rt:worley_noise { lattice = "hexagonal", round_border = 0.2 } end,
		function(rt) return rt:worley_noise { tile = true, tile_size = "0.3 0.7", metric = "manhattan", rand_seed = 3 } end,
		function(rt) return land(rt):height_to_normal {}:worley_noise { pos_layer = "N", element_size = 0.2 } end,
	},
	cellular_noise = {
		function(rt) return rt:cellular_noise { element_size = 0.02, metric = "chebyshev" } end,
		function(rt) return rt:cellular_noise { shape_mode = "relative", bevel = 1, element_scale = "2 0.5", gamma = 2 } end,
	},
	noise_extra = {
		function(rt) return rt:noise_extra { frequency = 6, offset = "0.3 -2 0.1" } end,
		function(rt) return rt:noise_extra { kind = "crystal", metric = "manhattan", rand_seed = 3 } end,
		function(rt) return rt:noise_extra { kind = "phasor", angle = 30, frequency = 5 } end,
		function(rt) return rt:noise_extra { kind = "curl" } end,
		function(rt) return rt:noise_extra { kind = "curl_3d", octaves = 2 } end,
		function(rt) return rt:noise_extra { kind = "cloud", gamma = 1.5 } end,
	},
	pattern = {
		function(rt) return rt:pattern { counts = "7 33" } end,
		function(rt) return rt:pattern { counts = "7.3 90.5" } end,
		function(rt) return rt:pattern { kind = "tile", bond = "american", header_interval = 3, counts = "5 9" } end,
		function(rt) return rt:pattern { kind = "tile", offset = 0.3, counts = "5.2 9.1" } end,
		function(rt) return rt:pattern { kind = "cell", counts = "5 9", lattice = "hexagonal", density = 0.7 } end,
		function(rt) return rt:pattern { kind = "cell", counts = "9.5 3", cell_metric = "manhattan" } end,
		function(rt) return rt:pattern { kind = "uv_grid", marker_type = "arrow", counts = "7 5", marker_size = 0.7 } end,
		function(rt) return rt:pattern { kind = "julia", center = "0.1 0.2" } end,
		function(rt) return rt:pattern { kind = "chladni", modes = "3.5 8" } end,
		function(rt) return rt:pattern { kind = "knit", counts = "7 5" } end,
		function(rt) return rt:pattern { kind = "weave", weave = "satin", counts = "7 6.5" } end,
	},
	noise = {
		function(rt) return rt:noise { frequency = 6 } end,
		function(rt) return rt:noise { noise_type = "perlin", fractal = "hybrid_terrain", octaves = 4, channels = 2 } end,
		function(rt) return rt:noise { noise_type = "simplex", fractal = "standard", tile_u = true, rand_seed = 7 } end,
		function(rt) return rt:noise { noise_type = "worley_f2f1", frequency = 9, tile_u = true, tile_v = true } end,
		function(rt) return rt:noise { noise_type = "white", channels = 3 } end,
		function(rt) return rt:noise { noise_type = "torus", device = "exact" } end,
		function(rt) return rt:noise { noise_type = "worley", time_scale = 1, time = 2.5, gamma = 1.5 } end,
	},
	text = terrane.runtime():text_version() and {
		function(rt) return rt:text { text = "Two lines\nof text", size = 30, position = "0.1 0.5", composite_layer = "C" } end,
		function(rt) return land(rt):text { text = "AV", size = 200, align = "center", position = "0.5 0.5", composite_layer = "C", color = "3 0 0" } end,
	} or {},
	constant = {
		function(rt) return rt:constant { red = 0.3, blue = -2, use_alpha = true } end,
	},
	fill = {
		function(rt) return with_voids(rt):mono_to_height { out_layer = "mask" }:fill { value = "7", mask_layer = "mask" } end,
		function(rt) return land(rt):mono_to_height { out_layer = "mask" }:fill { value = "-1", mask_layer = "mask", invert_mask = true } end,
	},
	position_map = {
		function(rt) return rt:position_map {} end,
		function(rt) return rt:position_map { x_cycles = 7.3, x_border = "wrap", y_shift = 0.3, y_cycles = -5, y_border = "mirror" } end,
		function(rt) return land(rt):position_map { source_position = "view_direction", z_cycles = 0.7 } end,
	},
	gradient = {
		function(rt) return rt:gradient { ramp = "0:0,1 0.3:2,0 1:1,1", ramp_mode = "smooth" } end,
		function(rt) return rt:gradient { direction = "diagonal", angle = 50 } end,
		function(rt) return rt:gradient { direction = "radial", center_x = 0.2 } end,
		function(rt) return rt:gradient { direction = "angular", device = "exact" } end,
	},
	random = {
		function(rt) return rt:random { channels = "4", min = -1, rand_seed = 5 } end,
		function(rt) return rt:random { range_values = "min_max", color_model = "hsv", range_max = "360 1 1" } end,
		function(rt) return with_voids(rt):random { mode = "id", id_layer = "ground", zero_negative_ids = true, range_values = "color_ramp" } end,
		function(rt) -- ids of 32 bits
			return land(rt):splat { height_mode = "absolute", sediment_layer = "" }:random { mode = "id", id_layer = "splat_id", range_values = "specific_values" }
		end,
	},
	mono_to_height = {
		function(rt) return land(rt):mono_to_height { height_scale = 900, height_offset = -3.5 } end,
	},
	clip = {
		function(rt) return land(rt):clip { min = 0.2, max = 0.7, softness = 0.3 } end,
		function(rt) return with_voids(rt):clip { mode = "below", min = 1, layer = "ground", out_layer = "sea", mask_layer = "C" } end,
	},
	terrace = {
		function(rt) return land(rt):terrace { step = 0.07, random_step = 1, rand_seed = 3 } end,
		function(rt) return with_voids(rt):terrace { method = "num_terraces", max_height = 2, mask_layer = "C", sharpness = 0.9 } end,
	},
	strata = {
		function(rt) return land(rt):strata { spacing = 0.04, tilt = "0.31 -0.17", rand_seed = 5 } end,
		function(rt) return land(rt):strata { noise_amount = 0.2, noise_frequency = 7, strata_only = true, out_layer = "rock" } end,
		function(rt) return with_voids(rt):strata { tilt = "0 0.3", noise_amount = -0.1, mask_layer = "C" } end,
	},
	height_to_normal = {
		function(rt) return land(rt):height_to_normal {} end,
		function(rt) return land(rt):height_to_normal { method = "sobel", keep_layers = false } end,
		function(rt) return land(rt):height_to_normal { tile = true, strength = 0.2 } end,
		function(rt) return land(rt):height_to_normal { tile = true, method = "sobel" } end,
		-- a halo of three pixels through the graph, of which the middle one wraps
		function(rt)
			return land(rt):height_to_normal { out_layer = "a" }:height_to_normal { layer = "a", out_layer = "b", tile = true }
				:height_to_normal { layer = "b", method = "sobel" }
		end,
	},
	slope = {
		function(rt) return land(rt):slope {} end,
		function(rt) return with_voids(rt):slope { units = "tangent", strength = 0.3 } end,
		function(rt) return land(rt):slope { tile = true } end,
	},
	erosion_filter = {
		function(rt) return land(rt):erosion_filter { wavelength = 12, height_max = 1 } end,
		function(rt) return land(rt):erosion_filter { wavelength = 30, fade = "none", flow_blur = 0, origin_x = 0.3, origin_y = -7.1 } end,
		function(rt) return with_voids(rt):erosion_filter { layer = "ground", wavelength = 9, lacunarity = 1.5, height_min = -1, strength = -1, flow_blur = 0.5 } end,
		function(rt) return land(rt):erosion_filter { wavelength = 14, tile = true, height_max = 1 } end,
	},
	curvature = {
		function(rt) return land(rt):curvature {} end,
		function(rt) return with_voids(rt):curvature { kind = "plan" } end,
		function(rt) return land(rt):curvature { kind = "tangential", tile = true } end,
		function(rt) return land(rt):blur { radius = 5 }:curvature { kind = "profile" } end,
	},
	mask_by_feature = {
		function(rt) return land(rt):mask_by_feature { strength = 0.2 } end,
		function(rt) return land(rt):mask_by_feature { tile = true, use_aspect = true, use_height = true, blend_mode = "average", smooth_radius = 0.02 } end,
		function(rt) return with_voids(rt):mask_by_feature { curvature = "ridges", curv_reference = 20, curv_blur = 4 } end,
		function(rt) return land(rt):mask_by_feature { use_slope = false, use_occlusion = true, occ_radius = 0.05, smooth_radius = 0.15, curvature = "gullies", curv_reference = 9 } end,
	},
	blur = {
		function(rt) return land(rt):blur { radius = 3 } end,
		function(rt) return land(rt):blur { radius = 21, edge = "wrap" } end, -- on its coarse grid
		function(rt) return land(rt):height_to_normal {}:blur { layer = "*", radius = 17, edge = "clamp" } end,
		function(rt) return with_voids(rt):blur { kind = "box", radius = 6.5 } end,
		function(rt) return land(rt):mono_to_height { out_layer = "soft" }:blur { radius = 20, radius_layer = "soft", mask_layer = "soft", edge = "wrap" } end,
	},
	morphology = {
		function(rt) return land(rt):morphology { radius = 5.5 } end,
		function(rt) return land(rt):morphology { shape = "square", operation = "close", radius = 6, tile = true } end,
		function(rt) return with_voids(rt):morphology { layer = "*", shape = "square", operation = "gradient", radius = 9 } end,
		function(rt) return with_voids(rt):morphology { shape = "diamond", operation = "top_hat", radius = 4, mask_layer = "ground" } end,
		function(rt) return land(rt):morphology { operation = "erode", radius = 40, tile = true } end, -- more than half way round
	},
	warp = {
		function(rt) return land(rt):warp { amount = 0.1 } end,
		function(rt) return land(rt):warp { amount = -0.07, edge = "wrap", steps = 3, frequency = 7.3, interpolation = "bilinear" } end,
		function(rt) return with_voids(rt):warp { layer = "*", edge = "mirror", amount = 0.2, noise_type = "perlin", mask_layer = "C" } end,
		function(rt) return land(rt):height_to_normal {}:warp { by = "layer", amount = 0.15, steps = 9, edge = "mirror" } end,
		function(rt) return land(rt):warp { by = "layer", warp_layer = "C", vectors = rt:noise { channels = 2, amplitude = 3 }, amount = 1, edge = "wrap", steps = 2 } end,
		function(rt) -- ids
			return land(rt):splat { height_mode = "absolute", sediment_layer = "" }:warp { layer = "*", by = "direction", warp_layer = "C", angle = 200, amount = 0.3, edge = "wrap" }
		end,
	},
	height_to_ao = {
		function(rt) return land(rt):height_to_ao {} end,
		function(rt) return land(rt):height_to_ao { tile = true, radius = 9.5, directions = 5, steps = 6, strength = -0.3 } end,
		function(rt) return land(rt):height_to_ao { tile = true, radius = 70, directions = 3, steps = 4 } end, -- farther than the image goes
		function(rt) return with_voids(rt):height_to_ao { radius = 7, directions = 16, intensity = 2, world_size = 3 } end,
	},
	height_to_shadow = {
		function(rt) return land(rt):height_to_shadow { strength = 0.2 } end,
		function(rt) return land(rt):height_to_shadow { strength = -0.1, tile = true, azimuth = 200, softness = 4, elevation = 20, max_distance = 20.5, step = 0.7 } end,
		function(rt) return land(rt):height_to_shadow { strength = 0.1, tile = true, azimuth = 95, elevation = 10, max_distance = 150 } end,
		function(rt) return with_voids(rt):height_to_shadow { azimuth = 0, elevation = 40, max_distance = 30, softness = 1 } end,
	},
	height_to_caustics = {
		function(rt) return land(rt):height_to_caustics { max_shift = 6, strength = 0.05, tile = false } end,
		function(rt) return land(rt):height_to_caustics { max_shift = 9.5, strength = 0.1, elevation = 40, azimuth = 70, supersample = 3 } end,
	},
	shape = {
		function(rt) return rt:shape { shape = "star", color_layer = "C", center_x = 0.1, angle = 12 } end,
		function(rt) return rt:shape { shape = "squircle", uniform_scale = 0.8, shear = 0.2 } end,
		function(rt) return rt:shape { shape = "arrow", line_by = 0.2, invert = true } end,
		function(rt) return rt:shape { arc = 0.6, thickness = 0.3, round_ends = true, device = "exact" } end,
		function(rt) return rt:shape { shape = "moon", softness_pixels = 9 } end,
	},
	splat = {
		function(rt) return land(rt):splat { height_mode = "absolute", sediment_layer = "" } end,
		function(rt)
			return land(rt):mono_to_height { out_layer = "debris", height_scale = 2 }:mono_to_height { out_layer = "lake", height_offset = -0.5 }
				:splat { height_mode = "absolute", sediment_ref = 1.5, strength = 0.4, world_size = 3, tile = true }
		end,
	},
	shade = {
		function(rt) return land(rt):shade(tiles { relief = 0 }) end,
		function(rt) return land(rt):shade(tiles { relief_radius = 1, tile = true }) end,
		function(rt) return land(rt):shade(tiles { relief_radius = 3.5, tint = "none", strength = -2 }) end,
		function(rt) return land(rt):shade(tiles { relief_radius = 3.5, tile = true, sea = true, sea_level = 0.4, sea_depth = 0.3 }) end,
		function(rt) return land(rt):shade(tiles { relief_radius = 20 }) end,
		function(rt) return with_voids(rt):shade(tiles { relief_radius = 2 }) end,
		function(rt) return with_voids(rt):shade(tiles { relief_radius = 2, tile = true }) end,
		function(rt)
			return land(rt):mono_to_height { out_layer = "lake", height_offset = -0.5 }:splat { height_mode = "absolute", sediment_layer = "" }
				:shade(tiles { relief_radius = 1.5, tile = true, keep_layers = false })
		end,
	},
	resample = {
		function(rt) return land(rt):resample { width = 31, height = 50 }:resample {} end,
		function(rt) return with_voids(rt):resample { width = 250, height = 170 }:resample { filter = "bilinear", edge = "wrap" } end,
		function(rt) return land(rt):splat { height_mode = "absolute", sediment_layer = "" }:resample { width = 300, height = 20 }:resample { filter = "area" } end,
	},
	transform = {
		function(rt) return land(rt):height_to_normal {}:transform { angle = 33, scale = 0.7, offset = "0.1 0.3", outside = "repeat" } end,
		function(rt) return with_voids(rt):transform { angle = 90, stretch = "1.3 2", interpolation = "bilinear", outside = "mirror" } end,
		function(rt) return rt:noise { device = "exact" }:transform { flip_u = true, angle = 200, frame = "fit", outside = "value" }:resample {} end,
	},
	crop = {
		function(rt) return land(rt):crop { region = "0.3 -0.4 1.3 0.6", outside = "mirror" } end,
		function(rt) return with_voids(rt):resample { width = 13, height = 7 }:crop { pixels = "-30 -20 61 97", outside = "repeat" } end,
	},
	bake = {
		function(rt) return land(rt):bake { width = 31, region = "0.1 0 0.8 0.9" } end,
		function(rt) return land(rt):height_to_normal {}:bake { width = 200, height = 60, interpolation = "bilinear", outside = "void" } end,
		function(rt) return rt:noise { noise_type = "torus" }:bake { width = 20, region = { 0, 0, 0.25, 0.5 }, outside = "repeat" } end,
	},
}
