import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.util.List;

/** A charset that reports what is ill-formed, asked one whole text at a time, each from its initial state. */
final class CharsetCodec implements Codec {
    private final CharsetEncoder encoder;
    private final CharsetDecoder decoder;
    private final boolean positioned;

    /** If the charset is positioned, it leaves the position at the fault, as java.nio asks of it. */
    CharsetCodec(Charset charset, boolean positioned) {
        encoder = charset.newEncoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        decoder = charset.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        this.positioned = positioned;
    }

    @Override
    public String encode(String[] values) throws Unsupported {
        CharBuffer text = text(values);
        try {
            ByteBuffer bytes = encoder.encode(text);
            return "ok " + Fields.of(bytes.array(), bytes.position(), bytes.limit());
        } catch (CharacterCodingException fault) {
            int units = text.position();
            return rejection(Character.codePointCount(text.rewind(), 0, units), fault);
        }
    }

    @Override
    public String decode(List<byte[]> pieces) {
        ByteBuffer bytes = ByteBuffer.allocate(pieces.stream().mapToInt(piece -> piece.length).sum());
        try {
            CharBuffer text = decode(bytes, pieces);
            return "ok " + Fields.of(text.codePoints().mapToObj(Integer::toHexString));
        } catch (CharacterCodingException fault) {
            return rejection(bytes.position(), fault);
        }
    }

    /** Feeds the decoder the pieces, one after another, by way of a buffer for all of them. */
    private CharBuffer decode(ByteBuffer bytes, List<byte[]> pieces) throws CharacterCodingException {
        CharBuffer text = CharBuffer.allocate(bytes.remaining() + 1);
        decoder.reset();
        int end = 0;
        for (int i = 0; i < pieces.size(); i++) {
            byte[] piece = pieces.get(i);
            bytes.limit(end + piece.length).put(end, piece);
            end += piece.length;
            boolean last = i == pieces.size() - 1;
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

    private String rejection(int offset, CharacterCodingException fault) {
        String reason = fault.getClass().getSimpleName() + ": " + fault.getMessage();
        return "reject " + (positioned ? offset : "-") + " " + reason;
    }

    static CharBuffer text(String[] values) throws Unsupported {
        StringBuilder text = new StringBuilder(values.length);
        for (String digits : values) {
            int value = codePoint(digits);
            if (joins(text, value)) throw new Unsupported("surrogates that UTF-16 joins");
            text.appendCodePoint(value);
        }
        return CharBuffer.wrap(text.toString().toCharArray());
    }

    private static int codePoint(String digits) throws Unsupported {
        try {
            int value = Integer.parseInt(digits, 16);
            if (Character.isValidCodePoint(value)) return value;
        } catch (NumberFormatException tooLarge) {
            // likewise
        }
        throw new Unsupported("value above U+10FFFF");
    }

    private static boolean joins(CharSequence text, int value) {
        return !text.isEmpty()
                && Character.isHighSurrogate(text.charAt(text.length() - 1))
                && value >= Character.MIN_LOW_SURROGATE
                && value <= Character.MAX_LOW_SURROGATE;
    }
}
