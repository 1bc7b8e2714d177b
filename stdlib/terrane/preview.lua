-- preview.lua - a shaded picture of what a recipe made, by the node `shade`.
local preview = {}

-- World size of an output: what its node states, else what its image says; nil where nobody does. 1, the default, is no
-- statement.
function preview.world_size(node, image)
	local stated = node:params().world_size
	if stated and stated > 0 and stated ~= 1 then return stated end
	return image.world_size > 0 and image.world_size or nil
end

local function height_layer(node, image)
	for _, name in ipairs { node:params().layer or "", "C", "height" } do
		if name ~= "" and image:layer(name) then return name end
	end
	return image:layers()[1]
end

-- The picture as an image of one layer, or nil and a message.
function preview.render(node, image)
	local ok, picture, message = pcall(function()
		local prefix = node.type == "splat" and node:params().prefix or nil
		return image:shade({ layer = height_layer(node, image), prefix = prefix, keep_layers = false }):render {}
	end)
	if not ok then return nil, picture end
	return picture, message
end

return preview
