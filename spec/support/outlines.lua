-- The figures of shape as dense points along their outlines, drawn with nothing but lines and arcs, and the distances to them by
-- going through all points: slow, and simple enough to be right.
local outlines = { step = 0.002 }
local atan2 = math.atan2 or math.atan

local function polar(degrees, r) return r * math.cos(math.rad(degrees)), r * math.sin(math.rad(degrees)) end

--- Loops of points: o:loop(), then o:to(x, y) and o:arc(...) from where the last one ended; each loop closes by itself.
local Outline = {}
Outline.__index = Outline
local function outline() return setmetatable({ loops = {}, x = {}, y = {} }, Outline) end
function Outline:loop()
	self:close()
	self.first = #self.x + 1
	return self
end
function Outline:to(x, y)
	local n = #self.x
	if n >= self.first then
		local px, py = self.x[n], self.y[n]
		local pieces = math.ceil(math.sqrt((x - px) ^ 2 + (y - py) ^ 2) / outlines.step)
		for i = 1, pieces - 1 do
			self.x[n + i], self.y[n + i] = px + (x - px) * i / pieces, py + (y - py) * i / pieces
		end
	end
	self.x[#self.x + 1], self.y[#self.y + 1] = x, y
	return self
end
function Outline:arc(cx, cy, r, from, to)
	local pieces = math.max(1, math.ceil(math.rad(math.abs(to - from)) * r / outlines.step))
	for i = 0, pieces do
		local x, y = polar(from + (to - from) * i / pieces, r)
		self:to(cx + x, cy + y)
	end
	return self
end
function Outline:close()
	if self.first then
		self:to(self.x[self.first], self.y[self.first])
		self.loops[#self.loops + 1] = { self.first, #self.x }
		self.first = nil
	end
	return self
end
local function polygon(vertices)
	local o = outline():loop()
	for i = 1, #vertices, 2 do o:to(vertices[i], vertices[i + 1]) end
	return o
end

--- Signed distance from (x, y): negative where a ray crosses the loops an odd number of times, or where `inside` says so.
function Outline:distance(x, y)
	local nearest, inside, xs, ys = math.huge, false, self.x, self.y
	for i = 1, #xs do
		local dx, dy = xs[i] - x, ys[i] - y
		local d = dx * dx + dy * dy
		if d < nearest then nearest = d end
	end
	for _, loop in ipairs(self.loops) do
		for i = loop[1], loop[2] - 1 do
			if (ys[i] > y) ~= (ys[i + 1] > y) and x < xs[i] + (y - ys[i]) * (xs[i + 1] - xs[i]) / (ys[i + 1] - ys[i]) then inside = not inside end
		end
	end
	if self.inside then inside = self.inside(x, y) end
	return inside and -math.sqrt(nearest) or math.sqrt(nearest)
end

function outlines.circle(s)
	local r, t, half = s.radius or 0.35, s.thickness or 1, (s.arc or 1) * 180
	local width = r * t
	local right, left = 90 - half, 90 + half
	if half == 180 then
		local o = outline():loop():arc(0, 0, r, 0, 360)
		return (t < 1 and o:loop():arc(0, 0, r - width, 0, 360) or o):close()
	elseif t == 1 then
		return outline():loop():to(0, 0):arc(0, 0, r, right, left):close()
	elseif not s.round_ends then
		return outline():loop():arc(0, 0, r, right, left):arc(0, 0, r - width, left, right):close()
	end
	local middle, cap = r - width / 2, width / 2
	local rx, ry = polar(right, middle)
	local o = outline():loop():arc(0, 0, r, right, left):arc(-rx, ry, cap, left, left + 180):arc(0, 0, r - width, left, right)
		:arc(rx, ry, cap, right + 180, right + 360):close()
	if cap > rx and half > 90 then -- the caps overlap
		local kept = outline()
		for i = 1, #o.x do
			local nearer = (rx - math.abs(o.x[i])) ^ 2 + (o.y[i] - ry) ^ 2
			if nearer >= cap * cap * (1 - 1e-9) then kept.x[#kept.x + 1], kept.y[#kept.y + 1] = o.x[i], o.y[i] end
		end
		for side = -1, 1, 2 do kept.x[#kept.x + 1], kept.y[#kept.y + 1] = 0, ry + side * math.sqrt(cap * cap - rx * rx) end
		function kept.inside(x, y)
			local l, angle = math.sqrt(x * x + y * y), math.abs(math.deg(atan2(x, y)))
			return (angle <= half and math.abs(l - middle) < cap) or (math.abs(x) - rx) ^ 2 + (y - ry) ^ 2 < cap * cap
		end
		return kept
	end
	return o
end

local function box(x, y, bl, br, tl, tr)
	return outline():loop():arc(-x + bl, -y + bl, bl, 180, 270):arc(x - br, -y + br, br, 270, 360):arc(x - tr, y - tr, tr, 0, 90)
		:arc(-x + tl, y - tl, tl, 90, 180):close()
end
function outlines.box(s)
	local x, y = s.size_x or 0.35, s.size_y or 0.25
	local m = s.separate_corners and math.min(x, y) or 0
	return box(x, y, m * (s.corner_bl or 0), m * (s.corner_br or 0), m * (s.corner_tl or 0), m * (s.corner_tr or 0))
end
function outlines.rounded_box(s)
	if s.separate_corners then return outlines.box(s) end
	local r = math.min(s.corner or 0.05, s.size_x or 0.35, s.size_y or 0.25)
	return box(s.size_x or 0.35, s.size_y or 0.25, r, r, r, r)
end

function outlines.line(s)
	local ax, ay, bx, by = s.line_ax or -0.3, s.line_ay or 0, s.line_bx or 0.3, s.line_by or 0
	local r0, r1 = s.radius or 0.35, s.radius or 0.35
	if s.separate_thickness then r0, r1 = (s.start_thickness or 0.1) / 2, (s.end_thickness or 0.02) / 2 end
	local length, turn = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2), math.deg(atan2(by - ay, bx - ax))
	if length <= math.abs(r0 - r1) then
		return outline():loop():arc(r0 > r1 and ax or bx, r0 > r1 and ay or by, math.max(r0, r1), 0, 360):close()
	end
	local tangent = 90 - math.deg(math.asin((r0 - r1) / length)) -- of the touching points, from the line's direction
	return outline():loop():arc(ax, ay, r0, turn + tangent, turn + 360 - tangent):arc(bx, by, r1, turn - tangent, turn + tangent):close()
end

local function star(n, outer, inner)
	local vertices = {}
	for i = 0, 2 * n - 1 do
		local x, y = polar(90 + i * 180 / n, i % 2 == 0 and outer or inner)
		vertices[#vertices + 1], vertices[#vertices + 2] = x, y
	end
	return polygon(vertices):close()
end
function outlines.star(s) return star(s.points or 5, s.radius or 0.35, (s.radius or 0.35) * (s.inner or 0.5)) end
function outlines.polygon(s)
	local n, r = s.points or 5, s.radius or 0.35
	return star(n, r, r * math.cos(math.pi / n))
end

function outlines.squircle(s)
	local r, n = s.radius or 0.35, s.squircle_blend or 4
	local o, pieces = outline(), 400
	local function add(x, y)
		for i = 0, 7 do
			local u, v = i % 2 == 0 and x or y, i % 2 == 0 and y or x
			o.x[#o.x + 1], o.y[#o.y + 1] = i % 4 < 2 and u or -u, i < 4 and v or -v
		end
	end
	for i = 0, pieces do
		local t = math.pi / 4 * i / pieces
		local c, sine = math.cos(t), math.sin(t)
		add(r * c ^ (2 / n), r * sine ^ (2 / n)) -- dense at corners
		local l = (c ^ n + sine ^ n) ^ (-1 / n)
		add(r * l * c, r * l * sine) -- and elsewhere
	end
	function o.inside(x, y) return math.abs(x / r) ^ n + math.abs(y / r) ^ n < 1 end
	return o
end

function outlines.trapezoid(s)
	local x, y, top = s.size_x or 0.35, s.size_y or 0.25, s.trap_top or 0.15
	return polygon({ -x, -y, x, -y, top, y, -top, y }):close()
end
function outlines.triangle(s)
	local x, y = s.size_x or 0.35, s.size_y or 0.25
	if not s.use_points then return polygon({ -x, -y, x, -y, 0, y }):close() end
	local v = {}
	for number in ((s.tri_p0 or "-0.3 -0.25") .. " " .. (s.tri_p1 or "0 0.3") .. " " .. (s.tri_p2 or "0.3 -0.25")):gmatch "%S+" do v[#v + 1] = tonumber(number) end
	return polygon(v):close()
end
function outlines.diamond(s)
	local x, y = s.size_x or 0.35, s.size_y or 0.25
	return polygon({ x, 0, 0, y, -x, 0, 0, -y }):close()
end

function outlines.egg(s)
	local big = s.radius or 0.35
	local top = big * (s.roundness or 0.5)
	local r = big - top
	return outline():loop():arc(0, 0, big, 180, 360):arc(-r, 0, big + r, 0, 60):arc(0, math.sqrt(3) * r, top, 60, 120):arc(r, 0, big + r, 120, 180):close()
end

function outlines.moon(s)
	local outer, inner, offset = s.radius or 0.35, s.moon_inner or 0.3, s.moon_offset or 0.15
	local size = math.abs(offset)
	local o = outline()
	if size >= outer + inner then return o:loop():arc(0, 0, outer, 0, 360):close() end
	if size <= outer - inner then return o:loop():arc(0, 0, outer, 0, 360):loop():arc(offset, 0, inner, 0, 360):close() end
	local x = (outer ^ 2 - inner ^ 2 + size ^ 2) / (2 * size)
	local y = math.sqrt(outer ^ 2 - x ^ 2)
	local a, b = math.deg(atan2(y, x)), math.deg(atan2(y, x - size))
	o:loop():arc(0, 0, outer, a, 360 - a):arc(size, 0, inner, 360 - b, b):close()
	if offset < 0 then for i = 1, #o.x do o.x[i] = -o.x[i] end end
	return o
end

function outlines.vesica(s)
	local half, wide = s.radius or 0.35, (s.radius or 0.35) * (s.roundness or 0.5)
	local shift = (half ^ 2 - wide ^ 2) / (2 * wide)
	local angle = math.deg(atan2(half, shift))
	return outline():loop():arc(-shift, 0, shift + wide, -angle, angle):arc(shift, 0, shift + wide, 180 - angle, 180 + angle):close()
end

function outlines.cross(s)
	local reach, inset = s.radius or 0.35, math.min(s.cross_inset or 0.15, s.radius or 0.35)
	local half, fillet = reach - inset, math.min(s.cross_bevel or 0, inset)
	local quarter = outline():loop():to(reach, -half):to(reach, half):to(half + fillet, half):arc(half + fillet, half + fillet, fillet, 270, 180):to(half, reach)
	local o = outline():loop()
	for _, turn in ipairs { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } } do
		for i = 1, #quarter.x do
			local x, y = quarter.x[i], quarter.y[i]
			o:to(x * turn[1] - y * turn[2], x * turn[2] + y * turn[1])
		end
	end
	return o:close()
end

function outlines.arch(s)
	local x, y = s.size_x or 0.35, s.size_y or 0.25
	return outline():loop():to(-x, -y):to(x, -y):to(x, y):arc(0, y, x, 0, 180):close()
end

function outlines.arrow(s)
	local ax, ay, bx, by = s.line_ax or -0.3, s.line_ay or 0, s.line_bx or 0.3, s.line_by or 0
	local length = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2)
	local dx, dy = (bx - ax) / length, (by - ay) / length
	local shaft, head, ratio = (s.arrow_shaft or 0.06) / 2, (s.arrow_head or 0.2) / 2, s.arrow_head_ratio or 0.3
	local neck, o = length * (1 - ratio), outline():loop()
	local function to(along, left) o:to(ax + dx * along - dy * left, ay + dy * along + dx * left) end
	if shaft > 0 and ratio < 1 then to(0, shaft) to(0, -shaft) to(neck, -shaft) end
	if head > 0 and ratio > 0 then to(neck, -head) to(length, 0) to(neck, head) end
	if shaft > 0 and ratio < 1 then to(neck, shaft) end
	return o:close()
end

return outlines
