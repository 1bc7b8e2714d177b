-- Jobs: evaluations in the background, for game loops and for coroutines.
local terrane = require "terrane"

local rt = terrane.runtime{ threads = 2 }
local function message(f, ...) return select(2, pcall(f, ...)) end
local seed = 0
local function land(iterations) -- a graph that is not remembered
	seed = seed + 1
	return rt:noise{ fractal = "terrain", octaves = 9, rand_seed = seed }:stream_power{ iterations = iterations or 10 }
end
local function hash(image) return image:layer("C"):hash() .. image:layer("flow"):hash() end
local function plain(node, options) -- what an ordinary evaluation makes; nothing is remembered
	rt:trim()
	local h = hash((node:render(options)))
	rt:trim()
	return h
end
local both = { { stepped = false }, { stepped = true } }

describe("node:start", function()
	it("gives a job that makes what render makes", function()
		local node = land()
		local expected = plain(node, { width = 128 })
		for _, o in ipairs(both) do
			local job = node:start{ width = 128, stepped = o.stepped }
			assert.equal(o.stepped, job.stepped)
			local image, info = job:wait()
			assert.equal(expected, hash(image))
			assert.equal("stream_power", info.timings[#info.timings].node)
			assert.is_string(info.report)
			assert.is_table(info.stats)
			assert.same({ true, 1, "stream_power" }, { job:poll() })
			assert.equal(expected, hash((job:wait()))) -- as often as one likes
			assert.equal(expected, hash((job:wait(0))))
			assert.is_true(job:step(0))
			job:cancel() -- too late to matter
			assert.equal(expected, hash((job:wait())))
			rt:trim()
		end
	end)

	it("takes windows and tiles", function()
		local node = rt:noise{ fractal = "terrain", rand_seed = 3 }:height_to_normal{}
		local whole = node:render{ width = 96 }:layer "N"
		local window = node:start{ width = 96, window = { 10, 20, 30, 40 } }:wait():layer "N"
		assert.same({ 30, 40 }, { window.width, window.height })
		for _, p in ipairs{ { 0, 0 }, { 29, 39 }, { 7, 21 } } do
			assert.equal(whole:get(p[1] + 10, p[2] + 20, 3), window:get(p[1], p[2], 3))
		end
		local options = { x = -3, y = 8, size = 33, overlap = 1 }
		local tile = node:tile(options):layer("N"):hash()
		rt:trim()
		assert.equal(tile, node:start_tile(options):wait():layer("N"):hash())
		rt:trim()
		options.stepped = true
		local job = node:start_tile(options)
		while not job:step(0.1) do end
		assert.equal(tile, job:wait():layer("N"):hash())
	end)

	it("names a wrong option", function()
		local node = land()
		assert.matches("start: no option 'widht' %(did you mean 'width'%?%)", message(node.start, node, { widht = 3 }))
		assert.matches("start: no option 'progress'", message(node.start, node, { progress = print }))
		assert.matches("'stepped' must be true or false, got 'yes'", message(node.start, node, { stepped = "yes" }))
		assert.matches("render: no option 'stepped'", message(node.render, node, { stepped = true }))
		assert.matches("start_tile: 'overlap' must be less than 'size'", message(node.start_tile, node, { size = 4, overlap = 4 }))
		local job = node:start{ width = 8 }
		assert.matches("milliseconds", message(job.step, job, -1))
		assert.matches("milliseconds", message(job.step, job, 0 / 0))
		assert.matches("number expected", message(job.step, job))
		assert.matches("milliseconds", message(job.wait, job, -1))
	end)

	it("raises what is wrong with the graph when it is waited for, as render does", function()
		local node = land():stream_power{ layer = "nowhere" }
		local expected = message(node.render, node, { width = 16 })
		assert.matches("nowhere", expected)
		for _, o in ipairs(both) do
			local job = node:start{ width = 16, stepped = o.stepped }
			assert.equal(expected, message(job.wait, job))
			assert.equal(expected, message(job.wait, job)) -- and again
			assert.is_true((job:poll()))
		end
	end)
end)

describe("a game loop", function()
	it("polls, and never waits", function()
		local job = land(30):start{ width = 256 }
		local last, frames, longest = 0, 0, 0
		repeat
			local before = terrane.clock()
			local done, fraction, node = job:poll()
			longest = math.max(longest, terrane.clock() - before)
			assert.is_true(fraction >= last and fraction <= 1)
			assert.is_string(node)
			last, frames = fraction, frames + 1
		until done
		assert.equal(1, last)
		assert.is_true(longest < 2) -- it is microseconds; but other programs run too
		assert.equal(256, job:wait().width)
	end)

	it("works in slices of any length to the same bytes", function()
		local node = land(6)
		local expected = plain(node, { width = 100 })
		local counts = {}
		for _, ms in ipairs{ 0, 0.1, 1, 5 } do
			local job, steps = node:start{ width = 100, stepped = true }, 1
			while not job:step(ms) do steps = steps + 1 end
			counts[#counts + 1] = steps
			assert.equal(expected, hash((job:wait())))
			rt:trim()
		end
		assert.is_true(counts[1] > 50 and counts[1] > counts[4])
	end)

	it("keeps several jobs going at once", function()
		local jobs, expected = {}, {}
		for i = 1, 6 do
			local node = land(5)
			expected[i] = plain(node, { width = 64 })
			jobs[i] = node:start{ width = 64, stepped = i % 2 == 0 }
		end
		local left
		repeat
			left = 0
			for _, job in ipairs(jobs) do
				if not job:step(0.2) then left = left + 1 end
			end
		until left == 0
		for i, job in ipairs(jobs) do assert.equal(expected[i], hash((job:wait()))) end
	end)

	it("waits no longer than it says", function()
		local job = land(100000):start{ width = 256 }
		assert.same({ nil, "running" }, { job:wait(1) })
		assert.same({ nil, "running" }, { job:wait(0) })
		assert.is_false(job:step(1))
		job:cancel()
	end)
end)

describe("cancelling a job", function()
	it("ends it in the middle of a long node", function()
		for _, o in ipairs(both) do
			local job = land(100000):start{ width = 256, stepped = o.stepped }
			repeat job:step(1) until select(3, job:poll()) == "stream_power"
			local before = terrane.clock()
			job:cancel()
			assert.same({ nil, "cancelled" }, { job:wait() })
			assert.is_true(terrane.clock() - before < 2)
			assert.same({ nil, "cancelled" }, { job:wait(5) })
			assert.is_true((job:poll()))
		end
	end)

	it("is what the collector does to one that is dropped, and release", function()
		local own = terrane.runtime{ threads = 1 }
		local before = own:stats().bytes
		for round = 1, 2 do
			do
				local node = own:noise{ rand_seed = round }:stream_power{ iterations = 100000 }
				local jobs = { node:start{ width = 256 }, node:start{ width = 256, stepped = true }, node:start{} }
				jobs[2]:step(1)
				if round == 2 then for _, job in ipairs(jobs) do job:release() end end
			end
			collectgarbage()
			collectgarbage()
			own:trim()
			assert.equal(before, own:stats().bytes)
		end
	end)
end)

describe("job:await", function()
	local function coroutine_of(job, watch)
		return coroutine.create(function() return job:await(watch) end)
	end

	it("yields between polls in a coroutine", function()
		local node = land()
		local expected = plain(node, { width = 128 })
		for _, o in ipairs(both) do
			local co = coroutine_of(node:start{ width = 128, stepped = o.stepped })
			local yields, last, ok, image, info = 0, 0
			while true do
				ok, image, info = coroutine.resume(co, 0.5)
				assert.is_true(ok, image)
				if coroutine.status(co) == "dead" then break end
				assert.is_true(image >= last and type(info) == "string") -- fraction, node
				last, yields = image, yields + 1
			end
			assert.equal(expected, hash(image))
			assert.is_table(info.stats)
			assert.is_true(yields >= 1)
			rt:trim()
		end
	end)

	it("works a millisecond where resume says nothing", function()
		local co, resumes = coroutine_of(land(4):start{ width = 64, stepped = true }), 0
		repeat
			assert.is_true(coroutine.resume(co))
			resumes = resumes + 1
		until coroutine.status(co) == "dead"
		assert.is_true(resumes >= 2)
	end)

	it("sleeps outside of coroutines", function()
		for _, o in ipairs(both) do
			local node, calls, last = land(), 0, 0
			local image, info = node:start{ width = 64, stepped = o.stepped }:await(function(fraction, at)
				assert.is_true(fraction >= last and type(at) == "string")
				last, calls = fraction, calls + 1
			end)
			assert.equal(64, image.width)
			assert.is_table(info.timings)
			assert.is_true(calls >= 1)
			assert.equal(1, last)
		end
	end)

	it("lets an error of its function out unchanged, and cancels", function()
		local thrown = { "not a text" }
		for _, o in ipairs(both) do
			for _, value in ipairs{ thrown, "no place in front" } do
				local job = land(100000):start{ width = 256, stepped = o.stepped }
				local function watch() error(value, 0) end
				local ok, got = pcall(job.await, job, watch)
				assert.is_false(ok)
				assert.is_true(rawequal(got, value))
				assert.same({ nil, "cancelled" }, { job:wait() })

				job = land(100000):start{ width = 256, stepped = o.stepped }
				local calls = 0
				local co = coroutine_of(job, function() calls = calls + 1 if calls == 3 then error(value, 0) end end)
				assert.is_true(coroutine.resume(co))
				assert.is_true(coroutine.resume(co))
				ok, got = coroutine.resume(co)
				assert.is_false(ok)
				assert.is_true(rawequal(got, value))
				assert.same({ nil, "cancelled" }, { job:wait() })
			end
		end
	end)

	it("is cancelled by a function that returns false", function()
		for _, o in ipairs(both) do
			local job = land(100000):start{ width = 256, stepped = o.stepped }
			assert.same({ nil, "cancelled" }, { job:await(function(fraction) return fraction < 0 end) })
		end
	end)

	it("raises what went wrong in the evaluation", function()
		local node = land():stream_power{ layer = "nowhere" }
		local expected = message(node.render, node, { width = 16 })
		local job = node:start{ width = 16 }
		assert.equal(expected, message(job.await, job))
		assert.matches("job_spec.lua:%d+: await: a function that watches expected, got a number", message(function() job:await(5) end))
		local co = coroutine_of(node:start{ width = 16, stepped = true })
		local ok, got
		repeat ok, got = coroutine.resume(co) until coroutine.status(co) == "dead"
		assert.is_false(ok)
		assert.equal(expected, got)
	end)
end)
