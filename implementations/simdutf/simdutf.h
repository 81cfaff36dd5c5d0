/* The functions of simdutf that are asked, as its manual describes them (https://github.com/simdutf/simdutf, "API"). */

#ifndef SIMDUTF_H
#define SIMDUTF_H

#include <cstddef>

namespace simdutf {

/* `error` is 0 if there is none, and then `count` is the number of items written; otherwise it is that of the items read
 * before the fault. */
struct result {
    int error;
    std::size_t count;
};

std::size_t utf32_length_from_utf8(const char *bytes, std::size_t length);
std::size_t utf32_length_from_utf16le(const char16_t *units, std::size_t length);
std::size_t utf32_length_from_utf16be(const char16_t *units, std::size_t length);
std::size_t utf8_length_from_utf32(const char32_t *values, std::size_t length);
std::size_t utf16_length_from_utf32(const char32_t *values, std::size_t length);

result convert_utf8_to_utf32_with_errors(const char *bytes, std::size_t length, char32_t *values);
result convert_utf16le_to_utf32_with_errors(const char16_t *units, std::size_t length, char32_t *values);
result convert_utf16be_to_utf32_with_errors(const char16_t *units, std::size_t length, char32_t *values);
result convert_utf32_to_utf8_with_errors(const char32_t *values, std::size_t length, char *bytes);
result convert_utf32_to_utf16le_with_errors(const char32_t *values, std::size_t length, char16_t *units);
result convert_utf32_to_utf16be_with_errors(const char32_t *values, std::size_t length, char16_t *units);

} // namespace simdutf

#endif
