-- cli.lua - the `terrane` program: commands, their options and help. Results go to stdout, talk to stderr.
local args = require "terrane.args"
local catalogue = require "terrane.catalogue"
local exit = require "terrane.exit"
local info = require "terrane.info"
local run = require "terrane.run"
local suggest = require "terrane.suggest"
local talk = require "terrane.talk"
local cli = {}

local width = math.min(math.max(tonumber(os.getenv "COLUMNS") or 100, 40), 120)

local function nodes(_, options)
	local all = require "terrane".nodes()
	print(options.json and catalogue.json(all) or catalogue.list(all, width))
	return exit.done
end

-- name, what follows it, one line of help, options, what it does: function(ctx, options, words) -> exit code, message;
-- and how many words it takes where it does not see to that itself
local commands = {
	{ "run", "RECIPE [options]", "evaluate a recipe and write what it makes", run.options, run.run },
	{ "eval", "'noise{}:splat{}' [options]", "the same for a recipe on the command line", run.options, run.eval },
	{ "lua", "SCRIPT [arguments]", "run a Lua 5.4 script with require \"terrane\" at hand", {} },
	{ "nodes", "[--json]", "list all nodes", { { "--json", key = "json", doc = "all declarations as JSON" } }, nodes, 0 },
	{ "help", "[NODE|COMMAND]", "how to use a node or a command", {}, nil, 1 },
	{ "info", "FILE [options]", "what is in a map, or which parameters a recipe has", info.options, info.file },
	{ "doctor", "", "check how Terrane stands on this machine", {}, info.doctor, 0 },
}
local by_name, names = {}, {}
for i, command in ipairs(commands) do
	by_name[command[1]] = command
	names[i] = command[1]
end

local function overview()
	local lines = { "terrane makes terrain from recipes in Lua.", "", "usage: terrane COMMAND ...", "" }
	for _, c in ipairs(commands) do lines[#lines + 1] = ("  %-8s%s"):format(c[1], c[3]) end
	return table.concat(lines, "\n") .. "\n\n" .. [[
  terrane help COMMAND    more on a command          terrane help NODE    how to use a node
  terrane --version       the version

exit codes: 0 done, 1 mistake in the recipe, 2 in the command line, 3 files, 4 cancelled, 5 internal]]
end

local function command_help(c)
	local text = "usage: terrane " .. c[1] .. " " .. c[2] .. "\n\n" .. c[3]:gsub("^%l", string.upper) .. "."
	return #c[4] > 0 and text .. "\n\n" .. args.help(c[4]) or text
end

local function help(_, _, words)
	local name = words[1]
	if not name then
		print(overview())
		return exit.done
	end
	if by_name[name] then
		print(command_help(by_name[name]))
		return exit.done
	end
	local known = { table.unpack(names) }
	for _, node in ipairs(require "terrane".nodes()) do
		if node.id == name then
			print(catalogue.page(node, width))
			return exit.done
		end
		known[#known + 1] = node.id
	end
	return exit.usage, "there is no node or command '" .. name .. "'" .. suggest.hint(name, known)
end
by_name.help[5] = help

local function dispatch(ctx, list)
	local name = list[1]
	if name == "--version" or name == "-v" then
		print("terrane " .. require "terrane".version)
		return exit.done
	elseif name == "--help" or name == "-h" then
		return help(ctx, {}, {})
	elseif not name then
		return exit.usage, "a command is missing"
	end
	local command = by_name[name]
	if not command or not command[5] then return exit.usage, "there is no command '" .. name .. "'" .. suggest.hint(name, names) end
	local rows = { { "-h", "--help", key = "help" } }
	for _, row in ipairs(command[4]) do rows[#rows + 1] = row end
	local options, words = args.parse({ table.unpack(list, 2) }, rows)
	if not options then return exit.usage, words, name end
	if options.help then
		print(command_help(command))
		return exit.done
	end
	local most = command[6]
	if most and #words > most then
		return exit.usage, ("%s takes %s, but got '%s'"):format(name, most == 0 and "no words" or "one word", words[most + 1]), name
	end
	local code, message = command[5](ctx, options, words)
	return code, message, name
end

-- Runs a command line: words from 1. Returns the exit code.
function cli.main(list)
	local ctx = { host = require "terrane.host" }
	ctx.talk = talk.new(ctx.host)
	local code, message, name = dispatch(ctx, list)
	if code == exit.usage then
		ctx.talk.warn(message)
		io.stderr:write("Try: terrane help", name and name ~= "help" and " " .. name or "", "\n")
	elseif code == exit.cancelled or ctx.host.interrupted() then
		ctx.talk.warn "cancelled"
	elseif message then
		io.stderr:write(message, "\n")
	end
	return code
end

return cli
