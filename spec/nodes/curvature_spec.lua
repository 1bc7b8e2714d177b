local terrane = require "terrane"
local maps = require "maps"

local kinds = { "mean", "gaussian", "profile", "tangential", "plan" }
local function curvature(image, kind, settings)
	local all = { kind = kind }
	for k, v in pairs(settings or {}) do all[k] = v end
	return image:curvature(all):render():layer "curvature"
end
-- the sum at the heart of each, of p, q, r, s, t
local function expected(kind, p, q, r, s, t)
	local g2 = p * p + q * q
	local w = 1 + g2
	local flat = g2 <= 1e-24
	if kind == "mean" or flat and (kind == "profile" or kind == "tangential") then return -((1 + q * q) * r - 2 * p * q * s + (1 + p * p) * t) / (2 * w ^ 1.5) end
	if kind == "gaussian" then return (r * t - s * s) / w ^ 2 end
	if kind == "profile" then return -(p * p * r + 2 * p * q * s + q * q * t) / (g2 * w ^ 1.5) end
	local across = -(q * q * r - 2 * p * q * s + p * p * t)
	if kind == "tangential" then return across / (g2 * w ^ 0.5) end
	return flat and 0 or across / g2 ^ 1.5
end

describe("curvature", function()
	it("is that of a sphere at the apex: 1/R, and its square", function()
		local n, R = 9, 4
		local image = maps.image(n, n, function(x, y) return -((x - 4) ^ 2 + (y - 4) ^ 2) / (2 * R) end)
		for kind, value in pairs { mean = 1 / R, gaussian = 1 / R ^ 2, profile = 1 / R, tangential = 1 / R, plan = 0 } do
			assert.are.equal(value, curvature(image, kind, { world_size = n }):get(4, 4), kind)
		end
	end)

	it("is that of a cylinder, to the border", function()
		local n, R = 17, 8 -- x = R at the last pixel
		local image = maps.image(n, 5, function(x) return -(x - 8) ^ 2 / (2 * R) end)
		for kind, value in pairs { mean = 0.176777, gaussian = 0, profile = 0.353553, tangential = 0, plan = 0 } do
			for y = 0, 4 do
				assert.near(value / (kind == "gaussian" and R * R or R), curvature(image, kind, { world_size = n }):get(16, y), 1e-7, kind)
				assert.near(value / (kind == "gaussian" and R * R or R), curvature(image, kind, { world_size = n }):get(0, y), 1e-7, kind)
			end
		end
	end)

	it("is that of a cone", function()
		local n = 129 -- one world unit; the apex in the middle pixel, 0.25 from it at 32 pixels
		local image = maps.image(n, n, function(x, y) return -math.sqrt((x - 64) ^ 2 + (y - 64) ^ 2) / 128 end)
		for kind, value in pairs { plan = 4, tangential = 2.828427, profile = 0, mean = 1.414214, gaussian = 0 } do
			local c = curvature(image, kind, { world_size = n / 128 })
			for _, at in ipairs { { 96, 64 }, { 64, 32 }, { 32, 64 } } do assert.near(value, c:get(at[1], at[2]), 6e-3, kind) end
		end
	end)

	it("is negative on a saddle, and both ways in the mean", function()
		local n, R = 7, 2
		local image = maps.image(n, n, function(x, y) return (x - 3) * (y - 3) / R end)
		assert.are.equal(-1 / R ^ 2, curvature(image, "gaussian", { world_size = n }):get(3, 3))
		assert.are.equal(0, curvature(image, "mean", { world_size = n }):get(3, 3))
	end)

	it("is what the formulas say on any quadratic, at every pixel and size", function()
		local a, b, c, d, e = 0.25, -0.375, 0.5, 0.75, -1.25
		for _, size in ipairs { { 3, 3 }, { 8, 5 }, { 4, 9 }, { 1, 5 }, { 6, 1 }, { 1, 1 } } do
			local width, height = size[1], size[2]
			local image = maps.image(width, height, function(x, y) return a * x * x + b * x * y + c * y * y + d * x + e * y end)
			local wide, tall = width > 1 and 1 or 0, height > 1 and 1 or 0
			for _, kind in ipairs(kinds) do
				maps.each(curvature(image, kind, { world_size = width }), function(value, x, y)
					local wanted = expected(kind, wide * (2 * a * x + b * y + d), tall * (2 * c * y + b * x + e), 2 * a * wide, b * wide * tall, 2 * c * tall)
					assert.near(wanted, value, 1e-6, ("%s %dx%d at %d,%d"):format(kind, width, height, x, y))
				end)
			end
		end
		-- of two pixels an axis has a slope and no bend
		for _, kind in ipairs(kinds) do maps.each(curvature(maps.image(2, 2, function(x, y) return x - 2 * y end), kind), function(value) assert.are.equal(0, value) end) end
	end)

	it("leaves planes and flat ground unbent", function()
		for _, kind in ipairs(kinds) do
			maps.each(curvature(maps.image(6, 5, function(x, y) return 0.375 * x - 1.5 * y end), kind), function(value) assert.near(0, value, 1e-6 * 6) end)
			for _, strength in ipairs { 1, 0 } do
				maps.each(curvature(maps.image(5, 4, function(x) return strength == 0 and x * x or 0.3 end), kind, { strength = strength }), function(value)
					assert.are.equal(0, value)
				end)
			end
		end
	end)

	it("has the mean halfway between profile and tangential", function()
		for _, tile in ipairs { false, true } do
			local image = maps.image(23, 17, function(x, y) return math.floor(x * y / 7) / 8 + maps.rough(3)(x, y) / 4 end)
			local settings = { world_size = 23, tile = tile }
			local mean, profile, tangential = curvature(image, "mean", settings), curvature(image, "profile", settings), curvature(image, "tangential", settings)
			maps.each(mean, function(value, x, y)
				local a, b = profile:get(x, y), tangential:get(x, y)
				assert.near(value, (a + b) / 2, 4e-7 * (math.abs(a) + math.abs(b) + 1))
			end)
		end
	end)

	it("scales with the world, the heights and its own scale", function()
		local rough = maps.rough(3)
		local image, double = maps.image(9, 7, rough), maps.image(9, 7, function(x, y) return 2 * rough(x, y) end)
		for _, kind in ipairs(kinds) do
			local base = curvature(image, kind, { world_size = 9 })
			local half = kind == "gaussian" and 0.25 or 0.5
			local larger, turned = curvature(double, kind, { world_size = 18 }), curvature(image, kind, { world_size = 9, strength = -1 })
			local scaled = curvature(image, kind, { world_size = 9, scale = -3 })
			maps.each(base, function(value, x, y)
				assert.are.equal(half * value, larger:get(x, y))
				assert.are.equal(kind == "gaussian" and value or -value, turned:get(x, y))
				assert.near(-3 * value, scaled:get(x, y), 1e-6 * math.abs(value))
			end)
			assert.are.equal(curvature(double, kind):hash(), curvature(image, kind, { strength = 2 }):hash())
		end
	end)

	it("is the same sideways", function()
		local rough = maps.rough(5)
		for _, kind in ipairs(kinds) do
			local across = curvature(maps.image(6, 8, function(x, y) return rough(y, x) end), kind, { world_size = 6 })
			maps.each(curvature(maps.image(8, 6, rough), kind, { world_size = 8 }), function(value, x, y) assert.near(value, across:get(y, x), 1e-5 * (1 + math.abs(value))) end)
		end
	end)

	it("repeats with tile: what is rolled comes out rolled, bit for bit", function()
		local rough = maps.rough(7)
		for _, size in ipairs { { 7, 5 }, { 2, 3 }, { 1, 4 } } do
			local w, h = size[1], size[2]
			for _, kind in ipairs(kinds) do
				local here = curvature(maps.image(w, h, rough), kind, { tile = true })
				local rolled = curvature(maps.image(w, h, function(x, y) return rough((x + 3) % w, (y + 2) % h) end), kind, { tile = true })
				maps.each(rolled, function(value, x, y) assert.are.equal(here:get((x + 3) % w, (y + 2) % h), value) end)
			end
		end
	end)

	it("spreads voids no further than the stencil", function()
		local rough = maps.rough(2)
		for _, kind in ipairs(kinds) do
			local whole = curvature(maps.image(9, 9, rough), kind)
			local holed = curvature(maps.image(9, 9, function(x, y) return x == 4 and y == 4 and 0 / 0 or rough(x, y) end), kind)
			maps.each(holed, function(value, x, y)
				if math.max(math.abs(x - 4), math.abs(y - 4)) <= 1 then assert.is_true(value ~= value)
				else assert.are.equal(whole:get(x, y), value) end
			end)
		end
	end)

	it("stays finite at the bounds of its parameters", function()
		for _, size in ipairs { { 1, 1 }, { 1, 6 }, { 6, 1 }, { 2, 2 }, { 5, 4 } } do
			local image = maps.image(size[1], size[2], function(x, y) return x * y % 3 - 1 end)
			for _, kind in ipairs(kinds) do
				for _, strength in ipairs { -10000, 1e-300, 10000 } do
					for _, world_size in ipairs { 1e-6, 1e300 } do
						maps.finite(image:curvature({ kind = kind, strength = strength, world_size = world_size }):render(), { "curvature" })
					end
				end
			end
		end
	end)

	-- What other tools say of a pixel is what this node says of the quadratic that has their derivatives. All patches of 3 x 3 pixels
	-- stand side by side in one image; f is the curvature at the middle of patch k.
	local function of_patches(patches, kind)
		local image = maps.image(3 * #patches, 3, function(x, y)
			local d, i, j = patches[math.floor(x / 3) + 1], (x % 3 - 1) * 90, (y - 1) * 90
			return d.p * i + d.q * j + d.r * i * i / 2 + d.s * i * j + d.t * j * j / 2
		end)
		local c = curvature(image, kind, { world_size = 90 * 3 * #patches })
		return function(k) return c:get(3 * k - 2, 1) end
	end
	local function derivatives(z, x, y, side, half) -- weights of the outer rows against 1 in the middle: of first and second differences
		local function across(f, weight) return (weight * f(-1) + f(0) + weight * f(1)) / (1 + 2 * weight) end
		local function at(i, j) return z:get(x + i, y + j) end
		return {
			p = across(function(j) return at(1, j) - at(-1, j) end, side[1]) / 180, q = across(function(i) return at(i, 1) - at(i, -1) end, side[1]) / 180,
			r = half * across(function(j) return at(1, j) - 2 * at(0, j) + at(-1, j) end, side[2]) / 8100,
			t = half * across(function(i) return at(i, 1) - 2 * at(i, 0) + at(i, -1) end, side[2]) / 8100,
			s = (at(1, 1) - at(-1, 1) - at(1, -1) + at(-1, -1)) / 4 / 8100,
		}
	end

	it("agrees with GRASS and SAGA on real ground, given their derivatives", function()
		local name = "oracles/rainier_256/rainier."
		local input = maps.shared(name .. "input", 256, 256)
		if not input then return pending "the reference rasters are not there" end
		local z = input:layer "C"
		local function compare(raster, kind, side, half, tolerance)
			local theirs = maps.shared(name .. raster, 256, 256):layer "C"
			local patches, places = {}, {}
			for y = 1, 254, 5 do
				for x = 1, 254, 7 do
					local d = derivatives(z, x, y, side, half)
					if d.p ^ 2 + d.q ^ 2 > 1e-3 then patches[#patches + 1], places[#places + 1] = d, { x, y } end -- plan grows without bound on flats
				end
			end
			assert.is_true(#patches > 1500)
			local ours = of_patches(patches, kind)
			for k, at in ipairs(places) do assert.near(theirs:get(at[1], at[2]), ours(k), tolerance, raster .. " at " .. at[1] .. "," .. at[2]) end
		end
		-- r.slope.aspect: Horn's first derivatives, second ones averaged 1 4 1
		compare("grass_pcurv", "profile", { 0.5, 0.25 }, 1, 1e-8)
		compare("grass_tcurv", "tangential", { 0.5, 0.25 }, 1, 1e-8)
		-- ta_morphometry, method 6: Zevenbergen and Thorne's, but half of r and t
		compare("saga_curv_profile", "profile", { 0, 0 }, 0.5, 1e-8)
		compare("saga_curv_tangential", "tangential", { 0, 0 }, 0.5, 1e-8)
		compare("saga_curv_plan", "plan", { 0, 0 }, 0.5, 4e-7)
		-- and with our own derivatives of the map the differences are those of the weights: small on the whole
		for raster, kind in pairs { grass_pcurv = "profile", grass_tcurv = "tangential" } do
			local ours, theirs, off, size, n = curvature(input, kind, { world_size = 256 * 90 }), maps.shared(name .. raster, 256, 256):layer "C", 0, 0, 0
			for y = 1, 254, 3 do
				for x = 1, 254, 3 do
					off, size, n = off + math.abs(ours:get(x, y) - theirs:get(x, y)), size + math.abs(theirs:get(x, y)), n + 1
				end
			end
			assert.is_true(off / n < 3e-4 and off / size < 0.25, raster .. " " .. off / n .. " " .. off / size)
		end
	end)

	it("names and keeps layers as asked, and says what is wrong", function()
		local image = maps.image(3, 3, maps.rough(1))
		assert.are.same({ "C", "curvature" }, image:curvature({}):render():layers())
		assert.are.same({ "bent" }, image:curvature({ keep_layers = false, out_layer = "bent" }):render():layers())
		assert.are.same({ "C" }, image:curvature({ out_layer = "" }):render():layers())
		local function fail(settings) return maps.failure(function() image:curvature(settings):render() end) end
		assert.matches("curvature: layer: no layer 'h' %(the image has 'C'%)", fail { layer = "h" })
		assert.matches("kind: cannot be 'plane' %(did you mean 'plan'%?%)", fail { kind = "plane" })
		assert.matches("strength: .*10001", fail { strength = 10001 })
		assert.matches("scale: %-1e%+25 is more than 1e24 in size", fail { scale = -1e25 })
	end)

	it("fails cleanly when memory runs out", function()
		maps.survives_failed_allocations(function() return maps.image(7, 5, maps.rough(1)):curvature {} end)
	end)

	it("gives the same bytes everywhere #golden", function()
		local image = maps.image(37, 23, maps.rough(11))
		local golden = { mean = "cc43e0353376d41629309a8c2c1259a5", gaussian = "1bec08cdf648dc45f97853e1540c9ec2", profile = "130754d365de245b0cfe5d3f322e1bd2", tangential = "ba2b4b57320ff5c31cc78a68f1e74d33", plan = "27afa99a6336dd367a7e23c02e3380c3" }
		maps.each_runtime(function(which)
			for kind, hash in pairs(golden) do assert.are.equal(hash, curvature(image, kind, { world_size = 40, tile = kind == "plan" }):hash(), which) end
		end)
	end)
end)
