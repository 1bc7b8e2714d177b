---@meta
-- The module by hand: values, files, recipes. The nodes are in nodes.lua.

---@class terrane
---@field version string
local terrane = {}

---@class terrane.node an immutable description of what to compute
---@field type string the node type, "stream_power"
---@field origin string where it was made, "alpine.lua:3"
local node = {}

---@class terrane.image named layers of one size
---@field width integer
---@field height integer
---@field world_size number world width where a file or a node stated it, else 0
local image = {}

---@class terrane.layer a grid of numbers; row 0 is the bottom row
---@field width integer
---@field height integer
---@field channels integer
---@field type "f32"|"f64"|"i32"
local layer = {}

---@class terrane.figure a number that is measured when it is needed
---@field name string

---@class terrane.job an evaluation in the background; one that nobody keeps is cancelled
---@field stepped boolean
local job = {}

---@class terrane.runtime threads, memory and remembered results
local runtime = {}

---@class terrane.render_options
---@field width? integer pixels of generators without a size of their own
---@field height? integer default: as width
---@field window? integer[] {x, y, width, height}: the part that is wanted
---@field unbounded? boolean the window may lie anywhere on the plane, of which the image is a unit square
---@field progress? fun(fraction: number, node: string): boolean? return false to cancel

---@class terrane.tile_options
---@field x? integer which tile
---@field y? integer
---@field size? integer pixels each way, default 256
---@field overlap? integer pixels that neighbouring tiles share; 1 for heights on vertices
---@field border? integer more pixels on each side
---@field width? integer pixels of one unit of u and v; default: one tile
---@field height? integer default: as width
---@field unbounded? boolean default: true unless width is given
---@field progress? fun(fraction: number, node: string): boolean? return false to cancel

---@class terrane.tile_problem
---@field node string node type
---@field origin string where the recipe made it
---@field param? string nil: it is the nature of the node
---@field what string "measures the image's lowest and highest point"
---@field instead string what to set

---@class terrane.start_options
---@field width? integer
---@field height? integer
---@field window? integer[] {x, y, width, height}
---@field unbounded? boolean
---@field stepped? boolean it works in job:step and job:wait alone, on one thread

---@class terrane.start_tile_options
---@field x? integer which tile
---@field y? integer
---@field size? integer
---@field overlap? integer
---@field border? integer
---@field width? integer
---@field height? integer
---@field unbounded? boolean
---@field stepped? boolean it works in job:step and job:wait alone, on one thread

---@class terrane.render_info
---@field report string
---@field stats table<string, number>
---@field timings {node: string, origin: string, seconds: number, cached: boolean}[]

---Evaluates the node. Nil and "cancelled" where it was cancelled; mistakes raise.
---@param options? terrane.render_options
---@return terrane.image? image
---@return terrane.render_info|string info
function node:render(options) end

---One tile of the plane, or of a bounded image.
---@param options? terrane.tile_options
---@return terrane.image? image
---@return terrane.render_info|string info
function node:tile(options) end

---The same as render in the background: returns at once.
---@param options? terrane.start_options
---@return terrane.job job
function node:start(options) end

---The same as tile in the background: returns at once.
---@param options? terrane.start_tile_options
---@return terrane.job job
function node:start_tile(options) end

---What keeps the node from being made tile by tile on the plane; empty where nothing does.
---@return terrane.tile_problem[] problems
function node:check_tiles() end

---How far it is. Never waits.
---@return boolean done
---@return number fraction 0 to 1, never falls
---@return string node type of the node at work
function job:poll() end

---Waits until it is done, or for so long, and returns what render returns. Nil and "running" when the time is over; nil and
---"cancelled"; mistakes raise.
---@param milliseconds? number
---@return terrane.image? image
---@return terrane.render_info|string info
function job:wait(milliseconds) end

---Lets it work for so long at most.
---@param milliseconds number
---@return boolean done
function job:step(milliseconds) end

---Ends it within 50 ms.
function job:cancel() end

