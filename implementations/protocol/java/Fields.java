import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The fields of requests and replies, which are hexadecimal on the wire. */
final class Fields {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private Fields() {}

    /** The hex numbers of a VALUES field. */
    static String[] values(String field) throws Unsupported {
        if (field.equals("-")) return new String[0];
        String[] values = field.split(",", -1);
        for (String digits : values) {
            if (digits.isEmpty() || !digits.chars().allMatch(HexFormat::isHexDigit)) throw new Unsupported("field");
        }
        return values;
    }

    /** The pieces of a BYTES field. */
    static List<byte[]> pieces(String field) throws Unsupported {
        if (field.equals("-")) return List.of(new byte[0]);
        try {
            return Stream.of(field.split("/", -1)).map(HEX::parseHex).toList();
        } catch (IllegalArgumentException fault) {
            throw new Unsupported("field");
        }
    }

    static String of(byte[] bytes, int start, int end) {
        return start < end ? HEX.formatHex(bytes, start, end) : "-";
    }

    static String of(Stream<String> values) {
        String field = values.map(String::toUpperCase).collect(Collectors.joining(","));
        return field.isEmpty() ? "-" : field;
    }
}
