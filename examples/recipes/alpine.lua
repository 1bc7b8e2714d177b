-- A range of 10 km: ground rises where noise is high, rivers carve it down to lakes where noise is low, what grows is painted.
local seed = param("seed", 3, { min = 0, doc = "another seed, another range" })
local ground = noise{ noise_type = "simplex", fractal = "standard", octaves = 9, frequency = 2, amplitude = 0.2, rand_seed = seed }
local masks = ground:mono_to_height{ height_scale = 5, height_offset = 0.4, out_layer = "uplift" }:mono_to_height{ height_scale = -60, height_offset = -4.9, out_layer = "water" }
local carved = masks:stream_power{ world_size = 10000, strength = 3000, iterations = 80, erodibility = 0.04, diffusion = 0.05, uplift = 9, uplift_layer = "uplift", base_layer = "water" }
return carved:splat{ world_size = 10000, strength = 3000, snow_line = 0.7, water_layers = "water" }
