import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/** A charset that reports what is ill-formed, asked one whole text at a time, each from its initial state. */
final class Codec {
    private final CharsetEncoder encoder;
    private final CharsetDecoder decoder;

    Codec(Charset charset) {
        encoder = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
    }

    /** What is ill-formed begins where the text's position then is, if the charset does as java.nio asks. */
    ByteBuffer encode(CharBuffer text) throws CharacterCodingException {
        return encoder.encode(text);
    }

    /**
     * Decodes bytes that are fed in pieces, each of which reaches to one of the ends; the last end is that of all.
     * What is ill-formed begins where the position of the bytes then is, if the charset does as java.nio asks.
     */
    CharBuffer decode(ByteBuffer bytes, int[] ends) throws CharacterCodingException {
        CharBuffer text = CharBuffer.allocate(bytes.remaining() + 1);
        decoder.reset();
        for (int piece = 0; piece < ends.length; piece++) {
            bytes.limit(ends[piece]);
            boolean last = piece == ends.length - 1;
            CoderResult result;
            while ((result = decoder.decode(bytes, text, last)).isOverflow()) text = grown(text);
            if (result.isError()) result.throwException();
        }
        while (decoder.flush(text).isOverflow()) text = grown(text);
        return text.flip();
    }

    private static CharBuffer grown(CharBuffer text) {
        return CharBuffer.allocate(2 * text.capacity()).put(text.flip());
    }
}
