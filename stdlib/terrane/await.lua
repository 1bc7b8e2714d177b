-- await.lua - job:await([watch]): waits for a job without standing in the way of others.
--
-- In a coroutine it yields, fraction and node's type with it, until the job is done; what resume passes to a stepped job are
-- milliseconds to work for, 1 where it passes nothing. Elsewhere it sleeps. Either way it returns what job:wait returns.
-- watch(fraction, node) is called in between: false cancels, and so does an error, which then comes out as it is.
local coroutine, error, pcall, type = coroutine, error, pcall, type

local may_yield = coroutine.isyieldable or function()
	local thread, main = coroutine.running()
	return thread and not main
end

local function tell(job, watch, fraction, node)
	local ok, go = pcall(watch, fraction, node)
	if ok and go ~= false then return end
	job:cancel()
	if not ok then error(go, 0) end
end

return function(job, watch)
	if watch ~= nil and type(watch) ~= "function" then error("await: a function that watches expected, got a " .. type(watch), 2) end
	while true do
		local done, fraction, node = job:poll()
		if watch then tell(job, watch, fraction, node) end
		if done then return job:wait() end
		if may_yield() then
			local milliseconds = coroutine.yield(fraction, node)
			if job.stepped then job:step(milliseconds or 1) end
		else
			job:step(10)
		end
	end
end
