-- What it takes to see that a parameter does something: for each node an input, settings that every trial shares, and
-- for single parameters the settings under which they count (`with`), the values to try (`try`), and whether
-- it has no effect at all (`never`). A parameter without a row is tried at its bounds, its other options, or around its default.
-- `input` makes another input than land(); `layer` is what the node looks for where it is not C, of so many `channels`.
local terrane = require "terrane"
local maps = require "maps"

local width, height = 24, 20
local function land()
	local rough = maps.rough(3, 4)
	local function plain(seed) local f = maps.rough(seed, 1) return function(x, y) return f(x, y) end end
	local function layer(f) return terrane.layer { width = width, height = height, data = f } end
	return terrane.image {
		C = layer(function(x, y) return rough(x, y) / 16 + x / 12 + (x - 12) * (y - 7) / 90 end),
		other = layer(rough), depth = layer(rough),
		id = terrane.layer { width = width, height = height, type = "i32", data = function(x, y) return math.floor(x / 4) - y % 3 end },
		raise = layer(plain(5)),
		mouth = layer(function(x, y) return x == 0 and y > 4 and 1 or 0 end),
		debris = layer(plain(6)),
		places = terrane.layer { width = width, height = height, channels = 3, data = function(x, y, c) return c == 1 and x / 9 or c == 2 and y / 9 or x * y / 99 end },
		lake = layer(function(x, y) return (x > 15 and y > 12) and 0.4 or x < 3 and 0.00005 or 0 end),
		river = layer(function(x, y) return y == 6 and 0.8 or 0 end),
		pond = layer(function(x, y) return x < 6 and 0.3 or 0 end),
		paint_rgba = terrane.layer { width = width, height = height, channels = 4, data = function(_, _, c) return c == 2 and 1 or 0 end },
	}
end

-- text wants a font of the machine
local has_text, why_not = pcall(function() return terrane.text {}:render { width = 1 } end)
local crystal, phasor, cloud = { kind = "crystal" }, { kind = "phasor" }, { kind = "cloud" }
local tile, cell, weave, grid = { kind = "tile" }, { kind = "cell" }, { kind = "weave" }, { kind = "uv_grid", marker_type = "cross" }
local julia, chladni = { kind = "julia" }, { kind = "chladni" }
local worley = { noise_type = "worley" }
local fractal = { noise_type = "perlin", fractal = "terrain" }
local moving = { noise_type = "perlin", time_scale = 1, time = 3 }

-- what worley_noise and cellular_noise share
local function cells(rest)
	local params = {
		resolution_x = { try = { 7 } }, resolution_y = { try = { 7 } },
		element_size = { try = { 0.3 } }, element_scale = { try = { "2 1 1", "1 3" } }, jitter_scale = { try = { "0.5", "1 0" } },
		offset = { try = { "0.2", "0 0.1 0" } }, pos_layer = { try = { "places" } }, prefix = { try = { "a_" } },
		tile = { with = { element_size = 0.4 } }, tile_size = { with = { tile = true }, try = { "0.5 0.3" } },
		clamp_min = { with = { use_clamp_min = true }, try = { 0.05 } }, use_clamp_min = { with = { clamp_min = 0.05 } },
		clamp_max = { with = { use_clamp_max = true }, try = { 0.05 } }, use_clamp_max = { with = { clamp_max = 0.05 } },
	}
	for name, row in pairs(rest) do params[name] = row end
	return params
end

