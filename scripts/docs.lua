-- docs.lua - what is made from the declarations of the nodes: the reference in docs/nodes/, and the annotations for
-- editors (LuaCATS) in stdlib/annotations/. Returns the files as a table of path -> text; scripts/docs writes them, and the
-- pictures that scripts/pictures.lua draws.
local terrane = require "terrane"
local catalogue = require "terrane.catalogue"
local pictures = dofile "scripts/pictures.lua"

local NOTE = "made by scripts/docs from the node's declaration"

local function collector()
	local lines = {}
	return lines, function(format, ...)
		lines[#lines + 1] = select("#", ...) > 0 and format:format(...) or format
	end
end

local function cell(text)
	return (text:gsub("|", "\\|"):gsub("%s*\n%s*", " "))
end

---------------------------------------------------------------------------------------
-- the reference
---------------------------------------------------------------------------------------

local function ports(add, title, list)
	if #list == 0 then return end
	add("\n## %s\n", title)
	for _, port in ipairs(list) do
		add("- `%s`%s: %s", port.name, port.optional and " (optional)" or "", port.doc or port.type)
	end
end

local COLUMNS = 3

-- The node's pictures in a table, each above its recipe.
local function gallery(add, node)
	local list = pictures.of(node.id) or {}
	local uses = {}
	for from = 1, #list, COLUMNS do
		local images, rule, recipes = {}, {}, {}
		for i = from, from + math.min(COLUMNS, #list) - 1 do
			local picture = list[i]
			images[#images + 1] = picture and ("![%s](%s)"):format(node.title, picture.file) or ""
			rule[#rule + 1] = "---"
			recipes[#recipes + 1] = picture and ("`%s`%s"):format(cell(picture.recipe), picture.layer and (", layer `%s`"):format(picture.layer) or "") or ""
			for _, input in ipairs(picture and picture.uses or {}) do uses[input.name] = input.text end
		end
		local function row(cells) add("%s", "| " .. table.concat(cells, " | ") .. " |") end
		if from == 1 then add "" end
		row(images)
		if from == 1 then row(rule) end
		row(recipes)
	end
	for _, input in ipairs(pictures.inputs) do
		if uses[input.name] then add("\nHere `%s` is `%s`.", input.name, input.text) end
	end
end

local function page(node)
	local lines, add = collector()
	add("<!-- %s -->", NOTE)
	add("# %s\n", node.title)
	add("`%s` · %s · %s\n", node.id, node.category, node.reach)
	add("%s", node.summary)
	gallery(add, node)
	if node.doc and node.doc ~= "" then add("\n%s", node.doc) end
	if node.example and node.example ~= "" then add("\n```lua\n%s\n```", node.example) end
	ports(add, "Inputs", node.inputs)
	ports(add, "Outputs", node.outputs)
	local group
	if #node.params > 0 then add "\n## Parameters" end
	for _, param in ipairs(node.params) do
		if param.group ~= group then
			group = param.group
			if group ~= "" then add("\n### %s", group) end
			add "\n| parameter | default | values | meaning |\n| --- | --- | --- | --- |"
		end
		local kinds = { toggle = "true, false", string = "text", int = "whole number", float = "number" }
		local values = catalogue.range(param) or kinds[param.kind]
		if param.kind == "int" and catalogue.range(param) then values = values .. ", whole" end
		if param.unit then values = values .. " " .. param.unit end
		add("| `%s` | `%s` | %s | %s |", param.name, cell(catalogue.literal(param)), cell(values), cell(param.doc .. catalogue.conditions(param)))
	end
	return table.concat(lines, "\n") .. "\n"
end

local function index(nodes)
	local lines, add = collector()
	add("<!-- %s -->", NOTE)
	add "# Nodes\n"
	add "How to read a page: a recipe calls `node{ parameter = value, ... }` on its own, or `map:node{ ... }` on the map it works on."
	add "`terrane help NODE` shows the same on a terminal."
	local categories, by_category = {}, {}
	for _, node in ipairs(nodes) do
		if not by_category[node.category] then
			by_category[node.category] = {}
			categories[#categories + 1] = node.category
		end
		table.insert(by_category[node.category], node)
	end
	table.sort(categories)
	for _, category in ipairs(categories) do
		add("\n## %s\n\n| | |\n| --- | --- |", category)
		for _, node in ipairs(by_category[category]) do
			local list = pictures.of(node.id) or {}
			local image = list[2] and ("![%s](%s)"):format(node.title, list[2].file) or ""
			add("| %s | [`%s`](%s.md): %s |", image, node.id, node.id, cell(node.summary))
		end
	end
	return table.concat(lines, "\n") .. "\n"
end

---------------------------------------------------------------------------------------
-- annotations
---------------------------------------------------------------------------------------

local function lua_type(param)
	if param.kind == "menu" then
		local quoted = {}
		for i, option in ipairs(param.options) do quoted[i] = '"' .. option .. '"' end
		return table.concat(quoted, "|")
	end
	-- numbers in a text may be given as a list too
	if param.kind == "string" then return param.default:find "^[-%d%s.:,;]+$" and "string|table" or "string" end
	return ({ float = "number|terrane.figure", int = "integer|terrane.figure", toggle = "boolean" })[param.kind]
end

local function one_line(text)
	return (text:gsub("%s*\n%s*", " "))
end

local function annotations(nodes)
	local lines, add = collector()
	add("---@meta\n-- The nodes; %s.\n", NOTE)
	add "---@class terrane\nlocal terrane = {}\n\n---@class terrane.node\nlocal node = {}\n\n---@class terrane.image\nlocal image = {}"
	for _, n in ipairs(nodes) do
		add("\n---@class terrane.%s.params", n.id)
		for _, port in ipairs(n.inputs) do
			add("---@field %s? terrane.node|terrane.image %s", port.name, one_line(port.doc or "an input"))
		end
		for _, param in ipairs(n.params) do
			local range = param.kind ~= "menu" and catalogue.range(param)
			add("---@field %s? %s %s%s Default %s%s.", param.name, lua_type(param), one_line(param.doc), catalogue.conditions(param),
				one_line(catalogue.literal(param)), range and ", values " .. range or "")
		end
		if n.open then add("---@field [string] string|number|boolean|terrane.figure Goes into `%s`.", n.open) end
		add("\n---%s\n---@param params terrane.%s.params\n---@return terrane.node\nfunction terrane.%s(params) end", one_line(n.summary), n.id, n.id)
		if #n.inputs > 0 then
			for _, class in ipairs { "node", "image" } do
				add("\n---%s\n---@param params terrane.%s.params\n---@return terrane.node\nfunction %s:%s(params) end", one_line(n.summary), n.id, class, n.id)
			end
		end
	end
	return table.concat(lines, "\n") .. "\n"
end

-- What recipes see as globals; only for folders that hold recipes.
local function recipe_annotations(nodes)
	local lines, add = collector()
	add("---@meta\n-- The globals of recipes; %s.\n", NOTE)
	for _, n in ipairs(nodes) do
		add("---%s\n---@param params terrane.%s.params\n---@return terrane.node\nfunction %s(params) end\n", one_line(n.summary), n.id, n.id)
	end
	return table.concat(lines, "\n")
end

local nodes = terrane.nodes()
local files = {
	["docs/nodes/README.md"] = index(nodes),
	["stdlib/annotations/nodes.lua"] = annotations(nodes),
	["stdlib/annotations/recipe/nodes.lua"] = recipe_annotations(nodes),
}
for _, node in ipairs(nodes) do files["docs/nodes/" .. node.id .. ".md"] = page(node) end
return files
