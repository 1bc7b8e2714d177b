-- reckon.lua - the elementary functions of recipes' `math`: the same bits on every machine, which no libm promises.
-- Only + - * /, sqrt and floor, which IEEE 754 fixes. Range reduction by Cody and Waite, then Taylor series, whose first
-- term left out lies below 1e-17; results are within a few units of the last place.
local floor, sqrt, abs, fmod = math.floor, math.sqrt, math.abs, math.fmod
local huge, nan = math.huge, 0 / 0
local reckon = {}

local PI, HALF_PI = math.pi, math.pi / 2
-- pi/2 and ln 2 in parts with trailing zeros, so that a part times a whole number is exact
local HALF_PI_1, HALF_PI_2, HALF_PI_3 = 1.5707963109016418, 1.5893254712295857e-08, 6.123233995736766e-17
local LN2_1, LN2_2 = 0.6931471803691238, 1.9082149292705877e-10
local LN2 = 0.6931471805599453

local function two_to(k) -- exact; `^` would ask libm
	local base, result = k < 0 and 0.5 or 2.0, 1.0
	k = abs(k)
	while k > 0 do
		if k % 2 == 1 then result = result * base end
		base, k = base * base, floor(k / 2)
	end
	return result
end

local function sine(x)
	local x2, term, sum = x * x, x, 0.0
	local terms = {}
	for i = 1, 9 do
		terms[i] = term
		term = -term * x2 / (2 * i * (2 * i + 1))
	end
	for i = 9, 1, -1 do sum = sum + terms[i] end -- small ones first
	return sum
end
local function cosine(x)
	local x2, term, sum = x * x, 1, 0
	local terms = {}
	for i = 1, 10 do
		terms[i] = term
		term = -term * x2 / ((2 * i - 1) * 2 * i)
	end
	for i = 10, 1, -1 do sum = sum + terms[i] end
	return sum
end

local function quadrant(x)
	if abs(x) > 1048576 then x = fmod(x, 2 * PI) end -- far out there is no accuracy left to keep
	local n = floor(x / HALF_PI + 0.5)
	return n % 4, x - n * HALF_PI_1 - n * HALF_PI_2 - n * HALF_PI_3
end

function reckon.sin(x)
	if x ~= x or abs(x) == huge then return nan end
	local q, r = quadrant(x)
	if q == 0 then return sine(r) elseif q == 1 then return cosine(r) elseif q == 2 then return -sine(r) end
	return -cosine(r)
end

function reckon.cos(x)
	if x ~= x or abs(x) == huge then return nan end
	local q, r = quadrant(x)
	if q == 0 then return cosine(r) elseif q == 1 then return -sine(r) elseif q == 2 then return -cosine(r) end
	return sine(r)
end

function reckon.tan(x)
	return reckon.sin(x) / reckon.cos(x)
end

local SQRT3, TAN_15 = sqrt(3), 2 - sqrt(3)

local function arctangent(x) -- of 0 ... 1
	local offset = 0
	if x > TAN_15 then x, offset = (x * SQRT3 - 1) / (x + SQRT3), PI / 6 end
	local x2, sum = x * x, 0
	for i = 27, 1, -2 do
		sum = 1 / i - x2 * sum
	end
	return offset + x * sum
end

-- The angle of (x, y); with one argument, of (1, y).
function reckon.atan(y, x)
	x = x or 1
	if x ~= x or y ~= y then return nan end
	local ax, ay = abs(x), abs(y)
	local angle
	if ax == 0 and ay == 0 then
		angle = 0
	elseif ax == huge and ay == huge then
		angle = PI / 4
	elseif ay <= ax then
		angle = arctangent(ay / ax)
	else
		angle = HALF_PI - arctangent(ax / ay)
	end
	if x < 0 or x == 0 and 1 / x < 0 then angle = PI - angle end
	if y < 0 or y == 0 and 1 / y < 0 then angle = -angle end
	return angle
end

function reckon.asin(x)
	return reckon.atan(x, sqrt((1 - x) * (1 + x)))
end

function reckon.acos(x)
	return reckon.atan(sqrt((1 - x) * (1 + x)), x)
end

function reckon.exp(x)
	if x ~= x then return nan end
	if x > 709.782712893384 then return huge elseif x < -745.2 then return 0.0 end
	local k = floor(x / LN2 + 0.5)
	local r = x - k * LN2_1 - k * LN2_2
	local sum = 1
	for i = 14, 1, -1 do sum = 1 + sum * r / i end
	local half = floor(k / 2)
	return sum * two_to(half) * two_to(k - half) -- in two steps, for results next to the limits
end

function reckon.log(x, base)
	if base then return reckon.log(x) / reckon.log(base) end
	if x ~= x or x < 0 then return nan end
	if x == 0 then return -huge elseif x == huge then return huge end
	local k = 0
	for _, step in ipairs { 512, 256, 128, 64, 32, 16, 8, 4, 2, 1 } do
		if x >= two_to(step) then x, k = x * two_to(-step), k + step end
		if x < two_to(1 - step) then x, k = x * two_to(step), k - step end
	end
	if x > 1.4142135623730951 then x, k = x / 2, k + 1 end
	local s = (x - 1) / (x + 1)
	local s2, sum = s * s, 0
	for i = 23, 3, -2 do sum = (sum + 1 / i) * s2 end
	return k * LN2_1 + (k * LN2_2 + 2 * (s + s * sum))
end

-- Whole exponents multiply; others go through exp and log.
function reckon.pow(x, y)
	if y == floor(y) and abs(y) <= 1024 then
		local result, base, n = 1.0, x + 0.0, abs(y)
		while n > 0 do
			if n % 2 == 1 then result = result * base end
			base, n = base * base, floor(n / 2)
		end
		return y < 0 and 1 / result or result
	end
	if x < 0 then return nan end
	if x == 0 then return y > 0 and 0.0 or huge end
	return reckon.exp(y * reckon.log(x))
end

function reckon.rad(degrees) return degrees * (PI / 180) end
function reckon.deg(radians) return radians * (180 / PI) end

-- rng(seed) -> next: next() is in [0, 1), next(n) a whole number of 1 ... n, next(m, n) of m ... n.
-- L'Ecuyer's combined multiple recursive generator MRG32k3a (Operations Research 47, 1999), exact in doubles.
function reckon.rng(seed)
	seed = floor(seed or 0) % 4294967296
	local M1, M2 = 4294967087, 4294944443
	local a, b = {}, {}
	local s = seed
	for i = 1, 3 do -- spreads the seed; none of the six may be all zero
		s = (s * 69069 + 362437) % 4294967296
		a[i] = s % (M1 - 1) + 1
		s = (s * 69069 + 362437) % 4294967296
		b[i] = s % (M2 - 1) + 1
	end
	local function uniform()
		local p = (1403580 * a[2] - 810728 * a[1]) % M1
		a[1], a[2], a[3] = a[2], a[3], p
		local q = (527612 * b[3] - 1370589 * b[1]) % M2
		b[1], b[2], b[3] = b[2], b[3], q
		local d = (p - q) % M1
		return d / M1
	end
	for _ = 1, 8 do uniform() end -- neighbouring seeds part company
	return function(m, n)
		if not m then return uniform() end
		if not n then m, n = 1, m end
		if n < m then error("rng: the upper limit is below the lower one", 2) end
		return floor(m + uniform() * (n - m + 1))
	end
end

return reckon
