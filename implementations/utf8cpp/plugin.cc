// utf8cpp (UTF8-CPP), its checked functions: utf8::append and utf8::utf8to32; utf8::utf8to16 and utf8::utf16to8.
//
// Its exceptions tell what is wrong but not where; utf8::find_invalid tells that of bytes, and utf8::append is asked
// value by value. UTF-16 is code units in memory, which it converts from and to UTF-8.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include <utf8.h>

#define _Noreturn [[noreturn]] // protocol.h says it in the words of C
extern "C" {
#include "protocol.h"
}

namespace {

const Verdict taken = {OK, ""};

// A copy: what is thrown does not outlive its handler.
Verdict fault(std::ptrdiff_t offset, const utf8::exception &thrown) {
    static std::string reason;
    reason = thrown.what();
    return {offset, reason.c_str()};
}

template <typename Unit> void append_all(Buffer *to, const std::vector<Unit> &units) {
    append(to, units.data(), units.size() * sizeof(Unit));
}

Verdict encode_utf_8(const Codec *, const std::uint32_t *values, std::size_t count, Buffer *to) {
    std::vector<unsigned char> bytes;
    for (std::size_t i = 0; i < count; i++) {
        try {
            utf8::append(values[i], std::back_inserter(bytes));
        } catch (const utf8::exception &thrown) {
            return fault(static_cast<std::ptrdiff_t>(i), thrown);
        }
    }
    append_all(to, bytes);
    return taken;
}

Verdict decode_utf_8(const Codec *, const unsigned char *bytes, std::size_t length, Buffer *to) {
    std::vector<std::uint32_t> values;
    try {
        utf8::utf8to32(bytes, bytes + length, std::back_inserter(values));
    } catch (const utf8::exception &thrown) {
        return fault(utf8::find_invalid(bytes, bytes + length) - bytes, thrown);
    }
    append_all(to, values);
    return taken;
}

Verdict encode_utf_16(const Codec *codec, const std::uint32_t *values, std::size_t count, Buffer *to) {
    Buffer bytes = {};
    Verdict verdict = encode_utf_8(codec, values, count, &bytes);
    if (verdict.offset == OK) {
        std::vector<std::uint16_t> units;
        utf8::utf8to16(bytes.data, bytes.data + bytes.length, std::back_inserter(units));
        append_all(to, units);
    }
    std::free(bytes.data);
    return verdict;
}

Verdict decode_utf_16(const Codec *codec, const unsigned char *bytes, std::size_t length, Buffer *to) {
    if (length % sizeof(std::uint16_t) != 0) return {UNSUPPORTED, "half a code unit"};
    const auto *units = reinterpret_cast<const std::uint16_t *>(bytes); // protocol.c's buffers are aligned
    std::vector<unsigned char> in_utf_8;
    try {
        utf8::utf16to8(units, units + length / sizeof *units, std::back_inserter(in_utf_8));
    } catch (const utf8::exception &thrown) {
        return fault(NO_OFFSET, thrown);
    }
    Verdict verdict = decode_utf_8(codec, in_utf_8.data(), in_utf_8.size(), to);
    if (verdict.offset >= 0) verdict.offset = NO_OFFSET; // it is one in UTF-8
    return verdict;
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UTF_16 "utf-16-le"
#else
#define UTF_16 "utf-16-be"
#endif

const Codec codecs[] = {
    {.encoding = "utf-8", .encode = encode_utf_8, .decode = decode_utf_8},
    {.encoding = UTF_16, .encode = encode_utf_16, .decode = decode_utf_16},
};

} // namespace

int main() { return serve(codecs, std::size(codecs)); }
