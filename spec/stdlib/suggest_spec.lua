require "terrane" -- brings its modules along
local suggest = require "terrane.suggest"
local names = { "noise", "noise_extra", "splat", "slope", "stream_power", "iterations", "octaves" }

describe("suggest", function()
	it("finds the name that was meant", function()
		for typed, meant in pairs { nosie = "noise", Noise = "noise", iteration = "iterations", stream_powr = "stream_power",
			slat = "splat", octave = "octaves", stram_pwoer = "stream_power", slopes = "slope", stream = "stream_power", power = "stream_power" } do
			assert.equal(meant, suggest.nearest(typed, names), typed)
		end
	end)
	it("is silent where nothing is close", function()
		assert.is_nil(suggest.nearest("xyzzy", names))
		assert.is_nil(suggest.nearest(("x"):rep(1000), names))
		assert.is_nil(suggest.nearest("noise", {}))
		assert.equal("", suggest.hint("xyzzy", names))
		assert.equal(" (did you mean 'noise'?)", suggest.hint("nosie", names))
	end)
	it("breaks ties by name", function()
		assert.equal("aab", suggest.nearest("aaa", { "aac", "aab" }))
	end)
end)
