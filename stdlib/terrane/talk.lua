-- talk.lua - what the program says on stderr: messages, and how far an evaluation is.
local json = require "terrane.json"
local talk = {}

local function plain_terminal(host)
	local term = os.getenv "TERM"
	return host.isatty(io.stderr) and term ~= "dumb"
end

-- {say, warn, bold, dim, quiet}: say is silent where quiet is set. Colours only on a terminal, and not against NO_COLOR.
function talk.new(host)
	local no_color = os.getenv "NO_COLOR"
	local colours = plain_terminal(host) and not (no_color and no_color ~= "")
	local function style(code)
		return function(text) return colours and "\27[" .. code .. "m" .. text .. "\27[0m" or text end
	end
	local t = { bold = style "1", dim = style "2", quiet = false }
	function t.warn(text) io.stderr:write("terrane: ", text, "\n") end
	function t.say(text)
		if not t.quiet then io.stderr:write(text, "\n") end
	end
	return t
end

local function show_nothing() end
local shows = {}

function shows.none()
	return show_nothing, show_nothing
end

function shows.bar()
	local width = 24
	return function(fraction, node)
		local full = math.floor(fraction * width)
		io.stderr:write(string.format("\r[%s%s] %3d %%  %s\27[K", ("#"):rep(full), ("."):rep(width - full), math.floor(fraction * 100), node))
		io.stderr:flush()
	end, function()
		io.stderr:write "\r\27[K"
		io.stderr:flush()
	end
end

function shows.plain() -- a line for each tenth
	local shown = -1
	return function(fraction, node)
		local tenth = math.floor(fraction * 10)
		if tenth > shown then
			shown = tenth
			io.stderr:write(string.format("%3d %%  %s\n", tenth * 10, node))
		end
	end, show_nothing
end

function shows.json() -- a line for each step: {"fraction":0.5,"node":"stream_power","output":"height"}
	return function(fraction, node, output)
		io.stderr:write(json.encode({ fraction = math.floor(fraction * 1e4) / 1e4, node = node, output = output }), "\n")
		io.stderr:flush()
	end, show_nothing
end

-- How far `count` evaluations are. how: "none", "bar", "plain", "json", or nil for a bar on a terminal and nothing
-- elsewhere. Returns two functions: the i-th output's progress callback, and the end.
function talk.progress(host, how, quiet, count, clock)
	how = how or (plain_terminal(host) and not quiet and "bar" or "none")
	local show, done = shows[how]()
	local last = -1
	return function(i, output)
		if how == "none" then return nil end
		return function(fraction, node)
			local now = clock()
			if now - last < 0.05 and fraction < 1 then return end
			last = now
			show((i - 1 + fraction) / count, node, output)
		end
	end, done
end

-- Where the time went: rows of {node, origin, seconds}, the longest first; short ones as one row.
function talk.times(t, rows, total)
	local sum = 0
	for _, row in ipairs(rows) do sum = sum + row.seconds end
	local list, others = {}, { node = "others", origin = "", seconds = math.max(0, total - sum), count = 0 }
	table.sort(rows, function(a, b)
		if a.seconds ~= b.seconds then return a.seconds > b.seconds end
		return a.order < b.order
	end)
	for _, row in ipairs(rows) do
		if #list < 12 and row.seconds >= total * 0.005 then
			list[#list + 1] = row
		else
			others.seconds = others.seconds + row.seconds
		end
	end
	list[#list + 1] = others
	local name_width, origin_width = 4, 7
	for _, row in ipairs(list) do
		name_width, origin_width = math.max(name_width, #row.node), math.max(origin_width, #row.origin)
	end
	local format = "%-" .. name_width .. "s  %-" .. origin_width .. "s  %8s  %5s"
	t.say(t.dim(format:format("node", "made at", "seconds", "share")))
	for _, row in ipairs(list) do
		t.say(format:format(row.node, row.origin, ("%.3f"):format(row.seconds), ("%.0f %%"):format(total > 0 and 100 * row.seconds / total or 0)))
	end
	t.say(t.bold(format:format("all", "", ("%.3f"):format(total), "")))
end

-- What the cache on disk was good for. stats: of the runtime.
function talk.cache(t, stats)
	t.say(("nodes evaluated: %d; results found in the cache: %d"):format(stats.nodes_evaluated, stats.disk_hits))
end

-- What a stranger's recipe used of its limits.
function talk.used(t, used)
	t.say(t.dim(("recipe: %d units of fuel, %d KiB"):format(used.fuel, math.ceil(used.bytes / 1024))))
end

return talk
