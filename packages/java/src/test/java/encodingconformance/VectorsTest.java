package encodingconformance;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Surefire runs these tests without a library; so does {@code java -ea}, by way of {@code main}. */
public class VectorsTest {
    public static void main(String[] arguments) throws Exception {
        VectorsTest tests = new VectorsTest();
        tests.testEveryTestVectorIsLoaded();
        tests.testAnotherEncodingIsAnErrorThatNamesThoseThereAre();
        tests.testTheCharsetPassesThoseOfUtf8();
        tests.testADecoderThatReplacesFails();
        tests.testEveryFormOfJsonIsRead();
    }

    @SuppressWarnings("unchecked")
    public void testEveryTestVectorIsLoaded() throws Exception {
        var stated = VectorsTest.class.getResourceAsStream("vectors/export.json").readAllBytes();
        var manifest = (Map<String, Object>) Json.parse(new String(stated, StandardCharsets.UTF_8));
        assert Vectors.version().equals(manifest.get("version"));
        var described = (List<Map<String, Object>>) manifest.get("encodings");
        assert Vectors.encodings().size() == described.size();
        for (var each : described) {
            var found = Vectors.load((String) each.get("id"));
            int count = found.decode().size() + found.encode().size() + found.beyond64Bits().size();
            assert each.get("vectors").equals(count) : count + " of " + each;
        }
    }

    public void testAnotherEncodingIsAnErrorThatNamesThoseThereAre() {
        try {
            Vectors.load("utf-9");
        } catch (IllegalArgumentException error) {
            assert error.getMessage().startsWith("no encoding \"utf-9\"; there are ascii, ") : error;
            return;
        }
        assert false;
    }

    public void testTheCharsetPassesThoseOfUtf8() {
        var found = Vectors.load("utf-8");
        for (var vector : found.decode()) {
            boolean passed;
            try {
                var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(vector.input()));
                passed = vector.permitsResult(text.codePoints().asLongStream().toArray());
            } catch (CharacterCodingException error) {
                passed = vector.permitsRejection();
            }
            assert passed : vector.id();
        }
        for (var vector : found.encode()) {
            boolean passed;
            try {
                var text = new StringBuilder();
                for (long value : vector.input()) text.appendCodePoint(Math.toIntExact(value));
                var buffer = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
                passed = vector.permitsResult(Arrays.copyOf(buffer.array(), buffer.limit()));
            } catch (CharacterCodingException | IllegalArgumentException | ArithmeticException error) {
                passed = vector.permitsRejection();
            }
            // A text of Java is UTF-16, so a high surrogate and a low one are one character in it.
            assert passed || Arrays.stream(vector.input()).anyMatch(value -> value >= 0xD800 && value <= 0xDFFF) : vector.id();
        }
    }

    public void testADecoderThatReplacesFails() {
        List<String> failed = new ArrayList<>();
        for (var vector : Vectors.load("utf-8").decode()) {
            var text = new String(vector.input(), StandardCharsets.UTF_8);
            if (vector.permitsResult(text.codePoints().asLongStream().toArray())) continue;
            failed.add(vector.id());
            assert vector.permitted().get(0) instanceof Vectors.Rejection : vector.id();
        }
        assert failed.contains("utf-8/surrogate-first-high") : failed;
    }

    public void testEveryFormOfJsonIsRead() {
        Object found = Json.parse(" {\"a\": [\"x\\\"\\\\\\n\\u0007é\", 10, null, true, false], \"b\": {}, \"c\": []} ");
        var due = Map.of("a", Arrays.asList("x\"\\\n\u0007é", 10, null, true, false), "b", Map.of(), "c", List.of());
        assert found.equals(due) : found;
    }
}
