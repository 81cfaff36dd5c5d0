// Qt 5's QTextCodec: its QTextDecoder, which is given pieces, and its QTextEncoder.
//
// Both replace what is ill-formed and go on, and tell afterwards that they did: that is a rejection, and so is a decoder
// that needs more bytes at the end. They tell no place. A QString is UTF-16: values that it does not hold are answered
// with "unsupported".

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <memory>

#include <QString>
#include <QTextCodec>
#include <QTextDecoder>
#include <QTextEncoder>

#define _Noreturn [[noreturn]] // protocol.h says it in the words of C
extern "C" {
#include "protocol.h"
}

namespace {

const Verdict taken = {OK, ""};

// A byte-order mark is a character where the encoding's name tells the byte order.
const auto flags = QTextCodec::IgnoreHeader;

QTextCodec *codec_of(const Codec *codec) { return static_cast<QTextCodec *>(codec->handles[0]); }

Verdict encode(const Codec *codec, const std::uint32_t *values, std::size_t count, Buffer *to) {
    QString text;
    for (std::size_t i = 0; i < count; i++) {
        if (values[i] > QChar::LastValidCodePoint) return {UNSUPPORTED, "value above U+10FFFF"};
        if (i > 0 && QChar::isHighSurrogate(values[i - 1]) && QChar::isLowSurrogate(values[i]))
            return {UNSUPPORTED, "surrogates that UTF-16 joins"};
        if (QChar::requiresSurrogates(values[i])) {
            text += QChar(QChar::highSurrogate(values[i]));
            text += QChar(QChar::lowSurrogate(values[i]));
        } else text += QChar(values[i]);
    }
    std::unique_ptr<QTextEncoder> encoder(codec_of(codec)->makeEncoder(flags));
    const QByteArray bytes = encoder->fromUnicode(text);
    if (encoder->hasFailure()) return {NO_OFFSET, "hasFailure"};
    append(to, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return taken;
}

void append_values(Buffer *to, const QString &text) {
    for (int i = 0; i < text.size(); i++) {
        const bool pair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        append_value(to, pair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : text[i].unicode());
        i += pair;
    }
}

Verdict decode(const Codec *codec, const unsigned char *bytes, const std::size_t *ends, std::size_t pieces, Buffer *to) {
    std::unique_ptr<QTextDecoder> decoder(codec_of(codec)->makeDecoder(flags));
    QString text;
    std::size_t start = 0;
    for (std::size_t i = 0; i < pieces; start = ends[i++])
        text += decoder->toUnicode(reinterpret_cast<const char *>(bytes) + start, static_cast<int>(ends[i] - start));
    if (decoder->hasFailure()) return {NO_OFFSET, "hasFailure"};
    if (decoder->needsMoreData()) return {NO_OFFSET, "needsMoreData"};
    append_values(to, text);
    return taken;
}

// The encodings by their ids, and Qt's names of them.
const char *const names[][2] = {
    {"utf-8", "UTF-8"},
    {"utf-16-be", "UTF-16BE"},
    {"utf-16-le", "UTF-16LE"},
    {"utf-32-be", "UTF-32BE"},
    {"utf-32-le", "UTF-32LE"},
    {"ascii", "US-ASCII"},
    {"iso-8859-1", "ISO-8859-1"},
    {"iso-8859-2", "ISO-8859-2"},
    {"iso-8859-3", "ISO-8859-3"},
    {"iso-8859-4", "ISO-8859-4"},
    {"iso-8859-5", "ISO-8859-5"},
    {"iso-8859-6", "ISO-8859-6"},
    {"iso-8859-7", "ISO-8859-7"},
    {"iso-8859-8", "ISO-8859-8"},
    {"iso-8859-9", "ISO-8859-9"},
    {"iso-8859-10", "ISO-8859-10"},
    {"iso-8859-13", "ISO-8859-13"},
    {"iso-8859-14", "ISO-8859-14"},
    {"iso-8859-15", "ISO-8859-15"},
};

Codec codec(const char *encoding, const char *name) {
    Codec made{};
    made.encoding = encoding;
    made.encode = encode;
    made.decode_pieces = decode;
    made.handles[0] = QTextCodec::codecForName(name);
    if (made.handles[0] == nullptr) fail(name);
    return made;
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("Qt %s\n", qVersion());
        return EXIT_SUCCESS;
    }
    Codec codecs[std::size(names)];
    for (std::size_t i = 0; i < std::size(names); i++) codecs[i] = codec(names[i][0], names[i][1]);
    return serve(codecs, std::size(codecs));
}
