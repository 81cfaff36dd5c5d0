-- Lua's library utf8, asked through version 1 of the plug-in protocol.
--
--     lua plugin.lua strict|lax|codes|codes-lax
--
-- strict and lax decode with utf8.codepoint, and ask utf8.len where the fault is; codes and codes-lax decode with the
-- iterator utf8.codes, which does not say where. utf8.char, which encodes for all of them, has no mode. Whether Lua raises an
-- error decides, and its message is the free text.

local HEX_DIGITS_OF_INTEGER = 2 * string.packsize("j")

-- What Lua said, without the place in this file.
local function reason(message)
    return (message:gsub("^%S+:%d+: ", ""))
end

local function encode(values)
    local codes = {}
    for index, value in ipairs(values) do
        local done, code = pcall(utf8.char, value)
        if not done then return ("reject %d %s"):format(index - 1, reason(code)) end
        codes[index] = code
    end
    return nil, table.concat(codes)
end

local function decode_slice(bytes, lax)
    local results = table.pack(pcall(utf8.codepoint, bytes, 1, -1, lax))
    if results[1] then return nil, table.move(results, 2, results.n, 1, {}) end
    local length, position = utf8.len(bytes, 1, -1, lax)
    if length then return "unsupported " .. reason(results[2]) end    -- more results than Lua's stack holds
    return ("reject %d %s"):format(position - 1, reason(results[2]))
end

local function decode_iterated(bytes, lax)
    local values = {}
    local done, message = pcall(function()
        for _, value in utf8.codes(bytes, lax) do values[#values + 1] = value end
    end)
    if not done then return "reject - " .. reason(message) end
    return nil, values
end

local ENCODING, decode = table.unpack(({
    strict = {"utf-8", function(bytes) return decode_slice(bytes, false) end},
    lax = {"utf-8-31bit", function(bytes) return decode_slice(bytes, true) end},
    codes = {"utf-8", function(bytes) return decode_iterated(bytes, false) end},
    ["codes-lax"] = {"utf-8-31bit", function(bytes) return decode_iterated(bytes, true) end},
})[arg[1]])

-- ---- the protocol

-- Any number of fields, divided by one separator each.
local function split(text, separator)
    local parts = {}
    for part in (text .. separator):gmatch("(.-)" .. separator) do parts[#parts + 1] = part end
    return parts
end

local function write_field(text)
    return "ok " .. (text == "" and "-" or text)
end

local function encode_field(field)
    local values = {}
    for index, digits in ipairs(field == "-" and {} or split(field, ",")) do
        if not digits:find("^%x+$") then return "unsupported field" end
        if #digits:gsub("^0+", "") > HEX_DIGITS_OF_INTEGER then return "unsupported value beyond Lua's integers" end
        values[index] = tonumber(digits, 16)
    end
    local fault, bytes = encode(values)
    return fault or write_field(bytes:gsub(".", function(byte) return ("%02X"):format(byte:byte()) end))
end

local function decode_field(field)
    if field ~= "-" and (#field % 2 > 0 or not field:find("^%x+$")) then return "unsupported field" end
    local bytes = field == "-" and "" or field:gsub("%x%x", function(pair) return string.char(tonumber(pair, 16)) end)
    local fault, values = decode(bytes)
    if fault then return fault end
    for index, value in ipairs(values) do values[index] = ("%X"):format(value) end
    return write_field(table.concat(values, ","))
end

local OPERATIONS = {encode = encode_field, decode = decode_field}

local function answer(operation, encoding, field, more)
    if operation == "hello" and encoding == "1" and not field then return "ok 1 " .. ENCODING end
    local perform = OPERATIONS[operation]
    if not perform or not field or more then return "unsupported request" end
    if encoding ~= ENCODING then return "unsupported encoding" end
    return perform(field)
end

io.stdout:setvbuf("line")
for line in io.lines() do
    local fields = split(line, " ")
    if #fields > 1 and fields[1]:find("^%d+$") then
        print(fields[1] .. " " .. answer(table.unpack(fields, 2)))
    else
        io.stderr:write("no request: ", line:sub(1, 80), "\n")    -- there is no id to reply to
    end
end
