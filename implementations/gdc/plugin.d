/// D's std.utf and std.encoding, asked through version 1 of the plug-in protocol.
///
///     plugin utf|encoding|version
///
/// utf: std.utf.decode and std.utf.encode, which throw, and leave the index where the ill-formed sequence begins.
/// encoding: EncodingScheme's safeDecode, which tells an ill-formed sequence from others, and canEncode and encode.
/// UTF-16 and UTF-32 are code units in memory to both, so that half of one cannot be asked.
module plugin;

import std.algorithm.iteration : map, splitter;
import std.algorithm.searching : all;
import std.array : array, join, split;
import std.ascii : isDigit, isHexDigit;
import std.compiler : version_major, version_minor;
import std.conv : parse;
import std.encoding : EncodingScheme, INVALID_SEQUENCE;
import std.exception : enforce;
import std.format : format;
import std.functional : toDelegate;
import std.stdio;
import std.string : stripLeft;
import std.system : Endian, endian;
import std.utf;

/// What is ill-formed.
class Rejection : Exception
{
    this(size_t offset, string reason) { super(format!"reject %d %s"(offset, reason)); }
}

/// What the library cannot be asked, and what is no request.
class Unsupported : Exception
{
    this(string reason, string = null, size_t = 0) { super("unsupported " ~ reason); }
}

struct Codec
{
    const(ubyte)[] delegate(const(dchar)[]) encode;
    const(dchar)[] delegate(const(ubyte)[]) decode;
}

/// The bytes as code units, of which they must be a whole number.
const(Unit)[] units(Unit)(const(ubyte)[] bytes)
{
    enforce!Unsupported(bytes.length % Unit.sizeof == 0, "part of a code unit");
    return cast(const(Unit)[]) bytes;
}

/// std.utf with code units of type Unit.
Codec ofUtf(Unit)()
{
    static const(ubyte)[] encoded(const(dchar)[] values)
    {
        Unit[] text;
        foreach (index, value; values)
        {
            try std.utf.encode(text, value);
            catch (UTFException thrown) throw new Rejection(index, thrown.msg);
        }
        return cast(const(ubyte)[]) text;
    }

    static const(dchar)[] decoded(const(ubyte)[] bytes)
    {
        const text = units!Unit(bytes);
        dchar[] values;
        for (size_t at = 0; at < text.length;)
        {
            try values ~= std.utf.decode(text, at);
            catch (UTFException thrown) throw new Rejection(at * Unit.sizeof, thrown.msg);
        }
        return values;
    }

    return Codec(toDelegate(&encoded), toDelegate(&decoded));
}

/// std.encoding's scheme of the name, with code units of type Unit.
Codec ofScheme(Unit)(string name)
{
    auto scheme = EncodingScheme.create(name);

    const(ubyte)[] encoded(const(dchar)[] values)
    {
        ubyte[] bytes;
        foreach (index, value; values)
        {
            if (!scheme.canEncode(value)) throw new Rejection(index, "canEncode says no");
            ubyte[dchar.sizeof] code; // encodedLength would say how long, but counts code units
            bytes ~= code[0 .. scheme.encode(value, code[])];
        }
        return bytes;
    }

    const(dchar)[] decoded(const(ubyte)[] bytes)
    {
        auto rest = cast(const(ubyte)[]) units!Unit(bytes);
        dchar[] values;
        while (rest.length > 0)
        {
            immutable at = bytes.length - rest.length;
            immutable value = scheme.safeDecode(rest);
            if (value == INVALID_SEQUENCE) throw new Rejection(at, "INVALID_SEQUENCE");
            values ~= value;
        }
        return values;
    }

    return Codec(&encoded, &decoded);
}

/// The code units of memory, in the protocol's words.
immutable order = endian == Endian.littleEndian ? "le" : "be";

Codec[string] codecsOf(string library)
{
    if (library == "utf")
        return ["utf-8": ofUtf!char, "utf-16-" ~ order: ofUtf!wchar, "utf-32-" ~ order: ofUtf!dchar];
    return [
        "ascii": ofScheme!ubyte("ascii"),
        "iso-8859-1": ofScheme!ubyte("iso-8859-1"),
        "iso-8859-2": ofScheme!ubyte("iso-8859-2"),
        "utf-8": ofScheme!ubyte("utf-8"),
        "utf-16-" ~ order: ofScheme!wchar("utf-16" ~ order),
        "utf-32-" ~ order: ofScheme!dchar("utf-32" ~ order),
    ];
}

// ---- fields

bool isHex(const(char)[] field) { return field.length > 0 && field.all!isHexDigit; }

dchar parseValue(const(char)[] field)
{
    enforce!Unsupported(isHex(field), "field");
    const(char)[] digits = field.stripLeft("0");
    enforce!Unsupported(digits.length <= 2 * dchar.sizeof, "value above 32 bits");
    return digits.length == 0 ? 0 : cast(dchar) parse!uint(digits, 16);
}

const(dchar)[] parseValues(const(char)[] field)
{
    if (field == "-") return null;
    enforce!Unsupported(field.length > 0, "field"); // which splitter would divide into none
    return field.splitter(',').map!parseValue.array;
}

const(ubyte)[] parseBytes(const(char)[] field)
{
    if (field == "-") return null;
    enforce!Unsupported(isHex(field) && field.length % 2 == 0, "field");
    ubyte[] bytes;
    for (size_t at = 0; at < field.length; at += 2)
    {
        const(char)[] pair = field[at .. at + 2];
        bytes ~= parse!ubyte(pair, 16);
    }
    return bytes;
}

string okay(string field) { return "ok " ~ (field.length == 0 ? "-" : field); }

// ---- requests

string reply(Codec[string] codecs, const(char)[][] words)
{
    if (words == ["hello", "1"]) return "ok 1 " ~ codecs.keys.join(",");
    enforce!Unsupported(words.length == 3, "request");
    auto codec = words[1] in codecs;
    enforce!Unsupported(codec !is null, "encoding");
    switch (words[0])
    {
        case "encode": return okay(format!"%(%02X%)"(codec.encode(parseValues(words[2]))));
        case "decode": return okay(format!"%(%X,%)"(cast(const(uint)[]) codec.decode(parseBytes(words[2]))));
        default: throw new Unsupported("operation");
    }
}

void answer(Codec[string] codecs, const(char)[] line)
{
    const(char)[][] words = line.split(' ');
    if (words.length < 2 || words[0].length == 0 || !words[0].all!isDigit)
    {
        stderr.writeln("no request: ", line); // there is no id to reply to
        return;
    }
    string said;
    try said = reply(codecs, words[1 .. $]);
    catch (Rejection refused) said = refused.msg;
    catch (Unsupported refused) said = refused.msg;
    writeln(words[0], " ", said);
    stdout.flush();
}

void main(string[] arguments)
{
    if (arguments[1] == "version")
    {
        writefln!"GDC, D %d.%03d"(version_major, version_minor);
        return;
    }
    auto codecs = codecsOf(arguments[1]);
    foreach (line; stdin.byLine) answer(codecs, line);
}
