/*
 * simdutf as a shared library. Its functions read the input where it is, and write to the last bytes of the output, so
 * that an instruction that reads or writes too much touches what is behind it. Values become 64 bits wide after that.
 *
 * simdutf takes UTF-16 as code units. It is not asked about half of one, and units at an odd address are copied.
 */

#include <cstdint>
#include <cstring>
#include <memory>

#include "conform.h"
#include "simdutf.h"

namespace {

constexpr std::uint64_t MOST = 0xFFFFFFFF; // of a char32_t

struct Encoding {
    const char *id;
    std::size_t unit; // bytes
    std::size_t (*values_in)(const void *units, std::size_t length);
    std::size_t (*units_for)(const char32_t *values, std::size_t length);
    simdutf::result (*decode)(const void *units, std::size_t length, char32_t *values);
    simdutf::result (*encode)(const char32_t *values, std::size_t length, void *units);
};

using Utf8 = char;
using Utf16 = char16_t;

const Encoding encodings[] = {
    {
        "utf-8", sizeof(Utf8),
        [](const void *units, std::size_t length) {
            return simdutf::utf32_length_from_utf8(static_cast<const Utf8 *>(units), length);
        },
        simdutf::utf8_length_from_utf32,
        [](const void *units, std::size_t length, char32_t *values) {
            return simdutf::convert_utf8_to_utf32_with_errors(static_cast<const Utf8 *>(units), length, values);
        },
        [](const char32_t *values, std::size_t length, void *units) {
            return simdutf::convert_utf32_to_utf8_with_errors(values, length, static_cast<Utf8 *>(units));
        },
    },
    {
        "utf-16-le", sizeof(Utf16),
        [](const void *units, std::size_t length) {
            return simdutf::utf32_length_from_utf16le(static_cast<const Utf16 *>(units), length);
        },
        simdutf::utf16_length_from_utf32,
        [](const void *units, std::size_t length, char32_t *values) {
            return simdutf::convert_utf16le_to_utf32_with_errors(static_cast<const Utf16 *>(units), length, values);
        },
        [](const char32_t *values, std::size_t length, void *units) {
            return simdutf::convert_utf32_to_utf16le_with_errors(values, length, static_cast<Utf16 *>(units));
        },
    },
    {
        "utf-16-be", sizeof(Utf16),
        [](const void *units, std::size_t length) {
            return simdutf::utf32_length_from_utf16be(static_cast<const Utf16 *>(units), length);
        },
        simdutf::utf16_length_from_utf32,
        [](const void *units, std::size_t length, char32_t *values) {
            return simdutf::convert_utf16be_to_utf32_with_errors(static_cast<const Utf16 *>(units), length, values);
        },
        [](const char32_t *values, std::size_t length, void *units) {
            return simdutf::convert_utf32_to_utf16be_with_errors(values, length, static_cast<Utf16 *>(units));
        },
    },
};

const Encoding *encoding_of(const char *id) {
    for (const Encoding &encoding : encodings)
        if (std::strcmp(encoding.id, id) == 0) return &encoding;
    return nullptr;
}

bool is_aligned(const void *address, std::size_t unit) {
    return reinterpret_cast<std::uintptr_t>(address) % unit == 0;
}

std::unique_ptr<std::uint8_t[]> copy_of(const std::uint8_t *bytes, std::size_t length) {
    std::unique_ptr<std::uint8_t[]> copy(new std::uint8_t[length]);
    std::memcpy(copy.get(), bytes, length);
    return copy;
}

/* Values of 32 bits become values of 64, from the first to the last. The former stand at the end of the latter's place. */
void widen(const char32_t *narrow, std::size_t count, std::uint64_t *wide) {
    for (std::size_t i = 0; i < count; i++) {
        char32_t value;
        std::memcpy(&value, narrow + i, sizeof value);
        wide[i] = value;
    }
}

} // namespace

int conform_decode(const char *id, const uint8_t *bytes, size_t length, uint64_t *values, size_t capacity,
                   size_t *count, size_t *offset) {
    const Encoding *encoding = encoding_of(id);
    if (encoding == nullptr || length % encoding->unit != 0) return CONFORM_UNSUPPORTED;
    const std::size_t units = length / encoding->unit;
    std::unique_ptr<std::uint8_t[]> copy;
    if (!is_aligned(bytes, encoding->unit)) bytes = (copy = copy_of(bytes, length)).get();
    *count = encoding->values_in(bytes, units);
    if (*count > capacity) return CONFORM_TOO_SMALL;
    char32_t *narrow = reinterpret_cast<char32_t *>(values) + *count; /* the last half of the output */
    const simdutf::result told = encoding->decode(bytes, units, narrow);
    if (told.error != 0) {
        *offset = told.count * encoding->unit;
        return CONFORM_REJECT;
    }
    *count = told.count;
    widen(narrow, *count, values);
    return CONFORM_OK;
}

int conform_encode(const char *id, const uint64_t *values, size_t length, uint8_t *bytes, size_t capacity,
                   size_t *count, size_t *offset) {
    const Encoding *encoding = encoding_of(id);
    if (encoding == nullptr) return CONFORM_UNSUPPORTED;
    std::unique_ptr<char32_t[]> narrowed(new char32_t[length]);
    for (std::size_t i = 0; i < length; i++) {
        if (values[i] > MOST) return CONFORM_UNSUPPORTED;
        narrowed[i] = static_cast<char32_t>(values[i]);
    }
    const std::size_t units = encoding->units_for(narrowed.get(), length);
    *count = units * encoding->unit;
    if (*count > capacity) return CONFORM_TOO_SMALL;
    std::unique_ptr<std::uint8_t[]> copy(is_aligned(bytes, encoding->unit) ? nullptr : new std::uint8_t[*count]);
    const simdutf::result told = encoding->encode(narrowed.get(), length, copy ? copy.get() : bytes);
    if (told.error != 0) {
        *offset = told.count;
        return CONFORM_REJECT;
    }
    *count = told.count * encoding->unit;
    if (copy) std::memcpy(bytes, copy.get(), *count);
    return CONFORM_OK;
}
