-- The whole build, for Premake 5. Debian carries only premake4 4.3, so a preamble teaches that version the words used below:
--   premake5 gmake      or      premake4 --file=premake5.lua gmake      then      make -C build config=release
-- scripts/build does both. Where things go: release in build/, the others in build/debug/, build/asan/ and build/tsan/.

---------------------------------------------------------------------------------------
-- premake4 preamble: defines only what is missing; under premake5 it does nothing
---------------------------------------------------------------------------------------

if not workspace then
	local project_of = function() return premake.CurrentContainer end

	workspace = solution

	-- "configurations:Debug" -> "Debug"; "not" and "or" keep their meaning.
	-- The only tool set here is gcc, so toolset terms are decided at once.
	local function term(t)
		local parts = {}
		for part in (t .. " or "):gmatch("(.-) or ") do
			local field, value = part:match("^(%w+):(.*)$")
			value = value or part
			local negated = value:match("^not (.*)$")
			if field == "toolset" then
				local hit = (negated or value):lower() == "gcc"
				if negated then hit = not hit end
				value = hit and "*" or "no such term"
			elseif field == "files" then
				error("premake4 has no per-file filters", 3)
			end
			table.insert(parts, value)
		end
		return table.concat(parts, " or ")
	end
	function filter(terms)
		if type(terms) == "string" then terms = { terms } end
		local list = {}
		for _, t in ipairs(terms) do table.insert(list, term(t)) end
		return configuration(list)
	end

	-- one-word settings that are compiler flags, as premake5's own gcc table has them
	local function choice(name, values)
		_G[name] = function(value)
			local v = values[value]
			if v == nil then error("invalid value '" .. tostring(value) .. "' for " .. name, 2) end
			if v.flags then flags(v.flags) end
			if v.build then buildoptions(v.build) end
			if v.link then linkoptions(v.link) end
		end
	end
	choice("cdialect", { C99 = { build = "-std=c99" }, C11 = { build = "-std=c11" }, C17 = { build = "-std=c17" },
		gnu99 = { build = "-std=gnu99" }, gnu11 = { build = "-std=gnu11" }, gnu17 = { build = "-std=gnu17" } })
	choice("symbols", { On = { flags = "Symbols" }, Off = {} })
	choice("optimize", { Off = {}, On = { flags = "Optimize" }, Speed = { flags = "OptimizeSpeed" },
		Full = { flags = "OptimizeSpeed" }, Size = { flags = "OptimizeSize" }, Debug = { build = "-Og" } })
	choice("warnings", { Off = { build = "-w" }, Default = {}, High = { build = "-Wall" },
		Extra = { build = { "-Wall", "-Wextra" } } })
	choice("pic", { On = { build = "-fPIC" }, Off = {} })
	choice("visibility", { Default = {}, Hidden = { build = "-fvisibility=hidden" } })

	-- order without linking: kept on the project, read when the top makefile is written
	function dependson(names)
		local p = project_of()
		p.ordered = p.ordered or {}
		for _, n in ipairs(type(names) == "table" and names or { names }) do table.insert(p.ordered, n) end
	end
	local getdependencies = premake.getdependencies
	function premake.getdependencies(prj)
		local list = getdependencies(prj)
		for _, n in ipairs(prj.ordered or {}) do
			table.insert(list, premake.findproject(n) or error("dependson: no project " .. n))
		end
		return list
	end

	function os.target() return os.get() end
	function os.outputof(cmd)
		local pipe = io.popen(cmd .. " 2>/dev/null; echo \" $?\"")
		local out = pipe:read("*a"); pipe:close()
		local text, code = out:match("^(.-)%s*(%d+)%s*$")
		return (text:gsub("%s+$", "")), tonumber(code)
	end
	local newoption4 = newoption
	function newoption(o)
		newoption4 { trigger = o.trigger, description = o.description, value = o.value, allowed = o.allowed }
		if o.default and not _OPTIONS[o.trigger] then _OPTIONS[o.trigger] = o.default end
	end

	-- Its makefiles race under make -j: nothing orders a compile after the making of its
	-- folder or after the pre-build step. This hook runs once the rules' names are known.
	-- It also writes the rules that object_rule() asked for.
	local pchrules = premake.make.cpp.pchrules
	function premake.make.cpp.pchrules(prj)
		pchrules(prj)
		local rules = prj.objectrules or {}
		for _, r in ipairs(rules) do
			local obj = "$(OBJDIR)/" .. path.getbasename(r.source) .. ".o"
			local src = path.getrelative(prj.location, r.source)
			_p('OBJECTS += %s', obj)
			_p('$(TARGET): %s', obj)
			_p('%s: %s', obj, src)
			_p('\t@echo %s', r.message)
			_p('\t$(SILENT) %s', r.command(src, obj, (obj:gsub("%.o$", ".d")), function(d) return path.getrelative(prj.location, d) end))
		end
		_p('$(OBJECTS): | $(OBJDIR) prebuild')
		_p('$(TARGET): | $(TARGETDIR) prelink')
		_p('')
	end
	-- r.source is compiled by r.command(source, object, depfile, rel) and the object is linked
	function object_rule(r)
		local p = project_of()
		r.source = path.getabsolute(r.source)
		p.objectrules = p.objectrules or {}
		table.insert(p.objectrules, r)
	end
