-- What nvcc makes of the kernels: floating point is done by instructions that IEEE 754 defines to the last bit, or not at all.
local program = require "program"

local file = io.open((program.path:gsub("[^/]*$", "")) .. "generated/nvcc.txt")
local compile, whole = file and file:read "*l", file and file:read "*l" -- of one file, and with what the build compiles for
if file then file:close() end
local source = "-std=c++17 -Iruntime -Iruntime/include cuda/terrane_cuda.cu"

local headers = {}
for path in io.popen "ls runtime/kernels/*.h":lines() do
	local header = io.open(path)
	headers[#headers + 1] = header:read "*a"
	header:close()
end

local function output_of(command)
	local pipe = io.popen(command .. " 2>&1; echo \"code $?\"")
	local text = pipe:read "*a"
	pipe:close()
	return text
end

local function set(words)
	local all = {}
	for word in words:gmatch "%S+" do all[word] = true end
	return all
end
local correctly_rounded = set "add.rn sub.rn mul.rn div.rn sqrt.rn rcp.rn"
local moving = set "ld st mov selp setp abs neg copysign" -- what follows the point alters no number

-- Why an instruction may give other bits than a CPU; nil: it cannot.
local function objection(opcode, operands)
	if opcode:find "^call" or opcode:find "^tex" or opcode:find "^wmma" or opcode:find "^mma" then return "it is not plain arithmetic" end
	if not opcode:find "%.f%d" and not opcode:find "%.bf" and not opcode:find "%.tf" then return nil end
	if opcode:find "%.f16" or opcode:find "%.bf" or opcode:find "%.tf" then return "half a float" end
	if opcode:find "%.ftz" or opcode:find "%.approx" or opcode:find "%.full" or opcode:find "%.sat" then return "it is not IEEE arithmetic" end
	local kind = opcode:match "^%a+"
	if moving[kind] or correctly_rounded[opcode:match "^%a+%.%a+"] then return nil end
	if kind == "cvt" and (opcode:find "^cvt%.r[nz]i?%." or opcode == "cvt.f64.f32") then return nil end
	-- the compiler's own choice where the other operand is a number, for which NaN and zeros come out as by comparing
	if kind == "max" and operands:find "0[fd]%x+;" and not operands:find "0[fd]80+;" then return nil end
	if kind == "min" and operands:find "0[fd]%x+;" and not operands:find "0[fd]0+;" then return nil end
	return "it is not on the list"
end

describe("nvcc", function()
	if not compile then
		pending "is not here, or this build is not the one with the plugin"
		return
	end

	it("makes nothing that rounds otherwise than the CPU", function()
		local path = os.tmpname()
		local out = output_of(("%s -ptx -arch=compute_75 %s -o %s"):format(compile, source, path))
		assert.equal("code 0\n", out)
		local seen, kernels, most = 0, 0, 0
		for line in io.lines(path) do
			if line:find "%.entry%s" then kernels = kernels + 1 end
			most = math.max(most, tonumber(line:match "__local_depot%d+%[(%d+)%]") or 0)
			local opcode, operands = line:match "^%s+(%l[%w_.]*)%s+(.*;)$"
			if not opcode then opcode, operands = line:match "^%s+@!?%%p%d+%s+(%l[%w_.]*)%s+(.*;)$" end
			if opcode then
				seen = seen + 1
				local why = objection(opcode, operands)
				assert.is_nil(why, why and line .. ": " .. why)
			end
		end
		os.remove(path)
		assert.is_true(seen > 3000, seen .. " instructions")
		local declared = 0
		for _, header in ipairs(headers) do declared = declared + select(2, header:gsub("\nTRN_KERNEL_PLANES%(", "")) end
		assert.equal(declared, kernels)
		-- a device sets this aside for every thread that it has room for, at once: a block of points each would be gigabytes
		assert.is_true(most <= 1024, most .. " bytes of local memory for a thread")
	end)

	it("would be caught", function()
		for _, bad in ipairs { "fma.rn.f32", "mad.f32", "div.approx.f32", "add.ftz.f32", "add.rn.ftz.f32", "sqrt.approx.ftz.f32", "div.full.f32", "sin.approx.f32",
			"ex2.approx.f32", "rsqrt.approx.f32", "atom.global.add.f32", "red.global.add.f32", "fma.rn.f64", "add.rm.f32", "call.uni", "add.rn.f16", "cvt.rm.f32.f64" } do
			assert.is_string(objection(bad, "%f1, %f2, %f3;"), bad)
		end
		assert.is_string(objection("max.f32", "%f1, %f2, %f3;"))
		assert.is_string(objection("min.f32", "%f1, %f2, 0f00000000;"))
		for _, good in ipairs { "add.rn.f32", "mul.rn.f64", "mad.lo.s32", "ld.global.f32", "cvt.rn.f32.s32", "cvt.rzi.s32.f32", "atom.global.add.u32" } do
			assert.is_nil(objection(good, "%f1, %f2, %f3;"), good)
		end
		-- and contraction is seen in what it makes
		local loose, path = compile:gsub("%-fmad=false", "-fmad=true"), os.tmpname()
		local one = assert(io.open(path .. ".cu", "w"))
		one:write "__global__ void k(float *a) { a[0] = a[0] * a[1] + a[2]; }\n"
		one:close()
		assert.matches("fma%.rn%.f32", output_of(("%s -ptx -arch=compute_75 %s.cu -o -"):format(loose, path)))
		assert.not_matches("fma", output_of(("%s -ptx -arch=compute_75 %s.cu -o -"):format(compile, path)))
		os.remove(path)
		os.remove(path .. ".cu")
	end)

	it("compiles for every architecture from sm_75 to sm_120 that it knows #slow", function()
		local known = output_of(compile:match "^%S+" .. " --list-gpu-code")
		local code = {}
		for _, cc in ipairs { 75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120 } do
			-- those that the build makes are known to be made
			if known:find("sm_" .. cc .. "%f[%D]") and not whole:find("sm_" .. cc .. "%f[%D]") then
				code[#code + 1] = ("-gencode arch=compute_%d,code=sm_%d"):format(cc, cc)
			end
		end
		if #code == 0 then return end
		local path = os.tmpname()
		local out = output_of(("%s -fatbin --threads 2 %s %s -gencode arch=compute_75,code=compute_75 -o %s"):format(compile, table.concat(code, " "), source, path))
		os.remove(path)
		assert.equal("code 0\n", out)
	end)
end)
