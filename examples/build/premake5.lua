-- The same for Premake: the maps are baked before the program is built. This runs at each build, with every kind of project
-- that Premake writes; with a cache, what has not changed is only read.
local terrane = os.getenv "TERRANE" or "../../scripts/terrane"
local flags = os.getenv "FLAGS" or "--size 512 --quiet"

workspace "game"
	configurations { "Release" }

project "game"
	language "C"
	kind "ConsoleApp"
	files { "../embed/host.c" }
	for _, name in ipairs { "alpine", "from_map" } do
		prebuildcommands { terrane .. " run ../recipes/" .. name .. ".lua -o out/" .. name .. " --cache out/cache " .. flags }
	end
