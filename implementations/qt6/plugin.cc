// Qt 6's QStringDecoder and QStringEncoder, told that each text stands alone.
//
// Both replace what is ill-formed and go on, and tell afterwards that they did, until resetState: that is a rejection. They
// tell no place. A QString is UTF-16: values that it does not hold are answered with "unsupported".

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include <QString>
#include <QStringDecoder>
#include <QStringEncoder>

#define _Noreturn [[noreturn]] // protocol.h says it in the words of C
extern "C" {
#include "protocol.h"
}

namespace {

using Converter = QStringConverter;

const Verdict taken = {OK, ""};

// Without state, the end of the text is the end of its last character. A byte-order mark is a character where the
// encoding's name tells the byte order.
const auto flags = Converter::Flag::Stateless | Converter::Flag::ConvertInitialBom;

const struct {
    const char *name;
    Converter::Encoding encoding;
} encodings[] = {
    {"utf-8", Converter::Utf8},
    {"utf-16-be", Converter::Utf16BE},
    {"utf-16-le", Converter::Utf16LE},
    {"utf-32-be", Converter::Utf32BE},
    {"utf-32-le", Converter::Utf32LE},
    {"iso-8859-1", Converter::Latin1},
};

Verdict encode(const Codec *codec, const std::uint32_t *values, std::size_t count, Buffer *to) {
    QString text;
    for (std::size_t i = 0; i < count; i++) {
        if (values[i] > QChar::LastValidCodePoint) return {UNSUPPORTED, "value above U+10FFFF"};
        if (i > 0 && QChar::isHighSurrogate(values[i - 1]) && QChar::isLowSurrogate(values[i]))
            return {UNSUPPORTED, "surrogates that UTF-16 joins"};
        text += QChar::fromUcs4(values[i]);
    }
    QStringEncoder &encoder = *static_cast<QStringEncoder *>(codec->handles[0]);
    encoder.resetState();
    const QByteArray bytes = encoder.encode(text);
    if (encoder.hasError()) return {NO_OFFSET, "hasError"};
    append(to, bytes.constData(), static_cast<std::size_t>(bytes.size()));
    return taken;
}

void append_values(Buffer *to, const QString &text) {
    for (qsizetype i = 0; i < text.size(); i++) {
        const bool pair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        append_value(to, pair ? QChar::surrogateToUcs4(text[i], text[i + 1]) : text[i].unicode());
        i += pair;
    }
}

Verdict decode(const Codec *codec, const unsigned char *bytes, std::size_t length, Buffer *to) {
    QStringDecoder &decoder = *static_cast<QStringDecoder *>(codec->handles[1]);
    decoder.resetState();
    const QString text = decoder.decode(QByteArrayView(bytes, static_cast<qsizetype>(length)));
    if (decoder.hasError()) return {NO_OFFSET, "hasError"};
    append_values(to, text);
    return taken;
}

} // namespace

int main(int argc, char **argv) {
    if (argc == 2 && std::strcmp(argv[1], "--version") == 0) {
        std::printf("Qt %s\n", qVersion());
        return EXIT_SUCCESS;
    }
    Codec codecs[std::size(encodings)]{};
    for (std::size_t i = 0; i < std::size(encodings); i++) {
        codecs[i].encoding = encodings[i].name;
        codecs[i].encode = encode;
        codecs[i].decode = decode;
        codecs[i].handles[0] = new QStringEncoder(encodings[i].encoding, flags);
        codecs[i].handles[1] = new QStringDecoder(encodings[i].encoding, flags);
    }
    return serve(codecs, std::size(codecs));
}
