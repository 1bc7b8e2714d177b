-- What the node reference shows of each node: first as it is by default, then at least one telling variation. One picture a line:
--
--     { "node_id", "land:node_id{}" },
--     { "node_id", "land:node_id{ parameter = 2 }", layer = "mask" },
--
-- A row begins with the node and a recipe, which stands under its picture too. What else it may say:
--     layer    which layer to show; else C, or the first
--     show     "grey"      from black (lowest) to white (highest), voids pink: the usual way of one channel
--              "colour"    red, green and blue from 0 to 1: the usual way of three and more channels
--              "vectors"   channels as red, green and blue, 0 in the middle: the usual way of two channels
--              "ids"       a colour for each number: the usual way of whole numbers
--              "distance"  from an outline: warm inside, cool outside, lines of equal distance
--              "relief"    lit from the north-west and coloured by height; "form" the same in grey
--     range    { lowest, highest } value for grey, colour and vectors; { step } between the lines of distance
--     colours  at most so many, up to 256; 48 where it is left out, which smooth colours need more of
--     zoom     pixels are shown so many times as large
--     varies   why the picture is not the same on every machine; then its size alone is compared, and who changes it deletes the file
--
-- scripts/docs draws those that are missing or stale into docs/nodes/images/, and writes them into the pages. Choose pictures
-- that say what the node is for, and look at them: 180 x 120 pixels. Nodes stand in the order of the alphabet; the second
-- picture of a node is the one that the list of all nodes shows.
return {
	-- what recipes may begin with
	inputs = {
		{ "land", [[noise{ noise_type = "simplex", fractal = "terrain", octaves = 8, roughness = 0.42, frequency = 1.6, amplitude = 0.06, rand_seed = 14 }]] },
		{ "sea", [[noise{ noise_type = "simplex", fractal = "standard", octaves = 3, frequency = 4, amplitude = 0.02, tile_u = true, tile_v = true }]] },
	},
	pictures = {
		{ "bake", "land:bake{}", show = "relief" },
		{ "bake", [[land:bake{ width = 24, interpolation = "bicubic" }]], show = "relief" },
		{ "bake", [[land:bake{ width = 24, interpolation = "nearest" }]], show = "relief" },
		{ "blend", "land:blend{ other = noise{ frequency = 6 } }", show = "relief" },
		{ "blend", [[land:blend{ other = shape{}:map{ C = "0.14 - sdf * 0.5" }, mode = "smooth_maximum", radius = 0.05 }]], show = "relief" },
		{ "blur", "land:blur{}", show = "relief" },
		{ "blur", "land:blur{ radius = 16 }", show = "relief" },
		{ "blur", [[land:mono_to_height{ out_layer = "soft", height_scale = -20, height_offset = 1.2 }:blur{ radius = 16, radius_layer = "soft" }]], show = "relief" },
		{ "cellular_noise", "cellular_noise{}" },
		{ "cellular_noise", "cellular_noise{ element_size = 0.15, gap = 0.01, bevel = 0.02 }" },
		{ "cellular_noise", "cellular_noise{ element_size = 0.15, jitter = 0.5 }", layer = "id" },
		{ "clip", "land:clip{}", show = "relief" },
		{ "clip", "land:clip{ min = 0.04, max = 0.08, softness = 0.01 }", show = "relief" },
		{ "clip", "land:clip{ max = 0.07, softness = 0.02 }", layer = "C_clipped" },
		{ "constant", "constant{}", range = { 0, 1 } },
		{ "constant", "constant{ red = 0.8, green = 0.45, blue = 0.2 }" },
		{ "curvature", "land:curvature{}", layer = "curvature", range = { -100, 100 } },
		{ "curvature", [[land:blur{ radius = 4 }:curvature{ kind = "tangential" }]], layer = "curvature", range = { -40, 40 } },
		{ "curvature", [[land:blur{ radius = 8 }:curvature{ kind = "gaussian" }]], layer = "curvature", range = { -150, 150 } },
		{ "fill", "land:fill{}", show = "grey", range = { 0, 1 } },
		{ "fill", [[land:splat{}:shade{}:fill{ layer = "preview", value = "0.8 0.1 0.5", mask_layer = "splat_snow" }]], layer = "preview" },
		{ "fractal_sample", [[noise{ noise_type = "worley", tile_u = true, tile_v = true }:fractal_sample{}]], layer = "fractal" },
		{ "fractal_sample", [[noise{ noise_type = "worley", tile_u = true, tile_v = true }:fractal_sample{ roughness = 0.8, blend_mode = "maximum", jitter = 0.5 }]], layer = "fractal" },
		{ "gradient", "gradient{}" },
		{ "gradient", [[gradient{ direction = "angular" }]] },
		{ "gradient", [[gradient{ direction = "radial", ramp = "0:1,0.9,0.6 0.7:0.4,0.2,0.1 1:0,0,0", ramp_mode = "smooth" }]] },
		{ "height_to_ao", "land:height_to_ao{}", layer = "ao", range = { 0.5, 1 } },
		{ "height_to_ao", "land:height_to_ao{ radius = 32, directions = 16, steps = 16, intensity = 1.3 }", layer = "ao", range = { 0.2, 1 } },
		{ "height_to_caustics", "sea:height_to_caustics{}", layer = "caustics", range = { 0, 3 } },
		{ "height_to_caustics", "sea:height_to_caustics{ depth = 0.4, supersample = 4 }", layer = "caustics", range = { 0, 3 } },
		{ "height_to_caustics", "sea:height_to_caustics{ elevation = 35, supersample = 4 }", layer = "caustics", range = { 0, 3 } },
		{ "height_to_normal", "land:height_to_normal{}", layer = "N", show = "vectors", range = { -1, 1 } },
		{ "height_to_normal", "land:height_to_normal{ strength = 0.3 }", layer = "N", show = "vectors", range = { -1, 1 } },
		{ "height_to_shadow", "land:height_to_shadow{}", layer = "shadow", range = { 0, 1 } },
		{ "height_to_shadow", "land:height_to_shadow{ elevation = 20, azimuth = 135, invert = true }", layer = "shadow", range = { 0, 1 } },
		{ "height_to_shadow", "land:height_to_shadow{ elevation = 20, azimuth = 135, softness = 4, invert = true }", layer = "shadow", range = { 0, 1 } },
		{ "image", [[image{ file = "examples/recipes/maps/hills_C.png" }]] },
		{ "image", [[image{ file = "examples/recipes/maps/hills_C.png" }:stream_power{ world_size = 8000, iterations = 20 }]], show = "relief" },
		{ "map", [[land:map{ C = "abs(C - 0.06)" }]], show = "relief" },
		{ "map", [[land:map{ Cd = "lerp(vec(0.2, 0.35, 0.15), vec(0.75, 0.7, 0.62), smoothstep(0.05, 0.3, length(vec(C(1, 0) - C(-1, 0), C(0, 1) - C(0, -1))) * 30))" }]], layer = "Cd" },
		{ "mask_by_feature", "land:mask_by_feature{}", layer = "mask" },
		{ "mask_by_feature", [[land:mask_by_feature{ use_slope = false, curvature = "gullies", curv_blur = 5, curv_threshold = 0.4 }]], layer = "mask" },
		{ "mask_by_feature", "land:mask_by_feature{ use_aspect = true, smooth_radius = 0.01, slope_min = 5 }", layer = "mask" },
		{ "mono_to_height", "land:mono_to_height{}", layer = "height", show = "relief" },
		{ "mono_to_height", "land:mono_to_height{ height_scale = -1 }", layer = "height", show = "relief" },
		{ "noise", "noise{}" },
		{ "noise", [[noise{ noise_type = "simplex" }]] },
		{ "noise", [[noise{ noise_type = "worley" }]] },
		{ "noise", [[noise{ noise_type = "perlin", fractal = "terrain", octaves = 9, frequency = 3 }]], show = "relief" },
		{ "noise_extra", "noise_extra{}" },
		{ "noise_extra", [[noise_extra{ kind = "crystal", frequency = 12 }]] },
		{ "noise_extra", [[noise_extra{ kind = "phasor", spread = 0.2 }]] },
		{ "noise_extra", [[noise_extra{ kind = "curl", frequency = 3 }]] },
		{ "noise_extra", [[noise_extra{ kind = "cloud", frequency = 3 }]] },
		{ "normal_to_height", "land:height_to_normal{}:normal_to_height{}", layer = "height", show = "relief" },
		{ "normal_to_height", [[noise{ noise_type = "worley", frequency = 6 }:height_to_normal{ tile = true }:normal_to_height{ tile = true, method = "exact" }]], layer = "height" },
		{ "position_map", "position_map{}", show = "vectors", colours = 256 },
		{ "position_map", [[position_map{ x_border = "mirror", x_cycles = 4 }]], show = "vectors", colours = 256 },
		{ "ramp", "land:ramp{}", layer = "Cd", colours = 128 },
		{ "ramp", [[land:ramp{ range = "measured" }]], layer = "Cd", colours = 128 },
		{ "ramp", [[land:ramp{ range = "measured", ramp = "0:0 0.3:1 0.35:0.2 1:1", out_layer = "" }]] },
		{ "random", "random{}", zoom = 4 },
		{ "random", [[worley_noise{}:random{ mode = "id", range_values = "specific_values", colors = "0.2 0.5 0.1 3; 0.4 0.3 0.2" }]], layer = "random" },
		{ "remap", "land:remap{}", show = "relief" },
		{ "remap", [[land:remap{ range = "measured", to_min = 0.16, to_max = 0 }]], show = "relief" },
		{ "shade", "land:shade{}", layer = "preview" },
		{ "shade", [[land:shade{ tint = "none", azimuth = 45, elevation = 20 }]], layer = "preview" },
		{ "shape", "shape{}", show = "distance" },
		{ "shape", [[shape{ shape = "star", points = 7, inner = 0.6, angle = 10 }]], show = "distance" },
		{ "shape", [[shape{ shape = "moon", angle = 30 }]], layer = "mask" },
		{ "slope", "land:slope{}", layer = "slope" },
		{ "slope", [[land:blur{ radius = 3 }:slope{ slope_layer = "", dir_layer = "" }]], layer = "aspect" },
		{ "slope", "land:blur{ radius = 3 }:slope{}", layer = "slope_dir" },
		{ "splat", "land:splat{}", show = "relief" },
		{ "splat", "land:splat{ snow_line = 0.5, rock_angle = 30, sediment_height = 0.5 }", show = "relief" },
		{ "stereogram", [[noise{ layer = "depth", bias = 0.5, amplitude = 0.5 }:stereogram{}]], layer = "stereogram" },
		{ "stereogram", [[shape{ shape = "star", mask_layer = "depth" }:stereogram{ strip = 40 }]], layer = "stereogram" },
		{ "stereogram", [[gradient{ direction = "radial", layer = "depth", ramp = "0:1 1:0" }:worley_noise{ element_size = 0.06 }:stereogram{ pattern_layer = "dist1" }]], layer = "stereogram" },
		{ "strata", "land:strata{}", show = "relief" },
		{ "strata", [[land:strata{ spacing = 0.012, tilt = "0.04 0.01", sharpness = 0.9 }]], show = "form" },
		{ "strata", [[land:strata{ spacing = 0.012, noise_amount = 0.02 }]], layer = "C_id" },
		{ "stream_power", "land:stream_power{}", show = "relief" },
		{ "stream_power", "land:stream_power{ iterations = 300, uplift = 0.001 }", show = "relief" },
		{ "terrace", "land:terrace{}", show = "relief" },
		{ "terrace", "land:terrace{ step = 0.015, sharpness = 0.9 }", show = "relief" },
		{ "terrace", "land:terrace{ step = 0.012, random_step = 1, sharpness = 0.95 }", show = "form" },
		{ "text", "text{}", layer = "text", varies = "letters are those of the machine's fonts" },
		{ "text", [[land:shade{}:text{ text = "Terrane\nÄgäis", size = 40, align = "center", composite_layer = "preview", color = "1 0.9 0.6" }]], layer = "preview",
			varies = "letters are those of the machine's fonts" },
		{ "worley_noise", "worley_noise{}", layer = "dist1" },
		{ "worley_noise", "worley_noise{ element_size = 0.2, jitter = 0.8 }", layer = "border" },
		{ "worley_noise", [[worley_noise{ element_size = 0.2, metric = "manhattan" }]], layer = "id" },
	},
}
