---@meta
-- The nodes; made by scripts/docs from the node's declaration.

---@class terrane
local terrane = {}

---@class terrane.node
local node = {}

---@class terrane.image
local image = {}

---@class terrane.arrange.params
---@field cop? terrane.node|terrane.image Image whose layers are arranged.
---@field pack? string Layers made of channels of others, "Cd=red,green,blue two=N.1,N.2": a layer gives all its channels, layer.2 its second. Default "".
---@field rename? string New names, "height=C normal=N". A layer that has the new name already is replaced. Default "".
---@field drop? string Layers to leave out, by name, separated by spaces. Default "".
---@field keep? string Layers to keep, in this order; all others are left out. Empty keeps all. Default "".

---Keeps, drops, renames and packs layers.
---@param params terrane.arrange.params
---@return terrane.node
function terrane.arrange(params) end

---Keeps, drops, renames and packs layers.
---@param params terrane.arrange.params
---@return terrane.node
function node:arrange(params) end

---Keeps, drops, renames and packs layers.
---@param params terrane.arrange.params
---@return terrane.node
function image:arrange(params) end

---@class terrane.bake.params
---@field cop? terrane.node|terrane.image What is made once.
---@field width? integer|terrane.figure Width of the image that is made, whatever size the evaluation asks for. Default 512, values 1 ... 65536.
---@field height? integer|terrane.figure Its height. 0: as many pixels to a v as to a u, which are square where the evaluation is; for one of 1024 x 512 give half the width, else rivers run on ground that is squeezed. Default 0, values 0 ... 65536.
---@field region? string|table The part of the plane that is made, {u0, v0, u1, v1}: the unit square is what an evaluation shows. Rounded to whole pixels of the bake. An image of a size of its own, such as a file, is laid over it. Default "0 0 1 1".
---@field interpolation? "bilinear"|"bicubic"|"nearest" Between the pixels of the bake. bicubic (Catmull-Rom) is smooth and may overshoot a little; bilinear does not, but its slopes have steps; nearest shows the pixels. Ids are always those of the nearest pixel. Default "bicubic".
---@field outside? "clamp"|"repeat"|"void" Beyond the region. clamp: its edge goes on. repeat: it begins anew, without a seam where the image is tileable. void: NaN, and -1 in ids. Default "clamp".

---Makes its input once, at a size of its own, and serves it to any evaluation.
---@param params terrane.bake.params
---@return terrane.node
function terrane.bake(params) end

---Makes its input once, at a size of its own, and serves it to any evaluation.
---@param params terrane.bake.params
---@return terrane.node
function node:bake(params) end

---Makes its input once, at a size of its own, and serves it to any evaluation.
---@param params terrane.bake.params
---@return terrane.node
function image:bake(params) end

---@class terrane.blend.params
---@field cop? terrane.node|terrane.image Image with a, and the mask.
---@field other? terrane.node|terrane.image Image with b, of the same size.
---@field mode? "mix"|"add"|"subtract"|"multiply"|"minimum"|"maximum"|"smooth_minimum"|"smooth_maximum"|"overlay"|"screen"|"difference" What becomes of a and b. mix: b. subtract: a - b. minimum, maximum: the lower, the higher. smooth_minimum, smooth_maximum: the same without a crease. overlay, screen: of colours and masks from 0 to 1. difference: |a - b|. Default "mix".
---@field layer? string Layer a of the image. Default "C".
---@field other_layer? string Layer b of the other image: as many channels, or one that all channels of a meet. Default "C".
---@field opacity? number|terrane.figure How much of the result shows; 0 leaves a as it is. Default 1, values 0 ... 1.
---@field radius? number|terrane.figure Where a and b differ by less than this they are rounded off, by a quarter of it where they meet. Hidden when mode ≠ smooth_minimum and mode ≠ smooth_maximum. Default 0.1, values 1e-6 ... 1e24.
---@field mask_layer? string Layer of the image that says how much shows, 0 to 1; its first channel, clamped. Empty: everywhere. Default "".
---@field invert_mask? boolean Show it where the mask is low: one minus the mask. Disabled when mask_layer = "". Default false.
---@field out_layer? string Name of the result. Empty: it replaces a. Default "".

---Joins a layer with one of another image.
---@param params terrane.blend.params
---@return terrane.node
function terrane.blend(params) end

---Joins a layer with one of another image.
---@param params terrane.blend.params
---@return terrane.node
function node:blend(params) end

---Joins a layer with one of another image.
---@param params terrane.blend.params
---@return terrane.node
function image:blend(params) end

---@class terrane.blur.params
---@field cop? terrane.node|terrane.image Image with the layers to blur, and those that scale and mask it.
---@field layer? string Layers to blur, all their channels: names separated by spaces, or * for every layer that does not hold ids. Default "C".
---@field kind? "gaussian"|"box" gaussian: a bell with a standard deviation of half the radius. box: the mean of the square of 2 radius + 1 pixels. Default "gaussian".
---@field radius? number|terrane.figure How far pixels are spread. 0 leaves them alone. Default 4, values 0 ... 65536.
---@field radius_layer? string Scales the radius of each pixel, 0 to 1; its first channel, clamped. Empty takes the radius everywhere. Default "".
---@field edge? "extend"|"wrap"|"clamp" What lies beyond the image. extend: the surface goes on point-symmetrically about its border, so that slopes stay as they are up to it. wrap: the image repeats. clamp: the border's own values, so that nothing leaves the range of the layer, as masks want it. Default "extend".
---@field mask_layer? string Says how much of the blurred layer shows, 0 to 1; its first channel, clamped. Empty shows it everywhere. Default "".
---@field invert_mask? boolean Blur where the mask is low: one minus the mask. Disabled when mask_layer = "". Default false.

---Blurs layers, by a Gaussian or by the mean of a square, the same everywhere or by a radius that a layer scales.
---@param params terrane.blur.params
---@return terrane.node
function terrane.blur(params) end

---Blurs layers, by a Gaussian or by the mean of a square, the same everywhere or by a radius that a layer scales.
---@param params terrane.blur.params
---@return terrane.node
function node:blur(params) end

---Blurs layers, by a Gaussian or by the mean of a square, the same everywhere or by a radius that a layer scales.
---@param params terrane.blur.params
---@return terrane.node
function image:blur(params) end

---@class terrane.cellular_noise.params
---@field cop? terrane.node|terrane.image Image that the layers are added to; it has the size, and the layer of pos_layer.
---@field amplitude? number|terrane.figure Multiplies the shape. At most 1e24 in size. Default 1.
---@field shift? number|terrane.figure Added after the amplitude. At most 1e24 in size. Default 0.
---@field element_size? number|terrane.figure Size of a cell, in image units: the image is one wide. Default 0.1, values 1e-6 ... 10000.
---@field element_scale? string|table Stretches cells: up to three numbers, for x, y and z, 1e-6 to 1e6 each. Default "1 1 1".
---@field jitter? number|terrane.figure How far feature points move from the middle of their cells. 0 is a regular lattice; 1 covers the cell; above 1 points leave the cells that are searched, and edges appear. Default 1, values 0 ... 2.
---@field jitter_scale? string|table Multiplies the jitter along x, y and z; within -1e6 ... 1e6. Default "1 1 1".
---@field lattice? "rectangular"|"hexagonal" rectangular: a grid. hexagonal: every point has six neighbours, so that cells are hexagons at jitter 0; in 2-D alone, and it cannot be tiled. Default "rectangular".
---@field metric? "euclidean"|"manhattan"|"chebyshev" How distance is measured: euclidean gives straight borders, manhattan diamonds, chebyshev squares. Default "euclidean".
---@field smooth_edge? number|terrane.figure Rounds the corners of cells by a smooth minimum over the borders around, and moves borders inwards. 0 is sharp. Hidden when metric ≠ euclidean. Default 0, values 0 ... 10.
---@field offset? string|table Added to positions: up to three numbers, for x, y and z, in image units. Default "0 0 0".
---@field tile? boolean Make the pattern repeat without seams. Along each axis round(tile_size / cell size) cells fit in, one at least, and the cell size is adjusted to that. Default false.
---@field tile_size? string|table After how much the pattern repeats along x, y and z, in image units, 1e-6 to 1e6 each. An image that is not square is height / width units high. Disabled when tile is off. Default "1 1 1".
---@field shape_mode? "absolute"|"relative" absolute: gap and bevel are distances in image units. relative: they are parts of the way from the border (0) to the feature point (1). Default "absolute".
---@field gap? number|terrane.figure Distance from the border at which a cell begins. Cells that are smaller vanish. Default 0, values 0 ... 10000.
---@field bevel? number|terrane.figure Over how much the shape rises from 0 to 1 behind the gap. 0 gives flat tops with hard edges, much gives points. Default 0.05, values 0 ... 10000.
---@field pos_layer? string Layer of the input whose values are the positions: two channels for 2-D noise, three for 3-D. Empty takes the pixels' own. Default "".
---@field rand_seed? integer|terrane.figure Seed of the feature points and ids. Default 0, values at least 0.
---@field fold? boolean Take the absolute value. Default false.
---@field complement? boolean Replace x with 1 - x. Default false.
---@field pp_bias? number|terrane.figure Perlin's bias. 0.5 leaves values alone, less pulls them towards 0, more towards 1. Default 0.5, values 0 ... 1.
---@field gain? number|terrane.figure Perlin's gain. 0.5 leaves values alone, more steepens the middle, less flattens it. Default 0.5, values 0 ... 1.
---@field gamma? number|terrane.figure x^gamma. Above 1 darkens. Default 1, values 0.001 ... 100.
---@field contrast? number|terrane.figure Scales values around 0.5. Default 1, values -100 ... 100.
---@field clamp_min? number|terrane.figure Lower limit, while use_clamp_min is on. Default 0.
---@field use_clamp_min? boolean Apply the lower limit. Default false.
---@field clamp_max? number|terrane.figure Upper limit, while use_clamp_max is on. It wins over a lower limit above it. Default 1.
---@field use_clamp_max? boolean Apply the upper limit. Default false.
---@field prefix? string Put before the names of the layers: noise, border, center, id. Default "".
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.

---Cells around scattered points, with gaps and bevels between them.
---@param params terrane.cellular_noise.params
---@return terrane.node
function terrane.cellular_noise(params) end

---Cells around scattered points, with gaps and bevels between them.
---@param params terrane.cellular_noise.params
---@return terrane.node
function node:cellular_noise(params) end

---Cells around scattered points, with gaps and bevels between them.
---@param params terrane.cellular_noise.params
---@return terrane.node
function image:cellular_noise(params) end

---@class terrane.clip.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer to clip. Only its first channel is used. Default "C".
---@field mask_layer? string Says how much of the clipped height is laid over each pixel, 0 to 1; its first channel, clamped. Empty clips everywhere. Default "".
---@field mode? "both"|"above"|"below" Which limits hold. above only lowers what is over the maximum, below only raises what is under the minimum. Default "both".
---@field min? number|terrane.figure Lower limit. At most 1e24 in size. Hidden when mode = above. Default 0.
---@field max? number|terrane.figure Upper limit. At most 1e24 in size. Hidden when mode = below. Default 1.
---@field softness? number|terrane.figure Width of the knee, in units of height: heights within half of it from a limit are bent. 0 is hard. At most 1e24. Default 0, values at least 0.
---@field out_layer? string Name of the clipped layer. Empty overwrites the input layer. What was changed goes to <name>_clipped. Default "".

---Limits heights to a range, with hard edges or soft knees.
---@param params terrane.clip.params
---@return terrane.node
function terrane.clip(params) end

---Limits heights to a range, with hard edges or soft knees.
---@param params terrane.clip.params
---@return terrane.node
function node:clip(params) end

---Limits heights to a range, with hard edges or soft knees.
---@param params terrane.clip.params
---@return terrane.node
function image:clip(params) end

---@class terrane.constant.params
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.
---@field red? number|terrane.figure Red, the first channel. Not clamped. Default 0.
---@field green? number|terrane.figure Green, the second channel. Not clamped. Default 0.
---@field blue? number|terrane.figure Blue, the third channel. Not clamped. Default 0.
---@field alpha? number|terrane.figure The fourth channel, while use_alpha is on. Not clamped. Default 1.
---@field use_alpha? boolean Make four channels, red, green, blue and alpha, instead of three. Default false.
---@field layer? string Name of the layer. Default "C".
---@field device? "auto"|"cpu"|"cuda"|"exact" Where to compute. auto takes a CUDA device for large images where there is one, cuda must have one; auto, cpu and cuda give the same bytes. exact works in double on the CPU and makes a layer of 64-bit floats. Default "auto".

---An image of one colour.
---@param params terrane.constant.params
---@return terrane.node
function terrane.constant(params) end

---@class terrane.convert_normal.params
---@field cop? terrane.node|terrane.image Image with the normals.
---@field layer? string Layer of normals, of three channels or of two, x and y. Channels behind the third are kept as they are. Default "N".
---@field from? "signed"|"packed" What the numbers are now. signed: -1 to 1, as nodes take them. packed: 0 to 1, as pictures hold them. Default "signed".
---@field to? "signed"|"packed" What they become. Default "packed".
---@field zero? "half"|"byte_128" What 0 is packed as. half: 1/2, so that 0 to 1 are -1 to 1. byte_128: the 128 of 8-bit files, in which 1/2 does not occur: level ground in the usual (128, 128, 255) is level then. The byte 0 lies a step below -1. Disabled when from = signed and to = signed. Default "half".
---@field flip_green? boolean Turns y round: from +Y up (OpenGL, Blender, Unity, glTF) to +Y down (DirectX, Unreal), and back. Default false.
---@field flip_red? boolean Turns x round. Default false.
---@field reconstruct_z? boolean z is worked out of x and y, for a length of 1, as textures of two channels mean it. Layers of two channels need no asking. Default false.
---@field normalize? boolean Makes every normal one long; one without length becomes (0, 0, 1). Default false.
---@field axes? "keep"|"to_y_up"|"from_y_up"|"swap_yz" to_y_up: (x, z, -y), from z up to the world's axes, y up and right-handed. from_y_up: (x, -z, y), back. swap_yz: (x, z, y), to and from y up and left-handed (Unity). Default "keep".
---@field out_layer? string Name of the result. Empty overwrites the input layer. Default "".

---Takes normals from signed to packed and back, and from one convention to another.
---@param params terrane.convert_normal.params
---@return terrane.node
function terrane.convert_normal(params) end

---Takes normals from signed to packed and back, and from one convention to another.
---@param params terrane.convert_normal.params
---@return terrane.node
function node:convert_normal(params) end

---Takes normals from signed to packed and back, and from one convention to another.
---@param params terrane.convert_normal.params
---@return terrane.node
function image:convert_normal(params) end

---@class terrane.crop.params
---@field cop? terrane.node|terrane.image Image of any size.
---@field region? string|table What remains, {u0, v0, u1, v1}: the image is the unit square, and what reaches beyond it is added. Rounded to whole pixels, at least one. Disabled when pixels ≠ "". Default "0 0 1 1".
---@field pixels? string The same as {x, y, width, height} in pixels from the lower left corner, in place of the region. Default "".
---@field pad? integer|terrane.figure How much is added on each side besides; less than 0 is cut off. Default 0, values -65536 ... 65536.
---@field pad_sides? string|table The same for each side: left, bottom, right, top. Both are added. Default "0 0 0 0".
---@field outside? "clamp"|"repeat"|"mirror"|"void"|"value" Beyond the image. clamp: its edge goes on. repeat: it begins anew. mirror: the same, every other time turned round. void: NaN, and -1 in ids. value: a value. Default "clamp".
---@field value? number|terrane.figure What all channels are beyond the image; in ids the nearest whole number, within 2^30. Disabled when outside ≠ value. Default 0.

