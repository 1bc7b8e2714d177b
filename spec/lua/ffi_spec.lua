-- terrane.ffi: layers as arrays.
local terrane = require "terrane"
if not jit then return end -- luajit_spec.lua has what other Luas say
local C = require "ffi"

local function numbers(width, height, channels, type)
	return terrane.layer{ width = width, height = height, channels = channels, type = type,
		data = function(x, y, c) return x + 10 * y + 100 * c end }
end

local function churn() -- collects what can be collected, and writes over memory that was given back
	for _ = 1, 3 do collectgarbage() end
	local other = {}
	for i = 1, 20 do other[i] = terrane.layer{ width = 64, height = 64, data = function() return -1 end } end
	for _ = 1, 2 do collectgarbage() end
end

describe("a view of a layer", function()
	local view = terrane.ffi.view

	it("is an array of its pixels, of every type", function()
		for _, kind in ipairs{ "f32", "f64", "i32" } do
			local l = numbers(5, 3, 2, kind)
			local v = view(l)
			for c = 0, 1 do
				for y = 0, 2 do
					for x = 0, 4 do assert.equal(l:get(x, y, c + 1), v[c * v.stride + y * v.width + x], kind) end
				end
			end
			assert.equal("number", type(v[0]))
			assert.same({ 5, 3, 2, kind, "number" }, { v.width, v.height, v.channels, v.type, type(v.stride) })
			assert.equal("terrane.view 5x3x2 " .. kind, tostring(v))
		end
	end)

	it("copies nothing", function()
		local l = numbers(4, 4)
		local head = C.cast("const terrane_layer_head *", l)
		assert.is_true(view(l).data == C.cast("const float *", head.data))
		assert.is_true(view(l:share()).data == view(l).data)
	end)

	it("reads what nodes make", function()
		local layer = terrane.noise{}:render{ width = 33, height = 17 }:layer "C"
		local v, sum = view(layer), 0
		for i = 0, v.width * v.height - 1 do sum = sum + v[i] end
		assert.near(layer:stats().sum, sum, 1e-9)
	end)

	it("shows a channel alone", function()
		local v = view(numbers(7, 3, 3))
		for c = 0, 2 do
			local plane = v:channel(c)
			assert.equal(1, plane.channels)
			for i = 0, 20 do assert.equal(v[c * v.stride + i], plane[i]) end
			assert.has_error(function() return plane[21] end, "view: index 21 is not within 0 ... 20")
		end
		assert.error_matches(function() v:channel(3) end, "view: channel 3 is not within 0 ... 2")
		assert.error_matches(function() v:channel(-1) end, "channel %-1")
		assert.error_matches(function() v:channel(0.5) end, "channel 0.5")
	end)

	it("refuses what lies outside", function()
		local v = view(numbers(4, 2))
		assert.error_matches(function() return v[8] end, "view: index 8 is not within 0 ... 7")
		assert.error_matches(function() return v[-1] end, "index %-1 is not")
		assert.error_matches(function() return v[0 / 0] end, "index %-?nan is not")
		assert.error_matches(function() return v[math.huge] end, "index inf is not")
		assert.error_matches(function() return v[-0.5] end, "index %-0.5 is not")
		assert.error_matches(function() return v.widht end, "view: no field 'widht' %(did you mean 'width'%?%)")
		assert.error_matches(function() return v[{}] end, "no field 'table")
	end)

	it("says where a mistake is", function()
		local v = view(numbers(4, 2, 1, "i32"))
		local line = debug.getinfo(1, "l").currentline
		for k, mistake in ipairs{
			function() local x = v[8] return x end,
			function() v[3] = 5 end,
			function() v[3] = 5.5 end,
			function() v.colour = 5 end,
			function() local x = v.colour return x end,
			function() local x = v:channel(9) return x end,
		} do
			local _, message = pcall(mistake)
			assert.matches("ffi_spec.lua:" .. line + 1 + k .. ": view: ", message)
		end
	end)

	it("has zeros between its planes", function()
		local v = view(numbers(3, 3, 2))
		assert.is_true(v.stride > 9)
		for i = 9, v.stride - 1 do assert.equal(0, v[i]) end
		assert.equal(v.stride + 9, v.size)
	end)

	it("cannot be written to", function()
		local v = view(numbers(4, 2))
		assert.error_matches(function() v[3] = 5 end, "view: the layer is shared and can only be read; terrane.ffi.layer makes one")
		assert.error_matches(function() v[8] = 5 end, "index 8 is not within")
		assert.has_error(function() v.width = 5 end)
		assert.has_error(function() v.room = 5 end)
		assert.has_error(function() v.size = 5 end)
		assert.has_error(function() v.base = nil end)
		assert.has_error(function() v.data[3] = 5 end) -- a pointer to constants
		assert.error_matches(function() v.colour = 5 end, "view: 'colour' cannot be set")
		assert.equal(103, v[3])
	end)

	it("keeps its pixels when the layer is released or collected", function()
		local l = numbers(64, 64)
		local released = view(l)
		l:release()
		local collected = view(numbers(64, 64))
		local plane
		do plane = view(numbers(64, 64, 2)):channel(1) end
		local temporary = view(numbers(64, 64)).layer
		churn()
		for i = 0, 64 * 64 - 1 do
			local value = i % 64 + 10 * math.floor(i / 64) + 100
			if released[i] ~= value or collected[i] ~= value or plane[i] ~= value + 100 then error("lost at " .. i) end
		end
		assert.equal(numbers(64, 64):hash(), temporary:hash())
	end)

	it("keeps them in compiled loops that make garbage", function()
		local v, bad = view(numbers(64, 64)), 0
		for round = 1, 60 do
			local waste
			for i = 0, 64 * 64 - 1 do
				waste = { v[i], waste and waste[1] }
				if waste[1] ~= i % 64 + 10 * math.floor(i / 64) + 100 then bad = bad + 1 end
			end
			if round % 20 == 0 then churn() end
		end
		assert.equal(0, bad)
	end)

	it("gives its layer as a value of its own", function()
		local l = numbers(4, 2)
		local v = view(l)
		assert.equal(l, v.layer)
		v.layer:release()
		assert.equal(100, v[0])
		assert.equal(l:hash(), v.layer:hash())
	end)

	it("can be released, and then says so", function()
		local l = numbers(4, 2, 2)
		local v = view(l)
		local plane = v:channel(1)
		v:release()
		v:release()
		for _, each in ipairs{ v, plane } do
			assert.error_matches(function() return each[0] end, "view: it was released")
			assert.error_matches(function() each[0] = 1 end, "view: it was released")
			assert.error_matches(function() return each.data end, "view: it was released")
			assert.error_matches(function() return each.layer end, "view: it was released")
			assert.error_matches(function() return each:channel(0) end, "view: it was released")
			assert.equal("terrane.view (released)", tostring(each))
		end
		assert.equal(100, l:get(0, 0))
	end)

	it("gives memory back", function()
		local rt = terrane.runtime{ threads = 1 }
		local function live() return rt:stats().bytes end
		local before = live()
		local v = terrane.ffi.view(rt:layer{ width = 512, height = 512 })
		churn()
		assert.is_true(live() >= before + 512 * 512 * 4)
		v:release()
		churn()
		assert.equal(before, live())
		v = terrane.ffi.layer({ width = 512, height = 512 }, rt)
		assert.is_true(live() >= before + 512 * 512 * 4)
		v = nil
		churn()
		churn()
		assert.equal(before, live())
	end)

	it("refuses what is no layer", function()
		assert.has_error(function() view(5) end)
		assert.has_error(function() view{} end)
		local l = numbers(2, 2)
		l:release()
		assert.error_matches(function() view(l) end, "released")
	end)
end)