else
	-- the same through premake5's own build commands
	function object_rule(r)
		files { r.source }
		filter("files:" .. r.source)
			buildmessage(r.message)
			buildcommands { r.command("%{file.relpath}", "%{cfg.objdir}/%{file.basename}.o",
				"%{cfg.objdir}/%{file.basename}.d", function(d) return "%{path.getrelative(prj.location, '" .. path.getabsolute(d) .. "')}" end) }
			buildoutputs { "%{cfg.objdir}/%{file.basename}.o" }
		filter {}
	end
end

---------------------------------------------------------------------------------------
-- options and what the machine has
---------------------------------------------------------------------------------------

newoption { trigger = "no-openmp", description = "Build the runtime on one thread" }
newoption { trigger = "no-luajit", description = "Leave out the LuaJIT module" }
newoption { trigger = "no-text", description = "Leave out text: FreeType, HarfBuzz and Fontconfig" }
newoption { trigger = "no-cuda", description = "Leave out the CUDA plugin even where nvcc is found" }
newoption { trigger = "cuda-arch", value = "LIST", default = "75,80,90,100,110,120",
	description = "Compute capabilities that the CUDA plugin is compiled for, those that nvcc knows; others get PTX" }
newoption { trigger = "dir", value = "DIR", default = "build", description = "Where makefiles and output go" }
newoption { trigger = "prefix", value = "DIR", default = "/usr/local", description = "Where the install action copies to" }

local ROOT = os.getcwd() -- a script runs in its own folder, an action where the user stands
local BUILD = _OPTIONS["dir"]
local windows = os.target() == "windows"
local machine = windows and "x86_64" or os.outputof("uname -m")
local x86 = machine == "x86_64" or machine == "i686"
local openmp = not _OPTIONS["no-openmp"]

local function pkg(name, what)
	local out, code = os.outputof("pkg-config " .. what .. " " .. name)
	if code ~= 0 then return nil end
	return out
end
local function pkg_dirs(name)
	local dirs = {}
	if windows then return dirs end
	for d in (pkg(name, "--cflags-only-I") or ""):gmatch("%-I(%S+)") do table.insert(dirs, d) end
	return dirs
end
local function tool(name, ...) -- its path, or nil
	return not windows and os.pathsearch(name, os.getenv("PATH") or "", ...) or nil
end
-- What draws text: all three or none.
local TEXT = { "freetype2", "fontconfig", "harfbuzz" }
local text = not windows and not _OPTIONS["no-text"]
for _, name in ipairs(TEXT) do
	if text and not pkg(name, name == "harfbuzz" and "--atleast-version=2.6.0" or "--exists") then
		text = false
		print("no text: pkg-config finds no " .. name .. " that serves")
	end