---Cuts a part out of an image, or adds pixels around it.
---@param params terrane.crop.params
---@return terrane.node
function terrane.crop(params) end

---Cuts a part out of an image, or adds pixels around it.
---@param params terrane.crop.params
---@return terrane.node
function node:crop(params) end

---Cuts a part out of an image, or adds pixels around it.
---@param params terrane.crop.params
---@return terrane.node
function image:crop(params) end

---@class terrane.curvature.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. Default 1, values at least 1e-6.
---@field kind? "mean"|"gaussian"|"profile"|"tangential"|"plan" mean: of all directions. gaussian: the product of the two principal curvatures; saddles are negative. profile: along the slope, negative where it gets steeper uphill. tangential: across the slope, positive on ridges and negative in gullies. plan: of contour lines, positive where water spreads out, negative where it gathers. Default "mean".
---@field scale? number|terrane.figure Multiplies the result. A length, such as world_size/20, makes a number without a unit of it. At most 1e24 in size. Default 1.
---@field tile? boolean The image repeats: the neighbours of border pixels are those on the opposite side. Default false.
---@field out_layer? string Name of the curvature layer. Empty makes none. Default "curvature".
---@field keep_layers? boolean Keep the other layers of the input. Default true.

---Measures how a height layer is bent, positive where it is convex.
---@param params terrane.curvature.params
---@return terrane.node
function terrane.curvature(params) end

---Measures how a height layer is bent, positive where it is convex.
---@param params terrane.curvature.params
---@return terrane.node
function node:curvature(params) end

---Measures how a height layer is bent, positive where it is convex.
---@param params terrane.curvature.params
---@return terrane.node
function image:curvature(params) end

---@class terrane.distance.params
---@field cop? terrane.node|terrane.image Image with the mask.
---@field layer? string The mask; its first channel. Default "mask".
---@field threshold? number|terrane.figure Pixels at or above it are in the mask; voids are not. Default 0.5.
---@field mode? "outside"|"inside"|"signed" outside: how far the mask is, 0 in it. inside: how far its outside is, 0 there. signed: to its edge, which runs between pixels; negative inside. Default "outside".
---@field unit? "pixels"|"widths" What distances are in: pixels, or widths of the whole image. Default "pixels".
---@field max_distance? number|terrane.figure Greater distances become this. 0: no maximum, which takes the whole image. Default 0, values 0 ... 65536.
---@field tile? boolean The image repeats: distances go over its edges. Default false.
---@field out_layer? string Name of the result. Empty overwrites the mask. Default "distance".

---Measures how far each pixel is from a mask, exactly.
---@param params terrane.distance.params
---@return terrane.node
function terrane.distance(params) end

---Measures how far each pixel is from a mask, exactly.
---@param params terrane.distance.params
---@return terrane.node
function node:distance(params) end

---Measures how far each pixel is from a mask, exactly.
---@param params terrane.distance.params
---@return terrane.node
function image:distance(params) end

---@class terrane.erosion_filter.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer to erode. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down; 0 is refused. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. Default 1, values at least 1e-6.
---@field amplitude? number|terrane.figure Depth of the coarsest gullies, in world units: from the ground as it was down to a bed, and up to a crest. Default 0.01, values 0 ... 10000.
---@field wavelength? number|terrane.figure Spacing of the coarsest gullies. Those closer than 2 pixels cannot be shown, and are left out. Default 48, values 1 ... 4096.
---@field octaves? integer|terrane.figure Levels of gullies, from coarse to fine. Default 5, values 0 ... 12.
---@field lacunarity? number|terrane.figure Each octave's wavelength over the next one's. Default 2, values 1.05 ... 8.
---@field gain? number|terrane.figure Each octave's depth is this times that of the one before. 1/lacunarity makes all equally steep, and much fine clutter. Default 0.35, values 0 ... 2.
---@field steepness? number|terrane.figure How gentle a slope may be and still have gullies: full ones from a slope (rise over run) of 1 over this on. 0: none anywhere. Default 2, values 0 ... 10000.
---@field flow_blur? number|terrane.figure The way down is taken from the height blurred by a standard deviation of this many wavelengths, octave by octave, so that coarse gullies do not wind about fine noise. 0 is the method as it was published. Default 0.25, values 0 ... 4.
---@field rand_seed? integer|terrane.figure Seed of where the gullies lie. Default 0, values at least 0.
---@field fade? "altitude"|"none" What flat ground becomes: altitude makes it a crest where it is high and a bed where it is low, none leaves it alone. Default "altitude".
---@field height_min? number|terrane.figure The layer value that counts as lowest. If both are equal, the image's own lowest and highest count. Hidden when fade ≠ altitude. Default 0.
---@field height_max? number|terrane.figure The one that counts as highest. Give both to make tiles. Hidden when fade ≠ altitude. Default 0.
---@field tile? boolean The image repeats: gullies, slopes and blurs go on across its edges. Default false.
---@field origin_x? number|terrane.figure World position of the image's lower left corner, for images that are parts of one plane. Disabled when tile is on. Default 0.
---@field origin_y? number|terrane.figure The same along v. Disabled when tile is on. Default 0.
---@field out_layer? string Name of the eroded height layer. Empty makes none. Default "C".
---@field mask_layer? string Name of the layer that is 1 on crests, -1 in beds and about 0 on walls. Empty makes none. Default "erosion".
---@field keep_layers? boolean Keep the other layers of the input. Default true.

---Adds gullies and ridges that look carved by water, each pixel by itself: a filter, not a simulation.
---@param params terrane.erosion_filter.params
---@return terrane.node
function terrane.erosion_filter(params) end

---Adds gullies and ridges that look carved by water, each pixel by itself: a filter, not a simulation.
---@param params terrane.erosion_filter.params
---@return terrane.node
function node:erosion_filter(params) end

---Adds gullies and ridges that look carved by water, each pixel by itself: a filter, not a simulation.
---@param params terrane.erosion_filter.params
---@return terrane.node
function image:erosion_filter(params) end

---@class terrane.fill.params
---@field cop? terrane.node|terrane.image Image with the layer to fill.
---@field layer? string Layer to fill. Default "C".
---@field value? string|table A number for each channel, separated by spaces. The last one goes on for channels that have none of their own; numbers beyond the last channel are not used. Each at most 1e24 in size. Default "0 0 0".
---@field mask_layer? string Says how much of the value is laid over each pixel, 0 to 1; its first channel, clamped. Empty fills everywhere. Default "".
---@field invert_mask? boolean Fill where the mask is low: one minus the mask. Disabled when mask_layer = "". Default false.

---Fills a layer with a value, softly by a mask.
---@param params terrane.fill.params
---@return terrane.node
function terrane.fill(params) end

---Fills a layer with a value, softly by a mask.
---@param params terrane.fill.params
---@return terrane.node
function node:fill(params) end

---Fills a layer with a value, softly by a mask.
---@param params terrane.fill.params
---@return terrane.node
function image:fill(params) end

---@class terrane.fill_voids.params
---@field cop? terrane.node|terrane.image Image with the layers to fill, and the mask.
---@field layer? string Layers to fill, each of their channels by itself: names separated by spaces, or * for every layer that does not hold ids. Default "C".
---@field method? "harmonic"|"push_pull" harmonic: a membrane stretched over the void, smooth and without humps. push_pull: means of the surroundings, coarser the farther away; several times faster, not as smooth. Default "harmonic".
---@field mask_layer? string Pixels where its first channel is above 0.5 count as voids too: buildings, clouds, whatever is to go. Empty: only voids do. Default "".
---@field invert_mask? boolean Fill where the mask is low: one minus the mask. Disabled when mask_layer = "". Default false.
---@field max_distance? number|terrane.figure Pixels that are farther from all that was measured stay voids, or become them. 0: everything is filled. Default 0, values 0 ... 65536.
---@field tile? boolean The image repeats: what lies beyond an edge is the opposite side. Default false.
---@field filled_layer? string Name of a layer that is 1 where something was filled, else 0. Empty makes none. Default "".

---Fills voids, and what a mask marks, from what was measured around them.
---@param params terrane.fill_voids.params
---@return terrane.node
function terrane.fill_voids(params) end

---Fills voids, and what a mask marks, from what was measured around them.
---@param params terrane.fill_voids.params
---@return terrane.node
function node:fill_voids(params) end

---Fills voids, and what a mask marks, from what was measured around them.
---@param params terrane.fill_voids.params
---@return terrane.node
function image:fill_voids(params) end

---@class terrane.flow.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Where water goes depends on its sign alone: negative turns the terrain upside down, 0 makes it level. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the image, which gives pixels their area. Default 1, values at least 1e-6.
---@field method? "d8"|"rho8"|"mfd" Where a pixel's water goes. d8: all to the steepest of eight neighbours; rivers are lines one pixel wide, and run at multiples of 45 degrees down smooth slopes. rho8: the same with diagonals by chance, so that on the mean water goes the way of the slope. mfd: a share to each lower neighbour, which makes sheets of water on slopes. Default "d8".
---@field exponent? number|terrane.figure Shares of mfd go by slope to this power: the higher, the more goes the steepest way. Hidden when method ≠ mfd. Default 1.1, values 0.1 ... 20.
---@field rand_seed? integer|terrane.figure Seed of rho8. Hidden when method ≠ rho8. Default 0, values at least 0.
---@field fill_pits? boolean Depressions fill up to lakes, so that all water reaches an outlet. Without, what runs into a pit stays there. Default true.
---@field tile? boolean The image repeats: water runs across its edges. The only outlet is then the lowest pixel, unless base_layer marks others. Default false.
---@field base_layer? string Layer whose pixels above 0.5 are the outlets. Empty: the border pixels are. Default "".
---@field rain_layer? string Layer of how much rain falls on each pixel, 0 or more, where 1 is what falls without it. Default "".
---@field river_layer? string Name of the layer of rivers, 0 to 1. Empty makes none. Default "river".
---@field river_area? number|terrane.figure Drainage area, in world units squared, that makes half a river. Disabled when river_layer = "". Default 0.002, values at least 1e-9.
---@field river_softness? number|terrane.figure Rivers begin where the area is less by the factor e to this power, and are full where it is more by it. Disabled when river_layer = "". Default 0.5, values 0.01 ... 5.
---@field flow_layer? string Name of the layer of drainage, in world units squared: the area whose rain runs through a pixel, its own included. Empty makes none. Default "flow".
---@field lake_layer? string Name of the layer of the lakes' depth, in the height layer's units. Empty makes none. Default "lake".
---@field dir_layer? string Name of the layer of unit vectors (u, v) downstream; of mfd, their mean by shares. (0, 0) at outlets and in pits. Empty makes none. Default "flow_dir".
---@field keep_layers? boolean Keep the layers of the input. Default true.

---Computes the area that drains through each pixel of a height layer, and from it rivers, lakes and directions.
---@param params terrane.flow.params
---@return terrane.node
function terrane.flow(params) end

---Computes the area that drains through each pixel of a height layer, and from it rivers, lakes and directions.
---@param params terrane.flow.params
---@return terrane.node
function node:flow(params) end

---Computes the area that drains through each pixel of a height layer, and from it rivers, lakes and directions.
---@param params terrane.flow.params
---@return terrane.node
function image:flow(params) end

---@class terrane.fractal_sample.params
---@field cop? terrane.node|terrane.image Image with the source layer.
---@field source_layer? string Layer that is the basis of every octave, all channels of it. Default "C".
---@field maintain_tileable? boolean Round lacunarity to a whole number, at least 1, and each angle to a multiple of 90 degrees, and wrap. Where the source tiles the result then does; quarter turns need a square image for that. Default false.
---@field max_octaves? integer|terrane.figure Number of octaves. Default 4, values 1 ... 16.
---@field lacunarity? number|terrane.figure Scale of an octave over that of the one before: octave n shows the source lacunarity^n times as small. Default 2, values 0.01 ... 16.
---@field roughness? number|terrane.figure Weight of an octave over that of the one before. 0 leaves the first alone. Default 0.5, values 0 ... 4.
---@field bias? number|terrane.figure Middle of the source's range, which is taken from each sample before it is weighted. At most 1e24 in size. Disabled when blend_mode = over. Default 0.5.
---@field offset_with_bias? boolean Add the bias in the end, so that the result lies about the same middle. With it, bias cancels out of add. Disabled when blend_mode = over. Default true.
---@field blend_mode? "add"|"subtract"|"maximum"|"over" How octaves are combined. add: their weighted mean. subtract: the first less the others. maximum: the greatest. over: each laid over those before, which takes a layer of four channels, RGBA. Default "add".
---@field border? "wrap"|"clamp"|"black" What there is outside the source: the source again, its edge, or 0. Disabled when maintain_tileable is on. Default "wrap".
---@field filter? "bilinear"|"point" Between pixels: bilinear, or the nearest. Nothing is averaged over areas, so octaves that show the source much smaller alias. Default "bilinear".
---@field rand_seed? integer|terrane.figure Seed of jitter, random angles and random flips. Default 0, values at least 0.
---@field jitter? number|terrane.figure Each octave is shifted at random, in u and v each by up to so much either way. Default 0, values 0 ... 10.
---@field angle_mode? "per_octave"|"random" per_octave: octave n is turned by (n + 1) angle, the first one too. random: each by a random angle of -angle ... angle. Default "per_octave".
---@field angle? number|terrane.figure Turns the picture counter-clockwise about the image's middle. Default 0, values -360 ... 360.
---@field random_flip_x? boolean Mirror octaves left to right, at random. Default false.
---@field random_flip_y? boolean Mirror octaves upside down, at random. Default false.
---@field fold? boolean Take the absolute value. Default false.
---@field complement? boolean Replace x with 1 - x. Default false.
---@field pp_bias? number|terrane.figure Perlin's bias. 0.5 leaves values alone, less pulls them towards 0, more towards 1. Default 0.5, values 0 ... 1.
---@field gain? number|terrane.figure Perlin's gain. 0.5 leaves values alone, more steepens the middle, less flattens it. Default 0.5, values 0 ... 1.
---@field gamma? number|terrane.figure x^gamma. Above 1 darkens. Default 1, values 0.001 ... 100.
---@field contrast? number|terrane.figure Scales values around 0.5. Default 1, values -100 ... 100.
---@field clamp_min? number|terrane.figure Lower limit, while use_clamp_min is on. Default 0.
---@field use_clamp_min? boolean Apply the lower limit. Default false.
---@field clamp_max? number|terrane.figure Upper limit, while use_clamp_max is on. It wins over a lower limit above it. Default 1.
---@field use_clamp_max? boolean Apply the upper limit. Default false.
---@field out_layer? string Name of the layer. Empty makes none. Default "fractal".

---Lays an image into itself at smaller and smaller scales.
---@param params terrane.fractal_sample.params
---@return terrane.node
function terrane.fractal_sample(params) end

---Lays an image into itself at smaller and smaller scales.
---@param params terrane.fractal_sample.params
---@return terrane.node
function node:fractal_sample(params) end

---Lays an image into itself at smaller and smaller scales.
---@param params terrane.fractal_sample.params
---@return terrane.node
function image:fractal_sample(params) end

