-- Measures the runtime and prints a table: medians of several runs with minimum and maximum, thread count and CPU level, beside
-- the copy bandwidth and the load latency that the machine gave in the same minute. Absolute times say little on a shared
-- machine; ratios within one run do. Nothing here is a test.
local terrane = require "terrane"

local programs = table.remove(arg, 1) -- the folder of machine, flow and plain
local options = { runs = 5, names = {} }
do
	local i = 1
	while arg[i] do
		local a = arg[i]
		if a == "--json" then i = i + 1; options.json = assert(arg[i], "--json needs a file")
		elseif a == "--markdown" then i = i + 1; options.markdown = assert(arg[i], "--markdown needs a file")
		elseif a == "--runs" then i = i + 1; options.runs = assert(tonumber(arg[i]), "--runs needs a number")
		elseif a == "--quick" then options.quick = true
		elseif a == "--help" or a:sub(1, 1) == "-" then
			print "usage: scripts/bench [--json FILE] [--markdown FILE] [--runs N] [--quick] [NAME ...]\n\n--quick: small sizes and three runs. NAME: only rows whose name holds it."
			os.exit(a == "--help" and 0 or 2)
		else options.names[#options.names + 1] = a end
		i = i + 1
	end
	if options.quick then options.runs = math.min(options.runs, 3) end
end

-- the lines "name value" that a program of ours prints, in their order and by name
local function figures_of(command)
	local figures, pipe = {}, assert(io.popen(command))
	for name, value in pipe:read "a":gmatch "(%S+) (%S+)" do
		figures[#figures + 1] = { name = name, value = tonumber(value) }
		figures[name] = tonumber(value)
	end
	pipe:close()
	return figures
end
local function machine() return figures_of(programs .. "/machine") end
local before = machine()

local rows = {}
local function wanted(name)
	if #options.names == 0 then return true end
	for _, n in ipairs(options.names) do if name:find(n, 1, true) then return true end end
	return false
end

local function any_wanted(beginning) -- of names that begin so
	if wanted(beginning) then return true end
	for _, n in ipairs(options.names) do if n:sub(1, #beginning) == beginning then return true end end
	return false
end

local function state(name, size, threads, isa, unit, per, seconds, beside)
	table.sort(seconds)
	local middle = seconds[(#seconds + 1) // 2]
	local r = { name = name, size = size, threads = threads, isa = isa, unit = unit, runs = options.runs,
		median = per(middle), best = per(seconds[1]), worst = per(seconds[#seconds]), seconds = middle }
	rows[#rows + 1] = r
	local note = ""
	if beside and beside.bytes then
		local copy = before[threads == 1 and "copy_1_thread_GB_s" or "copy_2_threads_GB_s"]
		r.bytes_per_pixel, r.of_copy = beside.bytes, beside.bytes * size * size / middle * 1e-9 / copy
		note = ("  %d bytes a pixel, %.2f of a copy's bandwidth"):format(r.bytes_per_pixel, r.of_copy)
	elseif beside and beside.plain then
		r.of_plain = middle / beside.plain
		note = ("  %.3g times the time of %s"):format(r.of_plain, beside.name)
	end
	io.write(("%-34s %5d² %2d thread%s %-7s %10.2f %-10s (%.2f ... %.2f)%s\n"):format(name, size, threads, threads > 1 and "s" or " ", isa,
		r.median, unit, math.min(r.best, r.worst), math.max(r.best, r.worst), note))
	io.flush()
end

-- run() does the work once and returns how many seconds of it count. beside, which may be left out: { bytes = read and written for
-- each pixel } sets the row beside copying as many, { plain = seconds, name = } beside a loop of plain.c.
local function row(name, size, threads, isa, unit, per, run, beside)
	if not wanted(name) then return end
	local seconds = {}
	run() -- once for the caches and the pages
	for i = 1, options.runs do seconds[i] = run() end
	state(name, size, threads, isa, unit, per, seconds, beside)
end

-- the parts of flow routing, by a program that looks inside the runtime
local function flow_parts(land, threads, isa, per)
	local file = os.tmpname()
	local out = assert(io.open(file, "wb"))
	out:write(land:tostring())
	out:close()
	local seconds, order = {}, {}
	local pipe = assert(io.popen(("%s/flow %d %d %d %d %s"):format(programs, threads, options.runs, land.width, land.height, file)))
	for line in pipe:lines() do
		local part, took = line:match "^(.-)|(.*)$"
		part = "flow part: " .. part
		if not seconds[part] then seconds[part], order[#order + 1] = {}, part end
		table.insert(seconds[part], tonumber(took))
	end
	pipe:close()
	os.remove(file)
	for _, part in ipairs(order) do
		if wanted(part) then state(part, land.width, threads, isa, "ns/pixel", per, seconds[part]) end
	end
end

-- seconds of plain.c's loops, or nothing where no row that stands beside one is asked for
local function plain_loops(size, threads)
	for _, name in ipairs { "map, C * 2 + 0.5", "map, 12 operations", "height_to_ao, 8 x 8 samples", "height_to_shadow, 64 samples" } do
		if wanted(name) then return figures_of(("%s/plain %d %d"):format(programs, size, threads)) end
	end
	return {}
end

local function timed(f)
	collectgarbage()
	local start = terrane.clock()
	f()
	return terrane.clock() - start
end

local sizes = options.quick and { 512 } or { 1024, 4096 }
local types = { "value", "perlin", "simplex", "worley", "worley_f2f1", "white", "torus" }

local function bench(threads)
	local rt = terrane.runtime { threads = threads, cache = 1 } -- nothing is remembered
	local isa = rt:stats().isa
	local function mpoints(size) return function(s) return size * size / s / 1e6 end end
	local function milliseconds(times) return function(s) return s * 1e3 / (times or 1) end end

	for _, size in ipairs(sizes) do
		for _, kind in ipairs(types) do
			for _, octaves in ipairs { 1, 8 } do
				-- 16 cells across at octave 0 of 1024²: 64 pixels a cell, as common terrain has them
				local node = rt:noise { noise_type = kind, fractal = octaves > 1 and "standard" or "none", octaves = octaves, frequency = size / 64 }
				row("noise " .. kind .. " x" .. octaves, size, threads, isa, "Mpoint/s", mpoints(size), function()
					return timed(function() node:render { width = size } end)
				end)
			end
		end
	end

	-- 64 pixels a cell again; in space the pixels' places come from a layer that is two units wide
	local size = options.quick and 512 or 1024
	local places = rt:position_map { z_shift = 0.3 }:render { width = size }
	for _, dims in ipairs { 2, 3 } do
		row("worley_noise " .. dims .. "-D", size, threads, isa, "Mpoint/s", mpoints(size), function()
			local node = rt:worley_noise { cop = dims == 3 and places or nil, pos_layer = dims == 3 and "pos" or nil, element_size = (dims == 3 and 128 or 64) / size }
			return timed(function() node:render { width = size } end)
		end)
	end

	for _, kind in ipairs { "phasor", "curl_3d" } do -- the heavy ones: in double, several layers each, their defaults
		row("noise_extra " .. kind, size, threads, isa, "Mpoint/s", mpoints(size), function()
			return timed(function() rt:noise_extra { kind = kind }:render { width = size } end)
		end)
	end
	row("shape squircle", size, threads, isa, "Mpoint/s", mpoints(size), function()
		return timed(function() rt:shape { shape = "squircle" }:render { width = size } end)
	end)

	for _, size in ipairs(options.quick and { 512 } or { 512, 1024, 2048 }) do
		local land = rt:noise { noise_type = "perlin", fractal = "terrain", octaves = 9, frequency = 3 }:render { width = size }
		local function steps(n) return timed(function() land:stream_power { iterations = n }:render {} end) end
		row("stream_power, one iteration", size, threads, isa, "ms", milliseconds(10), function() return steps(11) - steps(1) end)
		row("stream_power, first iteration", size, threads, isa, "ms", milliseconds(), function() return steps(1) end)
		row("height_to_normal", size, threads, isa, "ms", milliseconds(), function()
			return timed(function() land:height_to_normal {}:render {} end)
		end, { bytes = 16 })
		local normals = land:height_to_normal { tile = true }:render {}
		for _, tile in ipairs { true, false } do
			row("normal_to_height" .. (tile and ", tiled" or ""), size, threads, isa, "ms", milliseconds(), function()
				return timed(function() normals:normal_to_height { tile = tile }:render {} end)
			end)
		end
		for _, shaping in ipairs {
			{ "clip", 12, function() return land:clip { softness = 0.2 } end },
			{ "terrace", 8, function() return land:terrace {} end },
			{ "strata", 12, function() return land:strata {} end },
			{ "strata, folded", 16, function() return land:strata { noise_amount = 0.1 } end },
		} do
			row(shaping[1], size, threads, isa, "ms", milliseconds(), function() return timed(function() shaping[3]():render {} end) end, { bytes = shaping[2] })
		end
		row("slope, degrees alone", size, threads, isa, "ms", milliseconds(), function()
			return timed(function() land:slope { aspect_layer = "", dir_layer = "" }:render {} end)
		end, { bytes = 8 })
		row("slope, aspect, direction", size, threads, isa, "ms", milliseconds(), function() return timed(function() land:slope {}:render {} end) end, { bytes = 20 })
		for _, flow_blur in ipairs { 0, 0.25 } do
			row("erosion_filter, blur " .. flow_blur, size, threads, isa, "ms", milliseconds(), function()
				return timed(function() land:erosion_filter { flow_blur = flow_blur }:render {} end)
			end, { bytes = 12 })
		end
		for _, kind in ipairs { "mean", "tangential" } do
			row("curvature, " .. kind, size, threads, isa, "ms", milliseconds(), function()
				return timed(function() land:curvature { kind = kind }:render {} end)
			end, { bytes = 8 })
		end
		-- by a kernel, by an expression, and by a loop that was written for it
		local plain = plain_loops(size, threads)
		row("mono_to_height", size, threads, isa, "ms", milliseconds(), function()
			return timed(function() land:mono_to_height { height_scale = 2, height_offset = 0.5 }:render {} end)
		end, { bytes = 8 })
		row("map, C * 2 + 0.5", size, threads, isa, "ms", milliseconds(), function()
			return timed(function() land:map { height = "C * 2 + 0.5" }:render {} end)
		end, { plain = plain.scale, name = "a loop by hand" })
		row("map, 12 operations", size, threads, isa, "ms", milliseconds(), function()
			return timed(function() land:map { C = "lerp(C, sqrt(abs(C)), smoothstep(0, 1, u)) + min(C * C, v) * 0.5 - C / (1 + C * C)" }:render {} end)
		end, { plain = plain.mixed, name = "a loop by hand" })
		row("mask_by_feature, slope", size, threads, isa, "ms", milliseconds(), function() return timed(function() land:mask_by_feature {}:render {} end) end)
		row("mask_by_feature, gullies", size, threads, isa, "ms", milliseconds(), function()
			return timed(function() land:mask_by_feature { use_slope = false, curvature = "gullies" }:render {} end)
		end)
		for _, radius in ipairs { 4, 16, 64 } do
			row("blur, radius " .. radius, size, threads, isa, "ms", milliseconds(), function()
				return timed(function() land:blur { radius = radius }:render {} end)
			end, { bytes = 16 })
		end
		for _, steps in ipairs { 1, 8 } do
			row("warp, steps " .. steps, size, threads, isa, "ms", milliseconds(), function() return timed(function() land:warp { steps = steps }:render {} end) end)
		end
		for _, shape in ipairs { "disc", "square" } do
			row("morphology, " .. shape .. " of 16", size, threads, isa, "ms", milliseconds(), function()
				return timed(function() land:morphology { shape = shape, radius = 16 }:render {} end)
			end)
		end
		for _, regrid in ipairs {
			{ "crop", function() return land:crop { region = "0.1 0 1.1 1", outside = "repeat" } end },
			{ "resample, to a half", function() return land:resample { width = size / 2 } end },
			{ "resample, to twice", function() return land:resample { width = 2 * size } end },
			{ "transform, bilinear", function() return land:transform { angle = 30, interpolation = "bilinear" } end },
			{ "transform, bicubic", function() return land:transform { angle = 30 } end },
		} do
			row(regrid[1], size, threads, isa, "ms", milliseconds(), function() return timed(function() regrid[2]():render {} end) end)
		end
		local holed = land:map { C = "noise(u * 9, v * 9, 0.5, 7) > 0.4 and 0 / 0 or C" }:render {} -- some 6 % are voids
		for _, method in ipairs { "harmonic", "push_pull" } do
			row("fill_voids, " .. method, size, threads, isa, "ms", milliseconds(), function() return timed(function() holed:fill_voids { method = method }:render {} end) end)
		end
		row("splat", size, threads, isa, "ms", milliseconds(), function() return timed(function() land:splat {}:render {} end) end)
	end

	for _, size in ipairs(options.quick and { 512 } or { 512, 1024, 2048, 4096 }) do
		local land = rt:noise { noise_type = "perlin", fractal = "terrain", octaves = 9, frequency = 3 }:render { width = size }
		local function nanoseconds(s) return s * 1e9 / size ^ 2 end
		for _, method in ipairs { "d8", "rho8", "mfd" } do
			row("flow, " .. method, size, threads, isa, "ns/pixel", nanoseconds, function()
				return timed(function() land:flow { method = method }:render {} end)
			end)
		end
		if any_wanted "flow part: " then flow_parts(land:layer "C", threads, isa, nanoseconds) end
		row("thermal, 50 passes", size, threads, isa, "ms", milliseconds(), function()
			return timed(function() land:thermal { strength = 0.5 }:render {} end)
		end)
	end

	for _, size in ipairs(options.quick and { 512 } or { 1024 }) do
		local land = rt:noise { noise_type = "perlin", fractal = "terrain", octaves = 9, frequency = 3 }:render { width = size }
		local sea = rt:noise { noise_type = "simplex", fractal = "standard", octaves = 3, frequency = 6, tile_u = true, tile_v = true }:render { width = size }
		-- samples that are asked for, among them those that a shadow can leave out
		local plain = plain_loops(size, threads)
		local function gtaps(taps) return function(s) return size * size * taps / s / 1e9 end end
		row("height_to_ao, 8 x 8 samples", size, threads, isa, "Gsample/s", gtaps(64), function()
			return timed(function() land:height_to_ao { strength = 0.3 }:render {} end)
		end, { plain = plain.ao, name = "a loop over pixels and samples" })
		row("height_to_shadow, 64 samples", size, threads, isa, "Gsample/s", gtaps(64), function()
			return timed(function() land:height_to_shadow { strength = 0.3 }:render {} end)
		end, { plain = plain.shadow, name = "a loop over pixels and samples" })
		row("height_to_shadow, 512, soft", size, threads, isa, "Gsample/s", gtaps(512), function()
			return timed(function() land:height_to_shadow { strength = 0.3, softness = 2, elevation = 15, max_distance = 512 }:render {} end)
		end)
		row("height_to_caustics, 4 photons", size, threads, isa, "Mphoton/s", function(s) return size * size * 4 / s / 1e6 end, function()
			return timed(function() sea:height_to_caustics { strength = 0.02 }:render {} end)
		end)
	end

	for _, size in ipairs(options.quick and { 512 } or { 512, 1024, 2048, 4096 }) do
		local land = rt:noise { noise_type = "perlin", fractal = "terrain", octaves = 9, frequency = 3 }:render { width = size }
		local part = size > 2048 and 1 / 64 or size > 1024 and 1 / 16 or 1 / 4
		row("hydraulic, " .. part .. " droplets a pixel", size, threads, isa, "thousand/s", function(s) return size * size * part / s / 1e3 end, function()
			return timed(function() land:hydraulic { droplets_per_pixel = part, wet_layer = "" }:render {} end)
		end)
	end

	if threads == 1 then
		for _, size in ipairs(sizes) do
			local land = rt:noise { noise_type = "perlin", fractal = "terrain", octaves = 9, frequency = 3 }:render { width = size }
			local name = os.tmpname() .. ".png"
			for _, level in ipairs { 1, 6 } do
				row("png16 write, level " .. level, size, threads, isa, "ms", milliseconds(), function()
					return timed(function() assert(land:write(name, { level = level })) end)
				end)
			end
			row("png16 read", size, threads, isa, "ms", milliseconds(), function()
				return timed(function() assert(terrane.read(name)) end)
			end)
			os.remove(name)
		end
	end
end

io.write "machine:"
for _, f in ipairs(before) do io.write("  ", f.name, " ", f.value) end
io.write "\n\n"
bench(1)
bench(2)
local after = machine()
io.write "\nmachine, after:"
for _, f in ipairs(after) do io.write("  ", f.name, " ", f.value) end
io.write "\n"

if options.json then
	local json = require "terrane.json"
	local f = assert(io.open(options.json, "w"))
	local function table_of(list) local t = {} for _, x in ipairs(list) do t[x.name] = x.value end return t end
	f:write(json.encode { terrane = terrane.version, machine_before = table_of(before), machine_after = table_of(after), rows = rows }, "\n")
	assert(f:close())
end

if options.markdown then -- one line for each row on one thread, with two threads beside it
	local f = assert(io.open(options.markdown, "w"))
	local two = {}
	for _, r in ipairs(rows) do if r.threads == 2 then two[r.name .. r.size] = r end end
	local function span(r) return r and ("%.4g (%.4g ... %.4g)"):format(r.median, math.min(r.best, r.worst), math.max(r.best, r.worst)) or "" end
	f:write "| work | size | unit | one thread | two threads |\n|---|---|---|---|---|\n"
	for _, r in ipairs(rows) do
		if r.threads == 1 then f:write(("| %s | %d² | %s | %s | %s |\n"):format(r.name, r.size, r.unit, span(r), span(two[r.name .. r.size]))) end
	end
	assert(f:close())
end
