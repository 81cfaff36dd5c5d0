// The encodings of Mono's class library, told to throw, asked through version 1 of the plug-in protocol.
//
// Strings are UTF-16: values that none holds are answered with "unsupported". Each exception tells an index. That of a
// decoder is not always the fault's (0 for 41 C0 80 in UTF-8, see REPORT-fallback-index.md), so that no offset is told to decode.

using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;

static class Plugin
{
    const int MaxCodePoint = 0x10FFFF;

    class Unsupported : Exception
    {
        public Unsupported(string reason) : base(reason) { }
    }

    class Codec
    {
        public Encoding Encoding;
        public Decoder Decoder;
    }

    static readonly SortedDictionary<string, Codec> Codecs = new SortedDictionary<string, Codec>(StringComparer.Ordinal);

    static void Offer(string id, string name)
    {
        var encoding =
            Encoding.GetEncoding(name, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback);
        Codecs[id] = new Codec { Encoding = encoding, Decoder = encoding.GetDecoder() };
    }

    // ---- fields

    static bool IsHex(string word)
    {
        return word.Length > 0 && word.All(Uri.IsHexDigit);
    }

    static int ParseValue(string digits)
    {
        if (!IsHex(digits)) throw new Unsupported("field");
        int value;
        var significant = digits.TrimStart('0').PadLeft(1, '0');
        if (significant.Length > 6 || (value = int.Parse(significant, NumberStyles.AllowHexSpecifier)) > MaxCodePoint)
            throw new Unsupported("value above U+10FFFF");
        return value;
    }

    static string ParseText(string field)
    {
        var text = new StringBuilder();
        if (field == "-") return "";
        foreach (var value in field.Split(',').Select(ParseValue))
        {
            if (value > 0xFFFF)
            {
                text.Append(char.ConvertFromUtf32(value));
                continue;
            }
            var unit = (char)value;
            if (text.Length > 0 && char.IsSurrogatePair(text[text.Length - 1], unit))
                throw new Unsupported("surrogates that UTF-16 joins");
            text.Append(unit);
        }
        return text.ToString();
    }

    static byte[] ParseBytes(string piece)
    {
        if (piece.Length % 2 != 0 || !piece.All(Uri.IsHexDigit)) throw new Unsupported("field");
        var bytes = new byte[piece.Length / 2];
        for (var i = 0; i < bytes.Length; i++) bytes[i] = Convert.ToByte(piece.Substring(2 * i, 2), 16);
        return bytes;
    }

    static string Format(byte[] bytes)
    {
        return bytes.Length == 0 ? "-" : BitConverter.ToString(bytes).Replace("-", "");
    }

    static string Format(string text)
    {
        var field = new StringBuilder();
        for (var i = 0; i < text.Length; i++)
        {
            var pair = i + 1 < text.Length && char.IsSurrogatePair(text[i], text[i + 1]);
            var value = pair ? char.ConvertToUtf32(text[i], text[++i]) : text[i];
            field.Append(field.Length > 0 ? "," : "").AppendFormat("{0:X}", value);
        }
        return field.Length == 0 ? "-" : field.ToString();
    }

    // ---- encode and decode

    // The text before the fault, which has been encoded, holds no lone surrogate.
    static string Encode(Encoding encoding, string text)
    {
        try
        {
            return "ok " + Format(encoding.GetBytes(text));
        }
        catch (EncoderFallbackException fault)
        {
            var offset = text.Take(fault.Index).Count(unit => !char.IsLowSurrogate(unit));
            return "reject " + offset + " " + fault.GetType().Name;
        }
    }

    static string Decode(Codec codec, string field)
    {
        var pieces = field == "-" ? new[] { new byte[0] } : field.Split('/').Select(ParseBytes).ToArray();
        var text = new StringBuilder();
        codec.Decoder.Reset();
        for (var i = 0; i < pieces.Length; i++)
        {
            var last = i == pieces.Length - 1;
            var units = new char[codec.Encoding.GetMaxCharCount(pieces.Sum(piece => piece.Length))];
            text.Append(units, 0, codec.Decoder.GetChars(pieces[i], 0, pieces[i].Length, units, 0, last));
        }
        return text.ToString();
    }

    // ---- the protocol

    static string Ask(string operation, Codec codec, string field)
    {
        try
        {
            switch (operation)
            {
                case "encode": return Encode(codec.Encoding, ParseText(field));
                case "decode": return "ok " + Format(Decode(codec, field));
                default: return "unsupported operation";
            }
        }
        catch (Unsupported fault)
        {
            return "unsupported " + fault.Message;
        }
        catch (DecoderFallbackException fault)
        {
            return "reject - " + fault.GetType().Name;
        }
    }

    // The reply to a request without its id.
    static string Reply(string[] words)
    {
        if (words.Length == 2 && words[0] == "hello" && words[1] == "1")
            return "ok 1 " + string.Join(",", Codecs.Keys) + " chunks";
        if (words.Length != 3) return "unsupported request";
        Codec codec;
        if (!Codecs.TryGetValue(words[1], out codec)) return "unsupported encoding";
        return Ask(words[0], codec, words[2]);
    }

    static void Answer(string line, TextWriter output)
    {
        var words = line.Split(' ');
        if (words.Length > 1 && words[0].Length > 0 && words[0].All(digit => '0' <= digit && digit <= '9'))
            output.Write(words[0] + " " + Reply(words.Skip(1).ToArray()) + "\n");
        else
            Console.Error.WriteLine("no request: " + line); // there is no id to reply to
    }

    static void Main(string[] arguments)
    {
        if (arguments.SequenceEqual(new[] { "--version" }))
        {
            const BindingFlags hidden = BindingFlags.NonPublic | BindingFlags.Static;
            var name = Type.GetType("Mono.Runtime").GetMethod("GetDisplayName", hidden);
            Console.WriteLine("Mono " + name.Invoke(null, null));
            return;
        }
        Offer("ascii", "us-ascii");
        Offer("cp437", "ibm437");
        foreach (var part in new[] { 1, 2, 3, 4, 5, 6, 7, 8, 9, 15 }) Offer("iso-8859-" + part, "iso-8859-" + part);
        Offer("utf-8", "utf-8");
        Offer("utf-16-be", "utf-16BE");
        Offer("utf-16-le", "utf-16");
        Offer("utf-32-be", "utf-32BE");
        Offer("utf-32-le", "utf-32");
        using (var input = new StreamReader(Console.OpenStandardInput(), Encoding.GetEncoding("iso-8859-1")))
        using (var output = new StreamWriter(Console.OpenStandardOutput(), Encoding.ASCII) { AutoFlush = true })
            for (string line; (line = input.ReadLine()) != null;) Answer(line, output);
    }
}