return {
	size = { width = width, height = height },
	land = land,
	worley_noise = { settings = {}, params = cells { fold = { never = true } } }, -- distances are not negative
	cellular_noise = { settings = {}, params = cells { fold = { with = { amplitude = -1 } }, gap = { try = { 0.02 } }, bevel = { try = { 0.3 } } } },
	noise_extra = {
		input = function()
			return terrane.image { way = terrane.layer { width = width, height = height, channels = 2, data = function(x, y, c) return c == 1 and x - 9 or y - 5 end } }
		end,
		settings = {},
		params = {
			resolution_x = { try = { 7 } }, resolution_y = { try = { 7 } },
			frequency = { try = { 5 } }, radius = { try = { 0.5 } }, density = { try = { 0.3 } }, offset = { try = { "0.3", "0 0.2", "0 0 0.4" } }, octaves = { with = cloud },
			sharpness = { with = crystal }, metric = { with = crystal }, jitter = { with = crystal },
			phasor_type = { with = phasor }, periodic_function = { with = phasor }, stripe_freq = { with = phasor }, angle = { with = phasor, try = { 40 } },
			spread = { with = phasor }, kernels = { with = phasor }, direction_layer = { with = phasor, try = { "way" } },
			coverage = { with = cloud }, softness = { with = cloud }, billow = { with = cloud },
			fold = { with = { center = -0.5 } }, out_layer = { try = { "a" } },
			clamp_min = { with = { use_clamp_min = true }, try = { 0.2 } }, use_clamp_min = { with = { clamp_min = 0.2 } },
			clamp_max = { with = { use_clamp_max = true }, try = { 0.2 } }, use_clamp_max = { with = { clamp_max = 0.2 } },
			compute = { try = { "cpu" }, never = true }, -- the same bytes wherever they come from
		},
	},
	pattern = {
		settings = {},
		params = {
			resolution_x = { try = { 7 } }, resolution_y = { try = { 7 } }, out_layer = { try = { "a" } },
			kind = { try = { "tile", "cell", "julia", "chladni", "knit", "weave" } }, -- uv_grid is below: its text needs a font
			counts = { try = { "4 8", "8 4" } }, gap = { with = tile, try = { 0.3 } }, rand_seed = { with = cell },
			bond = { with = tile }, header_interval = { with = { kind = "tile", bond = "american" }, try = { 2 } }, offset = { with = tile, try = { 0.2 } },
			bevel = { with = tile, try = { 0.4 } }, jitter = { with = cell, try = { 0, 0.5 } }, lattice = { with = cell }, cell_metric = { with = cell }, density = { with = cell, try = { 0, 0.5 } },
			density_seed = { with = { kind = "cell", density = 0.5 } },
			weave = { with = weave, try = { "twill", "satin" } }, weave_layer = { with = { kind = "weave", weave = "custom" }, base = "river", try = { "C" } },
			thread_width = { with = weave, try = { 0.5, 1 } }, separate_widths = { with = { kind = "weave", thread_width = 0.4 } },
			weft_width = { with = { kind = "weave", separate_widths = true }, try = { 0.5, 1 } },
			fractal = { with = julia }, c = { with = julia, try = { "0 0" } }, center = { with = julia, try = { "0.2 0" } }, zoom = { with = julia, try = { 2 } },
			iterations = { with = julia }, modes = { with = chladni, try = { "2 5" } }, sign = { with = chladni }, chladni_output = { with = chladni },
			line_width = { with = chladni }, threshold = { with = { kind = "chladni", chladni_output = "nodal_lines" }, try = { 0.5 } },
			smoothing_width = { with = { kind = "chladni", chladni_output = "nodal_lines" }, try = { 0.02 } },
			amplitude = { with = chladni }, amplitude_ratio = { with = chladni },
			tile_coloring = { with = grid }, tile_color1 = { with = { kind = "uv_grid", marker_type = "cross", tile_coloring = "checker" }, try = { "1 0 0" } },
			tile_color2 = { with = { kind = "uv_grid", marker_type = "cross", tile_coloring = "gradient" }, try = { "1 0 0" } },
			outlines = { with = grid }, outline_width = { with = grid }, outline_color = { with = grid, try = { "1 0 0" } },
			labels = { with = grid }, marker_type = { with = grid, try = { "arrow" } },
			text_mode = has_text and { with = { kind = "uv_grid" } } or { never = true },
			font = has_text and { with = { kind = "uv_grid" }, try = { "serif" } } or { never = true },
			marker_size = { with = grid, try = { 0.9 } }, marker_coloring = { with = grid },
			marker_color = { with = grid, try = { "1 0 0" } }, marker_color2 = { with = { kind = "uv_grid", marker_type = "cross", marker_coloring = "checker" }, try = { "1 0 0" } },
		},
	},
	noise = {
		settings = { noise_type = "perlin", offset_x = 0.3, offset_y = 0.2, offset_z = 0.4 },
		params = {
			resolution_x = { try = { 7 } }, resolution_y = { try = { 7 } },
			noise_type = { with = {} },
			metric = { with = worley }, jitter = { with = worley },
			octaves = { with = fractal }, lacunarity = { with = fractal }, roughness = { with = fractal },
			time_scale = { with = { time = 3 } }, time = { with = moving, try = { 5 } }, loop_frames = { with = moving, try = { 12 } },
			clamp_min = { with = { use_clamp_min = true }, try = { -0.1 } }, use_clamp_min = { with = { clamp_min = 0.1 } },
			clamp_max = { with = { use_clamp_max = true }, try = { 0.1 } }, use_clamp_max = { with = { clamp_max = 0.1 } },
			frequency = { try = { 7 } },
			device = { try = { "exact" } },
		},
	},
	constant = {
		settings = {},
		params = {
			resolution_x = { try = { 7 } }, resolution_y = { try = { 7 } },
			alpha = { with = { use_alpha = true } },
		},
	},
	fill = {
		settings = { mask_layer = "lake" },
		params = {
			layer = { try = { "other" } },
			value = { try = { "1", "0.5 1" } },
			mask_layer = { try = { "river", "" } },
		},
	},
	position_map = {
		settings = {},
		params = {
			x_border = { with = { x_cycles = 3 } }, y_border = { with = { y_cycles = 3 } }, z_border = { with = { z_shift = 1.3 } },
			z_cycles = { with = { z_shift = 0.2 } },
		},
	},
	gradient = {
		settings = { direction = "radial" },
		params = {
			resolution_x = { try = { 7 } }, resolution_y = { try = { 7 } },
			direction = { with = {} }, angle = { with = { direction = "diagonal" } },
			ramp = { try = { "0:1 1:0" } },
		},
	},
	random = {
		settings = {},
		params = {
			color_model = { with = { range_values = "min_max" } },
			range_min = { with = { range_values = "min_max" }, try = { "0 0 0.5" } }, range_max = { with = { range_values = "min_max" }, try = { "1 1 2" } },
			color_ramp = { with = { range_values = "color_ramp" }, try = { "0:1,1,1" } }, color_ramp_mode = { with = { range_values = "color_ramp" } },
			colors = { with = { range_values = "specific_values" }, try = { "1 1 1", "1 0 0 9; 0 1 0; 0 0 1" } },
			id_layer = { with = { mode = "id" }, try = { "C" } }, zero_negative_ids = { with = { mode = "id" } },
		},
	},
	flow = {
		settings = { world_size = 4 },
		params = {
			layer = { try = { "other" } },
			exponent = { with = { method = "mfd" } },
			rand_seed = { with = { method = "rho8" }, try = { 1, 2, 3 } },
			base_layer = { try = { "mouth" } },
			rain_layer = { try = { "raise" } },
		},
	},
	fractal_sample = {
		settings = {},
		params = {
			source_layer = { try = { "other" } },
			maintain_tileable = { with = { lacunarity = 2.4 } },
			bias = { with = { blend_mode = "maximum" } }, -- it cancels out of add
			blend_mode = { try = { "subtract", "maximum" } }, -- over takes four channels
			rand_seed = { with = { jitter = 0.3 } }, angle_mode = { with = { angle = 30 } },
			random_flip_x = { with = { rand_seed = 3 } }, random_flip_y = { with = { rand_seed = 3 } },
			clamp_min = { with = { use_clamp_min = true }, try = { 0.9 } }, use_clamp_min = { with = { clamp_min = 0.9 } },
			clamp_max = { with = { use_clamp_max = true }, try = { 0.9 } }, use_clamp_max = { with = { clamp_max = 0.9 } },
		},
	},
	text = has_text and {
		settings = { size = 14, position = "0 0.5" },
		params = {
			resolution_x = { try = { 7 } }, resolution_y = { try = { 7 } },
			font = { try = { "serif", "monospace" } }, position = { try = { "0.2 0.5", "0 0.7" } }, align = { with = { position = "0.5 0.5" } },
			spacing = { with = { text = "a\nb" }, try = { 1 } }, color = { with = { composite_layer = "C" }, try = { "0.3 0 0" } },
		},
	} or { skip = why_not },
	stereogram = {
		layer = "depth",
		settings = {},
		params = {
			depth_layer = { try = { "lake" } },
			pattern_layer = { try = { "C" } },
		},
	},
	bake = {
		input = function() return terrane.noise { frequency = 7 } end, -- a generator, which has no size of its own
		settings = { width = 16 },
		params = {
			region = { try = { "0 0 2 1", "0.5 0 1 1" } },
			outside = { with = { region = "0.2 0.2 0.8 0.8" } },
		},
	},
	resample = {
		params = {
			width = { try = { 7 } }, height = { try = { 7 } },
			edge = { with = { filter = "bilinear", width = 60 } },
		},
	},
	crop = {
		settings = { pad = 2 },
		params = {
			region = { try = { "0 0 1 2" } }, pixels = { try = { "0 0 3 3" } }, pad = { try = { 1, -3 } }, pad_sides = { try = { "0 0 0 1" } },
			value = { with = { outside = "value" } },
		},
	},
	hydraulic = {
		settings = { world_size = 24, erosion_layer = "worn" },
		params = {
			layer = { try = { "other" } },
			hardness_layer = { try = { "raise" } },
			rand_seed = { try = { 1 } },
			lifetime = { try = { 1, 40 } },
			batch = { try = { 1, 7 } },
			inertia = { try = { 0.5 } }, gravity = { try = { 100 } }, evaporate = { try = { 0.3 } }, min_slope = { try = { 1 } },
			radius = { try = { 1, 5 } }, deposit_radius = { try = { 3 } },
			compute = { never = true },
		},
	},
	thermal = {
		settings = { world_size = 24, iterations = 4, talus_angle = 5 },
		params = {
			layer = { try = { "other" } },
			strength = { try = { 0.5, -1 } },
			rand_seed = { with = { slump_mode = "granular" }, try = { 1 } },
			debris_input = { with = { debris_source = "layer" }, try = { "other" } },
			debris_scale = { with = { debris_source = "constant" }, try = { 0, 0.3 } },
			remove_debris = { with = { debris_source = "constant" } }, add_debris = { with = { debris_source = "constant" } },
			hardness_layer = { try = { "raise" } },
			compute = { never = true },
		},
	},
	transform = {
		settings = { angle = 20 },
		params = {
			offset = { try = { "0.1 0" } }, pivot = { try = { "0 0" } }, stretch = { try = { "1 2", "0.3 1" } },
			offset_unit = { with = { offset = "0.1 0" } },
			value = { with = { outside = "value" } }, vector_layer = { try = { "places" } },
		},
	},
	stream_power = {
		settings = { iterations = 3, world_size = 2 },
		params = {
			layer = { try = { "other" } },
			iterations = { try = { 0, 9 } },
			diffusion = { try = { 0.1 } },
			rand_seed = { try = { 1, 2, 3 } },
			uplift = { try = { 0.1 } },
			uplift_layer = { with = { uplift = 0.1 }, try = { "raise" } },
			base_layer = { try = { "mouth" } },
			area_cap = { try = { 0.1 } }, protect_layer = { try = { "raise" } },
			uplift_by_height = { with = { uplift = 0.1 } },
			uplift_low = { with = { uplift = 0.1, uplift_by_height = true } }, uplift_high = { with = { uplift = 0.1, uplift_by_height = true } },
		},
	},
	shape = {
		settings = {},
		params = {
			resolution_x = { try = { 7 } }, resolution_y = { try = { 7 } },
			center_x = { try = { 0.2 } }, center_y = { try = { 0.2 } },
			angle = { with = { shape = "box" }, try = { 30 } }, shear = { with = { shape = "box" }, try = { 0.5 } },
			arc = { try = { 0.5 } }, thickness = { try = { 0.5 } }, round_ends = { with = { arc = 0.7, thickness = 0.4 } },
			size_x = { with = { shape = "box" } }, size_y = { with = { shape = "box" } }, corner = { with = { shape = "rounded_box" } },
			separate_corners = { with = { shape = "rounded_box" } },
			corner_tl = { with = { shape = "box", separate_corners = true } }, corner_tr = { with = { shape = "box", separate_corners = true } },
			corner_bl = { with = { shape = "box", separate_corners = true } }, corner_br = { with = { shape = "box", separate_corners = true } },
			points = { with = { shape = "polygon" } }, inner = { with = { shape = "star" } }, squircle_blend = { with = { shape = "squircle" } },
			trap_top = { with = { shape = "trapezoid" } }, use_points = { with = { shape = "triangle" } },
			tri_p0 = { with = { shape = "triangle", use_points = true }, try = { "0 0" } },
			tri_p1 = { with = { shape = "triangle", use_points = true }, try = { "0 0" } },
			tri_p2 = { with = { shape = "triangle", use_points = true }, try = { "0 0" } },
			roundness = { with = { shape = "egg" } }, moon_inner = { with = { shape = "moon" } }, moon_offset = { with = { shape = "moon" } },
			cross_inset = { with = { shape = "cross" } }, cross_bevel = { with = { shape = "cross" } },
			line_ax = { with = { shape = "line", radius = 0.1 } }, line_ay = { with = { shape = "line", radius = 0.1 } },
			line_bx = { with = { shape = "arrow" } }, line_by = { with = { shape = "arrow" } },
			separate_thickness = { with = { shape = "line" } },
			start_thickness = { with = { shape = "line", separate_thickness = true } }, end_thickness = { with = { shape = "line", separate_thickness = true } },
			arrow_shaft = { with = { shape = "arrow" } }, arrow_head = { with = { shape = "arrow" } }, arrow_head_ratio = { with = { shape = "arrow" } },
		},
	},
	splat = {
		settings = { world_size = 8 },
		params = {
			layer = { try = { "other" } },
			sediment_layer = { try = { "" } },
			sediment_ref = { try = { 0.5 } },
			flat_angle = { with = { sediment_layer = "" }, try = { 0, 90 } },
			sediment_height = { with = { sediment_layer = "", flat_angle = 60 }, try = { 0, 2 } },
			water_layers = { try = { "pond", "" } },
			lake_min = { try = { 0, 1 } },
			lake_falloff = { try = { 1 } },
			snow_line = { try = { 0, 2 } },
			snow_falloff = { with = { snow_line = 0.5 }, try = { 1 } },
			snow_max_slope = { with = { snow_line = 0.2 }, try = { 0, 90 } },
			height_mode = { try = { "absolute" } },
		},
	},
	clip = { settings = { softness = 0.2 }, params = { min = { try = { 0.3 } }, max = { try = { 0.5 } }, layer = { try = { "other" } }, mask_layer = { try = { "river" } } } },
	normal_to_height = {
		input = function() return land():height_to_normal { out_layer = "N" }:height_to_normal { layer = "other", out_layer = "bumps" } end,
		layer = "N", channels = 3,
		settings = {},
		params = { layer = { try = { "bumps" } }, strength = { try = { 2, -3 } } },
	},
	terrace = {
		settings = {},
		params = {
			layer = { try = { "other" } }, mask_layer = { try = { "river" } }, mask = { try = { 0.5 } }, sharpness = { try = { 0.9 } }, random_step = { try = { 0.5 } },
			terraces = { with = { method = "num_terraces" } },
			limit_range = { with = { min_height = 0.3 } }, min_height = { with = { limit_range = true }, try = { 0.3 } },
			max_height = { with = { limit_range = true }, try = { 0.5 } },
			rand_seed = { with = { random_step = 1 } },
		},
	},
	strata = {
		settings = {},
		params = {
			layer = { try = { "other" } }, mask_layer = { try = { "river" } }, strength = { try = { 0.5 } }, sharpness = { try = { 0.9 } }, tilt = { try = { "0.3 0", "0 -0.2" } },
			noise_frequency = { with = { noise_amount = 0.3 } },
		},
	},
	slope = { settings = {}, params = { layer = { try = { "other" } } } },
	erosion_filter = {
		settings = { world_size = 24, amplitude = 0.5, wavelength = 9 },
		params = {
			layer = { try = { "other" } }, rand_seed = { try = { 7 } }, height_min = { try = { -1, 1 } }, height_max = { try = { 1, 3 } }, strength = { try = { 0.5, -1 } },
			origin_x = { try = { 5 } }, origin_y = { try = { 5 } },
		},
	},
	curvature = { settings = {}, params = { layer = { try = { "other" } }, scale = { try = { 3 } } } },
	blend = {
		settings = { mode = "add" },
		params = {
			opacity = { try = { 0, 0.5 } }, layer = { try = { "other" } }, other_layer = { try = { "other" } }, radius = { with = { mode = "smooth_minimum" } },
			mask_layer = { try = { "river" } }, invert_mask = { with = { mask_layer = "river" } },
		},
	},
	arrange = {
		params = { pack = { try = { "two=C,other" } }, rename = { try = { "height=C" } }, drop = { try = { "C" } }, keep = { try = { "C" } } },
	},
	distance = {
		layer = "mask", input = function()
			local image = land()
			return terrane.image { mask = image:layer "river", river = image:layer "river", pond = image:layer "pond", raise = image:layer "raise" }
		end,
		settings = { threshold = 0.3 },
		params = {
			layer = { try = { "pond" } }, threshold = { try = { 0 }, with = { layer = "raise", max_distance = 5 } }, max_distance = { try = { 3 } },
			tile = { with = { layer = "pond", threshold = 0.2 } },
		},
	},
	fill_voids = {
		input = function()
			local image = land()
			local function holes(name) return terrane.layer { width = width, height = height, data = function(x, y) return (x + y) % 9 < 6 and 0 / 0 or image:layer(name):get(x, y) end } end
			return terrane.image { C = holes "C", other = holes "other", river = image:layer "river" }
		end,
		settings = { mask_layer = "river" },
		params = { layer = { try = { "other", "C other" } }, mask_layer = { try = { "river" } }, max_distance = { try = { 1 } }, filled_layer = { try = { "new" } } },
	},
	luminance = {
		channels = 3, input = function()
			local image = land()
			return terrane.image { C = image:layer "places", other = image:layer "other" }
		end,
		settings = {},
		params = {
			layer = { try = { "other" } }, weights = { with = { method = "custom" }, try = { "1 2 3" } },
			encoding = { with = { weights = "1 0 0" } },
		},
	},
	convert_normal = {
		layer = "N", channels = 3, input = function()
			local image = land()
			return terrane.image { N = image:layer "places", C = image:layer "paint_rgba" }
		end,
		settings = {},
		params = { layer = { try = { "C" } } },
	},
	remap = {
		params = {
			layer = { with = { to_max = 2 }, try = { "other" } }, cut = { with = { range = "measured" } }, from_min = { try = { -1 } }, from_max = { try = { 3 } },
		},
	},
	ramp = {
		params = {
			layer = { try = { "other" } }, ramp = { try = { "0:0 1:1" } }, ramp_mode = { with = { from_max = 9 } }, range = { with = { from_max = 9 } },
			cut = { with = { range = "measured" } }, from_min = { try = { -1 } }, from_max = { try = { 3 } },
		},
	},
	map = {
		params = {
			program = { try = { "C = C * 2", "local k = 3; other = k" } },
			tile = { with = { program = "C = C(5, 0)" } },
			number1 = { with = { program = "C = number1" } }, number2 = { with = { program = "C = number2" } },
			number3 = { with = { program = "C = number3" } }, number4 = { with = { program = "C = number4" } },
			number5 = { with = { program = "C = number5" } }, number6 = { with = { program = "C = number6" } },
			number7 = { with = { program = "C = number7" } }, number8 = { with = { program = "C = number8" } },
		},
	},
	statistics = { -- in its report
		params = { layer = { try = { "other" } }, channel = { with = { layer = "paint_rgba" }, try = { 2 } }, mask_layer = { try = { "river" } },
			invert_mask = { with = { mask_layer = "river" } } },
	},
	mask_by_feature = {
		settings = {
			world_size = 24, slope_falloff = 20, slope_max = 70, use_aspect = true, aspect_spread = 20, aspect_falloff = 120, use_height = true, height_min = 0.4, height_max = 1.5,
			height_falloff = 1, curvature = "ridges", curv_falloff = 2, use_occlusion = true, occ_radius = 5, occ_falloff = 0.5, occ_max = 0.6, blend_mode = "average",
		},
		params = {
			layer = { try = { "other" } }, height_min = { try = { 0.8 } }, height_max = { try = { 0.5 } },
			smooth_radius = { try = { 3 } }, curv_reference = { try = { 0.5 } }, slope_min = { try = { 40 } }, slope_max = { try = { 1 } },
			occ_min = { try = { 0.5 } }, occ_max = { with = { occ_falloff = 0, occ_min = 0 }, try = { 0.05 } }, occ_step_scale = { try = { 3 } }, occ_height_scale = { try = { 4 } },
		},
	},
	blur = {
		settings = { mask_layer = "river" },
		params = {
			layer = { try = { "other", "C other", "*" } },
			radius = { try = { 0, 9, 40 } },
			radius_layer = { try = { "raise" } },
			mask_layer = { try = { "pond", "" } },
		},
	},
	morphology = {
		settings = { mask_layer = "raise" },
		params = {
			layer = { try = { "other", "C other", "*" } },
			radius = { try = { 0, 1, 2.5, 1024 } },
			mask_layer = { try = { "pond", "" } },
		},
	},
	warp = {
		settings = { mask_layer = "raise" },
		params = {
			layer = { try = { "other", "C other", "*" } },
			by = { with = { warp_layer = "places" } },
			amount = { try = { -0.05, 0.2 } },
			warp_layer = { with = { by = "layer" }, base = "places", try = { "raise other", "debris lake" } },
			angle = { with = { by = "direction", warp_layer = "raise" }, try = { 90, -30 } },
			mask_layer = { try = { "pond", "" } },
		},
	},
	height_to_normal = { settings = {}, params = { layer = { try = { "other" } } } },
	height_to_ao = { settings = {}, params = { layer = { try = { "other" } } } },
	height_to_shadow = { settings = { world_size = 4 }, params = { layer = { try = { "other" } }, max_distance = { try = { 2 } } } },
	height_to_caustics = {
		settings = { strength = 0.02 },
		params = { layer = { try = { "other" } }, azimuth = { with = { elevation = 50 } }, elevation = { try = { 0.1, 50 } }, max_shift = { try = { 0.1 } } },
	},
	mono_to_height = { settings = {}, params = { layer = { try = { "other" } } } },
	shade = {
		settings = {},
		params = {
			layer = { try = { "other" } },
			strength = { with = { vertical = "world" } },
			world_size = { with = { vertical = "world" }, try = { 0.5, 8 } },
			prefix = { try = { "paint" } },
			range_min = { try = { -3 } }, range_max = { try = { 9 } },
			water_layers = { try = { "pond", "" } },
			lake_min = { try = { 0.5 } },
			sea_level = { with = { sea = true }, try = { 1 } },
			sea_depth = { with = { sea = true, sea_level = 1 }, try = { 3 } },
			relief_radius = { try = { 4 } },
		},
	},
	image = { skip = "its parameters say how to read a file: spec/io" },
}