---@class terrane.gradient.params
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.
---@field direction? "v"|"u"|"diagonal"|"radial"|"angular" Which way it runs: v upwards, u to the right, diagonal the way that angle points, radial outwards from the centre, angular once around it, counter-clockwise from the right. Default "v".
---@field angle? number|terrane.figure Where diagonal points: 0 to the right, 90 upwards. Hidden when direction ≠ diagonal. Default 0, values -3600 ... 3600.
---@field center_x? number|terrane.figure Centre of radial and angular, right of the image's middle; the short side of the image is 1. Hidden when direction ≠ radial and direction ≠ angular. Default 0, values -10000 ... 10000.
---@field center_y? number|terrane.figure Centre of radial and angular, above the image's middle; the short side of the image is 1. Hidden when direction ≠ radial and direction ≠ angular. Default 0, values -10000 ... 10000.
---@field ramp? string|table Stops, place:value, separated by spaces: "0:0 0.5:1 1:0". A value may have up to four components, "0:0,0,0 1:1,0.5,0", as many as the layer is to have channels. Each at most 1e24 in size. Default "0:0 1:1".
---@field ramp_mode? "linear"|"smooth"|"constant" What lies between stops: linear, smooth (flat at each stop) or constant (the stop before it). Default "linear".
---@field layer? string Name of the layer. Default "C".
---@field device? "auto"|"cpu"|"cuda"|"exact" Where to compute. auto takes a CUDA device for large images where there is one, cuda must have one; auto, cpu and cuda give the same bytes. exact works in double on the CPU and makes a layer of 64-bit floats. Default "auto".

---A colour ramp along u, v or a diagonal, by distance or by angle.
---@param params terrane.gradient.params
---@return terrane.node
function terrane.gradient(params) end

---@class terrane.height_to_ao.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. Default 1, values at least 1e-6.
---@field radius? number|terrane.figure How far around a pixel ground that hides the sky is looked for. Default 16, values 0.5 ... 4096.
---@field directions? integer|terrane.figure Directions around each pixel, the first towards +u. Time grows with directions times steps. Default 8, values 1 ... 64.
---@field steps? integer|terrane.figure Samples along each direction, evenly spaced up to the radius. Default 8, values 1 ... 64.
---@field intensity? number|terrane.figure Multiplies the occlusion; what is hidden more than fully is 0. Default 1, values 0 ... 16.
---@field tile? boolean The image repeats: rays go on at the opposite side. Default false.
---@field out_layer? string Name of the occlusion layer. Empty makes none. Default "ao".
---@field keep_layers? boolean Keep the other layers of the input. Default true.

---Computes ambient occlusion from a height layer: 1 is open, 0 fully dark.
---@param params terrane.height_to_ao.params
---@return terrane.node
function terrane.height_to_ao(params) end

---Computes ambient occlusion from a height layer: 1 is open, 0 fully dark.
---@param params terrane.height_to_ao.params
---@return terrane.node
function node:height_to_ao(params) end

---Computes ambient occlusion from a height layer: 1 is open, 0 fully dark.
---@param params terrane.height_to_ao.params
---@return terrane.node
function image:height_to_ao(params) end

---@class terrane.height_to_caustics.params
---@field cop? terrane.node|terrane.image Image with the height layer of the water's surface.
---@field layer? string Height layer of the water's surface. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the waves upside down. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. Default 1, values at least 1e-6.
---@field depth? number|terrane.figure How far the floor lies below the surface, in world units. The deeper, the farther light gathers and spreads. Default 0.1, values 0 ... 10000.
---@field ior? number|terrane.figure Index of refraction: 1.33 for water. 1 does not bend light, so there are no caustics. Default 1.33, values 1 ... 4.
---@field azimuth? number|terrane.figure Where the light comes from: 0 = from +u (east), 90 = from +v (north). Disabled when elevation >= 90. Default 0, values -360 ... 360.
---@field elevation? number|terrane.figure Height of the sun above the horizon; at 90 light falls straight down. Default 90, values 0.1 ... 90.
---@field supersample? integer|terrane.figure Photons of a pixel along each axis. More of them are smoother, and take time with their square. Default 2, values 1 ... 8.
---@field tile? boolean The image repeats, and no light is lost. Without it, light that lands beyond the image is. Default true.
---@field out_layer? string Name of the light's layer. Empty makes none. Default "caustics".
---@field keep_layers? boolean Keep the other layers of the input. Default true.
---@field max_shift? number|terrane.figure How far waves may carry light from where it would land in calm water; what would go farther lands there. 0: as far as it goes, and the image is worked on as a whole. Default 0, values 0 ... 4096.

---Gathers the light that a water surface, given by a height layer, focuses onto the floor below.
---@param params terrane.height_to_caustics.params
---@return terrane.node
function terrane.height_to_caustics(params) end

---Gathers the light that a water surface, given by a height layer, focuses onto the floor below.
---@param params terrane.height_to_caustics.params
---@return terrane.node
function node:height_to_caustics(params) end

---Gathers the light that a water surface, given by a height layer, focuses onto the floor below.
---@param params terrane.height_to_caustics.params
---@return terrane.node
function image:height_to_caustics(params) end

---@class terrane.height_to_normal.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. Default 1, values at least 1e-6.
---@field method? "central"|"sobel" How slopes are measured. central is sharper and is what normal_to_height inverts exactly; sobel averages over three rows or columns and is steadier on noisy heights. Default "central".
---@field tile? boolean The image repeats: the neighbours of border pixels are those on the opposite side. Default false.
---@field out_layer? string Name of the normal layer. Empty makes none. Default "N".
---@field keep_layers? boolean Keep the other layers of the input. Default true.

---Converts a height layer into a layer of unit normals.
---@param params terrane.height_to_normal.params
---@return terrane.node
function terrane.height_to_normal(params) end

---Converts a height layer into a layer of unit normals.
---@param params terrane.height_to_normal.params
---@return terrane.node
function node:height_to_normal(params) end

---Converts a height layer into a layer of unit normals.
---@param params terrane.height_to_normal.params
---@return terrane.node
function image:height_to_normal(params) end

---@class terrane.height_to_shadow.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. Default 1, values at least 1e-6.
---@field azimuth? number|terrane.figure Where the light comes from: 0 = from +u (east), 90 = from +v (north). Default 45, values -360 ... 360.
---@field elevation? number|terrane.figure Height of the sun's centre above the horizon. At 90 nothing is in shadow. Default 30, values 0.1 ... 90.
---@field softness? number|terrane.figure Angular radius of the sun, which makes the edges of shadows soft: the more, the farther from what casts them. The real sun has 0.27. 0: hard edges. Default 0, values 0 ... 30.
---@field max_distance? number|terrane.figure How far towards the light ground that casts shadows is looked for; no shadow is longer. Default 64, values 1 ... 4096.
---@field step? number|terrane.figure Distance between samples on the way to the light. Below 1 edges get no sharper; above 1 thin walls can be missed. Default 1, values 0.1 ... 64.
---@field tile? boolean The image repeats: shadows fall across its edges. Default false.
---@field invert? boolean Puts out 1 where it is lit and 0 in shadow, to multiply colours with. Default false.
---@field out_layer? string Name of the shadow layer. Empty makes none. Default "shadow".
---@field keep_layers? boolean Keep the other layers of the input. Default true.

---Casts the sun's shadows over a height layer, hard or with soft edges.
---@param params terrane.height_to_shadow.params
---@return terrane.node
function terrane.height_to_shadow(params) end

---Casts the sun's shadows over a height layer, hard or with soft edges.
---@param params terrane.height_to_shadow.params
---@return terrane.node
function node:height_to_shadow(params) end

---Casts the sun's shadows over a height layer, hard or with soft edges.
---@param params terrane.height_to_shadow.params
---@return terrane.node
function image:height_to_shadow(params) end

---@class terrane.hydraulic.params
---@field cop? terrane.node|terrane.image Image with the height layer, and those of hardness and debris.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down; 0 is refused. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the image, which with strength says how steep the ground is. Default 1, values at least 1e-6.
---@field tile? boolean The image repeats: droplets run on across its edges. Off: they leave with what they carry. Default false.
---@field hardness_layer? string Layer of 0 to 1: how much less of a pixel can be dug. 1 is bedrock. Empty: none. Default "".
---@field rand_seed? integer|terrane.figure Seed of where droplets start. Default 0, values at least 0.
---@field droplets_per_pixel? number|terrane.figure Droplets for each pixel. More erode further, and take longer. On maps with wide pixels, as real ones have, 1 is strong. Default 1, values 0 ... 100.
---@field lifetime? integer|terrane.figure Steps that a droplet lives, each a pixel long. Default 30, values 1 ... 10000.
---@field erode_rate? number|terrane.figure Share of what a droplet could still carry that it digs in a step. Default 0.3, values 0 ... 1.
---@field deposit_rate? number|terrane.figure Share of what it carries too much that it drops in a step. Default 0.3, values 0 ... 1.
---@field capacity? number|terrane.figure What droplets can carry: this times fall, speed and water. More carry further before they drop. Default 4, values 0 ... 1000.
---@field inertia? number|terrane.figure How much a droplet keeps its way instead of following the slope: more makes straighter ways. Default 0.05, values 0 ... 0.99.
---@field min_slope? number|terrane.figure Gentler ground counts as this steep for what can be carried, so that something is on flats too. Default 0.01, values 0 ... 10.
---@field evaporate? number|terrane.figure Share of its water that a droplet loses in a step: more drop sooner. Default 0.01, values 0 ... 0.99.
---@field gravity? number|terrane.figure How much faster falling makes: squared speed, 1 at the start, grows by this times the fall over world_size. Default 4, values 0 ... 1000.
---@field radius? number|terrane.figure Radius within which a droplet digs. 1: one pixel. Default 3, values 1 ... 32.
---@field deposit_radius? number|terrane.figure Radius within which it drops. Up to 1: onto the four pixels around it, by how near they are. Default 0, values 0 ... 32.
---@field end_mode? "spread"|"lose" What becomes of the load at the end of life. spread: it is laid around, as far as there is room. lose: it is thrown away. Default "spread".
---@field out_layer? string Name of the height layer that is made. Empty makes none. Default "C".
---@field deposit_layer? string Name of the layer that says by how much the ground has risen, in units of height. Empty makes none. Default "debris".
---@field accumulate_deposit? boolean Add it to the layer of that name that the input has, such as the debris of thermal. Off: replace that. Disabled when deposit_layer = "". Default true.
---@field erosion_layer? string Name of a layer that says by how much the ground has sunk, in units of height. Empty makes none. Default "".
---@field wet_layer? string Name of the layer of wetness, 0 to 1: how much more water came by than on average; a pixel in a hundred is 1. Empty makes none. Default "wetness".
---@field keep_layers? boolean Keep the other layers of the input. Default true.
---@field batch? integer|terrane.figure Droplets that run at the same time and do not see what the others do in a step; never more than one for 16 pixels. More is faster and rougher; 1 is one after the other. Default 16384, values at least 1.
---@field compute? "auto"|"cpu"|"cuda" Where to compute. auto and cpu give the same bytes; there is no way for cuda yet, which is an error. Default "auto".

---Erodes a height layer by droplets that dig, carry and drop.
---@param params terrane.hydraulic.params
---@return terrane.node
function terrane.hydraulic(params) end

---Erodes a height layer by droplets that dig, carry and drop.
---@param params terrane.hydraulic.params
---@return terrane.node
function node:hydraulic(params) end

---Erodes a height layer by droplets that dig, carry and drop.
---@param params terrane.hydraulic.params
---@return terrane.node
function image:hydraulic(params) end

---@class terrane.image.params
---@field file? string Image file to read. Empty where the node was made from an image. Default "".
---@field format? "auto"|"png"|"raw16"|"raw32" Auto: PNG files by their content, the others by the ending of their name: .r16 and .raw are headerless unsigned 16-bit integers, .r32 and .f32 headerless float32. Default "auto".
---@field raw? boolean Integers as they are stored (0 to 255 or 65535) and no sidecar. Palettes are expanded all the same. Default false.
---@field range? string What the smallest and the largest integer of the file stand for, "0 1800". Empty: what the sidecar says, else 0 and 1. Disabled when raw is on. Default "".
---@field width? integer|terrane.figure Pixels of a row in a headerless file; another file must have them. 0: from the sidecar, or from the height, or a square. Default 0, values at least 0.
---@field height? integer|terrane.figure Rows of a headerless file. 0: as for the width. Default 0, values at least 0.
---@field byte_order? "little"|"big" Of headerless files. Default "little".
---@field world_size? number|terrane.figure Width of the image in the world. 0: what the sidecar or the image says. Default 0, values at least 0.
---@field layer? string Name of the layer that is made from the file. The layers of an image keep their own names. Default "C".

---Reads an image file, or brings an image of the host's into a graph.
---@param params terrane.image.params
---@return terrane.node
function terrane.image(params) end

---@class terrane.luminance.params
---@field cop? terrane.node|terrane.image Image with the colours.
---@field layer? string Layer of colours; its first three channels. One of fewer is grey: its first stands for all three. Default "C".
---@field method? "rec_709"|"rec_601"|"average"|"maximum"|"minimum"|"custom" rec_709: the luminance of HDTV, of screens and of sRGB. rec_601: the luma of older video, of which most programs make grey. average: of the three, each counts alike. maximum: the greatest, which is the value of HSV. minimum: the least. custom: the weights. Default "rec_709".
---@field weights? string|table What red, green and blue are multiplied by before they are added up. They need not sum to 1. Hidden when method ≠ custom. Default "0.2126 0.7152 0.0722".
---@field encoding? "linear"|"srgb" What the colours are in. linear: taken as they are. srgb: as in pictures for screens; decoded first. Default "linear".
---@field out_encoding? "linear"|"srgb"|"lightness" linear: as it was worked out. srgb: encoded for screens. lightness: the L* of CIE over 100, whose steps look equal. Default "linear".
---@field out_layer? string Name of the result. Empty overwrites the layer of colours. Default "luminance".

---Makes one channel of a colour: how bright it is.
---@param params terrane.luminance.params
---@return terrane.node
function terrane.luminance(params) end

---Makes one channel of a colour: how bright it is.
---@param params terrane.luminance.params
---@return terrane.node
function node:luminance(params) end

---Makes one channel of a colour: how bright it is.
---@param params terrane.luminance.params
---@return terrane.node
function image:luminance(params) end

---@class terrane.map.params
---@field cop? terrane.node|terrane.image Image whose layers the expressions name.
---@field program? string Assignments, `layer = expression`, and before them `local name = expression`. Recipes rather write fields: a text is the expression of the layer that the field names, a number or boolean is a `local`. Default "".
---@field tile? boolean Neighbours beyond the edge are those of the opposite side; else the edge's own pixels go on. Default false.
---@field number1? number|terrane.figure What `number1` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free. Default 0.
---@field number2? number|terrane.figure What `number2` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free. Default 0.
---@field number3? number|terrane.figure What `number3` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free. Default 0.
---@field number4? number|terrane.figure What `number4` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free. Default 0.
---@field number5? number|terrane.figure What `number5` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free. Default 0.
---@field number6? number|terrane.figure What `number6` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free. Default 0.
---@field number7? number|terrane.figure What `number7` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free. Default 0.
---@field number8? number|terrane.figure What `number8` is in expressions. A field of a recipe that is a figure of another node goes into the next that is free. Default 0.
---@field [string] string|number|boolean|terrane.figure Goes into `program`.

---Computes layers by expressions, pixel by pixel.
---@param params terrane.map.params
---@return terrane.node
function terrane.map(params) end

---Computes layers by expressions, pixel by pixel.
---@param params terrane.map.params
---@return terrane.node
function node:map(params) end

---Computes layers by expressions, pixel by pixel.
---@param params terrane.map.params
---@return terrane.node
function image:map(params) end

