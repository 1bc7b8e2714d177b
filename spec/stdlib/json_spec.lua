require "terrane" -- brings its modules along
local json = require "terrane.json"

local function back(text)
	local value, message = json.decode(text)
	assert.is_not_nil(value, message)
	return value
end

describe("json", function()
	it("writes the same text for the same data", function()
		assert.equal('{"a":1,"b":[1,2.5,"x"],"c":{},"d":[]}',
			json.encode { c = {}, b = { 1, 2.5, "x" }, a = 1, d = json.array() })
		assert.equal('{"id":"n","title":"t","a":true,"b":null}',
			json.encode({ a = true, b = json.null, title = "t", id = "n" }, { order = { "id", "title" } }))
	end)

	it("writes numbers that read back as the same", function()
		for text, x in pairs { ["0"] = 0, ["-1"] = -1, ["0.1"] = 0.1, ["1e-06"] = 1e-6, ["4294967295"] = 4294967295, ["46080"] = 46080,
			["0.30000000000000004"] = 0.1 + 0.2, ["1e+300"] = 1e300, ["null"] = 1 / 0 } do
			assert.equal(text, json.encode(x))
			if text ~= "null" then assert.equal(x, back(text)) end
		end
		assert.equal("null", json.encode(0 / 0))
	end)

	it("writes strings that every reader takes", function()
		assert.equal([["a\"b\\c\n\t\u0001\u007f/ü"]], json.encode("a\"b\\c\n\t\1\127/ü"))
		assert.equal("a\"b\\c\n\t\1\127/ü", back(json.encode("a\"b\\c\n\t\1\127/ü")))
	end)

	it("breaks lines where tables nest", function()
		assert.equal('{\n  "a": [1, 2],\n  "b": [\n    {"c": 1},\n    {"c": 2}\n  ]\n}',
			json.encode({ a = { 1, 2 }, b = { { c = 1 }, { c = 2 } } }, { indent = "  " }))
		assert.equal('{\n  "a": 1\n}', json.encode({ a = 1 }, { indent = "  " }))
	end)

	it("refuses what has no JSON", function()
		assert.has_error(function() json.encode { [1.5] = 1 } end)
		assert.has_error(function() json.encode(print) end)
		local t = {}
		t.t = t
		assert.has_error(function() json.encode(t) end)
	end)

	it("reads", function()
		assert.same({ a = { 1, -2.5e3, "x" }, b = true, c = false }, back ' { "a" : [ 1 , -2.5e3 , "x" ] , "b":true, "c":false } ')
		assert.equal(json.null, back '{"a":null}'.a)
		assert.equal("\240\159\152\128é/", back [["\ud83d\ude00\u00e9\/"]])
		assert.equal("[]", json.encode(back "[]"))
		assert.equal("{}", json.encode(back "{}"))
	end)

	it("says where text is wrong", function()
		for text, pattern in pairs { [""] = "value expected at byte 1", ["[1,]"] = "value expected at byte 4", ["{a:1}"] = "key expected at byte 2",
			['"abc'] = "never ends", ["[1 2]"] = "'%]' expected at byte 4", ["01"] = "value expected", ["1."] = "value expected",
			["1e"] = "value expected", ['"\\x"'] = "unknown escape at byte 2", ['"\\ud800"'] = "surrogate", ["1 2"] = "text after", ['"\n"'] = "control character" } do
			local value, message = json.decode(text)
			assert.is_nil(value)
			assert.matches(pattern, message)
		end
		assert.matches("too deep", select(2, json.decode(("["):rep(200))))
	end)
end)
