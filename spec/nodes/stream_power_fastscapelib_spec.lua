-- stream_power against fastscapelib's rasters of a real map: 256 x 256 pixels of 90 m, heights up to 4309 m.
--
-- fastscapelib, as it made them, works in double, routes anew in each step and leaves pits be. That scheme, written down again, gives
-- its rasters to the last bit; the node's, written down beside it, gives the node's. Made the other's piece by piece, they say what makes
-- a difference:
--   rounding  The node's heights are floats. Pixels that in every step drained the same way to the border, through the same drainage, are
--             within 1.6 mm. Where two ways down are as steep but for rounding, a river may go another way for some steps.
--   uplift    The node asks where water goes before the ground rises, fastscapelib afterwards. The border stays, so that a pixel beside
--             it may spill over it there and not here, and what drains through that pixel follows.
-- By itself nothing else moves a pixel by a nanometre: which of equally steep ways is taken, what pits do, how the quotient is written.
local terrane = require "terrane"
local maps = require "maps"

local W = 256
local function raster(name) return maps.shared("oracles/rainier_256/rainier." .. name, W, W) end
local function at(layer, i, channel) return layer:get(i % W, math.floor(i / W), channel) end
local function from_border(i)
	local x, y = i % W, math.floor(i / W)
	return math.min(x, y, W - 1 - x, W - 1 - y)
end
local function eroded(image, settings)
	settings.routing, settings.world_size = "d8", W * 90
	return image:stream_power(settings)
end

--- Of each pixel: which one its water goes to, and the drainage.
local function drained(image)
	local out = image:flow({ world_size = W * 90 }):render()
	local direction, area, to, through = out:layer "flow_dir", out:layer "flow", {}, {}
	local function side(i, channel) return math.floor(1.1 * at(direction, i, channel) + 0.5) end -- -1, 0 or 1
	for i = 0, W * W - 1 do
		to[i], through[i] = from_border(i) == 0 and i or i + side(i, 1) + W * side(i, 2), at(area, i)
	end
	return { to = to, through = through }
end

--- How far two maps are apart, from least to most, by the class of pixels; `share` is the class's of all pixels.
local function differences(got, want, class)
	local a, b, of = got:layer "C", want:layer "C", {}
	for i = 0, W * W - 1 do
		local c = class and class(i) or "all"
		of[c] = of[c] or {}
		table.insert(of[c], math.abs(at(a, i) - at(b, i)))
	end
	for _, d in pairs(of) do
		table.sort(d)
		d.share, d.most = #d / (W * W), d[#d]
	end
	return of
end
local function share_within(d, most)
	local n = 0
	while n < #d and d[n + 1] <= most do n = n + 1 end
	return n / #d
end
--- In how many places maps are further apart than `most`: pixels at most two apart are in one.
local function places(got, want, most)
	local a, b, apart, n = got:layer "C", want:layer "C", {}, 0
	for i = 0, W * W - 1 do apart[i] = math.abs(at(a, i) - at(b, i)) > most end
	local function clear(i)
		apart[i] = false
		for d = 0, 24 do
			local j = i + d % 5 - 2 + W * (math.floor(d / 5) - 2)
			if apart[j] then clear(j) end
		end
	end
	for i = 0, W * W - 1 do
		if apart[i] then
			n = n + 1
			clear(i)
		end
	end
	return n
end

describe("stream_power beside fastscapelib", function()
	local start, rise
	setup(function()
		terrane.runtime({ threads = 1 }):use() -- hundreds of short evaluations
		start = raster "rd_fill_epsilon"
		local function lift(x, y) return from_border(y * W + x) > 0 and 5 or 0 end
		rise = terrane.image { C = terrane.layer { width = W, height = W, data = lift } }
	end)
	teardown(function() terrane.runtime({}):use() end)
	local function compare(what, name, f)
		it(what, function()
			local want = raster(name)
			if not (start and want) then return pending "the reference rasters are not there" end
			f(want)
		end)
	end

	compare("is within the last bit of a float after a step", "fs_spl_K2e-5_dt1000_n1", function(want)
		local all = differences(eroded(start, { iterations = 1, erodibility = 0.02 }):render(), want).all
		assert.is_true(all.most <= 2 ^ -12 and share_within(all, 0) > 0.97)
	end)

	compare("rounds for fifty steps, and rivers part at seven places", "fs_spl_K2e-5_dt1000_n50", function(want)
		local got = eroded(start, { iterations = 50, erodibility = 0.02 }):render()
		local all = differences(got, want).all
		assert.is_true(share_within(all, 0.005) > 0.998 and all.most < 0.9)
		assert.are.equal(7, places(got, want, 0.005))
	end)

	compare("makes the same landscape where the ground rises before each of a hundred steps", "fs_spl_K1e-5_dt5000_u1e-3_n100", function(want)
		local node = start
		for _ = 1, 100 do node = eroded(node:blend { other = rise, mode = "add" }, { iterations = 1, erodibility = 0.05 }) end
		local got = node:render()
		local a, b, other = drained(got), drained(want), 0
		for i = 0, W * W - 1 do
			if a.to[i] ~= b.to[i] or a.through[i] ~= b.through[i] then other = other + 1 end
		end
		assert.are.equal(0, other) -- in the end no pixel drains otherwise
		local all = differences(got, want).all
		assert.is_true(share_within(all, 0.005) > 0.99 and share_within(all, 0.12) > 0.999 and all.most < 1.2)
		assert.are.equal(2, places(got, want, 0.005)) -- where rivers parted for a while
	end)

	compare("drains otherwise beside the border where the ground rises in each step", "fs_spl_K1e-5_dt5000_u1e-3_n100", function(want)
		local a, b = drained(start), drained(start:blend { other = rise, mode = "add" })
		local others = 0
		for i = 0, W * W - 1 do
			if a.to[i] ~= b.to[i] then
				assert.are.equal(1, from_border(i))
				others = others + 1
			end
		end
		assert.are.equal(73, others) -- of 1012 beside the border, in the first step

		-- after a hundred
		local got = eroded(start, { iterations = 100, erodibility = 0.05, uplift = 5 }):render()
		local known = {}
		a, b = drained(got), drained(want)
		local function class(i) -- alike: the same way to the border on both surfaces, and drainage within 1 % all along it
			if known[i] then return known[i] end
			local c = a.to[i] ~= b.to[i] and "other way" or a.to[i] == i and "alike" or class(a.to[i])
			if c == "alike" and math.abs(a.through[i] - b.through[i]) > 0.01 * b.through[i] then c = "other drainage" end
			known[i] = c
			return c
		end
		local of = differences(got, want, class)
		local function check(name, share, bounds)
			local d = of[name]
			assert.near(share, d.share, 0.001)
			for of_class, metres in pairs(bounds) do assert.is_true(share_within(d, metres) >= of_class, name) end
		end
		check("alike", 0.926, { [0.5] = 0.018, [0.9] = 0.21, [0.99] = 1.8, [1] = 30 }) -- more than rounding: they drained otherwise for a while
		check("other drainage", 0.069, { [0.5] = 1.3, [0.9] = 14, [1] = 391 })
		check("other way", 0.005, { [0.5] = 29, [0.9] = 130, [1] = 385 })
	end)
end)