---@class terrane.mask_by_feature.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1, for slopes, curvature and occlusion. Negative turns the terrain upside down. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. Default 1, values at least 1e-6.
---@field tile? boolean The image repeats: slopes, blurs and rays look across its edges. Default false.
---@field smooth_radius? number|terrane.figure Blurs the height before anything is measured: a radius in world units, of at most 65536 pixels. 0 leaves it sharp. Default 0, values at least 0.
---@field blend_mode? "multiply"|"add"|"average"|"minimum"|"maximum" How the criteria are combined: multiply (all must hold), add (not clamped, so the mask can exceed 1), average, minimum, maximum. Default "multiply".
---@field use_slope? boolean Slope is a criterion. Default true.
---@field slope_min? number|terrane.figure The mask is 1 from this slope on ... Default 20, values 0 ... 90.
---@field slope_max? number|terrane.figure ... up to this one. Default 90, values 0 ... 90.
---@field slope_falloff? number|terrane.figure Width of the soft edges outside the range. 0 is hard. Default 5, values 0 ... 90.
---@field use_aspect? boolean The way down is a criterion. Flat ground has none and gets 0. Default false.
---@field aspect_dir? number|terrane.figure The way down that is wanted: 0 is towards +u, 90 towards +v. Default 90, values -360 ... 360.
---@field aspect_spread? number|terrane.figure How far off to either side the mask is 1. Default 45, values 0 ... 180.
---@field aspect_falloff? number|terrane.figure Width of the soft edges beyond. 0 is hard. Default 15, values 0 ... 180.
---@field use_height? boolean Height is a criterion. Default false.
---@field height_min? number|terrane.figure The mask is 1 from this layer value on ... Default 0.
---@field height_max? number|terrane.figure ... up to this one. Default 1.
---@field height_falloff? number|terrane.figure Width of the soft edges outside the range, in layer values. 0 is hard. Default 0, values at least 0.
---@field curvature? "off"|"ridges"|"gullies" ridges selects what is convex across the slope, gullies what is concave. Default "off".
---@field curv_threshold? number|terrane.figure Curvature over the reference above which the mask is 1. 0 splits ridges from gullies; more keeps only sharper ones. Hidden when curvature = off. Default 0, values -100 ... 100.
---@field curv_falloff? number|terrane.figure Width of the soft edge, centred on the threshold. 0 is hard. Hidden when curvature = off. Default 0.3, values 0 ... 100.
---@field curv_blur? number|terrane.figure Blurs the height once more before curvature is measured, since that of single pixels is noise. Hidden when curvature = off. Default 2, values 0 ... 256.
---@field curv_reference? number|terrane.figure The curvature that counts as 1, in one over world units. 0: the 90th percentile of the image's own, without sign. Hidden when curvature = off. Default 0, values at least 0.
---@field use_occlusion? boolean How much of the sky is hidden is a criterion. Default false.
---@field occ_min? number|terrane.figure The mask is 1 from this occlusion on ... Default 0.2, values 0 ... 1.
---@field occ_max? number|terrane.figure ... up to this one. 0 is open, 1 fully hidden. Default 1, values 0 ... 1.
---@field occ_falloff? number|terrane.figure Width of the soft edges outside the range. 0 is hard. Default 0, values 0 ... 1.
---@field occ_height_scale? number|terrane.figure Multiplies heights once more, for occlusion alone, to exaggerate it. Default 1, values at least 0.
---@field occ_radius? number|terrane.figure How far ground that hides the sky is looked for, in world units. Default 0.1, values at least 1e-6.
---@field occ_step_scale? number|terrane.figure Length of a step along a ray. At most 64 steps are taken, of equal length. Default 1, values at least 0.01.
---@field occ_samples? integer|terrane.figure Directions in which the sky is looked at. Default 8, values 1 ... 64.
---@field invert? boolean One minus the mask. Default false.
---@field out_layer? string Name of the mask layer. Empty makes none. Default "mask".
---@field keep_layers? boolean Keep the other layers of the input. Default true.

---Builds a mask from what the ground is like: slope, direction, height, curvature, occlusion.
---@param params terrane.mask_by_feature.params
---@return terrane.node
function terrane.mask_by_feature(params) end

---Builds a mask from what the ground is like: slope, direction, height, curvature, occlusion.
---@param params terrane.mask_by_feature.params
---@return terrane.node
function node:mask_by_feature(params) end

---Builds a mask from what the ground is like: slope, direction, height, curvature, occlusion.
---@param params terrane.mask_by_feature.params
---@return terrane.node
function image:mask_by_feature(params) end

---@class terrane.mono_to_height.params
---@field cop? terrane.node|terrane.image Image with the layer to convert.
---@field layer? string Layer to convert. Of a layer with several channels the first is used. Default "C".
---@field height_scale? number|terrane.figure Multiplies the values. Default 1.
---@field height_offset? number|terrane.figure Added after scaling, so it is in the units of the height. Default 0.
---@field out_layer? string Name of the height layer. Empty makes none. Default "height".

---Converts a layer into a height layer by scaling and offsetting its values.
---@param params terrane.mono_to_height.params
---@return terrane.node
function terrane.mono_to_height(params) end

---Converts a layer into a height layer by scaling and offsetting its values.
---@param params terrane.mono_to_height.params
---@return terrane.node
function node:mono_to_height(params) end

---Converts a layer into a height layer by scaling and offsetting its values.
---@param params terrane.mono_to_height.params
---@return terrane.node
function image:mono_to_height(params) end

---@class terrane.morphology.params
---@field cop? terrane.node|terrane.image Image with the layers, and the mask.
---@field layer? string Layers to work on, all their channels: names separated by spaces, or * for every layer that does not hold ids. Default "C".
---@field operation? "dilate"|"erode"|"open"|"close"|"gradient"|"top_hat"|"bottom_hat" dilate: the greatest value within the shape. erode: the least. open: eroded, then dilated, which takes away what is high and narrower than the shape. close: dilated, then eroded, which fills what is low and narrower. gradient: dilated less eroded. top_hat: what open takes away. bottom_hat: what close fills. Default "dilate".
---@field shape? "disc"|"square"|"diamond" Which pixels count: those whose centres lie no farther than the radius, as the crow flies (disc), along the axis that is the farther one (square), or along both together (diamond). Default "disc".
---@field radius? number|terrane.figure How far the shape reaches. Below 1 it is the pixel alone. Default 4, values 0 ... 1024.
---@field tile? boolean The image repeats. Otherwise nothing counts that lies beyond its edges. Default false.
---@field mask_layer? string Says how much of the result shows, 0 to 1; its first channel, clamped. Empty shows it everywhere. Default "".
---@field invert_mask? boolean Show it where the mask is low: one minus the mask. Disabled when mask_layer = "". Default false.

---Dilates, erodes, opens and closes layers, over discs, squares and diamonds.
---@param params terrane.morphology.params
---@return terrane.node
function terrane.morphology(params) end

---Dilates, erodes, opens and closes layers, over discs, squares and diamonds.
---@param params terrane.morphology.params
---@return terrane.node
function node:morphology(params) end

---Dilates, erodes, opens and closes layers, over discs, squares and diamonds.
---@param params terrane.morphology.params
---@return terrane.node
function image:morphology(params) end

---@class terrane.noise.params
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.
---@field channels? integer|terrane.figure Number of channels. Each is a noise of its own: channel k has the seed rand_seed + 7919 k. Default 1, values 1 ... 4.
---@field layer? string Name of the layer. Empty makes none. Default "C".
---@field amplitude? number|terrane.figure Multiplies the noise. At most 1e24 in size. Default 1.
---@field bias? number|terrane.figure Added after the amplitude. At most 1e24 in size. Default 0.
---@field noise_type? "value"|"perlin"|"simplex"|"worley"|"worley_f2f1"|"white"|"torus" The basis. worley is the distance to the nearest feature point, worley_f2f1 the difference of the two nearest; white is uncorrelated from pixel to pixel; torus is simplex noise that tiles both ways. Default "value".
---@field metric? "euclidean"|"manhattan"|"chebyshev" How the Worley types measure distance. manhattan searches two rings of neighbouring cells, since with it the nearest points can lie further out, and costs several times as much. Hidden when noise_type ≠ worley and noise_type ≠ worley_f2f1. Default "euclidean".
---@field jitter? number|terrane.figure Worley types: how far feature points move inside their cells. 0 is a regular grid; above 1 points leave the cells that are searched, and edges appear. Hidden when noise_type ≠ worley and noise_type ≠ worley_f2f1. Default 1, values 0 ... 2.
---@field frequency? number|terrane.figure Features across the image: (u, v) is multiplied by it. Default 4, values at least 0.
---@field offset_x? number|terrane.figure Shifts the noise along x, in features. Default 0.
---@field offset_y? number|terrane.figure Shifts the noise along y, in features. Default 0.
---@field offset_z? number|terrane.figure Selects the slice of the 3-D noise. Eight octaves of value and perlin noise are fastest where it is 0. Default 0.
---@field tile_u? boolean Make the noise seamless from left to right. Disabled when noise_type = torus. Default false.
---@field tile_v? boolean Make the noise seamless from bottom to top. With tile_u: a tile that is seamless both ways. Disabled when noise_type = torus. Default false.
---@field rand_seed? integer|terrane.figure Seed of the noise. Default 0, values at least 0.
---@field time_scale? number|terrane.figure Speed along the fourth dimension, in features a frame. 0 is static 3-D noise: time and loop_frames then mean nothing. Default 0, values 0 ... 10000.
---@field time? number|terrane.figure The frame, multiplied by time_scale. Disabled when time_scale = 0. Default 0.
---@field loop_frames? integer|terrane.figure Above 0 the animation returns to its beginning after so many frames. Disabled when time_scale = 0. Default 0, values 0 ... 65536.
---@field fractal? "none"|"standard"|"terrain"|"hybrid_terrain" How octaves are combined. none is a single octave; standard a weighted mean; terrain and hybrid_terrain are multifractals, smooth in the valleys and rough on the heights. Default "none".
---@field octaves? integer|terrane.figure Number of octaves. Hidden when fractal = none. Default 3, values 1 ... 16.
---@field lacunarity? number|terrane.figure Frequency of an octave over that of the one before. Hidden when fractal = none. Default 2, values 0 ... 16.
---@field roughness? number|terrane.figure Amplitude of an octave over that of the one before. Hidden when fractal = none. Default 0.5, values 0 ... 1.
---@field fold? boolean Take the absolute value. Default false.
---@field complement? boolean Replace x with 1 - x. Default false.
---@field pp_bias? number|terrane.figure Perlin's bias. 0.5 leaves values alone, less pulls them towards 0, more towards 1. Default 0.5, values 0 ... 1.
---@field gain? number|terrane.figure Perlin's gain. 0.5 leaves values alone, more steepens the middle, less flattens it. Default 0.5, values 0 ... 1.
---@field gamma? number|terrane.figure x^gamma. Above 1 darkens. Default 1, values 0.001 ... 100.
---@field contrast? number|terrane.figure Scales values around 0.5. Default 1, values -100 ... 100.
---@field clamp_min? number|terrane.figure Lower limit, while use_clamp_min is on. Default 0.
---@field use_clamp_min? boolean Apply the lower limit. Default false.
---@field clamp_max? number|terrane.figure Upper limit, while use_clamp_max is on. It wins over a lower limit above it. Default 1.
---@field use_clamp_max? boolean Apply the upper limit. Default false.
---@field device? "auto"|"cpu"|"cuda"|"exact" Where to compute. auto takes a CUDA device for large images where there is one, cuda must have one; auto, cpu and cuda give the same bytes. exact works in double on the CPU and makes a layer of 64-bit floats. Default "auto".

---Fractal noise of seven kinds, tiled and animated on demand.
---@param params terrane.noise.params
---@return terrane.node
function terrane.noise(params) end

---@class terrane.noise_extra.params
---@field cop? terrane.node|terrane.image Image that the layers are added to; it has the size, and the direction layer.
---@field kind? "bubble"|"crystal"|"phasor"|"curl"|"curl_3d"|"cloud" What is made: bubble, spheres; crystal, tilted facets; phasor, stripes; curl and curl_3d, velocities; cloud, densities. Default "bubble".
---@field amplitude? number|terrane.figure Multiplies the noise. At most 1e24 in size. Default 1.
---@field center? number|terrane.figure Added after the amplitude. At most 1e24 in size. Default 0.
---@field frequency? number|terrane.figure Cells across the width of the image. Default 8, values 0.001 ... 10000.
---@field offset? string|table Added to positions: up to three numbers, for x, y and z, in cells. z is the slice of the noise in space; phasor has none. Default "0 0 0".
---@field octaves? integer|terrane.figure Octaves of curl, curl_3d and cloud, each of twice the frequency and half the strength of the one before. Hidden when kind = bubble or kind = crystal or kind = phasor. Default 3, values 1 ... 12.
---@field rand_seed? integer|terrane.figure Seed of the noise. Default 0, values at least 0.
---@field radius? number|terrane.figure Radius of the largest spheres; all have between half of it and the whole. Hidden when kind ≠ bubble. Default 0.8, values 0 ... 1.
---@field density? number|terrane.figure How probable it is that a cell has a sphere. Hidden when kind ≠ bubble. Default 0.7, values 0 ... 1.
---@field sharpness? number|terrane.figure How steeply facets are tilted through space: the slope of their planes, per cell. 0 leaves flat ones. Hidden when kind ≠ crystal. Default 1, values 0 ... 100.
---@field metric? "euclidean"|"manhattan"|"chebyshev" How the distance to feature points is measured, the nearest of which has the facet. Hidden when kind ≠ crystal. Default "euclidean".
---@field jitter? number|terrane.figure How far feature points move inside their cells. 0 is a regular grid; above 1 points leave the cells that are searched, and edges appear. Hidden when kind ≠ crystal. Default 1, values 0 ... 2.
---@field phasor_type? "phasor_wave"|"gabor_noise"|"intensity_field" phasor_wave is a wave of the phase, all as high everywhere; gabor_noise the real part of the sum of kernels, between -1 and 1; intensity_field its size, 0 where waves cancel out. Hidden when kind ≠ phasor. Default "phasor_wave".
---@field periodic_function? "sine"|"rectangle"|"saw" The wave: a sine, -1 and 1 by turns, or a ramp from -1 to 1. Hidden when kind ≠ phasor or phasor_type ≠ phasor_wave. Default "sine".
---@field stripe_freq? number|terrane.figure Stripes in a cell. Hidden when kind ≠ phasor. Default 2, values 0 ... 64.
---@field angle? number|terrane.figure Which way stripes run, counter-clockwise from the x axis: 0 gives horizontal ones. Hidden when kind ≠ phasor. Default 0, values -360 ... 360.
---@field spread? number|terrane.figure Turns each kernel at random, by up to half of it either way. Hidden when kind ≠ phasor. Default 30, values 0 ... 360.
---@field kernels? integer|terrane.figure More give a more even pattern, and take as much more time. Hidden when kind ≠ phasor. Default 2, values 1 ... 16.
---@field direction_layer? string Layer of the input, of two channels: which way stripes run, in place of the angle. Each kernel takes the pixel that its middle lies on, or the nearest one of the image; (0, 0) and voids leave it to the angle. Empty: none. Hidden when kind ≠ phasor. Default "".
---@field coverage? number|terrane.figure How much is cloud: 0 is none anywhere, 1 all of it, and in between the mean density is within 0.1 of it. Hidden when kind ≠ cloud. Default 0.5, values 0 ... 1.
---@field softness? number|terrane.figure How gently clouds begin: how much of the noise lies between the densities 0 and 1. Hidden when kind ≠ cloud. Default 0.2, values 0.001 ... 1.
---@field billow? boolean Take 2 |noise| - 1 of each octave, for puffs. Hidden when kind ≠ cloud. Default false.
---@field fold? boolean Take the absolute value. Default false.
---@field complement? boolean Replace x with 1 - x. Default false.
---@field pp_bias? number|terrane.figure Perlin's bias. 0.5 leaves values alone, less pulls them towards 0, more towards 1. Default 0.5, values 0 ... 1.
---@field gain? number|terrane.figure Perlin's gain. 0.5 leaves values alone, more steepens the middle, less flattens it. Default 0.5, values 0 ... 1.
---@field gamma? number|terrane.figure x^gamma. Above 1 darkens. Default 1, values 0.001 ... 100.
---@field contrast? number|terrane.figure Scales values around 0.5. Default 1, values -100 ... 100.
---@field clamp_min? number|terrane.figure Lower limit, while use_clamp_min is on. Default 0.
---@field use_clamp_min? boolean Apply the lower limit. Default false.
---@field clamp_max? number|terrane.figure Upper limit, while use_clamp_max is on. It wins over a lower limit above it. Default 1.
---@field use_clamp_max? boolean Apply the upper limit. Default false.
---@field out_layer? string Name of the main layer, and the beginning of the others'. Empty leaves out the main one. Default "noise".
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.
---@field compute? "auto"|"cpu"|"cuda" Where to compute. auto takes a CUDA device for large images where there is one, cuda must have one; all give the same bytes. Default "auto".

