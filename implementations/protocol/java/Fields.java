import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.HexFormat;
import java.util.stream.Collectors;

/** The fields of requests and replies: hexadecimal on the wire, bytes and UTF-16 in memory. */
final class Fields {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** No string of Java's holds this: the message says why. */
    static final class Unsupported extends Exception {
        Unsupported(String message) {
            super(message);
        }
    }

    private Fields() {}

    /** The text of a VALUES field. */
    static CharBuffer text(String field) throws Unsupported {
        StringBuilder text = new StringBuilder(field.length());
        if (field.equals("-")) return CharBuffer.wrap(text);
        for (String digits : field.split(",", -1)) {
            int value = value(digits);
            if (joins(text, value)) throw new Unsupported("surrogates that UTF-16 joins");
            text.appendCodePoint(value);
        }
        return CharBuffer.wrap(text.toString().toCharArray());
    }

    private static int value(String digits) throws Unsupported {
        if (digits.isEmpty() || !digits.chars().allMatch(HexFormat::isHexDigit)) throw new Unsupported("field");
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

    /** The bytes of a BYTES field and, in the array, where its pieces end. */
    static ByteBuffer bytes(String[] pieces, int[] ends) throws Unsupported {
        try {
            byte[] bytes = HEX.parseHex(String.join("", pieces));
            for (int i = 0, end = 0; i < pieces.length; i++) {
                if (pieces[i].length() % 2 != 0) throw new Unsupported("field");
                end += pieces[i].length() / 2;
                ends[i] = end;
            }
            return ByteBuffer.wrap(bytes);
        } catch (IllegalArgumentException fault) {
            throw new Unsupported("field");
        }
    }

    static String of(ByteBuffer bytes) {
        return bytes.hasRemaining() ? HEX.formatHex(bytes.array(), bytes.position(), bytes.limit()) : "-";
    }

    static String of(CharBuffer text) {
        if (!text.hasRemaining()) return "-";
        return text.codePoints().mapToObj(Fields::hex).collect(Collectors.joining(","));
    }

    private static String hex(int value) {
        return Integer.toHexString(value).toUpperCase();
    }
}
