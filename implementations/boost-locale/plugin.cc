// Boost.Locale's own conversions between encodings of Unicode: boost::locale::conv::utf_to_utf, with the policy stop.
//
// They are templates, and use no backend. conversion_error tells nothing but that the input is ill-formed. UTF-16 is code
// units in memory.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>

#include <boost/locale/encoding_utf.hpp>
#include <boost/version.hpp>

#define _Noreturn [[noreturn]] // protocol.h says it in the words of C
extern "C" {
#include "protocol.h"
}

namespace {

namespace conv = boost::locale::conv;

template <typename To, typename From> Verdict convert(const From *from, std::size_t units, Buffer *to) {
    try {
        std::basic_string<To> converted = conv::utf_to_utf<To>(from, from + units, conv::stop);
        append(to, converted.data(), converted.size() * sizeof(To));
    } catch (const conv::conversion_error &) {
        return {NO_OFFSET, "conversion_error"};
    }
    return {OK, ""};
}

template <typename Unit> Verdict encode(const Codec *, const std::uint32_t *values, std::size_t count, Buffer *to) {
    return convert<Unit>(reinterpret_cast<const char32_t *>(values), count, to);
}

template <typename Unit> Verdict decode(const Codec *, const unsigned char *bytes, std::size_t length, Buffer *to) {
    if (length % sizeof(Unit) != 0) return {UNSUPPORTED, "half a code unit"};
    return convert<char32_t>(reinterpret_cast<const Unit *>(bytes), length / sizeof(Unit), to); // aligned
}

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define UTF_16 "utf-16-le"
#else
#define UTF_16 "utf-16-be"
#endif

const Codec codecs[] = {
    {.encoding = "utf-8", .encode = encode<char>, .decode = decode<char>},
    {.encoding = UTF_16, .encode = encode<char16_t>, .decode = decode<char16_t>},
};

} // namespace

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("Boost %d.%d.%d\n", BOOST_VERSION / 100000, BOOST_VERSION / 100 % 1000, BOOST_VERSION % 100);
        return EXIT_SUCCESS;
    }
    return serve(codecs, std::size(codecs));
}
