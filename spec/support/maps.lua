-- Small height maps for specs, and what many specs do with them.
local terrane = require "terrane"
local maps = {}

--- An image whose layer `name` ("C") is f(x, y, channel), of one channel or of as many as are said.
function maps.image(width, height, f, name, channels)
	return terrane.image { [name or "C"] = terrane.layer { width = width, height = height, channels = channels, data = f } }
end

--- Calls f(value, x, y) for each pixel of a layer's first channel.
function maps.each(layer, f)
	for y = 0, layer.height - 1 do
		for x = 0, layer.width - 1 do f(layer:get(x, y), x, y) end
	end
end

--- That the layers of an image that are named have no voids, and nothing infinite.
function maps.finite(image, names)
	for _, name in ipairs(names) do
		local s = image:layer(name):stats()
		assert(s.nan == 0 and s.min > -math.huge and s.max < math.huge, name .. " is not finite")
	end
end

--- A function of (x, y) with reproducible values: multiples of 1/64 below `range`, so that sums and differences are exact.
function maps.rough(seed, range)
	return function(x, y)
		local h = (x * 374761 + y * 668265 + (seed or 1) * 974635) % 4294967296
		for _ = 1, 3 do h = (h * 69069 + 12345 + math.floor(h / 65536)) % 4294967296 end -- exact in doubles too
		return math.floor(h / 1024) % math.floor((range or 4) * 64) / 64
	end
end

--- A real map as an image, or nil where the tree's optional data is not there: pass over such tests with `pending`.
function maps.shared(name, width, height)
	local path = (os.getenv "TERRANE_SHARED" or "../shared") .. "/data/" .. name .. ".r32"
	local file = io.open(path, "rb")
	if not file then return nil end
	local bytes = file:read "*a"
	file:close()
	assert(#bytes == width * height * 4, path .. " has another size")
	local rows = {}
	for y = 0, height - 1 do rows[height - y] = bytes:sub(y * width * 4 + 1, (y + 1) * width * 4) end -- bottom row first
	return terrane.image { C = terrane.layer { width = width, height = height, data = table.concat(rows) } }
end

--- The error that f raises, as text.
function maps.failure(f, ...)
	local ok, message = pcall(f, ...)
	assert(not ok, "no error was raised")
	return tostring(message)
end

--- Calls f with runtimes as the default that have every CPU level this machine runs, and 1, 2, 3 and 5 threads, between them.
function maps.each_runtime(f)
	local kinds = { { threads = 1 }, { threads = 5 }, { threads = 2, isa = "base" }, { threads = 3, isa = "avx2" } } -- the first two: the best level
	if jit or os.getenv "TERRANE_DEVICE" then kinds = { { threads = 2 } } end -- what is tested there is another Lua, or a device
	for _, kind in ipairs(kinds) do
		local ok, runtime = pcall(terrane.runtime, kind)
		if ok then
			runtime:use()
			local fine, message = pcall(f, (kind.isa or "best level") .. ", " .. kind.threads .. " threads")
			terrane.runtime({}):use()
			if not fine then error(message, 0) end
		end
	end
end

--- Renders make() again and again with one more allocation allowed each time, until it succeeds: it must fail cleanly.
function maps.survives_failed_allocations(make)
	local runtime = terrane.runtime {}
	runtime:use()
	local fine, message = pcall(function()
		local node = make()
		for n = 0, 1000 do
			runtime:trim()
			runtime:fail_allocation(n)
			local ok, failure = pcall(node.render, node)
			runtime:fail_allocation(-1)
			if ok then
				assert(n > 3, "no allocation was refused")
				return
			end
			assert(tostring(failure):find "memory", failure)
		end
		error "never succeeds"
	end)
	terrane.runtime({}):use()
	if not fine then error(message, 0) end
end

return maps
