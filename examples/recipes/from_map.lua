-- A height map from a file, its valleys carved a little deeper, and painted. With a map of your own:
--   terrane run from_map.lua -D map=rainier.png -D world_size=46080 -D scale=0.0625 -D offset=274
-- Pixels are square: maps in degrees go through gdalwarp first. Voids are filled from what lies around them.
local map = param("map", "maps/hills_C.png", { doc = "PNG of 16 bits, .r16 or .r32; heights in metres" })
local world_size = param("world_size", 8000, { min = 1, doc = "width of the map in metres" })
local width = param("width", 0, { min = 0, doc = "pixels of a row, for .r16 and .r32 that are no squares" })
local scale = param("scale", 0, { doc = "metres of one step of the file's integers; 0: as the file's sidecar says" })
local offset = param("offset", 0, { doc = "metres of the integer 0, with a scale" })
local carving = param("carving", 4, { min = 0, max = 100, doc = "steps of erosion" })
local snow = param("snow", 0.85, { doc = "share of the map's height above which snow lies" })

local ground = image{ file = map, width = width, raw = scale ~= 0, world_size = world_size }
if scale ~= 0 then ground = ground:mono_to_height{ height_scale = scale, height_offset = offset, out_layer = "C" } end
local carved = ground:fill_voids{}:stream_power{ world_size = world_size, iterations = carving, erodibility = 0.01, diffusion = 0.01 }
return carved:splat{ world_size = world_size, snow_line = snow }
