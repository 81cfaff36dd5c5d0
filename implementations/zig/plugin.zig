//! Zig's std.unicode: utf8Encode, Utf8View, utf8ToUtf16LeAlloc and utf16LeToUtf8Alloc.
//!
//! protocol.c speaks the protocol; its types are declared here again. Of the errors, only those of utf8Encode tell a place,
//! because it is asked value by value. A code point has 21 bits. UTF-16 goes by way of UTF-8.

const std = @import("std");
const unicode = std.unicode;
const allocator = std.heap.c_allocator;

const Buffer = extern struct { data: ?[*]u8 = null, length: usize = 0, capacity: usize = 0 };

const Verdict = extern struct {
    offset: isize = -1,
    reason: [*:0]const u8 = "",

    const no_offset = -2;
    const unsupported = -3;

    fn of(refusal: anyerror, offset: isize) Verdict {
        return .{ .offset = offset, .reason = @errorName(refusal) };
    }
};

const Codec = extern struct {
    encoding: [*:0]const u8,
    encode: *const fn (*const Codec, [*]const u32, usize, *Buffer) callconv(.c) Verdict,
    decode: *const fn (*const Codec, [*]const u8, usize, *Buffer) callconv(.c) Verdict,
    decode_pieces: ?*const anyopaque = null,
    name: ?[*:0]const u8 = null,
    handles: [2]?*anyopaque = .{ null, null },
};

extern fn append(buffer: *Buffer, data: *const anyopaque, length: usize) void;
extern fn append_value(buffer: *Buffer, value: u32) void;
extern fn serve(codecs: [*]const Codec, count: usize) c_int;

fn encodeUtf8(_: *const Codec, values: [*]const u32, count: usize, to: *Buffer) callconv(.c) Verdict {
    for (values[0..count], 0..) |value, index| {
        var bytes: [4]u8 = undefined;
        const point = std.math.cast(u21, value) orelse
            return .{ .offset = Verdict.unsupported, .reason = "value above 21 bits" };
        const length = unicode.utf8Encode(point, &bytes) catch |refusal| return .of(refusal, @intCast(index));
        append(to, &bytes, length);
    }
    return .{};
}

fn decodeUtf8(_: *const Codec, bytes: [*]const u8, length: usize, to: *Buffer) callconv(.c) Verdict {
    const view = unicode.Utf8View.init(bytes[0..length]) catch |refusal| return .of(refusal, Verdict.no_offset);
    var points = view.iterator();
    while (points.nextCodepoint()) |point| append_value(to, point);
    return .{};
}

fn encodeUtf16(codec: *const Codec, values: [*]const u32, count: usize, to: *Buffer) callconv(.c) Verdict {
    var text: Buffer = .{};
    defer std.c.free(text.data);
    const verdict = encodeUtf8(codec, values, count, &text);
    if (verdict.offset != -1 or text.length == 0) return verdict;
    const units = unicode.utf8ToUtf16LeAlloc(allocator, text.data.?[0..text.length]) catch |refusal|
        return .of(refusal, Verdict.no_offset);
    defer allocator.free(units);
    append(to, units.ptr, units.len * @sizeOf(u16));
    return .{};
}

fn decodeUtf16(codec: *const Codec, bytes: [*]const u8, length: usize, to: *Buffer) callconv(.c) Verdict {
    if (length % @sizeOf(u16) != 0) return .{ .offset = Verdict.unsupported, .reason = "half a code unit" };
    const units: [*]const u16 = @ptrCast(@alignCast(bytes));
    const text = unicode.utf16LeToUtf8Alloc(allocator, units[0 .. length / @sizeOf(u16)]) catch |refusal|
        return .of(refusal, Verdict.no_offset);
    defer allocator.free(text);
    return decodeUtf8(codec, text.ptr, text.len, to);
}

const codecs = [_]Codec{
    .{ .encoding = "utf-8", .encode = encodeUtf8, .decode = decodeUtf8 },
    .{ .encoding = "utf-16-le", .encode = encodeUtf16, .decode = decodeUtf16 },
};

pub export fn main(count: c_int, arguments: [*]const [*:0]const u8) c_int {
    if (count == 2 and std.mem.orderZ(u8, arguments[1], "--version") == .eq) {
        _ = std.c.printf("Zig %s\n", @import("builtin").zig_version_string.ptr);
        return 0;
    }
    return serve(&codecs, codecs.len);
}
