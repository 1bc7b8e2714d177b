-- info.lua - `terrane info FILE`: what is in a map or a recipe; `terrane doctor`: how Terrane stands on this machine.
local args = require "terrane.args"
local catalogue = require "terrane.catalogue"
local exit = require "terrane.exit"
local recipe = require "terrane.recipe"
local info = {}

info.options = {
	{ "--size", key = "size", value = "N|WxH", check = args.size, doc = "pixels of a headerless file that is no square" },
	{ "--trusted", key = "trusted", doc = "give the recipe all of Lua" },
}

local function about_recipe(ctx, path, trusted)
	local outputs, declared = recipe.run_file(path, { print = ctx.talk.say, trusted = trusted })
	if not outputs then return declared.kind == "file" and exit.files or exit.recipe, declared.message end
	for _, output in ipairs(outputs) do
		print(("output     %s%s, made by %s at %s"):format(output.name, output.name == "" and "(unnamed)" or "", output.node.type, output.node.origin))
	end
	for _, d in ipairs(declared) do
		local range = catalogue.range { min = d.min, max = d.max, options = d.choices }
		print(("parameter  %s = %s%s%s"):format(d.name, catalogue.literal(d), range and " (" .. range .. ")" or "", d.doc and ": " .. d.doc or ""))
	end
	return exit.done
end

local function about_map(path, size)
	local terrane = require "terrane"
	local found, message = terrane.inspect(path, size)
	if not found then return exit.files, message end
	local number = catalogue.number
	print(("format      %s, %d x %d, %d channel%s of %d bit%s"):format(found.format, found.width, found.height, found.channels,
		found.channels == 1 and "" or "s", found.bits, found.bits == 1 and "" or "s"))
	print("sidecar     " .. (found.sidecar and "yes" or "none"))
	if found.range[1] ~= found.range[2] then -- not of floats, which stand for themselves
		print(("range       %s ... %s"):format(number(found.range[1]), number(found.range[2])))
	end
	if found.world_size > 0 then print("world size  " .. number(found.world_size)) end
	local image
	image, message = terrane.read(path, size)
	if not image then return exit.files, message end
	local layer = image:layer "C"
	for c = 1, layer.channels do
		local s = layer:stats(c)
		print(("channel %d   min %s, max %s, mean %s, voids %d"):format(c, number(s.min), number(s.max), number(s.mean), s.nan))
	end
	print("hash        " .. layer:hash())
	return exit.done
end

function info.file(ctx, options, words)
	if #words ~= 1 then return exit.usage, "one file is wanted: a map or a recipe" end
	if words[1]:find "%.lua$" then return about_recipe(ctx, words[1], options.trusted) end
	return about_map(words[1], options.size)
end

-- The hash of a small graph on one CPU level or device, nil where this machine has none.
local function hash_on(isa, threads, device)
	local terrane = require "terrane"
	local ok, rt = pcall(terrane.runtime, { isa = isa, threads = threads, device = device or "cpu" })
	if not ok then return nil end
	local image = rt:noise({ noise_type = "simplex", fractal = "terrain" }):height_to_normal({ out_layer = "normal" }):render { width = 67, height = 41 }
	return image:layer "normal":hash()
end

function info.doctor(ctx)
	local terrane = require "terrane"
	local stats = terrane.runtime():stats()
	local healthy = true
	local function check(good, text)
		healthy = healthy and good
		print((good and "ok    " or "FAIL  ") .. text)
	end
	print("terrane     " .. terrane.version .. " on " .. _VERSION)
	print(("processor   %s, %d threads"):format(stats.isa, stats.threads))
	print(("terminal    %s"):format(ctx.host.isatty(io.stderr) and "yes" or "no"))
	local cache = os.getenv "TERRANE_CACHE"
	if cache and cache ~= "" then
		local ok, message = ctx.host.mkdir(cache)
		check(ok, ok and "results are kept in " .. cache or "TERRANE_CACHE: " .. message)
		print(("      %.1f MiB there"):format(terrane.runtime { cache_dir = cache }:stats().disk_bytes / 1048576))
	else
		print "cache       none; TERRANE_CACHE names a folder for results, or --cache of a run"
	end
	local base = hash_on("base", 1)
	check(base ~= nil, "the runtime evaluates")
	for _, isa in ipairs { "avx2", "avx512" } do
		local hash = hash_on(isa, 1)
		if hash then check(hash == base, isa .. " gives the same bytes as base") else print("      " .. isa .. " is not there") end
	end
	check(hash_on("base", 3) == base, "three threads give the same bytes as one")
	local device, why = terrane.runtime():device()
	if device then check(hash_on("base", 1, "cuda") == base, device .. " gives the same bytes") else print("      " .. why) end
	local text, missing = terrane.runtime():text_version()
	print("text        " .. (text or "none: " .. missing))
	local path = os.tmpname()
	local written = terrane.layer({ width = 3, height = 2, data = { 0, 1, 2, 3, 4, 5 } }):write(path, { format = "raw32" })
	local image = written and terrane.read(path, { format = "raw32", width = 3, height = 2 })
	check(image and image:layer "C":get(2, 1) == 5 or false, "files are written and read in " .. (path:match "^(.*)[/\\]" or "."))
	os.remove(path)
	return healthy and exit.done or exit.internal
end

return info