---Bubbles, crystals, stripes, divergence-free flow and clouds.
---@param params terrane.noise_extra.params
---@return terrane.node
function terrane.noise_extra(params) end

---Bubbles, crystals, stripes, divergence-free flow and clouds.
---@param params terrane.noise_extra.params
---@return terrane.node
function node:noise_extra(params) end

---Bubbles, crystals, stripes, divergence-free flow and clouds.
---@param params terrane.noise_extra.params
---@return terrane.node
function image:noise_extra(params) end

---@class terrane.normal_to_height.params
---@field cop? terrane.node|terrane.image Image with the normals.
---@field layer? string Layer of normals, of three channels, signed, +Y towards +v. They need not be of unit length. Default "N".
---@field strength? number|terrane.figure World height of a layer value of 1, as where the normals were made. Not 0. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. At most 1e24. Default 1, values at least 1e-6.
---@field method? "spectral"|"exact" spectral takes normals that belong to no ground as well. exact undoes the central differences of height_to_normal to the last digits, with tile, and makes checkerboards of others. Default "spectral".
---@field tile? boolean The image repeats. Otherwise it is mirrored at its edges, which makes ground level there. Default false.
---@field out_layer? string Name of the height layer. Empty makes none. Default "height".
---@field keep_layers? boolean Keep the other layers of the input. Default true.

---Makes a height layer of a normal map: height_to_normal the other way round.
---@param params terrane.normal_to_height.params
---@return terrane.node
function terrane.normal_to_height(params) end

---Makes a height layer of a normal map: height_to_normal the other way round.
---@param params terrane.normal_to_height.params
---@return terrane.node
function node:normal_to_height(params) end

---Makes a height layer of a normal map: height_to_normal the other way round.
---@param params terrane.normal_to_height.params
---@return terrane.node
function image:normal_to_height(params) end

---@class terrane.pattern.params
---@field cop? terrane.node|terrane.image Image that the layers are added to; it has the size, and the layer of a custom weave.
---@field kind? "checker"|"tile"|"cell"|"uv_grid"|"julia"|"chladni"|"knit"|"weave" What is drawn. Each has layers of its own, see above. Default "checker".
---@field counts? string|table Columns and rows in the image, 0.001 to 32768 each. Whole numbers repeat over the image's edges. Hidden when kind = julia or kind = chladni. Default "8 8".
---@field gap? number|terrane.figure Width of the joints, as a part of the short side of a tile or cell. Hidden when kind ≠ tile and kind ≠ cell. Default 0.05, values 0 ... 1.
---@field rand_seed? integer|terrane.figure Seed of the random values, and of where the points of cells lie. Hidden when kind = checker or kind = uv_grid or kind = julia or kind = chladni. Default 0, values at least 0.
---@field bond? "offset"|"stack"|"stretcher"|"header"|"flemish"|"english"|"american" How bricks are laid. offset: each row is shifted by Row Offset more than the one below. stack: none is. stretcher: every other row by half. header: half bricks, every other row by half of one. flemish: stretchers and headers by turns, headers on the middle of stretchers. english: rows of stretchers and of headers by turns. american: a row of headers after some of stretchers. Hidden when kind ≠ tile. Default "offset".
---@field header_interval? integer|terrane.figure One of so many rows has headers; with 1 all have. Hidden when kind ≠ tile or bond ≠ american. Default 6, values 1 ... 1000.
---@field offset? number|terrane.figure How far each row is shifted to the right against the one below, in tiles. Hidden when kind ≠ tile. Disabled when bond ≠ offset. Default 0.5, values -4 ... 4.
---@field bevel? number|terrane.figure Over what part of the tile's short side the layer _height rises from 0 at the gap to 1. 0: a step. Hidden when kind ≠ tile. Default 0.1, values 0 ... 1.
---@field jitter? number|terrane.figure How far points move from the middle of their cells: 0 not at all, 1 anywhere within. Hidden when kind ≠ cell. Default 1, values 0 ... 1.
---@field lattice? "grid"|"hexagonal" grid, or hexagonal: every odd row is shifted by half a cell. Hexagons are regular where cells are 2 wide and sqrt(3) high. Hidden when kind ≠ cell. Default "grid".
---@field cell_metric? "euclidean"|"manhattan"|"chebyshev" How distance is measured. The distance to the border is exact with euclidean; manhattan and chebyshev take half the difference of the distances to the nearest two points. Hidden when kind ≠ cell. Default "euclidean".
---@field density? number|terrane.figure What part of the cells stays in the main layer. Hidden when kind ≠ cell. Default 1, values 0 ... 1.
---@field density_seed? integer|terrane.figure Seed of which cells stay. Hidden when kind ≠ cell. Disabled when density >= 1. Default 0, values at least 0.
---@field weave? "plain"|"twill"|"satin"|"custom" Which thread is on top. plain: by turns. twill: two over, two under, in diagonals that rise to the right. satin: the warp, but for one crossing of five. custom: as a layer says. Hidden when kind ≠ weave. Default "plain".
---@field weave_layer? string Layer of the input. Where it is above 0.5 at the pixel under a crossing's middle, the warp is on top; a void is not. Hidden when kind ≠ weave. Disabled when weave ≠ custom. Default "".
---@field thread_width? number|terrane.figure Width of the threads, as a part of the distance from thread to thread; with separate widths that of the warp (vertical) alone. Hidden when kind ≠ weave. Default 0.8, values 0.05 ... 1.
---@field separate_widths? boolean Give the weft a width of its own. Hidden when kind ≠ weave. Default false.
---@field weft_width? number|terrane.figure Width of the weft (horizontal). Hidden when kind ≠ weave. Disabled when separate_widths is off. Default 0.8, values 0.05 ... 1.
---@field fractal? "julia"|"mandelbrot" The Julia set of a constant, or the Mandelbrot set. Hidden when kind ≠ julia. Default "julia".
---@field c? string|table Real and imaginary part of the constant c in z^2 + c. Hidden when kind ≠ julia or fractal = mandelbrot. Default "-0.8 0.156".
---@field center? string|table The number in the middle of the image, real and imaginary part. Hidden when kind ≠ julia. Default "0 0".
---@field zoom? number|terrane.figure The image is 3 / zoom wide. Hidden when kind ≠ julia. Default 1, values at least 1e-6.
---@field iterations? integer|terrane.figure What has not escaped after so many is inside. Hidden when kind ≠ julia. Default 100, values 1 ... 5000.
---@field modes? string|table Half waves along the sides, n and m, at most 10000 each. Larger ones make finer figures. Hidden when kind ≠ chladni. Default "3 5".
---@field sign? "-"|"+" Whether the second wave is taken off or added. Hidden when kind ≠ chladni. Default "-".
---@field chladni_output? "pixel_lines"|"nodal_lines"|"absolute"|"signed" pixel_lines: the nodal lines, of one width in pixels. nodal_lines: 1 where |f| is small. absolute: |f|. signed: f. Hidden when kind ≠ chladni. Default "pixel_lines".
---@field line_width? number|terrane.figure Width of the lines. Hidden when kind ≠ chladni. Disabled when chladni_output ≠ pixel_lines. Default 1.5, values 0.1 ... 64.
---@field threshold? number|terrane.figure From which |f| on it is black. Hidden when kind ≠ chladni. Disabled when chladni_output ≠ nodal_lines. Default 0.1, values 0 ... 10000.
---@field smoothing_width? number|terrane.figure How far below the threshold it begins to darken. 0: a hard edge. Hidden when kind ≠ chladni. Disabled when chladni_output ≠ nodal_lines. Default 0.05, values 0 ... 10000.
---@field amplitude? number|terrane.figure Multiplies f, A in the formula. Hidden when kind ≠ chladni. Default 1, values -10000 ... 10000.
---@field amplitude_ratio? number|terrane.figure Weight of the second wave, k in the formula. Hidden when kind ≠ chladni. Default 1, values -10000 ... 10000.
---@field tile_coloring? "hue"|"uniform"|"checker"|"gradient" hue: a hue for each column, light and dark by turns. uniform: the first colour. checker: both by turns. gradient: from the first to the second in the order of ids. Hidden when kind ≠ uv_grid. Default "hue".
---@field tile_color1? string|table Red, green, blue of the first colour. Hidden when kind ≠ uv_grid. Disabled when tile_coloring = hue. Default "0.85 0.85 0.85".
---@field tile_color2? string|table Of the second. Hidden when kind ≠ uv_grid. Disabled when tile_coloring = hue or tile_coloring = uniform. Default "0.6 0.6 0.6".
---@field outlines? boolean Draw lines between tiles, on top of the markers. Hidden when kind ≠ uv_grid. Default true.
---@field outline_width? number|terrane.figure Width of the lines, half of it in each tile. 0: none. Hidden when kind ≠ uv_grid. Disabled when outlines is off. Default 1, values 0 ... 1000.
---@field outline_color? string|table Red, green, blue of the lines. Hidden when kind ≠ uv_grid. Disabled when outlines is off. Default "0.08 0.08 0.08".
---@field labels? boolean Draw a marker in each tile. Hidden when kind ≠ uv_grid. Default true.
---@field marker_type? "text"|"cross"|"arrow" text: the tile's name. cross. arrow: one that points upwards, to +v. Hidden when kind ≠ uv_grid. Disabled when labels is off. Default "text".
---@field text_mode? "letters"|"coordinates" letters: A1, B1 ... from the lower left, columns after Z are AA, AB. coordinates: 0,0 1,0 ... Hidden when kind ≠ uv_grid. Disabled when labels is off or marker_type ≠ text. Default "letters".
---@field font? string Name of an installed font, "DejaVu Sans", or serif, sans-serif, monospace. Empty: the system's sans serif. What has a slash in it, or ends in .ttf, .otf, .ttc or .otc, is a font file. Hidden when kind ≠ uv_grid. Disabled when labels is off or marker_type ≠ text. Default "".
---@field marker_size? number|terrane.figure Size of the markers, as a part of the short side of a tile; of text that of an em. What does not fit in the tile is cut off. Hidden when kind ≠ uv_grid. Disabled when labels is off. Default 0.32, values 0 ... 10.
---@field marker_coloring? "uniform"|"checker"|"gradient" How markers are coloured, as tiles are. Hidden when kind ≠ uv_grid. Disabled when labels is off. Default "uniform".
---@field marker_color? string|table Red, green, blue of markers. Hidden when kind ≠ uv_grid. Disabled when labels is off. Default "0.05 0.05 0.05".
---@field marker_color2? string|table Their second colour. Hidden when kind ≠ uv_grid. Disabled when labels is off or marker_coloring = uniform. Default "1 1 1".
---@field out_layer? string Name of the main layer, and the beginning of the others'. Empty leaves out the main one. Default "pattern".
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.

---Checkers, bricks, cells, UV grids, Julia sets, Chladni figures, knitting and weaving.
---@param params terrane.pattern.params
---@return terrane.node
function terrane.pattern(params) end

---Checkers, bricks, cells, UV grids, Julia sets, Chladni figures, knitting and weaving.
---@param params terrane.pattern.params
---@return terrane.node
function node:pattern(params) end

---Checkers, bricks, cells, UV grids, Julia sets, Chladni figures, knitting and weaving.
---@param params terrane.pattern.params
---@return terrane.node
function image:pattern(params) end

---@class terrane.position_map.params
---@field size_ref? terrane.node|terrane.image Image that says the size. Its layers are not taken over.
---@field source_position? "position"|"view_direction" What is stored: the pixel's place on the image, or the direction that one looks in. Default "position".
---@field x_border? "clamp"|"mirror"|"wrap"|"extend" What becomes of X outside -1 ... 1. clamp: the nearer end. mirror: there and back again. wrap: it begins anew at -1. extend: it is kept. Default "extend".
---@field x_shift? number|terrane.figure Added to X. Default 0.
---@field x_cycles? number|terrane.figure Multiplies X after the shift. Default 1.
---@field y_border? "clamp"|"mirror"|"wrap"|"extend" What becomes of Y outside -1 ... 1. clamp: the nearer end. mirror: there and back again. wrap: it begins anew at -1. extend: it is kept. Default "extend".
---@field y_shift? number|terrane.figure Added to Y. Default 0.
---@field y_cycles? number|terrane.figure Multiplies Y after the shift. Default 1.
---@field z_border? "clamp"|"mirror"|"wrap"|"extend" What becomes of Z outside -1 ... 1. clamp: the nearer end. mirror: there and back again. wrap: it begins anew at -1. extend: it is kept. Default "extend".
---@field z_shift? number|terrane.figure Added to Z. Default 0.
---@field z_cycles? number|terrane.figure Multiplies Z after the shift. Default 1.
---@field out_layer? string Name of the layer, which has three channels. Default "pos".
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.

---A layer that stores a place in space for each pixel.
---@param params terrane.position_map.params
---@return terrane.node
function terrane.position_map(params) end

---A layer that stores a place in space for each pixel.
---@param params terrane.position_map.params
---@return terrane.node
function node:position_map(params) end

---A layer that stores a place in space for each pixel.
---@param params terrane.position_map.params
---@return terrane.node
function image:position_map(params) end

---@class terrane.ramp.params
---@field cop? terrane.node|terrane.image Image with the layer.
---@field layer? string Layer whose first channel is looked up. Default "C".
---@field ramp? string|table Stops, place:value with one to four components, as in "0:0 0.5:1 1:0". Places lie from 0 to 1, where the range of the layer does. Default "0:0.12,0.3,0.5 0.3:0.82,0.78,0.55 0.5:0.3,0.5,0.2 0.8:0.5,0.45,0.4 1:1,1,1".
---@field ramp_mode? "linear"|"smooth"|"constant" Between stops. linear: straight. smooth: levels out at each. constant: the stop before. Default "linear".
---@field range? "given"|"measured" given: from_min and from_max. measured: the lowest and highest value of the layer, which tiles do not agree about. Default "given".
---@field from_min? number|terrane.figure The value that becomes 0. Above from_max the range is turned round. Hidden when range = measured. Default 0.
---@field from_max? number|terrane.figure The value that becomes 1. Hidden when range = measured. Default 1.
---@field cut? number|terrane.figure So many percent of the pixels at either end are left out of the measured range. Hidden when range = given. Default 0, values 0 ... 49.
---@field out_layer? string Name of the result, which has as many channels as stops have components. Empty overwrites the input layer. Default "Cd".

---Colours a layer by its values, or bends them along a curve.
---@param params terrane.ramp.params
---@return terrane.node
function terrane.ramp(params) end

---Colours a layer by its values, or bends them along a curve.
---@param params terrane.ramp.params
---@return terrane.node
function node:ramp(params) end

---Colours a layer by its values, or bends them along a curve.
---@param params terrane.ramp.params
---@return terrane.node
function image:ramp(params) end

