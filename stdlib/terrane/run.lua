-- run.lua - `terrane run` and `terrane eval`: evaluates what a recipe describes and writes it to a folder.
local args = require "terrane.args"
local deps = require "terrane.deps"
local exit = require "terrane.exit"
local export = require "terrane.export"
local json = require "terrane.json"
local preview = require "terrane.preview"
local recipe = require "terrane.recipe"
local talk = require "terrane.talk"
local run = {}

run.options = {
	{ "-o", "--out", key = "out", value = "DIR", doc = "folder for what is made; default: out/ and the recipe's name" },
	{ "-D", key = "params", value = "NAME=VALUE", many = true, check = args.assignment, doc = "set a parameter of the recipe" },
	{ "--size", key = "size", value = "N|WxH", check = args.size, doc = "pixels, where the recipe does not say; default: 512" },
	{ "--threads", key = "threads", value = "N", check = args.whole(1, 1024), doc = "threads; default: one for each processor" },
	{ "--memory", key = "memory", value = "MB", check = args.whole(1, 1048576), doc = "limit of what is held at once, in MiB; default: none" },
	{ "--max-work", key = "max_work", value = "PASSES", check = args.whole(1, 1e15),
		doc = "pixel passes that one output may need; default: 100000000000, without limit where --trusted" },
	{ "--device", key = "device", value = "WHERE", choices = { "auto", "cpu", "cuda" },
		doc = "auto takes a CUDA device where there is one, cuda must have one; the bytes are the same" },
	{ "--cache", key = "cache", value = "DIR", check = args.folder,
		doc = "keep results in this folder, and take from it what is there; default: TERRANE_CACHE, or none" },
	{ "--cache-size", key = "cache_size", value = "MB", check = args.whole(1, 1073741824), doc = "bound of that folder, in MiB; default: 4096" },
	{ "--deps", key = "deps", value = "FILE", doc = "write a rule for make and ninja: the manifest depends on the recipe and its maps" },
	{ "--deps-target", key = "deps_target", value = "NAME", doc = "what that rule is for, instead of the manifest" },
	{ "--progress", key = "progress", value = "HOW", choices = { "none", "bar", "plain", "json" }, doc = "bar, plain, json or none" },
	{ "-q", "--quiet", key = "quiet", doc = "nothing but errors on stderr" },
	{ "--trusted", key = "trusted", doc = "give the recipe all of Lua; only for recipes that you trust" },
}

local order = { "terrane", "recipe", "params", "outputs", "name", "preview", "preview_hash", "preview_written", "layer", "file", "key", "width",
	"height", "world_size", "layers", "type", "channels", "bits", "range", "hash", "written" }

-- Ends the work: what is raised here is caught in execute().
local function stop(code, message)
	error({ code = code, message = message })
end

