require "terrane" -- brings its modules along
local args = require "terrane.args"
local rows = {
	{ "-o", "--out", key = "out", value = "DIR", doc = "where" },
	{ "-D", key = "params", value = "NAME=VALUE", many = true, check = args.assignment, doc = "a parameter" },
	{ "--size", key = "size", value = "N", check = args.size, doc = "pixels" },
	{ "--threads", key = "threads", value = "N", check = args.whole(1, 64), doc = "threads" },
	{ "-q", "--quiet", key = "quiet", doc = "silence" },
	{ "--progress", key = "progress", value = "HOW", choices = { "none", "bar" }, doc = "progress" },
}
local function parse(...) return args.parse({ ... }, rows) end

describe("command lines", function()
	it("hold options and words in any order", function()
		local options, words = parse("a.lua", "-o", "x", "--quiet", "b", "-D", "seed=7", "-Dname=a=b", "--size=5x7", "--threads", "2")
		assert.same({ out = "x", quiet = true, params = { { name = "seed", value = "7" }, { name = "name", value = "a=b" } },
			size = { width = 5, height = 7 }, threads = 2 }, options)
		assert.same({ "a.lua", "b" }, words)
	end)
	it("join values, and end options with --", function()
		local options, words = parse("-ofolder", "--", "-q", "--x")
		assert.same({ out = "folder" }, options)
		assert.same({ "-q", "--x" }, words)
		assert.same({ out = "" }, (parse "--out="))
		assert.same({ "-" }, select(2, parse "-"))
		assert.same({ size = { width = 512, height = 512 } }, (parse("--size", "512")))
	end)
	it("say what is wrong", function()
		for message, list in pairs {
			["no option '--quite' (did you mean '--quiet'?)"] = { "--quite" },
			["no option '--sise' (did you mean '--size'?)"] = { "--sise=4" },
			["no option '-x'"] = { "-x" },
			["-o needs a value: -o DIR"] = { "a", "-o" },
			["--quiet takes no value"] = { "--quiet=1" },
			["--threads is a whole number from 1 to 64, not '0'"] = { "--threads", "0" },
			["--threads is a whole number from 1 to 64, not '1.5'"] = { "--threads=1.5" },
			["--size is a size, 512 or 512x256, not '5x'"] = { "--size", "5x" },
			["--size is a size, 512 or 512x256, not '0'"] = { "--size", "0" },
			["--size is a size, 512 or 512x256, not '99999999999999999999'"] = { "--size", "99999999999999999999" },
			["-D is name=value, not 'seed'"] = { "-Dseed" },
			["--progress is one of none, bar, not 'x'"] = { "--progress=x" },
		} do
			local options, got = args.parse(list, rows)
			assert.is_nil(options)
			assert.equal(message, got)
		end
	end)
	it("describe themselves", function()
		assert.equal("  -o, --out DIR   where", args.help(rows):match("^[^\n]*"):gsub(" +where", "   where"), nil)
	end)
end)