describe("a layer that is written through a view", function()
	local make = terrane.ffi.layer

	it("begins with zeros and holds what is written, of every type", function()
		for _, kind in ipairs{ "f32", "f64", "i32" } do
			local v = make{ width = 5, height = 3, channels = 2, type = kind }
			for i = 0, v.size - 1 do assert.equal(0, v[i]) end
			for c = 0, 1 do
				local plane = v:channel(c)
				for y = 0, 2 do
					for x = 0, 4 do plane[y * 5 + x] = x + 10 * y + 100 * (c + 1) end
				end
			end
			assert.equal(213, v[v.stride + 8])
			assert.equal(numbers(5, 3, 2, kind):hash(), v:publish():hash())
		end
	end)

	it("is what nodes work on, where it lies", function()
		local v = make{ width = 32, height = 16 }
		for i = 0, 32 * 16 - 1 do v[i] = i % 32 * 0.5 end
		local data = v.data
		local land = terrane.image{ C = v:publish() }
		assert.is_true(terrane.ffi.view(land:layer "C").data == data)
		local twice = land:mono_to_height{ height_scale = 2 }:render()
		local height = terrane.ffi.view(twice:layer "height")
		for i = 0, 32 * 16 - 1 do assert.equal(i % 32, height[i]) end
	end)

	it("takes the other options of terrane.layer, and a runtime", function()
		local rt = terrane.runtime{ threads = 1 }
		local v = make({ width = 2, height = 2, data = { 1, 2, 3, 4 } }, rt)
		v[0] = 9
		local image = rt:image{ C = v:publish() }
		assert.same({ 9, 2, 3, 4 }, image:layer "C":totable())
		assert.error_matches(function() make{ width = 2 } end, "height")
		assert.error_matches(function() make{ width = 2, hieght = 2 } end, "hieght")
	end)

	it("cannot be written any more once it is shared", function()
		local v = make{ width = 4, height = 2, channels = 2 }
		local plane = v:channel(1)
		v[0], plane[0] = 1, 2
		assert.error_matches(function() return v.layer end, "still being written; view:publish%(%) gives it")
		local l = v:publish()
		local hash = l:hash()
		assert.error_matches(function() v[0] = 5 end, "the layer is shared and can only be read")
		assert.error_matches(function() plane[0] = 5 end, "the layer is shared and can only be read")
		assert.error_matches(function() v:channel(0)[0] = 5 end, "the layer is shared and can only be read")
		assert.has_error(function() v.data[0] = 5 end)
		assert.same({ 1, 2 }, { v[0], plane[0] })
		assert.equal(l, v.layer)
		assert.equal(l, v:publish())
		assert.equal(hash, terrane.image{ C = l }:layer "C":hash())
	end)

	it("cannot be written any more by a loop that was compiled before", function()
		local function fill(v, value)
			for i = 0, v.size - 1 do v[i] = value end
		end
		local v = make{ width = 64, height = 64 }
		for k = 1, 100 do fill(v, k) end
		local l = v:publish()
		assert.error_matches(function() fill(v, 7) end, "the layer is shared")
		assert.same({ 100, 100 }, { l:stats().min, l:stats().max })
		-- and within one loop
		v = make{ width = 64, height = 64 }
		local written = 0
		assert.error_matches(function()
			for round = 1, 100 do
				for i = 0, v.size - 1 do
					v[i] = round
					written = written + 1
				end
				if round == 60 then l = v:publish() end
			end
		end, "the layer is shared")
		assert.same({ 60, 60 * 4096 }, { l:stats().max, written })
	end)

	it("takes only whole numbers where it holds these", function()
		local v = make{ width = 2, height = 1, type = "i32" }
		v[0], v[1] = -2147483648, 2147483647
		assert.error_matches(function() v[0] = 1.5 end, "view: 1.5 is no whole number of 32 bits")
		assert.error_matches(function() v[0] = 2147483648 end, "2147483648 is no whole number of 32 bits")
		assert.error_matches(function() v[0] = 0 / 0 end, "is no whole number")
		assert.error_matches(function() v[0] = "1" end, "is no whole number")
		assert.same({ -2147483648, 2147483647 }, v:publish():totable())
		assert.has_error(function() make{ width = 2, height = 1 }[0] = {} end)
	end)

	it("is compiled: no slower than a few times a bare pointer", function() -- the interpreter takes 80 times as long
		local v = make{ width = 1024, height = 1024 }
		local data = v.data
		local function best(f)
			local least = math.huge
			for _ = 1, 9 do
				local started = os.clock()
				f()
				least = math.min(least, os.clock() - started)
			end
			return least
		end
		local bare = best(function()
			for i = 0, 1024 * 1024 - 1 do data[i] = data[i] + i end
		end)
		local checked = best(function()
			for i = 0, 1024 * 1024 - 1 do v[i] = v[i] + i end
		end)
		assert.is_true(checked < 20 * bare + 0.002, ("%.2f ms against %.2f ms"):format(checked * 1e3, bare * 1e3))
	end)
end)
