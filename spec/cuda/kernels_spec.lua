-- What is registered for devices, read from the sources: every kernel that is made for them, and one for every generator.
local terrane = require "terrane"

local function text_of(path)
	local file = assert(io.open(path, "rb"))
	local text = file:read "*a"
	file:close()
	return text
end
local function files(pattern)
	local pipe, list = assert(io.popen("ls " .. pattern)), {}
	for path in pipe:lines() do list[#list + 1] = path end
	pipe:close()
	assert.is_true(#list > 0)
	return list
end

describe("devices", function()
	it("have every kernel that says which of its arguments are planes", function()
		local plugin, source, count = text_of "cuda/terrane_cuda.cu", {}, 0
		for _, path in ipairs(files "runtime/kernels/*.c") do
			for name in text_of(path):gmatch "TRN_%u+_KERNEL%(([%w_]+)%)" do source[name] = path:match "kernels/.*" end
		end
		for _, path in ipairs(files "runtime/kernels/*.h") do
			for name in text_of(path):gmatch "\nTRN_KERNEL_PLANES%(([%w_]+)," do
				count = count + 1
				assert.is_string(source[name], name)
				assert.matches('#include "' .. source[name] .. '"\n', plugin, 1, true)
			end
		end
		assert.is_true(count >= 25, count .. " kernels")
	end)

	it("run every generator, but for those that say that they run on the host", function()
		local host = { stereogram = true, text = true, uv_grid = true } -- which may: none of them works pixel by pixel alone
		local count = 0
		for _, node in ipairs(terrane.nodes()) do
			if node.category == "generate" then
				local source = text_of("runtime/nodes/generate/" .. node.id .. ".c")
				local by_hand = not source:find("%.device = true") or source:find "TRN_KERNEL%(" or source:find "trn_for%f[^%w]"
				if by_hand then
					assert.is_true(host[node.id], node.id .. " has work for the CPU alone")
					assert.matches("on the host", node.doc, 1, true)
				else
					count = count + 1
				end
			end
		end
		assert.is_true(count >= 11, count .. " generators")
	end)
end)
