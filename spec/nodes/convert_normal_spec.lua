local terrane = require "terrane"
local maps = require "maps"

local void = 0 / 0
local function row(normals, channels)
	return maps.image(#normals, 1, function(x, _, c) return normals[x + 1][c] end, "N", channels or 3)
end
local function values(layer)
	local t = {}
	for x = 0, layer.width - 1 do
		t[x + 1] = {}
		for c = 1, layer.channels do t[x + 1][c] = layer:get(x, 0, c) end
	end
	return t
end
local function converted(image, settings) return image:convert_normal(settings or {}):render():layer "N" end
local function some(count)
	local t, rough = {}, maps.rough(9, 2)
	for i = 1, count do
		local x, y, z = rough(i, 1) - 1, rough(i, 2) - 1, rough(i, 3)
		local length = math.sqrt(x * x + y * y + z * z)
		if length > 0 then t[#t + 1] = { x / length, y / length, z / length } end
	end
	return t
end

describe("convert_normal", function()
	it("packs and unpacks", function()
		local list = { { 0, 0, 1 }, { -1, 0.5, 0 }, { 0.25, -0.75, 0.5 } }
		local packed = { { 0.5, 0.5, 1 }, { 0, 0.75, 0.5 }, { 0.625, 0.125, 0.75 } }
		assert.are.same(packed, values(converted(row(list))))
		assert.are.same(list, values(converted(row(packed), { from = "packed", to = "signed" })))
		assert.are.same(list, values(converted(row(list), { to = "signed" })))
		assert.are.same(packed, values(converted(row(packed), { from = "packed" })))
	end)

	it("comes back as it was", function()
		local image = row(some(400))
		local before = values(image:layer "N")
		for _, zero in ipairs { "half", "byte_128" } do
			local back = values(image:convert_normal { zero = zero }:convert_normal { zero = zero, from = "packed", to = "signed" }:render():layer "N")
			for i, n in ipairs(before) do
				for c = 1, 3 do assert.near(n[c], back[i][c], zero == "half" and 6e-8 or 1.3e-7) end
			end
			for _, levels in ipairs { 255, 65535 } do -- what files hold
				local bytes = {}
				for i = 0, 255 do bytes[i + 1] = { i / 255, math.floor(i * levels / 255) / levels, (levels - i) / levels } end
				local file = row(bytes)
				local again = values(file:convert_normal { zero = zero, from = "packed", to = "signed" }:convert_normal { zero = zero }:render():layer "N")
				for i, n in ipairs(bytes) do
					for c = 1, 3 do assert.near(n[c], again[i][c], 6e-8) end
				end
			end
		end
	end)

	it("takes the byte 128 for 0", function()
		local bytes = {}
		for i = 0, 255 do bytes[i + 1] = { i / 255, 128 / 255, 1 } end
		local got = values(converted(row(bytes), { from = "packed", to = "signed", zero = "byte_128" }))
		for i = 0, 255 do
			assert.near((i - 128) / 127, got[i + 1][1], 6e-8)
			assert.are.same({ 0, 1 }, { got[i + 1][2], got[i + 1][3] })
		end
		assert.are.equal(0, got[129][1])
		assert.near(1 / 255, values(converted(row(bytes), { from = "packed", to = "signed" }))[1][2], 1e-7) -- and half does not
	end)

	it("turns red and green round", function()
		local image = row { { 0.5, 0.25, 0.75 }, { 0, 0, 1 } }
		assert.are.same({ { 0.5, -0.25, 0.75 }, { 0, 0, 1 } }, values(converted(image, { to = "signed", flip_green = true })))
		assert.are.same({ { -0.5, 0.25, 0.75 }, { 0, 0, 1 } }, values(converted(image, { to = "signed", flip_red = true })))
		local flat = values(converted(image, { to = "signed", flip_red = true, flip_green = true }))[2]
		assert.are.equal(math.huge, 1 / flat[1]) -- no negative zeros
		-- without unpacking: 1 - green
		assert.are.same({ { 0.5, 0.75, 0.75 }, { 0, 1, 1 } }, values(converted(image, { from = "packed", flip_green = true })))
	end)

	it("makes z of x and y", function()
		local expected = { { 0.6, 0, 0.8 }, { 0, 0, 1 }, { 1, 1, 0 } }
		local function check(image, settings)
			for i, n in ipairs(values(converted(image, settings))) do
				for c = 1, 3 do assert.near(expected[i][c], n[c], 1e-7) end
			end
		end
		check(row({ { 0.6, 0 }, { 0, 0 }, { 1, 1 } }, 2), { to = "signed" })
		check(row { { 0.6, 0, void }, { 0, 0, 7 }, { 1, 1, -3 } }, { to = "signed", reconstruct_z = true })
	end)

	it("makes normals one long", function()
		local got = values(converted(row { { 3, 0, 4 }, { 0, 0, 0 }, { 1e-30, 0, 0 }, { 3e38, -3e38, 0 } }, { to = "signed", normalize = true }))
		assert.near(0.6, got[1][1], 1e-7)
		assert.are.same({ 0, 0, 1 }, got[2])
		assert.are.same({ 1, 0, 0 }, got[3])
		assert.near(-math.sqrt(0.5), got[4][2], 1e-7)
	end)

	it("changes axes, and back", function()
		local image = row { { 0.1, 0.2, 0.7 } }
		local n = values(image:layer "N")[1]
		local function axes(name) return values(converted(image, { to = "signed", axes = name }))[1] end
		assert.are.same({ n[1], n[3], -n[2] }, axes "to_y_up")
		assert.are.same({ n[1], -n[3], n[2] }, axes "from_y_up")
		assert.are.same({ n[1], n[3], n[2] }, axes "swap_yz")
		for there, back in pairs { to_y_up = "from_y_up", swap_yz = "swap_yz" } do
			local node = image:convert_normal { to = "signed", axes = there }:convert_normal { to = "signed", axes = back }
			assert.are.same(n, values(node:render():layer "N")[1])
		end
		-- what is up on the map is up in the world: terrane's y
		local tilted = maps.image(4, 4, function(_, y) return y / 4 end):height_to_normal {}:convert_normal { to = "signed", axes = "to_y_up" }:render():layer "N"
		assert.are.equal(0, tilted:get(1, 1, 1))
		assert.near(math.sqrt(0.5), tilted:get(1, 1, 2), 1e-7)
		assert.near(math.sqrt(0.5), tilted:get(1, 1, 3), 1e-7) -- +v is -z, and the ground rises that way
	end)

	it("keeps channels behind the third, names its result, and refuses one channel", function()
		local four = row({ { 0, 0, 1, 0.25 }, { 1, 0, 0, void } }, 4)
		local got = values(converted(four))
		assert.are.same({ 0.5, 0.5, 1, 0.25 }, got[1])
		assert.is_true(got[2][4] ~= got[2][4] and got[2][1] == 1)
		local both = row({ { 0, 0, 1 } }):convert_normal { out_layer = "packed" }:render()
		assert.are.same({ 0, 0.5 }, { both:layer "N":get(0, 0, 1), both:layer "packed":get(0, 0, 1) })
		assert.matches("convert_normal: layer: 'C' has one channel, not the 3 of normals", maps.failure(function() return maps.image(2, 2, function() return 1 end):convert_normal { layer = "C" }:render() end), 1, true)
	end)

	it("makes a void of all three where one is", function()
		for _, n in ipairs { { void, 0, 1 }, { 0, void, 1 }, { 0, 0, void } } do
			local got = values(converted(row { n, { 0, 0, 1 } }))
			for c = 1, 3 do assert.is_true(got[1][c] ~= got[1][c]) end
			assert.are.same({ 0.5, 0.5, 1 }, got[2])
		end
	end)

	it("takes a map that was packed for DirectX back to heights", function()
		local land = maps.image(32, 32, function(x, y) return math.sin(x * math.pi / 8) + math.cos(y * math.pi / 16) end)
		local packed = land:height_to_normal { tile = true, world_size = 32 }:convert_normal { flip_green = true }
		local back = packed:convert_normal { from = "packed", to = "signed", flip_green = true }:normal_to_height { tile = true, method = "exact", world_size = 32 }:render()
		local mean = land:layer "C":stats().mean
		maps.each(back:layer "height", function(h, x, y) assert.near(land:layer "C":get(x, y) - mean, h, 1e-5) end)
	end)

	it("gives the same bytes everywhere #golden", function()
		maps.each_runtime(function(name)
			local normals = terrane.noise { frequency = 5 }:height_to_normal { strength = 0.3 }
			local a = normals:convert_normal { flip_green = true, zero = "byte_128" }:render { width = 101, height = 77 }:layer "N"
			local b = normals:convert_normal { to = "signed", reconstruct_z = true, normalize = true, axes = "to_y_up", flip_red = true }:render { width = 101, height = 77 }:layer "N"
			assert.are.equal("ad953b0f9b7494004f48c5e2585ac7cc 0fcf7714260e935fc776101c85cfd6ec", a:hash() .. " " .. b:hash(), name)
		end)
	end)
end)
