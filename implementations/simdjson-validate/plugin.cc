// simdjson's validator of UTF-8, which says whether a text is well-formed, and not where it is wrong.

#include <simdjson.h>

#include "conform.h"

extern "C" int conform_validate(const char *, const uint8_t *bytes, size_t length, size_t *) {
    return simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length) ? CONFORM_OK : CONFORM_REJECT;
}
