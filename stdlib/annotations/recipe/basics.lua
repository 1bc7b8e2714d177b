---@meta
-- What recipes see beside the nodes.

---A parameter that the command line, a game or a script may set: -D seed=7. The default says its type.
---@generic T: number|string|boolean
---@param name string
---@param default T
---@param options? {min?: number, max?: number, choices?: T[], doc?: string}
---@return T
function param(name, default, options) end

---@param options terrane.layer_options
---@return terrane.layer
function layer(options) end