-- The image of an output. Adds what its nodes took to `times`.
local function evaluate(output, size, progress, times)
	local ok, image, info = pcall(output.node.render, output.node, { width = size.width, height = size.height, progress = progress })
	if not ok then stop(exit.recipe, image) end
	if not image then stop(exit.cancelled) end
	for _, timing in ipairs(info.timings) do
		times[#times + 1] = { node = timing.node, origin = timing.origin, seconds = timing.seconds, order = #times }
	end
	return image
end

-- What the manifest of the last run said of its outputs, by name, and of their layers; nothing where there is none to rely on.
local function former_outputs(directory)
	local terrane, path, found = require "terrane", directory .. "/manifest.json", {}
	local file = terrane.file_hash(path) and io.open(path, "rb") -- nothing that would block
	if not file then return found end
	local former = json.decode(file:read "a" or "")
	file:close()
	if type(former) ~= "table" or former.terrane ~= terrane.version then return found end
	for _, output in ipairs(type(former.outputs) == "table" and former.outputs or {}) do
		local by_name = {}
		for _, layer in ipairs(type(output) == "table" and type(output.layers) == "table" and output.layers or {}) do
			if type(layer) == "table" and type(layer.file) == "string" and type(layer.layer) == "string" then by_name[layer.layer] = layer end
		end
		if type(output) == "table" and type(output.name) == "string" then
			output.layers = by_name
			found[output.name] = output
		end
	end
	return found
end

-- Writes the layers of an image and a preview, as far as they do not stand there already. What the manifest says of them; adds
-- the names of files to `files`.
local function write_output(ctx, output, image, directory, taken, files, former)
	local prefix = output.name ~= "" and output.name .. "_" or ""
	local world_size = preview.world_size(output.node, image)
	local key = output.node:key()
	local layers = image:layers()
	taken[(prefix .. "preview"):lower()] = true
	local names = export.file_names(prefix, layers, taken)
	local entry = { name = output.name, key = key, width = image.width, height = image.height, world_size = world_size, layers = json.array() }
	if former and (former.key ~= key or former.world_size ~= world_size) then former = nil end -- sidecars hold them
	for i, layer in ipairs(layers) do
		local written, message = export.layer(image:layer(layer), directory, names[i], { key = key, world_size = world_size },
			former and former.layers[layer])
		if not written then stop(exit.files, message) end
		written.layer = layer
		entry.layers[i] = written
		files[#files + 1] = written.file
		if written.skipped then ctx.talk.warn("layer '" .. layer .. "' is not written: it " .. written.skipped) end
	end
	local picture, message = preview.render(output.node, image)
	if picture then
		local ok
		ok, message = export.preview(picture, directory, prefix .. "preview.png", entry, former)
		if not ok then stop(exit.files, message) end
		files[#files + 1] = entry.preview
	elseif ctx.host.interrupted() then
		stop(exit.cancelled)
	else
		ctx.talk.warn("no preview: " .. message)
	end
	return entry
end

-- Makes everything. Returns the paths of the files, and where the time went. read: the files that the recipe is made of.
local function produce(ctx, options, outputs, declared, read, progress)
	local clock = require "terrane".clock
	local directory = options.out or "out/" .. (options.name:gsub("%.lua$", ""))
	local rule, ok, message
	if options.deps then -- better said now than after a long evaluation
		rule, message = deps.rule(options.deps_target or directory .. "/manifest.json", read)
		if not rule then stop(exit.files, message) end
	end
	ok, message = ctx.host.mkdir(directory)
	if not ok then stop(exit.files, message) end

	local manifest = { terrane = require "terrane".version, recipe = options.name, params = {}, outputs = json.array() }
	for _, d in ipairs(declared) do manifest.params[d.name] = d.value end
	local files, taken, times, former = {}, { manifest = true }, {}, former_outputs(directory)
	for i, output in ipairs(outputs) do
		local image = evaluate(output, options.size or {}, progress(i, output.name), times)
		local start = clock()
		manifest.outputs[i] = write_output(ctx, output, image, directory, taken, files, former[output.name])
		times[#times + 1] = { node = "files", origin = "", seconds = clock() - start, order = #times }
	end
	if rule then -- before the manifest: once that is new, there is nothing left to do
		ok, message = export.write_text(options.deps, rule)
		if not ok then stop(exit.files, message) end
	end
	files[#files + 1] = "manifest.json"
	ok, message = export.write_text(directory .. "/manifest.json", json.encode(manifest, { indent = "  ", order = order }) .. "\n")
	if not ok then stop(exit.files, message) end
	for i, file in ipairs(files) do files[i] = directory .. "/" .. file end
	return { files = files, times = times }
end

-- Makes the runtime that the options describe the one in use. The cache's folder or nil; and why there is no such runtime.
local function settle_runtime(ctx, options)
	local cache = options.cache or args.folder(os.getenv "TERRANE_CACHE" or "")
	if cache == "" then cache = nil end
	if cache then
		local ok, message = ctx.host.mkdir(cache)
		if not ok then ctx.talk.warn("nothing is added to the cache: " .. message) end
	end
	local ok, rt = pcall(require "terrane".runtime, { threads = options.threads, device = options.device,
		memory = options.memory and options.memory * 1048576, cache_dir = cache,
		max_work = options.max_work or not options.trusted and 1e11 or nil,
		disk = options.cache_size and options.cache_size * 1048576 })
	if not ok then return nil, rt end
	rt:use()
	return cache
end

local function execute(ctx, options, load_recipe)
	local terrane = require "terrane"
	local start = terrane.clock()
	ctx.talk.quiet = options.quiet
	local cache, without = settle_runtime(ctx, options)
	if without then return exit.usage, without end
	local given, maps = {}, {}
	for _, assignment in ipairs(options.params or {}) do given[assignment.name] = assignment.value end
	local outputs, declared, used = load_recipe { params = given, trusted = options.trusted, print = ctx.talk.say,
		opened = function(path) maps[#maps + 1] = path end }
	if not outputs then
		return declared.kind == "cancelled" and ctx.host.interrupted() and exit.cancelled or declared.kind == "file" and exit.files or exit.recipe,
			declared.message
	end

	local progress, clear = talk.progress(ctx.host, options.progress, options.quiet, #outputs, terrane.clock)
	local ok, result = xpcall(produce, function(e)
		return type(e) == "table" and e or debug.traceback(tostring(e), 2)
	end, ctx, options, outputs, declared, deps.files(options.path, maps), progress)
	clear()
	if not ok then
		if type(result) ~= "table" then error(result, 0) end
		return result.code, result.message
	end
	print(table.concat(result.files, "\n"))
	talk.times(ctx.talk, result.times, terrane.clock() - start)
	if used then talk.used(ctx.talk, used) end
	if cache then talk.cache(ctx.talk, terrane.runtime():stats()) end
	return exit.done
end

-- The recipe on the command line; or nil and what is wrong with that.
local function one_word(options, words, what)
	if options.deps_target and not options.deps then return nil, "--deps-target says what the rule of --deps is for; give that too" end
	if #words == 1 then return words[1] end
	return nil, #words == 0 and what .. " is missing" or "one " .. what .. " at a time; '" .. words[2] .. "' is a second one"
end

function run.run(ctx, options, words)
	local path, message = one_word(options, words, "recipe")
	if not path then return exit.usage, message end
	options.name, options.path = path:match "[^/\\]*$", path
	return execute(ctx, options, function(o) return recipe.run_file(path, o) end)
end

function run.eval(ctx, options, words)
	local text, message = one_word(options, words, "recipe text")
	if not text then return exit.usage, message end
	options.name = "eval"
	return execute(ctx, options, function(o)
		o.name = "eval"
		return recipe.run(text, o)
	end)
end

return run
