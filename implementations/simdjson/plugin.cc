// simdjson's strings, as its DOM parser reads them from a JSON document that is one string.
//
// Encode writes each value as a \u escape, which the parser makes into UTF-8. Decode puts the bytes into the document as
// they are, but for what JSON wants escaped: a quotation mark, a backslash, and what is below a space. The text that the
// parser gives is UTF-8, of which the values are taken here.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <simdjson.h>

#define _Noreturn [[noreturn]] // protocol.h says it in the words of C
extern "C" {
#include "protocol.h"
}

namespace {

const Verdict taken = {OK, ""};

// An error of the document is a rejection, without a place; any other ends the program.
Verdict fault(simdjson::error_code error) {
    using namespace simdjson;
    if (error != UTF8_ERROR && error != STRING_ERROR) fail(error_message(error));
    return {NO_OFFSET, error == UTF8_ERROR ? "UTF8_ERROR" : "STRING_ERROR"};
}

void write_escape(std::string &document, std::uint32_t unit) {
    char escape[sizeof "\\uFFFF"];
    std::snprintf(escape, sizeof escape, "\\u%04X", static_cast<unsigned>(unit & 0xFFFF));
    document += escape;
}

// The parser's memory holds the text until it parses again.
simdjson::simdjson_result<std::string_view> parse(const std::string &document) {
    static simdjson::dom::parser parser;
    return parser.parse(document).get_string();
}

Verdict encode(const Codec *, const std::uint32_t *values, std::size_t count, Buffer *to) {
    std::string document = "\"";
    for (std::size_t i = 0; i < count; i++) {
        if (values[i] > 0x10FFFF) return {UNSUPPORTED, "value above U+10FFFF"};
        if (i > 0 && values[i - 1] >> 10 == 0xD800 >> 10 && values[i] >> 10 == 0xDC00 >> 10)
            return {UNSUPPORTED, "surrogates that a pair of escapes joins"};
        if (values[i] > 0xFFFF) {
            write_escape(document, 0xD800 + ((values[i] - 0x10000) >> 10));
            write_escape(document, 0xDC00 + (values[i] & 0x3FF));
        } else write_escape(document, values[i]);
    }
    std::string_view text;
    if (auto error = parse(document + '"').get(text)) return fault(error);
    append(to, text.data(), text.size());
    return taken;
}

void append_values(Buffer *to, std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        std::uint32_t value = static_cast<unsigned char>(text[i++]);
        if (value >= 0xC0) value &= value >= 0xF0 ? 0x07 : value >= 0xE0 ? 0x0F : 0x1F;
        for (; i < text.size() && (text[i] & 0xC0) == 0x80; i++) value = value << 6 | (text[i] & 0x3F);
        append_value(to, value);
    }
}

Verdict decode(const Codec *, const unsigned char *bytes, std::size_t length, Buffer *to) {
    std::string document = "\"";
    for (std::size_t i = 0; i < length; i++)
        if (bytes[i] < ' ' || bytes[i] == '"' || bytes[i] == '\\') write_escape(document, bytes[i]);
        else document += static_cast<char>(bytes[i]);
    std::string_view text;
    if (auto error = parse(document + '"').get(text)) return fault(error);
    append_values(to, text);
    return taken;
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("simdjson %s\n", SIMDJSON_STRINGIFY(SIMDJSON_VERSION));
        return EXIT_SUCCESS;
    }
    Codec utf_8{};
    utf_8.encoding = "utf-8";
    utf_8.encode = encode;
    utf_8.decode = decode;
    return serve(&utf_8, 1);
}
