-- exit.lua - the program's exit codes.
return { done = 0, recipe = 1, usage = 2, files = 3, cancelled = 4, internal = 5 }