---@class terrane.random.params
---@field cop? terrane.node|terrane.image Image that says the size and may have the ids. Its layers are kept.
---@field range_values? "shared"|"min_max"|"color_ramp"|"specific_values" What becomes of the random number. shared: one range for all channels. min_max: a range for each component. color_ramp: a colour of a ramp. specific_values: one of a list of colours. Default "shared".
---@field color_model? "rgb"|"hsv" Whether range_min and range_max are red, green and blue, or hue, saturation and value. Hidden when range_values ≠ min_max. Default "rgb".
---@field min? number|terrane.figure Least value. At most 1e24 in size. Hidden when range_values ≠ shared. Default 0.
---@field max? number|terrane.figure Where the range ends: 0 to 1 never gives 1. At most 1e24 in size. Hidden when range_values ≠ shared. Default 1.
---@field range_min? string|table Where the ranges begin: red, green, blue, or hue in degrees, saturation, value. Hidden when range_values ≠ min_max. Default "0 0 0".
---@field range_max? string|table Where they end. All hues are 0 to 360, which has to be said. Hidden when range_values ≠ min_max. Default "1 1 1".
---@field color_ramp? string|table Stops, place:red,green,blue. Places run from 0 to 1, in any order; of several at one place the last counts. Hidden when range_values ≠ color_ramp. Default "0:0,0,0 1:1,1,1".
---@field color_ramp_mode? "linear"|"smooth"|"constant" Between stops: straight, a smooth step, or the colour of the stop before. Hidden when range_values ≠ color_ramp. Default "linear".
---@field colors? string|table Colours, red green blue and perhaps a weight, separated by semicolons; at most 256. A colour is picked as often as its weight says, which is 1 where it is left out; with 0 or less never. Hidden when range_values ≠ specific_values. Default "1 0 0; 0 1 0; 0 0 1".
---@field channels? "1"|"3"|"4" Number of channels. Colours always have three; with 4 there is an alpha of 1 as well. With shared each channel, alpha too, has values of its own. Default "1".
---@field mode? "pixel"|"id" pixel: each pixel has a value of its own. id: pixels with one id have one value. Default "pixel".
---@field id_layer? string Layer with the ids, of which the first channel counts. Ids that are floats are rounded. Hidden when mode ≠ id. Default "id".
---@field rand_seed? integer|terrane.figure Seed of the hash. Default 0, values at least 0.
---@field zero_negative_ids? boolean Negative ids, and voids, give 0 in every channel, alpha too. Hidden when mode ≠ id. Default false.
---@field out_layer? string Name of the layer. Empty makes none. Default "random".
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.

---Random values by hash for each pixel, or for each id.
---@param params terrane.random.params
---@return terrane.node
function terrane.random(params) end

---Random values by hash for each pixel, or for each id.
---@param params terrane.random.params
---@return terrane.node
function node:random(params) end

---Random values by hash for each pixel, or for each id.
---@param params terrane.random.params
---@return terrane.node
function image:random(params) end

---@class terrane.remap.params
---@field cop? terrane.node|terrane.image Image with the layer.
---@field layer? string Layer to map, all its channels by the range of the first. Default "C".
---@field range? "given"|"measured" given: from_min and from_max. measured: the lowest and highest value of the layer, which tiles do not agree about. Default "given".
---@field from_min? number|terrane.figure The value that becomes 0. Above from_max the range is turned round. Hidden when range = measured. Default 0.
---@field from_max? number|terrane.figure The value that becomes 1. Hidden when range = measured. Default 1.
---@field cut? number|terrane.figure So many percent of the pixels at either end are left out of the measured range. Hidden when range = given. Default 0, values 0 ... 49.
---@field to_min? number|terrane.figure What 0 becomes. Default 0.
---@field to_max? number|terrane.figure What 1 becomes. Default 1.
---@field clamp? boolean Values outside the range become its ends. Default false.
---@field gamma? number|terrane.figure The power of the value between 0 and 1, with its sign. Above 1 darkens the middle. Default 1, values 0.001 ... 100.
---@field out_layer? string Name of the result. Empty overwrites the input layer. Default "".

---Maps a range of values onto another: levels, normalising, turning round.
---@param params terrane.remap.params
---@return terrane.node
function terrane.remap(params) end

---Maps a range of values onto another: levels, normalising, turning round.
---@param params terrane.remap.params
---@return terrane.node
function node:remap(params) end

---Maps a range of values onto another: levels, normalising, turning round.
---@param params terrane.remap.params
---@return terrane.node
function image:remap(params) end

---@class terrane.resample.params
---@field cop? terrane.node|terrane.image Image of any size.
---@field width? integer|terrane.figure Width of the result. 0: as the height says, with pixels as they are square; where both are 0, the size that the evaluation asks for. Default 0, values 0 ... 65536.
---@field height? integer|terrane.figure Its height. 0: as for the width. Default 0, values 0 ... 65536.
---@field filter? "auto"|"nearest"|"bilinear"|"bicubic"|"area" auto: area along an axis that gets fewer pixels, bicubic along one that gets more. area: the mean over what the new pixel covers, which going up shows the old pixels as squares. bicubic (Catmull-Rom) is smooth and may overshoot a little. bilinear does not, but its slopes have steps. nearest: the pixel in the middle. Going down, those three pick pixels and leave others out. Ids are always those of the nearest pixel. Default "auto".
---@field edge? "extend"|"wrap"|"clamp" What bicubic and bilinear find beyond the image. extend: the surface goes on point-symmetrically about its border, so that slopes stay as they are up to it. wrap: the image repeats. clamp: the border's own values, as masks want it. Disabled when filter = nearest or filter = area. Default "extend".

---Makes an image larger or smaller: the same view in other pixels.
---@param params terrane.resample.params
---@return terrane.node
function terrane.resample(params) end

---Makes an image larger or smaller: the same view in other pixels.
---@param params terrane.resample.params
---@return terrane.node
function node:resample(params) end

---Makes an image larger or smaller: the same view in other pixels.
---@param params terrane.resample.params
---@return terrane.node
function image:resample(params) end

---@class terrane.shade.params
---@field cop? terrane.node|terrane.image Image with the height layer and, if there are any, splat and water layers.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field vertical? "auto"|"world" auto: heights are drawn so that slopes look like hills, whatever the units of the layer. world: in the scale of strength and world_size. Default "auto".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down. Disabled when vertical = auto. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the image. Disabled when vertical = auto. Default 1, values at least 1e-6.
---@field exaggeration? number|terrane.figure Multiplies the vertical scale. Default 1, values 0 ... 1000.
---@field tile? boolean The image repeats: slopes at its edges look across them. Default false.
---@field azimuth? number|terrane.figure Where the sun stands, as in height_to_shadow: 0 = towards +u (east), 90 = towards +v (north). 135, the north-west, is what maps use; lit from below hills look like hollows. Default 135, values -360 ... 360.
---@field elevation? number|terrane.figure Height of the sun above the horizon. Default 42, values 1 ... 90.
---@field sky? number|terrane.figure Share of the light that comes from the sky and from two lamps beside the sun, so that slopes along and away from the sun can be read. Default 0.3, values 0 ... 1.
---@field ambient? number|terrane.figure Share of the light that has no direction. Default 0.06, values 0 ... 1.
---@field relief? number|terrane.figure How much ground that stands above its surroundings is brightened, and valleys are darkened. Default 0.5, values 0 ... 1.
---@field tint? "auto"|"none"|"hypsometric"|"splat" Colour of the ground. none: grey. hypsometric: by height, from green over sand and brown to snow, and rock where it is steep. splat: by the masks of a splat node. auto: splat where its <prefix>_rgba layer is there, else hypsometric. Default "auto".
---@field prefix? string Prefix of the splat node's layers. Default "splat".
---@field range_min? number|terrane.figure Layer value of the lowest colour. With both ends equal the colours span the image's own heights. Disabled when tint = none. Default 0.
---@field range_max? number|terrane.figure Layer value of the highest colour. Disabled when tint = none. Default 0.
---@field water_layers? string Names of layers that are drawn in blue, separated by spaces; those the image lacks are passed over. Names that begin with lake are depths and darken with them; others are covers of 0 ... 1. Default "lake river".
---@field lake_min? number|terrane.figure Depth of a lake layer above which water is drawn. Default 0.0001, values at least 0.
---@field sea? boolean Draws a sea over what lies below sea_level. Default false.
---@field sea_level? number|terrane.figure Layer value of the sea's surface. Disabled when sea is off. Default 0.
---@field out_layer? string Name of the picture's layer. Empty makes none. Default "preview".
---@field keep_layers? boolean Keep the layers of the input. Default true.
---@field relief_radius? number|terrane.figure How wide the surroundings are that relief compares with: their standard deviation, in whole steps of 1.4. 0: 1/64 of the image's longer side. Disabled when relief = 0. Default 0, values 0 ... 256.
---@field lake_depth? number|terrane.figure Depth of a lake layer that takes the darkest blue. 0: the deepest of the image. Default 0, values at least 0.
---@field sea_depth? number|terrane.figure Depth below sea_level, in layer values, that takes the darkest blue. 0: that of the image's lowest point. Disabled when sea is off. Default 0, values at least 0.

---Paints a shaded relief of a height layer, for people to look at.
---@param params terrane.shade.params
---@return terrane.node
function terrane.shade(params) end

---Paints a shaded relief of a height layer, for people to look at.
---@param params terrane.shade.params
---@return terrane.node
function node:shade(params) end

---Paints a shaded relief of a height layer, for people to look at.
---@param params terrane.shade.params
---@return terrane.node
function image:shade(params) end

---@class terrane.shape.params
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.
---@field shape? "circle"|"box"|"rounded_box"|"line"|"star"|"polygon"|"squircle"|"trapezoid"|"triangle"|"diamond"|"egg"|"moon"|"vesica"|"cross"|"arch"|"arrow" Which figure. Default "circle".
---@field center_x? number|terrane.figure Where the figure stands, right of the image's middle. Default 0, values -10000 ... 10000.
---@field center_y? number|terrane.figure Where the figure stands, above the image's middle. Default 0, values -10000 ... 10000.
---@field angle? number|terrane.figure Turns the figure counter-clockwise. Default 0, values -3600 ... 3600.
---@field shear? number|terrane.figure Shears the figure: it is looked up at x + shear y. Distances are exact without it only. Default 0, values -10000 ... 10000.
---@field uniform_scale? number|terrane.figure Scales the whole figure, and its distances with it. Negative turns it by half a turn; 0 makes it a point. Default 1, values -10000 ... 10000.
---@field radius? number|terrane.figure Main radius. line: half its width; moon: that of the outer circle; cross: from the middle to the ends of the arms. Where it is negative nothing is inside: the distance is that from the centre (line: from the line), plus its size. Hidden when shape = box or shape = rounded_box or shape = trapezoid or shape = triangle or shape = diamond or shape = arch or shape = arrow. Disabled when shape = line and separate_thickness is on. Default 0.35, values -10000 ... 10000.
---@field arc? number|terrane.figure How much of the full circle there is; it opens at the bottom. Hidden when shape ≠ circle. Default 1, values 0 ... 1.
---@field thickness? number|terrane.figure Below 1 the circle is a ring whose width is this times the radius. Hidden when shape ≠ circle. Default 1, values 0 ... 1.
---@field round_ends? boolean Round the ends of an open ring. Hidden when shape ≠ circle. Disabled when arc >= 1 or thickness >= 1. Default false.
---@field size_x? number|terrane.figure Half width. trapezoid: half the base; arch: half the width of the rectangle. Hidden when shape ≠ box and shape ≠ rounded_box and shape ≠ trapezoid and shape ≠ triangle and shape ≠ diamond and shape ≠ arch. Disabled when shape = triangle and use_points is on. Default 0.35, values 0 ... 10000.
---@field size_y? number|terrane.figure Half height. arch: half the height of the rectangle, without the dome. Hidden when shape ≠ box and shape ≠ rounded_box and shape ≠ trapezoid and shape ≠ triangle and shape ≠ diamond and shape ≠ arch. Disabled when shape = triangle and use_points is on. Default 0.25, values 0 ... 10000.
---@field corner? number|terrane.figure Radius of all corners, at most the shorter half side. Hidden when shape ≠ rounded_box. Disabled when separate_corners is on. Default 0.05, values 0 ... 10000.
---@field separate_corners? boolean Give each corner a radius of its own. Hidden when shape ≠ box and shape ≠ rounded_box. Default false.
---@field corner_tl? number|terrane.figure Radius of this corner, as a fraction of the shorter half side. Hidden when shape ≠ box and shape ≠ rounded_box. Disabled when separate_corners is off. Default 0, values 0 ... 1.
---@field corner_tr? number|terrane.figure Radius of this corner, as a fraction of the shorter half side. Hidden when shape ≠ box and shape ≠ rounded_box. Disabled when separate_corners is off. Default 0, values 0 ... 1.
---@field corner_bl? number|terrane.figure Radius of this corner, as a fraction of the shorter half side. Hidden when shape ≠ box and shape ≠ rounded_box. Disabled when separate_corners is off. Default 0, values 0 ... 1.
---@field corner_br? number|terrane.figure Radius of this corner, as a fraction of the shorter half side. Hidden when shape ≠ box and shape ≠ rounded_box. Disabled when separate_corners is off. Default 0, values 0 ... 1.
---@field points? integer|terrane.figure Points of the star, sides of the polygon. One point looks upwards. Hidden when shape ≠ star and shape ≠ polygon. Default 5, values 3 ... 64.
---@field inner? number|terrane.figure Radius of the star's dents, as a fraction of that of its points. Hidden when shape ≠ star. Default 0.5, values 0 ... 1.
---@field squircle_blend? number|terrane.figure Exponent n of |x|^n + |y|^n: 1 is a diamond, 2 a circle, more comes nearer to a square, less is a star of four points. Hidden when shape ≠ squircle. Default 4, values 0.25 ... 1000.
---@field trap_top? number|terrane.figure Half the top edge. Hidden when shape ≠ trapezoid. Default 0.15, values 0 ... 10000.
---@field use_points? boolean Three corners instead of a size. Hidden when shape ≠ triangle. Default false.
---@field tri_p0? string|table A corner of the triangle, x and y. Hidden when shape ≠ triangle. Disabled when use_points is off. Default "-0.3 -0.25".
---@field tri_p1? string|table A corner of the triangle, x and y. Hidden when shape ≠ triangle. Disabled when use_points is off. Default "0 0.3".
---@field tri_p2? string|table A corner of the triangle, x and y. Hidden when shape ≠ triangle. Disabled when use_points is off. Default "0.3 -0.25".
---@field roundness? number|terrane.figure egg: 0 has a pointed top, 1 is a circle. vesica: 1 is a circle, less flattens it. Hidden when shape ≠ egg and shape ≠ vesica. Default 0.5, values 0 ... 1.
---@field moon_inner? number|terrane.figure Radius of the circle that is cut out. Hidden when shape ≠ moon. Default 0.3, values 0 ... 10000.
---@field moon_offset? number|terrane.figure How far to the right the circle that is cut out lies. Hidden when shape ≠ moon. Default 0.15, values -10000 ... 10000.
---@field cross_inset? number|terrane.figure The arms are radius - cross_inset wide to each side of the axes; 0 is a square. Hidden when shape ≠ cross. Default 0.15, values 0 ... 10000.
---@field cross_bevel? number|terrane.figure Radius that rounds the inner corners, at most the arms' length. Hidden when shape ≠ cross. Default 0, values 0 ... 10000.
---@field line_ax? number|terrane.figure Start, x. Hidden when shape ≠ line and shape ≠ arrow. Default -0.3, values -10000 ... 10000.
---@field line_ay? number|terrane.figure Start, y. Hidden when shape ≠ line and shape ≠ arrow. Default 0, values -10000 ... 10000.
---@field line_bx? number|terrane.figure End, x. Hidden when shape ≠ line and shape ≠ arrow. Default 0.3, values -10000 ... 10000.
---@field line_by? number|terrane.figure End, y: an arrow's tip. Hidden when shape ≠ line and shape ≠ arrow. Default 0, values -10000 ... 10000.
---@field separate_thickness? boolean Give the line two widths, at its start and at its end, instead of the radius. Hidden when shape ≠ line. Default false.
---@field start_thickness? number|terrane.figure Full width at the start. Hidden when shape ≠ line. Disabled when separate_thickness is off. Default 0.1, values 0 ... 10000.
---@field end_thickness? number|terrane.figure Full width at the end. Hidden when shape ≠ line. Disabled when separate_thickness is off. Default 0.02, values 0 ... 10000.
---@field arrow_shaft? number|terrane.figure Full width of the shaft. 0: there is none. Hidden when shape ≠ arrow. Default 0.06, values 0 ... 10000.
---@field arrow_head? number|terrane.figure Full width of the head. 0: there is none. Hidden when shape ≠ arrow. Default 0.2, values 0 ... 10000.
---@field arrow_head_ratio? number|terrane.figure Length of the head, as a fraction of the arrow's. Hidden when shape ≠ arrow. Default 0.3, values 0 ... 1.
---@field softness_pixels? number|terrane.figure Width of the mask's edge. 0 makes a mask of zeros and ones, the outline itself inside. Disabled when mask_layer = "". Default 1.5, values 0 ... 10000.
---@field invert? boolean Swap inside and outside: the distances negated. Default false.
---@field sdf_layer? string Name of the layer of distances. Empty makes none. Default "sdf".
---@field mask_layer? string Name of the mask's layer. Empty makes none, nor a colour layer. Default "mask".
---@field color_layer? string Name of a layer of three channels, each a copy of the mask. Empty makes none. Disabled when mask_layer = "". Default "".
---@field device? "auto"|"cpu"|"cuda"|"exact" Where to compute. auto takes a CUDA device for large images where there is one, cuda must have one; auto, cpu and cuda give the same bytes. exact works in double on the CPU and makes a layer of 64-bit floats. Default "auto".