end
print(text and "text: drawn by FreeType, HarfBuzz and Fontconfig" or "no text in this build") -- scripts/build shows lines that begin with "no text"
local TEXT_LIBS = { "freetype", "fontconfig", "harfbuzz" }
local luajit = not windows and not _OPTIONS["no-luajit"] and pkg("luajit", "--modversion")

---------------------------------------------------------------------------------------
-- sources that are made from the tree: the list of node types, and the Lua that ships inside
---------------------------------------------------------------------------------------

local function write_if_changed(name, text) -- true where it was
	local old = io.open(name, "rb")
	local same = old and old:read("*a") == text
	if old then old:close() end
	if same then return false end
	local f = assert(io.open(name, "wb"))
	f:write(text)
	f:close()
	return true
end
local GENERATED = BUILD .. "/generated"
os.mkdir(GENERATED)

local function generate_registry()
	local names = {}
	for _, f in ipairs(os.matchfiles("runtime/nodes/**.c")) do table.insert(names, path.getbasename(f)) end
	table.sort(names)
	local out = { "/* Made by premake5.lua from the files in runtime/nodes. */", '#include "graph/registry.h"', "" }
	for _, n in ipairs(names) do table.insert(out, "extern const trn_node_type trn_node_" .. n .. ";") end
	table.insert(out, "const trn_node_type *const trn_node_types[] = {")
	for _, n in ipairs(names) do table.insert(out, "\t&trn_node_" .. n .. ",") end
	table.insert(out, "\t0,\n};\n")
	write_if_changed(GENERATED .. "/node_types.c", table.concat(out, "\n"))
