// Botan's object identifiers: OID::encode_into a DER_Encoder, and OID::decode_from a BER_Decoder.
//
// Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. The tag and
// the length are Botan's too. Its exceptions do not tell where the fault is.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>
#include <vector>

#include <botan/asn1_obj.h>
#include <botan/ber_dec.h>
#include <botan/der_enc.h>
#include <botan/version.h>

#define _Noreturn [[noreturn]] // protocol.h says it in the words of C
extern "C" {
#include "protocol.h"
}

namespace {

const std::vector<std::uint32_t> first = {1, 3};

// A copy: what is thrown does not outlive its handler.
Verdict refusal(const Botan::Exception &thrown) {
    static std::string reason;
    reason = thrown.what();
    return {NO_OFFSET, reason.c_str()};
}

// The contents of an encoded object, without its tag and length.
std::vector<std::uint8_t> contents(const std::vector<std::uint8_t> &encoded) {
    Botan::BER_Decoder decoder(encoded);
    Botan::BER_Object object = decoder.get_next_object();
    return {object.bits(), object.bits() + object.length()};
}

Verdict encode(const Codec *, const std::uint32_t *values, std::size_t count, Buffer *to) {
    std::vector<std::uint32_t> arcs = first;
    arcs.insert(arcs.end(), values, values + count);
    try {
        std::vector<std::uint8_t> encoded;
        Botan::DER_Encoder(encoded).encode(Botan::OID(std::move(arcs)));
        std::vector<std::uint8_t> bytes = contents(encoded);
        append(to, bytes.data() + 1, bytes.size() - 1); // 1.3 is one byte
    } catch (const Botan::Exception &thrown) {
        return refusal(thrown);
    }
    return {OK, ""};
}

Verdict decode(const Codec *, const unsigned char *bytes, std::size_t length, Buffer *to) {
    std::vector<std::uint8_t> of_arcs = {0x2B};
    of_arcs.insert(of_arcs.end(), bytes, bytes + length);
    try {
        std::vector<std::uint8_t> encoded;
        Botan::DER_Encoder(encoded).add_object(Botan::OBJECT_ID, Botan::UNIVERSAL, of_arcs);
        Botan::OID identifier;
        Botan::BER_Decoder(encoded).decode(identifier);
        const std::vector<std::uint32_t> &arcs = identifier.get_components();
        for (std::size_t i = first.size(); i < arcs.size(); i++) append_value(to, arcs[i]);
    } catch (const Botan::Exception &thrown) {
        return refusal(thrown);
    }
    return {OK, ""};
}

const Codec codecs[] = {{.encoding = "kim-count", .encode = encode, .decode = decode}};

} // namespace

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("Botan %s\n", Botan::short_version_string().c_str());
        return EXIT_SUCCESS;
    }
    return serve(codecs, std::size(codecs));
}
