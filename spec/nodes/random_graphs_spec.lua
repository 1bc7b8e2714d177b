-- Graphs of any nodes with any parameters, made from the declarations: their windows are pieces of the whole, on the plane too.
if jit then return end -- under Lua 5.4 they are the same graphs
local terrane = require "terrane"

local state = 1
local function random(lo, hi) -- the same in every run
	state = (state * 69069 + 12345) % 4294967296
	return lo + math.floor(state / 65536) % (hi - lo + 1)
end
local function share() return random(0, 65535) / 65535 end
local function one_of(list) return list[random(1, #list)] end

-- A value for a parameter, within its bounds and near 0; nil where only a person knows one.
local function value_of(p)
	if p.options then return one_of(p.options) end
	if p.kind == "toggle" then return share() < 0.5 end
	if p.kind ~= "int" and p.kind ~= "float" then return nil end
	local lo, hi = math.max(p.min or -3, -5), math.min(p.max or 4, 5)
	if hi < lo then return p.default end
	if p.kind == "int" then return random(math.ceil(lo), math.floor(hi)) end
	return lo + (hi - lo) * share()
end

local function settings_of(node)
	local t = {}
	for _, p in ipairs(node.params) do
		local own = p.name:find "^resolution" or p.name:find "layer" or p.name == "device"
		if not own and share() < 0.35 then t[p.name] = value_of(p) end
	end
	if node.id == "bake" then
		local u, v = 3 * share() - 1.5, 3 * share() - 1.5
		t.width, t.height, t.region = random(1, 90), random(0, 60), { u, v, u + 0.01 + 2 * share(), v + 0.01 + 2 * share() }
	elseif node.id == "resample" or node.id == "transform" or node.id == "crop" then -- windows are of the size that the evaluation asks for
		t.width, t.height, t.frame, t.pad = nil, nil, nil, nil
	elseif node.id == "splat" and share() < 0.7 then
		t.height_mode, t.sediment_layer = "absolute", ""
	elseif node.id == "shade" and share() < 0.7 then
		t.vertical, t.range_min, t.range_max, t.lake_depth, t.sea_depth, t.relief_radius = "world", 0, 1, 0.1, 0.3, 6 * share() + 0.1
	end
	return t
end

local sources, filters = {}, {}
for _, node in ipairs(terrane.nodes()) do
	if node.id ~= "image" then table.insert(#node.inputs == 0 and sources or filters, node) end
end

-- The node, and what it is in words; nil where the parameters do not go together.
local function random_graph(rt)
	local node, text = rt, {}
	for stage = 0, random(0, 3) do
		local info = one_of(stage == 0 and sources or filters)
		local settings, list = settings_of(info), {}
		for name, value in pairs(settings) do list[#list + 1] = name .. "=" .. tostring(value) end
		table.sort(list)
		text[#text + 1] = info.id .. "{" .. table.concat(list, " ") .. "}"
		local ok, made = pcall(node[info.id], node, settings)
		if not ok then return nil end
		node = made
	end
	return node, table.concat(text, ":")
end

-- Whether `piece` is the pixels of `whole` from (x, y) on, in all layers.
local function is_piece(whole, piece, x, y)
	if table.concat(whole:layers(), " ") ~= table.concat(piece:layers(), " ") then return false end
	for _, name in ipairs(whole:layers()) do
		local a, b = whole:layer(name), piece:layer(name)
		local all, part, bytes = a:tostring(), b:tostring(), a.type == "f64" and 8 or 4
		for row = 0, b.height * b.channels - 1 do
			local from = (math.floor(row / b.height) * a.height + y + row % b.height) * a.width + x
			if all:sub(from * bytes + 1, (from + b.width) * bytes) ~= part:sub(row * b.width * bytes + 1, (row + 1) * b.width * bytes) then
				return false
			end
		end
	end
	return true
end

local function check_pieces(node, text, width, height, whole_window, unbounded)
	local function render(window)
		return node:render { width = width, height = height, window = window, unbounded = unbounded }
	end
	local ok, whole = pcall(render, whole_window)
	if not ok then return 0 end -- voids, or a layer that is not there
	for _ = 1, 3 do
		local w, h = random(1, whole.width), random(1, whole.height)
		local x, y = random(0, whole.width - w), random(0, whole.height - h)
		local piece = render { whole_window[1] + x, whole_window[2] + y, w, h }
		assert.is_true(is_piece(whole, piece, x, y), ("%s: %d %d %d %d of %dx%d"):format(text, x, y, w, h, width, height))
	end
	return 1
end

describe("random graphs", function()
	local rt = terrane.runtime { cache = 1, threads = 1 } -- every window is made anew

	it("have windows that are pieces of the whole", function()
		local count, bounded, unbounded = 500, 0, 0
		for _ = 1, count do
			local node, text = random_graph(rt)
			if node then
				local width, height = random(1, 90), random(1, 90)
				bounded = bounded + check_pieces(node, text, width, height, { 0, 0, width, height }, false)
				if #node:check_tiles() == 0 then
					unbounded = unbounded + check_pieces(node, text, width, height, { random(-300, 300), random(-300, 300), 70, 50 }, true)
				end
			end
		end
		assert.is_true(bounded > count / 5 and unbounded > count / 10, bounded .. " and " .. unbounded .. " of " .. count)
	end)
end)
