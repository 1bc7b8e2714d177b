-- Makes the map that from_map.lua reads, hills of 300 to 1200 metres in 8 km, at its own size:
--   terrane run hills.lua --size 256 -o .
local ground = noise{ noise_type = "simplex", fractal = "standard", octaves = 8, frequency = 2.5, amplitude = 0.2, rand_seed = 4 }
local drained = ground:mono_to_height{ height_scale = 4, height_offset = 0.5, out_layer = "uplift" }
	:stream_power{ iterations = 120, erodibility = 0.05, diffusion = 0.06, uplift = 0.004, uplift_layer = "uplift", flow_layer = "" }
return { hills = drained:mono_to_height{ height_scale = 1600, height_offset = 400, out_layer = "C" } }