---Waits for it: in a coroutine by yielding. Returns what wait returns.
---@param watch? fun(fraction: number, node: string): boolean? called in between; return false to cancel
---@return terrane.image? image
---@return terrane.render_info|string info
function job:await(watch) end

---Lets go of it now, not when it is collected; so do those of the other kinds.
function job:release() end
function node:release() end
function image:release() end
function layer:release() end
function runtime:release() end

---The report as text, "" for nodes without one.
---@param options? terrane.render_options
---@return string? report
function node:report(options) end

---The figures of the report by name.
---@param options? terrane.render_options
---@return table<string, number>? figures
function node:stats(options) end

---An output: the node itself for images, the text of a report, the number of a figure.
---@param name string
---@param options? terrane.render_options
---@return terrane.node|string|number?
function node:output(name, options) end

---A number that is measured when a node that takes it is evaluated: a figure of this node's report, or "world_size". Numeric
---parameters take it in place of a number.
---@param name string
---@param options? { size?: integer, width?: integer, height?: integer } the image that it is measured on; default: what is asked of the node that takes it
---@return terrane.figure figure
function node:figure(name, options) end

---@return table<string, any> params those not given have their defaults
function node:params() end

---@return string key 32 hexadecimal digits: the same for the same result
function node:key() end

---@return string[] names
function image:layers() end

---@param name string
---@return terrane.layer? layer
---@return string? message
function image:layer(name) end

---@class terrane.write_options
---@field layer? string of images: which layer; default "C", else the first
---@field format? "auto"|"png"|"raw16"|"raw32"
---@field bits? 8|16
---@field range? number[] {lowest, highest}
---@field sidecar? boolean also write NAME.json
---@field big_endian? boolean
---@field key? string
---@field world_size? number
---@field level? integer 1 fast ... 9 small

---@param path string
---@param options? terrane.write_options
---@return true? ok
---@return string? message
---@return string? status
function image:write(path, options) end

---@param path string
---@param options? terrane.write_options
---@return true? ok
---@return string? message
---@return string? status
function layer:write(path, options) end

---@param x integer from 0
---@param y integer from 0, the bottom row
---@param channel? integer from 1
---@return number
function layer:get(x, y, channel) end

---Bilinear between the centres of pixels.
---@param u number
---@param v number
---@param channel? integer
---@return number
function layer:sample(u, v, channel) end

---@param channel? integer
---@return {min: number, max: number, mean: number, sum: number, nan: integer}
function layer:stats(channel) end

---@return string hash 32 hexadecimal digits over size, type and values
function layer:hash() end

---@param channel? integer
---@return number[]
function layer:totable(channel) end

---@return string bytes planar, bottom row first
function layer:tostring() end

---The same layer as a value of its own, which outlives a release of this one.
---@return terrane.layer
function layer:share() end

---@class terrane.layer_options
---@field width integer
---@field height integer
---@field channels? integer
---@field type? "f32"|"f64"|"i32"
---@field data? number[]|string|fun(x: integer, y: integer, channel: integer): number

---@param options terrane.layer_options
---@return terrane.layer
function terrane.layer(options) end

---An image of layers by name; or a node that makes the image given.
---@param layers table<string, terrane.layer>|terrane.image
---@return terrane.image|terrane.node
function terrane.image(layers) end

---@class terrane.read_options
---@field format? "auto"|"png"|"raw16"|"raw32"
---@field raw? boolean samples as stored
---@field range? number[] what the least and the greatest sample mean
---@field width? integer of headerless files
---@field height? integer
---@field big_endian? boolean
---@field world_size? number

---@param path string
---@param options? terrane.read_options
---@return terrane.image? image
---@return string? message
---@return string? status
function terrane.read(path, options) end

---@param path string
---@param options? terrane.read_options
---@return table? info format, width, height, channels, bits, sidecar, range, world_size
---@return string? message
function terrane.inspect(path, options) end

