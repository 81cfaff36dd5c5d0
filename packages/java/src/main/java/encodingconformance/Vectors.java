package encodingconformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Test vectors for text encodings. */
public final class Vectors {
    private Vectors() {}

    /**
     * The test vectors of an encoding: those for bytes to values, and those for values to bytes. A value is a long without a sign;
     * the test vectors with values of more than 64 bits are left out, and {@code beyond64Bits} has their ids.
     */
    public record Encoding(
        String id, String title, List<Vector<byte[], long[]>> decode, List<Vector<long[], byte[]>> encode, List<String> beyond64Bits) {}

    /** An input, with the outcomes that the specification permits. If {@code mayRefuse}, any rejection passes as well. */
    public record Vector<Input, Output>(
        String id, Input input, List<Permitted<Output>> permitted, boolean mayRefuse, String note, List<Requirement> requirements) {

        /** Whether a codec that gives this result passes. */
        public boolean permitsResult(Output result) {
            return permitted.stream().anyMatch(each -> each instanceof Result<Output> due && Objects.deepEquals(due.result, result));
        }

        /** Whether a codec that rejects the input without saying where passes. */
        public boolean permitsRejection() {
            return mayRefuse || permitted.stream().anyMatch(each -> each instanceof Rejection);
        }

        /** Whether a codec passes that rejects the input with this number of bytes or values before the first fault. */
        public boolean permitsRejection(int offset) {
            return mayRefuse || permitted.stream().anyMatch(
                each -> each instanceof Rejection<Output> due && (due.offset == null || due.offset == offset));
        }
    }

    /** An outcome that the specification permits. */
    public sealed interface Permitted<Output> permits Result, Rejection {}

    public record Result<Output>(Output result) implements Permitted<Output> {}

    /** The offset is null if the specification does not determine it. The reason is for people, and may be null. */
    public record Rejection<Output>(Integer offset, String reason) implements Permitted<Output> {}

    /** A statement of the specification that a test vector tests. */
    public record Requirement(String id, String section, String sentence) {}

    /** The version of the test vectors. */
    public static String version() {
        return (String) manifest().get("version");
    }

    /** The ids of the encodings. */
    public static List<String> encodings() {
        return list(manifest().get("encodings")).stream().map(each -> (String) each.get("id")).toList();
    }

    /**
     * The test vectors of an encoding.
     *
     * @throws IllegalArgumentException if there is no such encoding
     */
    public static Encoding load(String encoding) {
        Map<String, Object> found = list(manifest().get("encodings")).stream()
            .filter(each -> each.get("id").equals(encoding)).findFirst().orElseThrow(() -> new IllegalArgumentException(
                "no encoding \"" + encoding + "\"; there are " + String.join(", ", encodings())));
        List<Vector<byte[], long[]>> decode = new ArrayList<>();
        List<Vector<long[], byte[]>> encode = new ArrayList<>();
        List<String> beyond = new ArrayList<>();
        for (String line : read((String) found.get("file")).lines().toList()) {
            Map<String, Object> stated = object(Json.parse(line));
            try {
                if (stated.get("operation").equals("decode")) decode.add(vector(stated, Vectors::bytes, Vectors::values));
                else encode.add(vector(stated, Vectors::values, Vectors::bytes));
            } catch (NumberFormatException error) {
                beyond.add((String) stated.get("id"));
            }
        }
        return new Encoding(encoding, (String) found.get("title"), List.copyOf(decode), List.copyOf(encode), List.copyOf(beyond));
    }

    private static <Input, Output> Vector<Input, Output> vector(
        Map<String, Object> stated, Function<String, Input> input, Function<String, Output> result) {
        List<Permitted<Output>> permitted = list(stated.get("permitted")).stream().<Permitted<Output>>map(
            each -> each.get("outcome").equals("ok")
                ? new Result<>(result.apply(text(each, "result")))
                : new Rejection<>((Integer) each.get("offset"), (String) each.get("reason"))).toList();
        List<Requirement> requirements = list(stated.get("requirements")).stream().map(
            each -> new Requirement((String) each.get("id"), (String) each.get("section"), (String) each.get("sentence"))).toList();
        return new Vector<>((String) stated.get("id"), input.apply(text(stated, "input")), permitted,
            (Boolean) stated.get("may_refuse"), (String) stated.get("note"), requirements);
    }

    /** A sequence in the notation of the test vectors, which stands in a field or in a file that another field names. */
    private static String text(Map<String, Object> stated, String name) {
        Object text = stated.get(name);
        return text != null ? (String) text : read((String) stated.get(name + "_file"));
    }

    /** Throws a NumberFormatException if a value takes more than 64 bits; {@code F{17}} is no number either, and always does. */
    private static long[] values(String text) {
        return Arrays.stream(text.trim().split("\\s+")).filter(token -> !token.isEmpty()).flatMapToLong(token -> {
            String[] parts = token.split("\\*");
            long[] values = new long[parts.length > 1 ? Integer.parseInt(parts[1]) : 1];
            Arrays.fill(values, Long.parseUnsignedLong(parts[0], 16));
            return Arrays.stream(values);
        }).toArray();
    }

    private static byte[] bytes(String text) {
        long[] values = values(text);
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) values[i];
        return bytes;
    }

    private static Map<String, Object> manifest() {
        return object(Json.parse(read("export.json")));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object stated) {
        return (Map<String, Object>) stated;
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> list(Object stated) {
        return (List<Map<String, Object>>) stated;
    }

    private static String read(String file) {
        try (InputStream stream = Vectors.class.getResourceAsStream("vectors/" + file)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
