-- program.lua - runs the terrane program as a user would, for specs.
local program = { path = os.getenv "TERRANE" or "build/terrane" }
if not program.path:find "^/" then program.path = (os.getenv "PWD" or ".") .. "/" .. program.path end

local function read(path)
	local file = assert(io.open(path, "rb"))
	local text = file:read "*a"
	file:close()
	os.remove(path)
	return text
end

function program.quote(word)
	return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- Exit code, stdout, stderr of the program with these words. options.env: assignments in front, "NO_COLOR=1";
-- options.through: a command that starts it, "timeout 5".
function program.run(words, options)
	options = options or {}
	local out, err = os.tmpname(), os.tmpname()
	local parts = { options.env or "", options.through or "", program.quote(program.path) }
	for _, word in ipairs(words) do parts[#parts + 1] = program.quote(word) end
	parts[#parts + 1] = ">" .. out .. " 2>" .. err .. " </dev/null"
	local _, _, code = os.execute(table.concat(parts, " "))
	return code, read(out), read(err)
end

-- A folder for one spec; program.remove takes it away.
function program.folder()
	local path = os.tmpname()
	os.remove(path)
	assert(os.execute("mkdir " .. program.quote(path)))
	return path
end

function program.remove(path)
	os.execute("rm -rf " .. program.quote(path))
end

function program.write(path, text)
	local file = assert(io.open(path, "wb"))
	file:write(text)
	file:close()
	return path
end

function program.exists(path)
	local file = io.open(path, "rb")
	if file then file:close() end
	return file ~= nil
end

return program
