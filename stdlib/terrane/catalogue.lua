-- catalogue.lua - the node types as the program lists them: `terrane nodes [--json]` and `terrane help NODE`.
local json = require "terrane.json"
local catalogue = {}

local order = { "id", "title", "category", "summary", "doc", "example", "reach", "version", "inputs", "outputs", "params",
	"name", "label", "kind", "type", "group", "unit", "default", "min", "max", "options", "conditions", "optional", "doc" }

-- All declarations as JSON: {"nodes": [{"id", "title", ..., "params": [{"name", "kind", "default", "min", "max", ...}]}]}.
-- What a declaration leaves open is null.
function catalogue.json(nodes)
	local list = json.array()
	for i, node in ipairs(nodes) do
		local copy = {}
		for key, value in pairs(node) do copy[key] = value end
		copy.inputs, copy.outputs, copy.params = json.array(node.inputs), json.array(node.outputs), json.array()
		for j, param in ipairs(node.params) do
			local p = { min = json.null, max = json.null }
			for key, value in pairs(param) do p[key] = value end
			p.conditions = json.array(param.conditions)
			copy.params[j] = p
		end
		list[i] = copy
	end
	return json.encode({ nodes = list }, { indent = " ", order = order })
end

-- Paragraphs of Markdown for a terminal: lines broken at `width`, lists kept, `code` as it is.
function catalogue.wrap(text, width, indent)
	indent = indent or ""
	local lines = {}
	for paragraph in (text .. "\n"):gmatch "(.-)\n" do
		local hang = paragraph:match "^(%s*[-*] )" and "  " or ""
		local line = nil
		for word in paragraph:gmatch "%S+" do
			if line and #line + 1 + #word > width then
				lines[#lines + 1] = line
				line = indent .. hang .. word
			else
				line = line and line .. " " .. word or indent .. word
			end
		end
		lines[#lines + 1] = line or ""
	end
	return table.concat(lines, "\n")
end

function catalogue.number(x)
	return (("%.10g"):format(x):gsub("e%+?(-?)0*", "e%1"))
end

-- A default as a recipe writes it.
function catalogue.literal(param)
	local v = param.default
	if type(v) == "string" then return '"' .. v:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"' end
	if type(v) == "number" then return catalogue.number(v) end
	return tostring(v)
end

-- What values a parameter takes: "0 ... 1", "at least 0", "value, perlin, simplex", or nil.
function catalogue.range(param)
	if param.options then return table.concat(param.options, ", ") end
	local lo, hi = param.min and catalogue.number(param.min), param.max and catalogue.number(param.max)
	if lo and hi then return lo .. " ... " .. hi end
	return lo and "at least " .. lo or hi and "at most " .. hi or nil
end

-- When a parameter does not count, for people: " Hidden when shape ≠ star and shape ≠ polygon.", or "". Declarations write "a = 1 b is on"
-- where both must hold and "a = 1 } { b is on" where one is enough.
function catalogue.conditions(param)
	local sentences = {}
	for _, condition in ipairs(param.conditions) do
		local words, since = {}, 0
		for word in condition:gmatch "%S+" do
			if word == "}" then
				words[#words + 1], since = "or", 0
			elseif word ~= "{" then
				if since == 3 then words[#words + 1], since = "and", 0 end
				if #words >= 2 then since = since + 1 end -- behind "Hidden when"
				words[#words + 1] = word
			end
		end
		sentences[#sentences + 1] = " " .. table.concat(words, " ")
	end
	return table.concat(sentences)
end

local function list_ports(add, title, ports, width)
	if #ports == 0 then return end
	add("", title)
	for _, port in ipairs(ports) do
		add("  " .. port.name .. (port.optional and " (optional)" or ""))
		if port.doc then add(catalogue.wrap(port.doc, width, "      ")) end
	end
end

-- The page of one node.
function catalogue.page(node, width)
	local lines = {}
	local function add(...)
		for i = 1, select("#", ...) do lines[#lines + 1] = (select(i, ...)) end
	end
	add(node.title .. " - " .. node.id .. "{ ... }", "")
	add(catalogue.wrap(node.summary, width))
	if node.doc and node.doc ~= "" then add("", catalogue.wrap(node.doc, width)) end
	if node.example and node.example ~= "" then add("", "Example", "  " .. node.example:gsub("\n", "\n  ")) end
	list_ports(add, "Inputs", node.inputs, width)
	local group
	for _, param in ipairs(node.params) do
		if param.group ~= group then
			group = param.group
			add("", group == "" and "Parameters" or group)
		end
		local facts = { catalogue.range(param) }
		if param.unit then facts[#facts + 1] = param.unit end
		add("  " .. param.name .. " = " .. catalogue.literal(param))
		if #facts > 0 then add(catalogue.wrap(table.concat(facts, "; "), width, "      ")) end
		add(catalogue.wrap(param.doc .. catalogue.conditions(param), width, "      "))
	end
	list_ports(add, "Outputs", node.outputs, width)
	return table.concat(lines, "\n")
end

-- All nodes by category, a line each.
function catalogue.list(nodes, width)
	local categories, by_category, longest = {}, {}, 0
	for _, node in ipairs(nodes) do
		local list = by_category[node.category]
		if not list then
			list = {}
			by_category[node.category] = list
			categories[#categories + 1] = node.category
		end
		list[#list + 1] = node
		longest = math.max(longest, #node.id)
	end
	table.sort(categories)
	local lines = {}
	for _, category in ipairs(categories) do
		if #lines > 0 then lines[#lines + 1] = "" end
		lines[#lines + 1] = category
		for _, node in ipairs(by_category[category]) do
			local text = catalogue.wrap(node.summary, width, (" "):rep(longest + 4))
			lines[#lines + 1] = "  " .. node.id .. text:sub(#node.id + 3)
		end
	end
	return table.concat(lines, "\n")
end

return catalogue