end
local function generate_stdlib()
	local out = { "/* Made by premake5.lua from stdlib/terrane. */", '#include "chunks.h"', "" }
	local rows = {}
	local files = os.matchfiles("stdlib/terrane/*.lua")
	table.sort(files)
	for i, f in ipairs(files) do
		local file = assert(io.open(f, "rb"))
		local text = file:read("*a")
		file:close()
		local quoted = {} -- a literal for each line: an array of numbers takes compilers long
		for line in text:gmatch("[^\n]*\n?") do
			quoted[#quoted + 1] = '\t"' .. line:gsub('[\\"?]', "\\%0"):gsub("\n", "\\n"):gsub("[^\32-\126]", function(c)
				return string.format("\\%03o", c:byte())
			end) .. '"'
		end
		table.insert(out, string.format("static const char text%d[] =\n%s;", i, table.concat(quoted, "\n")))
		table.insert(rows, string.format('\t{"terrane.%s", "@%s", text%d, %d},', path.getbasename(f), f, i, #text))
	end
	table.insert(out, "const trnl_chunk trnl_stdlib[] = {")
	for _, r in ipairs(rows) do table.insert(out, r) end
	table.insert(out, "\t{0, 0, 0, 0},\n};\n")
	write_if_changed(GENERATED .. "/stdlib_chunks.c", table.concat(out, "\n"))
end
generate_registry()
generate_stdlib()

---------------------------------------------------------------------------------------
-- workspace
---------------------------------------------------------------------------------------

local CONFIGS = { "Release", "Debug", "Asan", "Tsan" }
local function config_dir(c) return c == "Release" and BUILD or BUILD .. "/" .. c:lower() end

-- What make does not see. ar adds to an archive, and what was made of a source that is gone would stay in it: other
-- sources, new archives. Objects do not depend on the flags: another build script or compiler, new objects.
if (_ACTION or ""):find "^gmake" then
	local sources = os.matchfiles("runtime/**.c", "bindings/**.c")
	table.sort(sources)
	if write_if_changed(GENERATED .. "/sources.txt", table.concat(sources, "\n") .. "\n") then
		for _, c in ipairs(CONFIGS) do
			for _, archive in ipairs(os.matchfiles(config_dir(c) .. "/lib/*.a")) do os.remove(archive) end
		end
	end
	local script = assert(io.open("premake5.lua", "rb"))
	local flags = { script:read("*a"), tostring(openmp), tostring(text), os.getenv("CC") or "", os.getenv("CFLAGS") or "" }
	script:close()
	if write_if_changed(GENERATED .. "/flags.txt", table.concat(flags, "\n")) then os.rmdir(BUILD .. "/obj") end
end

-- premake4 knows no %{} tokens, so output folders are spelled out for each configuration
local function output(sub)
	for _, c in ipairs(CONFIGS) do
		filter("configurations:" .. c)
			targetdir(config_dir(c) .. "/" .. sub)
	end
	filter {}
end
local function c_project(name, k, sub)
	project(name)
		language "C"
		kind(k)
		location(BUILD)
		output(sub)
end
local function omp() -- not for ThreadSanitizer, which cannot see into OpenMP's library; the tests bring a parallel loop of their own
	if openmp then
		filter { "configurations:not Tsan", "action:vs*" }
			buildoptions "/openmp"
		filter { "configurations:not Tsan", "action:not vs*" }
			buildoptions "-fopenmp"
			linkoptions "-fopenmp"
		filter {}
	end
end

workspace "terrane"
	configurations(CONFIGS)
	location(BUILD)
	if defaultconfiguration then defaultconfiguration "Release" end -- premake5 after beta8; pass config= elsewhere
	objdir(BUILD .. "/obj")
	includedirs { "runtime/include" }
	cdialect "C11"
	warnings "Extra"
	if x86 then defines "TRN_X86_KERNELS=1" end
	filter "configurations:Release"
		optimize "Speed"
		defines "NDEBUG"
	filter "configurations:Debug"
		symbols "On"
		optimize "Off"
	filter "configurations:Asan or Tsan"
		symbols "On"
		optimize "Debug"
	filter { "configurations:Asan or Tsan", "action:not vs*" }
		buildoptions "-g1" -- lines are all that reports name; to follow variables takes the compiler half as long again
	filter { "configurations:Asan", "action:not vs*" }
		buildoptions { "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-fno-omit-frame-pointer" }
		linkoptions { "-fsanitize=address,undefined" }
	filter { "configurations:Tsan", "action:not vs*" }
		buildoptions { "-fsanitize=thread", "-fno-omit-frame-pointer" }
		linkoptions { "-fsanitize=thread" }
	filter "action:not vs*"
		pic "On"
		visibility "Hidden"
		buildoptions { "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math", "-fopenmp-simd" }
	filter "action:vs*"
		buildoptions { "/fp:precise" }
	filter {}

-- the kernels, one library for each CPU level, from the same source
local isas = { base = {} }
if x86 then
	isas.avx2 = { gcc = "-mavx2", msc = "/arch:AVX2" }
	isas.avx512 = { gcc = { "-mavx512f", "-mavx512dq", "-mavx512bw", "-mavx512vl", "-mprefer-vector-width=512" }, msc = "/arch:AVX512" }
end
local kernel_libs = {}
for _, isa in ipairs { "base", "avx2", "avx512" } do
	local o = isas[isa]
	if o then
		c_project("terrane_kernels_" .. isa, "StaticLib", "lib")
			files { "runtime/kernels/*.c" }
			includedirs { "runtime" }
			defines("TRN_ISA=" .. isa)
			filter "action:not vs*"
				if o.gcc then buildoptions(o.gcc) end
			if isa == "avx2" then -- one source for all levels: addresses are watched on each, undefined behaviour on the least and the best
				filter { "configurations:Asan", "action:not vs*" }
					buildoptions "-fno-sanitize=undefined" -- which would take the compiler five times as long
			end
			filter "action:vs*"
				if o.msc then buildoptions(o.msc) end
			filter {}
		table.insert(kernel_libs, "terrane_kernels_" .. isa)
	end
end

c_project("terrane_runtime", "StaticLib", "lib")
	files { "runtime/core/*.c", "runtime/data/*.c", "runtime/graph/*.c", "runtime/terrain/*.c", "runtime/io/*.c",
		"runtime/nodes/**.c", GENERATED .. "/node_types.c" }
	files { text and "runtime/io/glyphs/*.c" or "runtime/io/glyphs_absent/*.c" }
	includedirs { "runtime" }
	includedirs(pkg_dirs("libpng"))
	if text then
		for _, name in ipairs(TEXT) do includedirs(pkg_dirs(name)) end
	end
	omp()

local function runtime_links(with_lua) -- with_lua: the module and a Lua 5.4 of its own inside
	if with_lua then links { "terrane_lua" } end
	links { "terrane_runtime" }
	links(kernel_libs)
	filter "system:linux"
		if with_lua then links { ":liblua5.4.a" } end
		if text then links(TEXT_LIBS) end
		links { "png", "z", "pthread", "dl", "m" }
	filter {}
	omp()
end

local function lua_host(name)
	includedirs { "bindings/lua" }
	includedirs(pkg_dirs(name))
end
local function lua_sources(name)
	files { "bindings/lua/*.c", GENERATED .. "/stdlib_chunks.c" }
	lua_host(name)
end

-- Lua closes its modules at exit. Without nodelete that would unmap the OpenMP runtime
-- under its own idle threads, and the process would crash now and then.
local function lua_module(name, folder)
	c_project("terrane_" .. name:gsub("%W", ""), "SharedLib", "lua/" .. folder)
		targetname "terrane"
		targetprefix ""
		lua_sources(name)
		filter "system:linux"
			linkoptions "-Wl,-z,nodelete"
		filter {}
		runtime_links()
end

lua_module("lua5.4", "5.4")
if luajit then lua_module("luajit", "5.1") end

c_project("terrane_lua", "StaticLib", "lib") -- the module for hosts that have a Lua 5.4 inside
	lua_sources("lua5.4")

c_project("terrane_program", "ConsoleApp", "")
	targetname "terrane"
	files { "bindings/lua/program/*.c" }
	lua_host("lua5.4")
	runtime_links(true)
	filter "system:linux"
		linkoptions "-Wl,-E" -- C modules that a script requires find lua_* here
	filter {}

local kissfft = not windows and pkg("kissfft-float", "--modversion")

-- C programs of a file each: hosts in examples/embed, tests in spec/c, which may look inside the runtime
local function c_programs(pattern, sub, with_lua, folders)
	for _, f in ipairs(os.matchfiles(pattern)) do
		c_project(path.getbasename(f), "ConsoleApp", sub)
			files { f }
			includedirs(folders or {})
			if with_lua(f) then lua_host("lua5.4") end
			runtime_links(with_lua(f))
			if path.getname(f) == "fft_test.c" and kissfft then -- what it compares with
				defines { "TRN_KISSFFT", "kiss_fft_scalar=float", "KISS_FFT_SHARED" }
				includedirs(pkg_dirs("kissfft-float"))
				links { "kissfft-float" }
			end
	end
end
c_programs("examples/embed/*.c", "examples", function(f) return f:find("lua") or f:find("recipe") end)
c_programs("spec/c/*.c", "spec", function(f) return path.getname(f):find("lua") end, { "runtime" })
c_programs("scripts/bench.d/*.c", "bench", function() return false end, { "runtime" })

---------------------------------------------------------------------------------------
-- the CUDA plugin, and its emulation for tests
---------------------------------------------------------------------------------------

-- The same source, compiled by nvcc for devices and by a C++ compiler for tests. Neither needs libstdc++, and code that
-- a driver's threads may still run stays where it is when hosts close it.
local CUDA_SOURCE = "cuda/terrane_cuda.cu"
local FOR_C = "-fno-exceptions -fno-rtti -fno-threadsafe-statics"
local function plugin(name, sub, compile)
	c_project(name, "SharedLib", sub)
		targetname(name)
		targetprefix ""
		object_rule { source = CUDA_SOURCE, message = name .. ".cu", command = function(source, object, depfile, rel)
			return compile .. " -std=c++17 -I" .. rel "runtime" .. " -I" .. rel "runtime/include" .. " -MD -MF " .. depfile ..
				" -c " .. source .. " -o " .. object
		end }
		linkoptions { "-Wl,-z,defs", "-Wl,-z,nodelete", "-Wl,--exclude-libs,ALL" }
end

local cxx = tool "g++"
if cxx then
	plugin("terrane_cuda_emu", "emulation", "g++ -x c++ -DTRN_CUDA_EMU -O2 -g -Wall -Wextra -fPIC -fvisibility=hidden -ffp-contract=off " ..
		"-fno-math-errno -fopenmp-simd $(if $(filter asan,$(config)),-fsanitize=address -fsanitize=undefined -fno-sanitize-recover=undefined) " .. FOR_C)
		links { "m" }
end

local cuda_home = os.getenv "CUDA_HOME" or "/usr/local/cuda"
-- Where the linker finds the static run time library, asked of nvcc itself, whose program may be a wrapper that stands
-- anywhere. Nil where this nvcc, with the C++ compiler that is here, does not make what the kernels need: that is tried
-- until it does. The plugin is never needed, so a toolkit that does not serve is no reason to fail.
local function cuda_libraries(nvcc)
	local probe = GENERATED .. "/nvcc_probe"
	write_if_changed(probe .. ".cu", "__global__ void k(unsigned __int128 *p) { *p = *p * *p; }\nvoid f() { k<<<1, 1>>>(nullptr); }\n")
	local folders = {}
	for folder in ((os.outputof("(" .. nvcc .. " --dryrun " .. probe .. ".cu 2>&1)") or ""):match "LIBRARIES=([^\n]*)" or ""):gmatch '%-L([^%s"]+)' do
		if path.getname(folder) ~= "stubs" then table.insert(folders, folder) end
	end
	local trial = "(" .. nvcc .. " -std=c++17 -Xcompiler -fPIC -c " .. probe .. ".cu -o " .. probe .. ".o && g++ -shared -Wl,-z,defs " ..
		probe .. ".o -o " .. probe .. ".so -L" .. table.concat(folders, " -L") .. " -lcudart_static -ldl -lpthread -lrt) 2>&1"
	local version = (os.outputof(nvcc .. " --version") or "") .. trial
	local known = io.open(probe .. ".txt", "rb")
	local before = known and known:read "*a"
	if known then known:close() end
	if before == version then return folders end
	local out, code = os.outputof("(" .. trial .. ")")
	if code ~= 0 then
		print("no CUDA plugin: " .. nvcc .. " does not serve: " .. out)
		return nil
	end
	write_if_changed(probe .. ".txt", version)
	return folders
end
local nvcc = not _OPTIONS["no-cuda"] and tool("nvcc", cuda_home .. "/bin")
nvcc = nvcc and nvcc .. "/nvcc"
local cuda_folders = nvcc and cxx and cuda_libraries(nvcc)
if cuda_folders then
	local known = os.outputof(nvcc .. " --list-gpu-code") or ""
	local list, code = {}, {}
	for cc in _OPTIONS["cuda-arch"]:gmatch "%d+" do
		if known:find("sm_" .. cc .. "%f[%D]") then table.insert(list, cc) end
	end
	if #list == 0 then error("nvcc knows none of --cuda-arch=" .. _OPTIONS["cuda-arch"], 0) end
	for _, cc in ipairs(list) do table.insert(code, "-gencode arch=compute_" .. cc .. ",code=sm_" .. cc) end
	for _, cc in ipairs { list[1], list[#list] ~= list[1] and list[#list] or nil } do -- for devices between and after
		table.insert(code, "-gencode arch=compute_" .. cc .. ",code=compute_" .. cc)
	end
	-- IEEE arithmetic as written, which is what holds the bits
	local compile = nvcc .. " -O3 -fmad=false -prec-div=true -prec-sqrt=true -ftz=false --default-stream per-thread " ..
		"-Xcompiler -fPIC,-fvisibility=hidden,-ffp-contract=off,-fopenmp-simd," .. FOR_C:gsub(" ", ",")
	local whole = compile .. " --threads 2 " .. table.concat(code, " ")
	if write_if_changed(GENERATED .. "/nvcc.txt", compile .. "\n" .. whole .. "\n") then -- spec/cuda/ptx_spec.lua reads the first line
		os.rmdir(BUILD .. "/obj/Release/terrane_cuda")
	end
	plugin("terrane_cuda", "lib/terrane", whole)
		libdirs(cuda_folders)
		links { "cudart_static", "dl", "pthread", "rt" }
end

---------------------------------------------------------------------------------------
-- install: premake5 --prefix=/usr/local install (after make config=release)
---------------------------------------------------------------------------------------

newaction {
	trigger = "install",
	description = "Copy the release build below --prefix",
	execute = function()
		local prefix, lib = _OPTIONS["prefix"], ROOT .. "/" .. BUILD .. "/lib"
		local function sh(cmd)
			local rc = os.execute(cmd)
			if rc ~= 0 and rc ~= true then error("install failed: " .. cmd, 0) end
		end
		local function put(mode, from, to)
			from = ROOT .. "/" .. from
			if not os.isfile(from) then print("skipped " .. from) return end
			sh(string.format("install -D -m %s '%s' '%s'", mode, from, prefix .. "/" .. to))
			print("installed " .. prefix .. "/" .. to)
		end
		local function put_text(name, text, to)
			write_if_changed(ROOT .. "/" .. GENERATED .. "/" .. name, text)
			put("644", GENERATED .. "/" .. name, to)
		end
		if not os.isfile(lib .. "/libterrane_runtime.a") then error("nothing is built yet: scripts/build release", 0) end

		-- one archive for hosts: the runtime with its kernels
		local script = { "create libterrane.a", "addlib libterrane_runtime.a" }
		for _, l in ipairs(kernel_libs) do table.insert(script, "addlib lib" .. l .. ".a") end
		table.insert(script, "save\nend\n")
		write_if_changed(lib .. "/libterrane.mri", table.concat(script, "\n"))
		sh("cd '" .. lib .. "' && ar -M < libterrane.mri")

		-- what a host needs to know, for pkg-config
		local version = {}
		for line in io.lines(ROOT .. "/runtime/include/terrane/terrane.h") do
			table.insert(version, line:match "^#define TRN_VERSION_%u+ (%d+)$")
		end
		local pc = "prefix=${pcfiledir}/../..\nName: %s\nDescription: %s\nVersion: " .. table.concat(version, ".") ..
			"\nCflags: -I${prefix}/include\nLibs: -L${prefix}/lib %s\n"
		put_text("terrane.pc", pc:format("Terrane", "Terrain from recipes", "-lterrane " .. (text and "-lfreetype -lfontconfig -lharfbuzz " or "") .. "-lpng -lz -lpthread -ldl -lm" ..
			(openmp and " -fopenmp" or "")), "lib/pkgconfig/terrane.pc")
		put_text("terrane_lua.pc", pc:format("Terrane for Lua", "Terrane's module for hosts with a Lua 5.4 of their own",
			"-lterrane_lua") .. "Requires: terrane\n", "lib/pkgconfig/terrane_lua.pc")

		put("755", BUILD .. "/terrane", "bin/terrane")
		put("644", "runtime/include/terrane/terrane.h", "include/terrane/terrane.h")
		put("644", "bindings/lua/terrane_lua.h", "include/terrane_lua.h")
		put("644", BUILD .. "/lib/libterrane.a", "lib/libterrane.a")
		put("644", BUILD .. "/lib/libterrane_lua.a", "lib/libterrane_lua.a")
		put("755", BUILD .. "/lua/5.4/terrane.so", "lib/lua/5.4/terrane.so")
		put("755", BUILD .. "/lua/5.1/terrane.so", "lib/lua/5.1/terrane.so")
		put("755", BUILD .. "/lib/terrane/terrane_cuda.so", "lib/terrane/terrane_cuda.so")
		put("644", "LICENSE", "share/doc/terrane/LICENSE")
	end,
}
