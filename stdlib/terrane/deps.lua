-- deps.lua - dependency files: which files a run has read, in the format of make that compilers write (`gcc -MD -MP`) and
-- make, ninja and what builds on them read.
local terrane = require "terrane"
local deps = {}

-- The name as it stands in such a file; nil and the part of it that cannot.
local function escape(name, target)
	local bad = name:match "[%c;|=]" or name:match "\\[#:]" or name:match "\\$" or target and name:match "%%" -- a pattern, for make
	if bad then return nil, bad end
	name = name:gsub("(\\*) ", "%1%1\\ ") -- before a blank, and nowhere else, backslashes count double
	return (name:gsub("[#:]", "\\%0"):gsub("%$", "$$"))
end

-- The rule "target: files", and an empty one for each file, so that make does not stop where one was taken away. nil and a
-- message where a name cannot be written so.
function deps.rule(target, files)
	local rule, empty = {}, {}
	for i = 0, #files do
		local name = files[i] or target
		local escaped, bad = escape(name, i == 0)
		if not escaped then
			local message = ("--deps: the name '%s' has '%s' in it, which dependency files cannot hold"):format(name, bad)
			return nil, (message:gsub("%c", "?"))
		end
		rule[i] = i == 0 and escaped .. ":" or " \\\n  " .. escaped
		if i > 0 then empty[i] = "\n" .. escaped .. ":\n" end
	end
	return rule[0] .. table.concat(rule) .. "\n" .. table.concat(empty)
end

-- What a run depends on, each file once: the recipe, where it is a file, and maps with the sidecars that are read beside them.
function deps.files(recipe, maps)
	local files, seen = {}, {}
	local function add(path)
		if not seen[path] then files[#files + 1] = path end
		seen[path] = true
	end
	if recipe then add(recipe) end
	for _, path in ipairs(maps) do
		add(path)
		local sidecar = (path:find "%.[pP][nN][gG]$" and path:sub(1, -5) or path) .. ".json"
		if terrane.file_hash(sidecar) then add(sidecar) end -- a regular file
	end
	return files
end

return deps
