---@meta
-- The globals of recipes; made by scripts/docs from the node's declaration.

---Keeps, drops, renames and packs layers.
---@param params terrane.arrange.params
---@return terrane.node
function arrange(params) end

---Makes its input once, at a size of its own, and serves it to any evaluation.
---@param params terrane.bake.params
---@return terrane.node
function bake(params) end

---Joins a layer with one of another image.
---@param params terrane.blend.params
---@return terrane.node
function blend(params) end

---Blurs layers, by a Gaussian or by the mean of a square, the same everywhere or by a radius that a layer scales.
---@param params terrane.blur.params
---@return terrane.node
function blur(params) end

---Cells around scattered points, with gaps and bevels between them.
---@param params terrane.cellular_noise.params
---@return terrane.node
function cellular_noise(params) end

---Limits heights to a range, with hard edges or soft knees.
---@param params terrane.clip.params
---@return terrane.node
function clip(params) end

---An image of one colour.
---@param params terrane.constant.params
---@return terrane.node
function constant(params) end

---Takes normals from signed to packed and back, and from one convention to another.
---@param params terrane.convert_normal.params
---@return terrane.node
function convert_normal(params) end

---Cuts a part out of an image, or adds pixels around it.
---@param params terrane.crop.params
---@return terrane.node
function crop(params) end

---Measures how a height layer is bent, positive where it is convex.
---@param params terrane.curvature.params
---@return terrane.node
function curvature(params) end

---Measures how far each pixel is from a mask, exactly.
---@param params terrane.distance.params
---@return terrane.node
function distance(params) end

---Adds gullies and ridges that look carved by water, each pixel by itself: a filter, not a simulation.
---@param params terrane.erosion_filter.params
---@return terrane.node
function erosion_filter(params) end

---Fills a layer with a value, softly by a mask.
---@param params terrane.fill.params
---@return terrane.node
function fill(params) end

---Fills voids, and what a mask marks, from what was measured around them.
---@param params terrane.fill_voids.params
---@return terrane.node
function fill_voids(params) end

---Computes the area that drains through each pixel of a height layer, and from it rivers, lakes and directions.
---@param params terrane.flow.params
---@return terrane.node
function flow(params) end

---Lays an image into itself at smaller and smaller scales.
---@param params terrane.fractal_sample.params
---@return terrane.node
function fractal_sample(params) end

---A colour ramp along u, v or a diagonal, by distance or by angle.
---@param params terrane.gradient.params
---@return terrane.node
function gradient(params) end

---Computes ambient occlusion from a height layer: 1 is open, 0 fully dark.
---@param params terrane.height_to_ao.params
---@return terrane.node
function height_to_ao(params) end

---Gathers the light that a water surface, given by a height layer, focuses onto the floor below.
---@param params terrane.height_to_caustics.params
---@return terrane.node
function height_to_caustics(params) end

---Converts a height layer into a layer of unit normals.
---@param params terrane.height_to_normal.params
---@return terrane.node
function height_to_normal(params) end

---Casts the sun's shadows over a height layer, hard or with soft edges.
---@param params terrane.height_to_shadow.params
---@return terrane.node
function height_to_shadow(params) end

---Erodes a height layer by droplets that dig, carry and drop.
---@param params terrane.hydraulic.params
---@return terrane.node
function hydraulic(params) end

---Reads an image file, or brings an image of the host's into a graph.
---@param params terrane.image.params
---@return terrane.node
function image(params) end

---Makes one channel of a colour: how bright it is.
---@param params terrane.luminance.params
---@return terrane.node
function luminance(params) end

---Computes layers by expressions, pixel by pixel.
---@param params terrane.map.params
---@return terrane.node
function map(params) end

---Builds a mask from what the ground is like: slope, direction, height, curvature, occlusion.
---@param params terrane.mask_by_feature.params
---@return terrane.node
function mask_by_feature(params) end

---Converts a layer into a height layer by scaling and offsetting its values.
---@param params terrane.mono_to_height.params
---@return terrane.node
function mono_to_height(params) end

---Dilates, erodes, opens and closes layers, over discs, squares and diamonds.
---@param params terrane.morphology.params
---@return terrane.node
function morphology(params) end

---Fractal noise of seven kinds, tiled and animated on demand.
---@param params terrane.noise.params
---@return terrane.node
function noise(params) end

---Bubbles, crystals, stripes, divergence-free flow and clouds.
---@param params terrane.noise_extra.params
---@return terrane.node
function noise_extra(params) end

---Makes a height layer of a normal map: height_to_normal the other way round.
---@param params terrane.normal_to_height.params
---@return terrane.node
function normal_to_height(params) end

---Checkers, bricks, cells, UV grids, Julia sets, Chladni figures, knitting and weaving.
---@param params terrane.pattern.params
---@return terrane.node
function pattern(params) end

---A layer that stores a place in space for each pixel.
---@param params terrane.position_map.params
---@return terrane.node
function position_map(params) end

---Colours a layer by its values, or bends them along a curve.
---@param params terrane.ramp.params
---@return terrane.node
function ramp(params) end

---Random values by hash for each pixel, or for each id.
---@param params terrane.random.params
---@return terrane.node
function random(params) end

---Maps a range of values onto another: levels, normalising, turning round.
---@param params terrane.remap.params
---@return terrane.node
function remap(params) end

---Makes an image larger or smaller: the same view in other pixels.
---@param params terrane.resample.params
---@return terrane.node
function resample(params) end

---Paints a shaded relief of a height layer, for people to look at.
---@param params terrane.shade.params
---@return terrane.node
function shade(params) end

---A figure as a signed distance field, and as an anti-aliased mask.
---@param params terrane.shape.params
---@return terrane.node
function shape(params) end

---Measures how steep a height layer is and which way is down.
---@param params terrane.slope.params
---@return terrane.node
function slope(params) end

---Derives grass, sediment, rock, snow and water masks that sum to one from a terrain.
---@param params terrane.splat.params
---@return terrane.node
function splat(params) end

---Measures a layer: its range, mean, deviation, percentiles, as a report and as numbers that other nodes take.
---@param params terrane.statistics.params
---@return terrane.node
function statistics(params) end

---A picture of dots, or of a pattern, in which two eyes see depth.
---@param params terrane.stereogram.params
---@return terrane.node
function stereogram(params) end

---Cuts layers of rock into a height layer, tilted, folded, some hard and some soft.
---@param params terrane.strata.params
---@return terrane.node
function strata(params) end

---Erodes a height layer by the stream power law, with an implicit solver.
---@param params terrane.stream_power.params
---@return terrane.node
function stream_power(params) end

---Cuts heights into terraces, flat treads with steep risers between them.
---@param params terrane.terrace.params
---@return terrane.node
function terrace(params) end

---Text as an anti-aliased mask, laid over a layer where one is named.
---@param params terrane.text.params
---@return terrane.node
function text(params) end

---Lets ground that is steeper than its angle of repose slide, and pile up at the foot.
---@param params terrane.thermal.params
---@return terrane.node
function thermal(params) end

---Moves, turns, scales and flips an image.
---@param params terrane.transform.params
---@return terrane.node
function transform(params) end

---Takes each pixel from a place beside it: by noise, by the vectors of a layer, or along a direction.
---@param params terrane.warp.params
---@return terrane.node
function warp(params) end

---Distances to scattered points, the borders of their cells, the cells' centres and ids.
---@param params terrane.worley_noise.params
---@return terrane.node
function worley_noise(params) end
