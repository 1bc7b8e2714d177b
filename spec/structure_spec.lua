-- The shape of the tree: which way includes point, and that names say one thing.

local function lines(command)
	local list = {}
	local pipe = assert(io.popen(command))
	for line in pipe:lines() do list[#list + 1] = line end
	pipe:close()
	return list
end

local function includes(file)
	local list, n = {}, 0
	for line in io.lines(file) do
		n = n + 1
		local name = line:match '^%s*#%s*include%s+[<"]([^>"]+)[>"]'
		if name then list[#list + 1] = { name = name, at = file .. ":" .. n } end
	end
	return list
end

local sources = lines "git ls-files 'runtime/*.c' 'runtime/*.h' 'bindings/*.c' 'bindings/*.h' 2>/dev/null"
if #sources == 0 then sources = lines "find runtime bindings -name '*.[ch]'" end

describe("the tree", function()
	it("has sources", function() assert.is_true(#sources > 30) end)

	it("keeps Lua out of runtime/", function()
		for _, file in ipairs(sources) do
			if file:match "^runtime/" then
				for _, i in ipairs(includes(file)) do
					assert.is_nil(i.name:match "^lua" or i.name:match "^lauxlib" , i.at .. " includes " .. i.name)
				end
			end
		end
	end)

	it("lets bindings see nothing but the public header", function()
		for _, file in ipairs(sources) do
			if file:match "^bindings/" then
				for _, i in ipairs(includes(file)) do
					assert.is_nil(i.name:match "^core/" or i.name:match "^data/" or i.name:match "^graph/" or i.name:match "^io/"
						or i.name:match "^kernels/" or i.name:match "^terrain/" or i.name:match "^math/", i.at .. " includes " .. i.name)
				end
			end
		end
	end)

	it("points dependencies downwards", function()
		-- a folder may include those listed for it, itself, and the public header
		local below = {
			math = {},
			kernels = { "math" },
			core = { "graph/cache.h" }, -- the runtime object owns the cache of results
			data = { "core", "math" },
			terrain = { "core", "data", "math", "kernels", "graph/node.h" }, -- of graph only what eval may use: scratch, loops, cancelling
			io = { "core", "data", "math", "kernels" },
			graph = { "core", "data", "math", "kernels", "io/file.h" }, -- of io only files as such: results on disk
			nodes = { "core", "data", "graph", "math", "kernels", "terrain", "io", "nodes" },
		}
		for _, file in ipairs(sources) do
			local folder = file:match "^runtime/(%w+)/"
			local allowed = folder and below[folder]
			if allowed then
				for _, i in ipairs(includes(file)) do
					local other = i.name:match "^(%w+)/"
					local fine = not below[other or ""] or other == folder
					for _, a in ipairs(allowed) do fine = fine or a == other or a == i.name end
					assert.is_true(fine, i.at .. " includes " .. i.name)
				end
			end
		end
	end)

	it("lets the CUDA plugin see kernels and what it agrees on with the runtime", function()
		for _, file in ipairs(lines "find cuda -name '*.cu' -o -name '*.h' -path 'cuda/*'") do
			for _, i in ipairs(includes(file)) do
				local folder = i.name:match "^(%w+)/"
				assert.is_true(not folder or folder == "kernels" or folder == "terrane" or i.name == "core/device_abi.h", i.at .. " includes " .. i.name)
			end
		end
		for _, i in ipairs(includes "runtime/core/device_abi.h") do assert.matches("^std%l+%.h$", i.name) end
	end)

	it("gives the C files of one object folder different names", function()
		local seen = {}
		for _, file in ipairs(sources) do
			local base = file:match "([^/]+)%.c$"
			if base then
				local project = file:match "^runtime/kernels/" and "kernels" or file:match "^runtime/" and "runtime" or "bindings"
				local id = project .. "/" .. base
				assert.is_nil(seen[id], file .. " and " .. tostring(seen[id]) .. " have one name")
				seen[id] = file
			end
		end
	end)

	it("calls nothing in kernels, nodes and terrain that differs between machines", function()
		local banned = {}
		for name in ([[sin sinf cos cosf tan tanf exp expf exp2 exp2f log logf log2 log2f pow powf atan atanf atan2 atan2f
			cbrt hypot rand qsort fmin fminf fmax fmaxf]]):gmatch "%w+" do banned[name] = true end
		for _, file in ipairs(sources) do
			if file:match "^runtime/kernels/" or file:match "^runtime/nodes/" or file:match "^runtime/terrain/" then
				local n = 0
				for line in io.lines(file) do
					n = n + 1
					local code = line:gsub("/%*.*$", ""):gsub('"[^"]*"', '""')
					if not line:match "^%s*%*" and not line:match "^ [%w]" then
						for name in code:gmatch "([%w_]+)%s*%(" do
							assert.is_nil(banned[name], file .. ":" .. n .. " calls " .. name)
						end
					end
				end
			end
		end
	end)
end)
