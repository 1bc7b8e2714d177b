-- Results that outlive a runtime. What may go wrong with them is tested in spec/c.
local terrane = require "terrane"

local dir = os.tmpname()
os.remove(dir)

describe("a runtime with a folder for results", function()
	teardown(function() os.execute("rm -rf " .. dir) end)

	local function render(options, seed)
		options.threads, options.cache_dir = 1, options.cache_dir or dir
		local rt = terrane.runtime(options)
		local node = rt:noise{ fractal = "terrain", rand_seed = seed or 1 }:stream_power{ iterations = 2 }:splat{}
		local image, info = node:render{ width = 40, height = 30 }
		local hashes = {}
		for i, name in ipairs(image:layers()) do hashes[i] = name .. " " .. image:layer(name):hash() end
		return table.concat(hashes, "\n"), info, rt:stats(), node
	end

	it("finds what another one has made", function()
		local first, info, stats = render{}
		assert.same({ 3, 0, 3 }, { stats.nodes_evaluated, stats.disk_hits, stats.disk_misses })
		assert.is_true(stats.disk_bytes > 40 * 30 * 4 * 10)
		local second, again, warm, node = render{}
		assert.equal(first, second)
		assert.same({ 0, 1, 0 }, { warm.nodes_evaluated, warm.disk_hits, warm.disk_misses })
		assert.equal(stats.disk_bytes, warm.disk_bytes)
		assert.same({ { node = "splat", origin = node.origin, seconds = 0, cached = true } }, again.timings)
		assert.same({ info.report, info.stats }, { again.report, again.stats })
		local other, _, cold = render({}, 2)
		assert.not_equal(first, other)
		assert.equal(3, cold.nodes_evaluated)
		assert.is_true(cold.disk_bytes > warm.disk_bytes)
	end)

	it("keeps no more than it is told to", function()
		local _, _, before = render{}
		local _, _, stats = render({ disk = before.disk_bytes }, 3)
		assert.is_true(stats.disk_bytes <= before.disk_bytes)
		assert.equal(3, stats.nodes_evaluated)
		assert.equal(0, select(3, render({}, 3)).nodes_evaluated) -- the newest one is there
		_, _, stats = render({ disk = 1000 }, 4) -- too little for any
		assert.equal(3, stats.nodes_evaluated)
		assert.equal(3, select(3, render({}, 4)).nodes_evaluated)
	end)

	it("works on without one that is none", function()
		local right = render{}
		for _, place in ipairs { "/dev/null", "/dev/null/below", "" } do
			local made, _, stats = render{ cache_dir = place }
			assert.equal(right, made)
			assert.same({ 3, 0, 0 }, { stats.nodes_evaluated, stats.disk_hits, stats.disk_bytes })
		end
	end)

	it("says what is wrong with its options", function()
		local function says(pattern, options) assert.matches(pattern, select(2, pcall(terrane.runtime, options))) end
		says("'disk' must be a number of bytes, got 0", { disk = 0 })
		says("cache_dir: a folder's name may have 4000 bytes, this one has 5000", { cache_dir = ("x"):rep(5000) })
		says("'cache_dir' must be a text, got 3", { cache_dir = 3 })
	end)
end)