---A figure as a signed distance field, and as an anti-aliased mask.
---@param params terrane.shape.params
---@return terrane.node
function terrane.shape(params) end

---@class terrane.slope.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the whole image. Default 1, values at least 1e-6.
---@field tile? boolean The image repeats: the neighbours of border pixels are those on the opposite side. Default false.
---@field slope_layer? string Name of the slope layer. Empty makes none. Default "slope".
---@field units? "degrees"|"tangent"|"normalized" degrees: 0 to 90. tangent: the rise over a run of one. normalized: degrees over 90. Disabled when slope_layer = "". Default "degrees".
---@field aspect_layer? string Name of the layer of the way down, in degrees: 0 towards +u, 90 towards +v. Empty makes none. Default "aspect".
---@field dir_layer? string Name of the layer of unit vectors (u, v) downhill. Empty makes none. Default "slope_dir".
---@field keep_layers? boolean Keep the layers of the input. Default true.

---Measures how steep a height layer is and which way is down.
---@param params terrane.slope.params
---@return terrane.node
function terrane.slope(params) end

---Measures how steep a height layer is and which way is down.
---@param params terrane.slope.params
---@return terrane.node
function node:slope(params) end

---Measures how steep a height layer is and which way is down.
---@param params terrane.slope.params
---@return terrane.node
function image:slope(params) end

---@class terrane.splat.params
---@field cop? terrane.node|terrane.image Image with the height layer and, if there are any, debris and water layers.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the image, which relates heights to distances and so makes slopes. Default 1, values at least 1e-6.
---@field tile? boolean The image repeats: slopes at its edges look across them. Default false.
---@field height_mode? "normalized"|"absolute" What the heights below are measured in. normalized: the image's lowest point is 0 and its highest 1. absolute: world heights, layer value times strength, so that tiles which are made apart match. Default "normalized".
---@field rock_angle? number|terrane.figure Slope above which rock appears. Default 38, values 0 ... 90.
---@field rock_falloff? number|terrane.figure Width of the transition into rock, centred on the angle; also of the slopes of snow and flats. 0 is hard. Default 6, values 0 ... 45.
---@field snow_line? number|terrane.figure Height above which snow lies. Default 0.75.
---@field snow_falloff? number|terrane.figure Range of heights of the transition into snow; also of low flats. 0 is hard. Default 0.08, values at least 0.
---@field snow_max_slope? number|terrane.figure Slope above which snow does not hold. Default 50, values 0 ... 90.
---@field sediment_layer? string Layer that says where sediment lies, such as thermal's debris. Without it sediment lies on low flats. Default "debris".
---@field sediment_ref? number|terrane.figure Value of the sediment layer that covers the ground fully. 0: the 90th percentile of its positive values. Disabled when sediment_layer = "". Default 0, values at least 0.
---@field flat_angle? number|terrane.figure Slope below which ground is flat. Counts only without a sediment layer. Default 8, values 0 ... 90.
---@field sediment_height? number|terrane.figure Height up to which flat ground is sediment. Counts only without a sediment layer. Default 0.3.
---@field water_layers? string Names of layers, separated by spaces; those the image lacks are passed over. Names that begin with lake are depths and go through the threshold; others are clamped to 0 ... 1. Default "lake river".
---@field lake_min? number|terrane.figure Value of a lake layer above which water lies. Default 0.0001, values at least 0.
---@field lake_falloff? number|terrane.figure How far above the threshold the water is full. 0 is hard. Default 0, values at least 0.
---@field prefix? string Output layers are named after it: <prefix>_grass, _sediment, _rock, _snow, _water, _id, _rgba. Default "splat".
---@field keep_layers? boolean Keep the layers of the input. Default true.

---Derives grass, sediment, rock, snow and water masks that sum to one from a terrain.
---@param params terrane.splat.params
---@return terrane.node
function terrane.splat(params) end

---Derives grass, sediment, rock, snow and water masks that sum to one from a terrain.
---@param params terrane.splat.params
---@return terrane.node
function node:splat(params) end

---Derives grass, sediment, rock, snow and water masks that sum to one from a terrain.
---@param params terrane.splat.params
---@return terrane.node
function image:splat(params) end

---@class terrane.statistics.params
---@field cop? terrane.node|terrane.image Image with the layer.
---@field layer? string Layer to measure. Default "C".
---@field channel? integer|terrane.figure Which of its channels. Default 1, values 1 ... 64.
---@field mask_layer? string Pixels count where its first channel is above 0.5. Empty counts all of them. Default "".
---@field invert_mask? boolean Count where the mask is low: one minus the mask. Disabled when mask_layer = "". Default false.
---@field low? number|terrane.figure So many percent of the pixels lie below the figure `low`. Default 5, values 0 ... 100.
---@field high? number|terrane.figure So many percent of the pixels lie below the figure `high`. Default 95, values 0 ... 100.

---Measures a layer: its range, mean, deviation, percentiles, as a report and as numbers that other nodes take.
---@param params terrane.statistics.params
---@return terrane.node
function terrane.statistics(params) end

---Measures a layer: its range, mean, deviation, percentiles, as a report and as numbers that other nodes take.
---@param params terrane.statistics.params
---@return terrane.node
function node:statistics(params) end

---Measures a layer: its range, mean, deviation, percentiles, as a report and as numbers that other nodes take.
---@param params terrane.statistics.params
---@return terrane.node
function image:statistics(params) end

---@class terrane.stereogram.params
---@field cop? terrane.node|terrane.image Image with the depth layer, and perhaps a pattern layer.
---@field depth_layer? string Layer with the depth, 0 far to 1 near; what lies outside is clamped. Its first channel counts. Default "depth".
---@field pattern_layer? string Layer of which the leftmost strip is repeated, pixel by pixel and in all its channels. Empty: random dots. Default "".
---@field strip? integer|terrane.figure Width of the strip that repeats. 0: an eighth of the image's width. Default 0, values 0 ... 4096.
---@field depth_scale? number|terrane.figure How much nearer copies lie to each other where the depth is 1, as a part of the strip. 0 is flat. Default 0.33, values 0 ... 0.9.
---@field cross_eyed? boolean For eyes that cross before the picture, instead of looking through it in parallel. Default false.
---@field color? boolean Dots of all colours, or of greys. Disabled when pattern_layer ≠ "". Default true.
---@field rand_seed? integer|terrane.figure Seed of the dots. Disabled when pattern_layer ≠ "". Default 0, values at least 0.
---@field out_layer? string Name of the picture's layer; the separation is <name>_sep. Empty makes none. Default "stereogram".

---A picture of dots, or of a pattern, in which two eyes see depth.
---@param params terrane.stereogram.params
---@return terrane.node
function terrane.stereogram(params) end

---A picture of dots, or of a pattern, in which two eyes see depth.
---@param params terrane.stereogram.params
---@return terrane.node
function node:stereogram(params) end

---A picture of dots, or of a pattern, in which two eyes see depth.
---@param params terrane.stereogram.params
---@return terrane.node
function image:stereogram(params) end

---@class terrane.strata.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure How much of the strata is mixed into the height, 0 nothing, 1 all. Not a scale of heights. Disabled when strata_only is on. Default 0.8, values 0 ... 1.
---@field mask_layer? string Multiplies Mask at each pixel, 0 to 1; its first channel, clamped. Empty: 1 everywhere. Disabled when strata_only is on. Default "".
---@field strata_only? boolean Put out how far the strata lower the ground, 0 or less, in place of the height. Added to the height it makes what Mask 1 makes. Default false.
---@field spacing? number|terrane.figure Thickness of a layer of rock, in units of height. At most 1e24. Default 0.1, values at least 1e-6.
---@field strata_offset? number|terrane.figure Raises all layers. At most 1e24 in size. Default 0.
---@field sharpness? number|terrane.figure How flat the hardest layers are on top, and how steep at their edges. 0 leaves the ground alone. Default 0.7, values 0 ... 0.999.
---@field hardness_random? number|terrane.figure How soft layers may be: each has a sharpness of its own, from (1 - this) times Sharpness up to Sharpness. Default 0.5, values 0 ... 1.
---@field tilt? string|table Two numbers: what is added to the height across the image along u and along v before it is cut into layers, which so dip that way. Each at most 1e24 in size. Default "0 0".
---@field noise_amount? number|terrane.figure Folds the layers: added likewise, times noise of -1 to 1. At most 1e24 in size. Default 0.
---@field noise_frequency? number|terrane.figure Folds across the image, along u and along v. Disabled when noise_amount = 0. Default 4, values 0 ... 10000.
---@field rand_seed? integer|terrane.figure Seed of the layers' hardness and of the noise. Default 0, values at least 0.
---@field out_layer? string Name of the layer of heights. Empty overwrites the input layer. The layer of rock that shows goes to <name>_id. Default "".

---Cuts layers of rock into a height layer, tilted, folded, some hard and some soft.
---@param params terrane.strata.params
---@return terrane.node
function terrane.strata(params) end

---Cuts layers of rock into a height layer, tilted, folded, some hard and some soft.
---@param params terrane.strata.params
---@return terrane.node
function node:strata(params) end

---Cuts layers of rock into a height layer, tilted, folded, some hard and some soft.
---@param params terrane.strata.params
---@return terrane.node
function image:strata(params) end

---@class terrane.stream_power.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down; 0 is an error. Without uplift only its sign matters: the law is linear in height. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the image, which gives pixels a size and so areas and slopes. Default 1, values at least 1e-6.
---@field iterations? integer|terrane.figure Steps of time 1. Tens carve valleys into a terrain, hundreds build mountains from noise with uplift. 0 leaves the heights as they are and only makes the flow layer. Default 100, values at least 0.
---@field erodibility? number|terrane.figure K of the equation: how fast rivers cut. Any value is stable. Default 0.02, values 0 ... 10.
---@field area_exponent? number|terrane.figure m of the equation: how much faster a large river cuts than a small one. With 0.5 world_size does not matter, apart from uplift; with other values it changes the speed. Default 0.5, values 0 ... 2.
---@field diffusion? number|terrane.figure Share of the difference to each of four neighbours that a pixel takes on in a step: rounds hillslopes, blunts ridges. Default 0, values 0 ... 0.25.
---@field routing? "d8"|"rho8" Where a pixel drains to. d8: the steepest of eight neighbours, which pulls rivers straight at 0 and 45 degrees. rho8: diagonals are chosen at random in each step, so that rivers go every way. Default "rho8".
---@field rand_seed? integer|terrane.figure Seed of rho8. Hidden when routing = d8. Default 0, values at least 0.
---@field uplift? number|terrane.figure U of the equation: world height that every pixel rises by in a step, outlets apart. 0 only erodes. Default 0, values 0 ... 10.
---@field uplift_layer? string Layer that uplift is multiplied by, clamped to 0 ... 1. Empty: all rises alike. Disabled when uplift = 0. Default "".
---@field tile? boolean The image repeats. The only outlet is then the lowest pixel of the start, unless base_layer marks others. Default false.
---@field base_layer? string Layer whose pixels above 0.5 are the outlets, which keep their height. Empty: the border pixels are. Default "".
---@field out_layer? string Name of the eroded height layer. Default "C".
---@field flow_layer? string Name of the layer with each pixel's drainage area in the last step, in world units squared. Empty makes none. Default "flow".
---@field area_cap? number|terrane.figure Drainage area, in world units squared, from which on rivers cut no faster, so that one large basin does not dig a canyon. 0: no limit. Default 0, values at least 0.
---@field protect_layer? string Layer of how much the ground is protected, clamped to 0 ... 1: rivers and diffusion do so much less there, and nothing at 1. Uplift lifts it all the same, and depressions in it are filled. Empty: nowhere. Default "".
---@field uplift_by_height? boolean Only high ground rises, by its height at each step, so that peaks hold against erosion and valleys stay. Disabled when uplift = 0. Default false.
---@field uplift_low? number|terrane.figure World height up to which nothing rises. Disabled when uplift_by_height is off. Default 0.
---@field uplift_high? number|terrane.figure World height from which uplift is whole, smoothly between. Not above the other: all at once there. Disabled when uplift_by_height is off. Default 1.

---Erodes a height layer by the stream power law, with an implicit solver.
---@param params terrane.stream_power.params
---@return terrane.node
function terrane.stream_power(params) end

---Erodes a height layer by the stream power law, with an implicit solver.
---@param params terrane.stream_power.params
---@return terrane.node
function node:stream_power(params) end

---Erodes a height layer by the stream power law, with an implicit solver.
---@param params terrane.stream_power.params
---@return terrane.node
function image:stream_power(params) end

---@class terrane.terrace.params
---@field cop? terrane.node|terrane.image Image with the height layer.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field mask? number|terrane.figure How much is cut, 0 nothing, 1 all. Multiplies the mask layer where there is one. Default 1, values 0 ... 1.
---@field mask_layer? string Says how much is cut at each pixel, 0 to 1; its first channel, clamped. Empty cuts everywhere alike. Default "".
---@field method? "step_size"|"num_terraces" step_size says how high a terrace is. num_terraces says how many equal ones the range from lowest to highest holds. Default "step_size".
---@field step? number|terrane.figure Height of a terrace. At most 1e24. Hidden when method = num_terraces. Default 0.1, values at least 1e-6.
---@field terraces? integer|terrane.figure How many terraces there are between min_height and max_height. Hidden when method = step_size. Default 10, values at least 1.
---@field limit_range? boolean Cut only heights from min_height to max_height. num_terraces always does. Hidden when method = num_terraces. Default false.
---@field min_height? number|terrane.figure Lowest height that is cut. The first border lies here, plus offset. At most 1e24 in size. Disabled when method = step_size and limit_range is off. Default 0.
---@field max_height? number|terrane.figure Highest height that is cut; above min_height. At most 1e24 in size. Disabled when method = step_size and limit_range is off. Default 1.
---@field offset? number|terrane.figure Raises all borders between terraces. At most 1e24 in size. Default 0.
---@field sharpness? number|terrane.figure 0 leaves the heights alone, 0.5 makes treads parabolas, near 1 they are flat with steep risers, and 1 makes stairs. Default 0.7, values 0 ... 1.
---@field random_step? number|terrane.figure Moves each border at random by up to half of this many steps up or down, so that terraces differ in height. Default 0, values 0 ... 1.
---@field rand_seed? integer|terrane.figure Seed of where the borders move. Disabled when random_step = 0. Default 0, values at least 0.
---@field out_layer? string Name of the terraced layer, of one channel. Empty makes none. Default "C".
---@field keep_layers? boolean Keep the other layers of the input. Default true.

