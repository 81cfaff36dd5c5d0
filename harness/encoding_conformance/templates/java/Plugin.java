import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/**
 * A plug-in for conform. It does ASCII: replace encode and decode with your codec. The code below them speaks the
 * plug-in protocol, version 1 (docs/plug-ins.md), and can stay as it is.
 */
final class Plugin {
    /** The id, as in implementation.yaml. */
    private static final String ENCODING = "ascii";

    /**
     * Thrown if the input is ill-formed, with the offset of the first bad byte or the index of the first bad value. If your
     * codec does not report the place, throw new Rejected().
     */
    private static final class Rejected extends Exception {
        final OptionalInt offset;

        Rejected() {
            super("ill-formed");
            offset = OptionalInt.empty();
        }

        Rejected(int offset) {
            super("ill-formed");
            this.offset = OptionalInt.of(offset);
        }
    }

    /** YOUR CODEC. A value that no long holds comes as Long.MAX_VALUE. */
    private static byte[] encode(long[] values) throws Rejected {
        byte[] bytes = new byte[values.length];
        for (int index = 0; index < values.length; index++) {
            if (values[index] > 0x7F) throw new Rejected(index);
            bytes[index] = (byte) values[index];
        }
        return bytes;
    }

    /** YOUR CODEC. */
    private static long[] decode(byte[] bytes) throws Rejected {
        long[] values = new long[bytes.length];
        for (int offset = 0; offset < bytes.length; offset++) {
            int value = Byte.toUnsignedInt(bytes[offset]);
            if (value > 0x7F) throw new Rejected(offset);
            values[offset] = value;
        }
        return values;
    }

    // ---- The protocol.

    private static final int READ_SIZE = 1 << 16;

    private static long parseValue(String digits) {
        try {
            return Long.parseLong(digits, 16);
        } catch (NumberFormatException tooLarge) {
            return Long.MAX_VALUE;
        }
    }

    private static String orHyphen(String field) {
        return field.isEmpty() ? "-" : field;
    }

    private static String encode(String field) throws Rejected {
        String[] numbers = field.equals("-") ? new String[0] : field.split(",");
        long[] values = Arrays.stream(numbers).mapToLong(Plugin::parseValue).toArray();
        return orHyphen(HexFormat.of().formatHex(encode(values)));
    }

    private static String decode(String field) throws Rejected {
        byte[] bytes = HexFormat.of().parseHex(field.equals("-") ? "" : field);
        return orHyphen(Arrays.stream(decode(bytes)).mapToObj(Long::toHexString).collect(Collectors.joining(",")));
    }

    /** With several encodings, hello names them all, separated by commas, and the third word says which is meant. */
    private static String answer(String line) {
        String[] words = line.split(" ");
        String id = words[0];
        try {
            if (words[1].equals("hello")) return id + " ok 1 " + ENCODING;
            if (!words[2].equals(ENCODING)) return id + " unsupported encoding";
            return id + " ok " + (words[1].equals("encode") ? encode(words[3]) : decode(words[3]));
        } catch (Rejected rejected) {
            return id + " reject " + (rejected.offset.isPresent() ? rejected.offset.getAsInt() : "-");
        }
    }

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII), READ_SIZE);
        // It is closed in any case: replies that came before a crash tell what it came with.
        try (var output = new PrintWriter(System.out, false, StandardCharsets.US_ASCII)) {
            for (String line; (line = input.readLine()) != null; ) {
                output.print(answer(line) + "\n");
                if (!input.ready()) output.flush();  // no reply waits while no input does
            }
        }
    }
}