---@param path string
---@return string? hash 32 hexadecimal digits over what the file holds, the same on every machine
---@return string? message
function terrane.file_hash(path) end

---@class terrane.recipe_limits what a stranger's recipe may use
---@field fuel? number units, of which an instruction takes one; default 20000000
---@field memory? number bytes; default 16777216
---@field string? number bytes of one text; default 65536
---@field source? number bytes of the recipe; default 1048576
---@field nodes? number default 4096
---@field lines? number that it prints; default 1000
---@field deadline? number seconds of processor time after which it is cancelled; default 2

---@class terrane.recipe_options
---@field name? string what errors call it
---@field params? table<string, any> values of its parameters
---@field trusted? boolean give it all of Lua
---@field limits? terrane.recipe_limits
---@field env? table<string, any> more names that it sees; a stranger's recipe gets copies of tables
---@field print? fun(line: string)
---@field runtime? terrane.runtime
---@field directory? string where files that it reads by relative paths lie
---@field opened? fun(path: string) called with each map that it reads

---Runs a recipe: text, or the path of a .lua file. Mistakes raise; a file that cannot be read gives nil and a message, and
---so does what was cancelled.
---@param source string
---@param options? terrane.recipe_options
---@return {name: string, node: terrane.node}[]? outputs
---@return table[]|string declared the parameters it declares: name, type, default, value, min, max, choices, doc
---@return {fuel: integer, bytes: integer, closing: number}? used by a stranger's recipe
function terrane.recipe(source, options) end

---@return table[] declarations of all node types
function terrane.nodes() end

---@return number seconds monotonic
function terrane.clock() end

---@class terrane.runtime_options
---@field threads? integer
---@field memory? integer bytes
---@field cache? integer bytes of results remembered in memory
---@field cache_dir? string a folder where results are kept, for other processes and later days
---@field disk? integer bytes below that folder; default 4 GiB
---@field max_side? integer
---@field max_nodes? integer
---@field max_work? number pixel passes of one evaluation, checked before it begins
---@field isa? "base"|"avx2"|"avx512"
---@field device? "auto"|"cpu"|"cuda"

---A runtime of one's own, whose methods make nodes on it; without options the default one.
---@param options? terrane.runtime_options
---@return terrane.runtime
function terrane.runtime(options) end

---From now on the default runtime.
function runtime:use() end

---@return table<string, any> bytes, peak_bytes, cache_bytes, cache_hits, cache_misses, disk_bytes, disk_hits, disk_misses, nodes_evaluated, ...
function runtime:stats() end

---What the device is; nil and why there is none.
---@return string? device
---@return string? why
function runtime:device() end

---What draws text, with versions; nil where Terrane was built without text, and what to install.
---@return string? versions
---@return string? why
function runtime:text_version() end

---Forgets the results in memory.
function runtime:trim() end

---For LuaJIT alone: layers as arrays.
---@class terrane.ffi
terrane.ffi = {}

---Pixels where they lie: view[y*width + x], view[c*stride + y*width + x] for channel c from 0. Indices are checked.
---@class terrane.view
---@field [integer] number
---@field width integer
---@field height integer
---@field channels integer
---@field type "f32"|"f64"|"i32"
---@field stride integer from a channel to the next
---@field size integer indices end before it
---@field layer terrane.layer a value of its own; not while it is being written
---@field data ffi.cdata* the bare pointer, unchecked and good for as long as the view
local view = {}

---A view that reads a layer.
---@param layer terrane.layer
---@return terrane.view
function terrane.ffi.view(layer) end

---A new layer, and the view through which it is written.
---@param options terrane.layer_options
---@param runtime? terrane.runtime where it is made
---@return terrane.view
function terrane.ffi.layer(options, runtime) end

---@param c integer from 0
---@return terrane.view channel of the same pixels
function view:channel(c) end

---Ends the writing, for this view and those of its channels, which read on.
---@return terrane.layer
function view:publish() end

---Lets go of the pixels, with the views of its channels.
function view:release() end

return terrane