---Cuts heights into terraces, flat treads with steep risers between them.
---@param params terrane.terrace.params
---@return terrane.node
function terrane.terrace(params) end

---Cuts heights into terraces, flat treads with steep risers between them.
---@param params terrane.terrace.params
---@return terrane.node
function node:terrace(params) end

---Cuts heights into terraces, flat treads with steep risers between them.
---@param params terrane.terrace.params
---@return terrane.node
function image:terrace(params) end

---@class terrane.text.params
---@field cop? terrane.node|terrane.image An image to write on.
---@field text? string What is written, in UTF-8, with a line for each line of it. Empty: a mask of zeros. Default "Text".
---@field font? string Name of an installed font, "DejaVu Sans" or "DejaVu Sans Bold", or serif, sans-serif, monospace. Empty: the system's sans serif. What has a slash in it, or ends in .ttf, .otf, .ttc or .otc, is a font file. Default "".
---@field size? integer|terrane.figure Pixels of an em. It stays what it is when the image gets larger. Default 64, values 1 ... 4096.
---@field spacing? number|terrane.figure From one baseline to the next, in font sizes. Default 1.2, values 0.1 ... 10.
---@field position? string|table Where the text is put, u and v. 0 0 is the lower left corner, 1 1 the upper right. Default "0.5 0.5".
---@field align? "left"|"center"|"right" Which end of each line, or its middle, stands at the position. Default "left".
---@field valign? "center"|"top"|"bottom" Whether the middle of all lines, the ascender line of the first or the descender line of the last stands at the position. Default "center".
---@field composite_layer? string Layer over which the colour is laid where the text is. One that is not there is made, black with three channels. Empty: none. Default "".
---@field color? string|table Red, green and blue. A layer of fewer channels takes the first of them; channels beyond the third are left as they are. Disabled when composite_layer = "". Default "1 1 1".
---@field out_layer? string Name of the mask's layer. Empty makes none. Default "text".
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.

---Text as an anti-aliased mask, laid over a layer where one is named.
---@param params terrane.text.params
---@return terrane.node
function terrane.text(params) end

---Text as an anti-aliased mask, laid over a layer where one is named.
---@param params terrane.text.params
---@return terrane.node
function node:text(params) end

---Text as an anti-aliased mask, laid over a layer where one is named.
---@param params terrane.text.params
---@return terrane.node
function image:text(params) end

---@class terrane.thermal.params
---@field cop? terrane.node|terrane.image Image with the height layer, and those of hardness and debris.
---@field layer? string Height layer. Only its first channel is used. Default "C".
---@field strength? number|terrane.figure World height of a layer value of 1. Negative turns the terrain upside down; 0 is refused. Default 1, values -10000 ... 10000.
---@field world_size? number|terrane.figure World width of the image, which with strength says how steep the ground is. Default 1, values at least 1e-6.
---@field slump_mode? "smooth"|"granular" smooth moves all that may move at the rate. granular moves a random part of that, another in each pixel and pass. Default "smooth".
---@field rand_seed? integer|terrane.figure Seed of granular. Disabled when slump_mode = smooth. Default 0, values at least 0.
---@field debris_source? "height"|"layer"|"constant" What may slide. height: all the ground. layer: debris as thick as a layer says, on bedrock that stays. constant: debris of one thickness everywhere, on bedrock that stays. Default "height".
---@field debris_input? string Layer with the thickness of the debris at the start, in units of height; values below 0 count as 0. Hidden when debris_source ≠ layer. Default "debris".
---@field debris_scale? number|terrane.figure What the debris layer is multiplied by; with constant, the thickness itself, in units of height. Hidden when debris_source = height. Default 1, values at least 0.
---@field remove_debris? boolean The height includes the debris, which is taken off it to find the bedrock. Off: the height is the bedrock, and debris lies on it. Hidden when debris_source = height. Default false.
---@field add_debris? boolean The height that comes out includes the debris where it has come to lie. Off: it is the bedrock alone. Hidden when debris_source = height. Default true.
---@field talus_angle? number|terrane.figure Angle of repose: what is steeper slides. Default 35, values 0 ... 89.9.
---@field iterations? integer|terrane.figure Passes. Each moves ground by one pixel; more come nearer to the angle of repose everywhere. 0 moves nothing. Default 50, values at least 0.
---@field rate? number|terrane.figure Share of what is too steep that moves in a pass, shared out among the neighbours. Lower is smoother, and needs more passes. Default 0.5, values 0 ... 1.
---@field neighbours? "8"|"4" How many pixels ground slides to. 4, without the diagonals, is faster and makes pyramids of cones. Default "8".
---@field tile? boolean The image repeats: ground slides across its edges. Off: nothing leaves it. Default false.
---@field hardness_layer? string Layer of 0 to 1: how much less a pixel gives. 1 is bedrock that gives nothing; debris may still come to lie on it. Empty: none. Default "".
---@field out_layer? string Name of the height layer that is made. Empty makes none. Default "C".
---@field debris_layer? string Name of the layer of debris, in units of height: with height, by how much the ground has risen, 0 where it sank; else how thick the debris is. Empty makes none. Default "debris".
---@field keep_layers? boolean Keep the other layers of the input. Default true.
---@field compute? "auto"|"cpu"|"cuda" Where to compute. auto and cpu give the same bytes; there is no way for cuda yet, which is an error. Default "auto".

---Lets ground that is steeper than its angle of repose slide, and pile up at the foot.
---@param params terrane.thermal.params
---@return terrane.node
function terrane.thermal(params) end

---Lets ground that is steeper than its angle of repose slide, and pile up at the foot.
---@param params terrane.thermal.params
---@return terrane.node
function node:thermal(params) end

---Lets ground that is steeper than its angle of repose slide, and pile up at the foot.
---@param params terrane.thermal.params
---@return terrane.node
function image:thermal(params) end

---@class terrane.transform.params
---@field cop? terrane.node|terrane.image Image of any size.
---@field offset? string|table How far the picture moves, to the right and up. Disabled when frame = fit. Default "0 0".
---@field offset_unit? "uv"|"pixels" uv: widths and heights of the image. pixels: pixels. Disabled when frame = fit. Default "uv".
---@field angle? number|terrane.figure How far it turns, counter-clockwise. Default 0, values -36000 ... 36000.
---@field scale? number|terrane.figure How much larger it gets. Default 1, values 0.001 ... 1000.
---@field stretch? string|table The same along u and along v, besides, before it turns. Default "1 1".
---@field flip_u? boolean Left and right change places, before it turns. Default false.
---@field flip_v? boolean Bottom and top change places, before it turns. Default false.
---@field pivot? string|table The u and v that stay where they are when it turns, scales and flips. Disabled when frame = fit. Default "0.5 0.5".
---@field frame? "same"|"fit" same: the image keeps its size, and what leaves it is lost. fit: it gets the size that the picture has afterwards, which stands in its middle. Default "same".
---@field interpolation? "bicubic"|"bilinear"|"nearest" Between pixels. bicubic (Catmull-Rom) is smooth and may overshoot a little; bilinear does not, but softens; nearest takes pixels as they are. Ids are always those of the nearest pixel. Default "bicubic".
---@field outside? "clamp"|"repeat"|"mirror"|"void"|"value" Beyond the image. clamp: its edge goes on. repeat: it begins anew. mirror: the same, every other time turned round. void: NaN, and -1 in ids. value: a value. Default "clamp".
---@field value? number|terrane.figure What all channels are beyond the image; in ids the nearest whole number, within 2^30. Disabled when outside ≠ value. Default 0.
---@field vector_layer? string Layers whose first two channels are a vector in the plane, which turns and flips with the picture: normals, signed and not packed; directions. Names separated by spaces. Left as it is, N counts where it is there. Default "N".

---Moves, turns, scales and flips an image.
---@param params terrane.transform.params
---@return terrane.node
function terrane.transform(params) end

---Moves, turns, scales and flips an image.
---@param params terrane.transform.params
---@return terrane.node
function node:transform(params) end

---Moves, turns, scales and flips an image.
---@param params terrane.transform.params
---@return terrane.node
function image:transform(params) end

---@class terrane.warp.params
---@field cop? terrane.node|terrane.image Image with the layers to warp, and the mask.
---@field vectors? terrane.node|terrane.image Image of the same size with the warp layer, where that is not in the first one.
---@field layer? string Layers to warp, all their channels: names separated by spaces, or * for every layer. Default "C".
---@field by? "noise"|"layer"|"direction" What the vectors are. noise: fractal noise, another one for u and for v. layer: those of a layer. direction: along `angle`, by how much a layer says. Default "noise".
---@field amount? number|terrane.figure How far off the place lies from which a pixel is taken, where the vector has a length of 1. Negative takes it from the other side. Default 0.05, values -1 ... 1.
---@field steps? integer|terrane.figure 1 goes straight along the pixel's own vector. More follow the vectors that lie on the way, in so many pieces: what a stream does to the things in it, which folds less the more there are. Default 1, values 1 ... 64.
---@field warp_layer? string by layer: a layer whose first two channels are the vectors' u and v, or two names, of which each gives one. by direction: a layer whose first channel says how far; empty goes as far everywhere. Taken from the input `vectors` where there is one. Hidden when by = noise. Default "N".
---@field angle? number|terrane.figure 0 takes pixels from the right (+u), 90 from above (+v). Hidden when by ≠ direction. Default 0, values -360 ... 360.
---@field noise_type? "value"|"perlin"|"simplex" The basis of the noise. Hidden when by ≠ noise. Default "simplex".
---@field frequency? number|terrane.figure Features across the image: (u, v) is multiplied by it. Hidden when by ≠ noise. Default 4, values at least 0.
---@field octaves? integer|terrane.figure Number of octaves. Hidden when by ≠ noise. Default 3, values 1 ... 16.
---@field lacunarity? number|terrane.figure Frequency of an octave over that of the one before. Hidden when by ≠ noise. Default 2, values 0 ... 16.
---@field roughness? number|terrane.figure Amplitude of an octave over that of the one before. Hidden when by ≠ noise. Default 0.5, values 0 ... 1.
---@field rand_seed? integer|terrane.figure Seed of the noise. Hidden when by ≠ noise. Default 0, values at least 0.
---@field mask_layer? string Scales the amount for each pixel, 0 to 1; its first channel, clamped. Empty takes the amount everywhere. Default "".
---@field invert_mask? boolean Warp where the mask is low: one minus the mask. Disabled when mask_layer = "". Default false.
---@field interpolation? "bicubic"|"bilinear"|"nearest" Between pixels. bicubic (Catmull-Rom) is smooth and may overshoot a little; bilinear does not, but its slopes have steps; nearest shows the pixels. Ids are always those of the nearest pixel. Default "bicubic".
---@field edge? "clamp"|"wrap"|"mirror" What lies beyond the image. clamp: its border goes on. wrap: it repeats, and so does the noise, so that tiles stay tiles. mirror: it is reflected at its border. Default "clamp".

---Takes each pixel from a place beside it: by noise, by the vectors of a layer, or along a direction.
---@param params terrane.warp.params
---@return terrane.node
function terrane.warp(params) end

---Takes each pixel from a place beside it: by noise, by the vectors of a layer, or along a direction.
---@param params terrane.warp.params
---@return terrane.node
function node:warp(params) end

---Takes each pixel from a place beside it: by noise, by the vectors of a layer, or along a direction.
---@param params terrane.warp.params
---@return terrane.node
function image:warp(params) end

---@class terrane.worley_noise.params
---@field cop? terrane.node|terrane.image Image that the layers are added to; it has the size, and the layer of pos_layer.
---@field element_size? number|terrane.figure Size of a cell, in image units: the image is one wide. Default 0.1, values 1e-6 ... 10000.
---@field element_scale? string|table Stretches cells: up to three numbers, for x, y and z, 1e-6 to 1e6 each. Default "1 1 1".
---@field jitter? number|terrane.figure How far feature points move from the middle of their cells. 0 is a regular lattice; 1 covers the cell; above 1 points leave the cells that are searched, and edges appear. Default 1, values 0 ... 2.
---@field jitter_scale? string|table Multiplies the jitter along x, y and z; within -1e6 ... 1e6. Default "1 1 1".
---@field lattice? "rectangular"|"hexagonal" rectangular: a grid. hexagonal: every point has six neighbours, so that cells are hexagons at jitter 0; in 2-D alone, and it cannot be tiled. Default "rectangular".
---@field metric? "euclidean"|"manhattan"|"chebyshev" How distance is measured: euclidean gives straight borders, manhattan diamonds, chebyshev squares. Default "euclidean".
---@field round_border? number|terrane.figure Rounds the corners of borders by a smooth minimum over the cells around, and moves borders inwards. 0 is sharp. Hidden when metric ≠ euclidean. Default 0, values 0 ... 10.
---@field offset? string|table Added to positions: up to three numbers, for x, y and z, in image units. Default "0 0 0".
---@field tile? boolean Make the pattern repeat without seams. Along each axis round(tile_size / cell size) cells fit in, one at least, and the cell size is adjusted to that. Default false.
---@field tile_size? string|table After how much the pattern repeats along x, y and z, in image units, 1e-6 to 1e6 each. An image that is not square is height / width units high. Disabled when tile is off. Default "1 1 1".
---@field pos_layer? string Layer of the input whose values are the positions: two channels for 2-D noise, three for 3-D. Empty takes the pixels' own. Default "".
---@field rand_seed? integer|terrane.figure Seed of the feature points and ids. Default 0, values at least 0.
---@field fold? boolean Take the absolute value. Default false.
---@field complement? boolean Replace x with 1 - x. Default false.
---@field pp_bias? number|terrane.figure Perlin's bias. 0.5 leaves values alone, less pulls them towards 0, more towards 1. Default 0.5, values 0 ... 1.
---@field gain? number|terrane.figure Perlin's gain. 0.5 leaves values alone, more steepens the middle, less flattens it. Default 0.5, values 0 ... 1.
---@field gamma? number|terrane.figure x^gamma. Above 1 darkens. Default 1, values 0.001 ... 100.
---@field contrast? number|terrane.figure Scales values around 0.5. Default 1, values -100 ... 100.
---@field clamp_min? number|terrane.figure Lower limit, while use_clamp_min is on. Default 0.
---@field use_clamp_min? boolean Apply the lower limit. Default false.
---@field clamp_max? number|terrane.figure Upper limit, while use_clamp_max is on. It wins over a lower limit above it. Default 1.
---@field use_clamp_max? boolean Apply the upper limit. Default false.
---@field prefix? string Put before the names of the layers: dist1, dist2, border, center, id. Default "".
---@field resolution_x? integer|terrane.figure Width of the image. Left out, the image is as wide as the evaluation asks for. Default 512, values 1 ... 16384.
---@field resolution_y? integer|terrane.figure Height of the image. Left out, the image is as high as the evaluation asks for. Default 512, values 1 ... 16384.

---Distances to scattered points, the borders of their cells, the cells' centres and ids.
---@param params terrane.worley_noise.params
---@return terrane.node
function terrane.worley_noise(params) end

---Distances to scattered points, the borders of their cells, the cells' centres and ids.
---@param params terrane.worley_noise.params
---@return terrane.node
function node:worley_noise(params) end

---Distances to scattered points, the borders of their cells, the cells' centres and ids.
---@param params terrane.worley_noise.params
---@return terrane.node
function image:worley_noise(params) end
