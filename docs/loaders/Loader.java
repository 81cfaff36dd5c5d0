// Checks a codec with exported test vectors: java Loader.java DIR ascii
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

class Loader {
    static class Rejection extends Exception {
        final int offset;

        Rejection(int offset) {
            this.offset = offset;
        }
    }

    // Your codec goes here; this one is ASCII.
    static long[] decode(long[] bytes) throws Rejection {
        for (int i = 0; i < bytes.length; i++) if (Long.compareUnsigned(bytes[i], 0x7F) > 0) throw new Rejection(i);
        return bytes;
    }

    static long[] encode(long[] values) throws Rejection {
        return decode(values);
    }

    static Path folder;

    static final Pattern LINE = Pattern.compile(
        "\\{\"id\":\"(.*?)\",\"operation\":\"(.*?)\",\"input(.*?)\",\"permitted\":\\[(.*?)\\],\"may_refuse\":(true|false).*");
    static final Pattern PERMITTED = Pattern.compile("\"(?:ok\",\"result(.*?)\"\\}|reject\",\"offset\":(\\d+|null))");

    // The numbers of what follows `"input` or `"result`, up to the last quote: a text, or a file with it.
    static long[] sequence(String text) throws IOException {
        String written = text.substring(text.indexOf(":\"") + 2);
        if (text.startsWith("_file")) written = Files.readString(folder.resolve(written));
        return Stream.of(written.trim().split(" ")).filter(token -> !token.isEmpty()).flatMap(token -> {
            String[] parts = token.split("\\*");
            int times = parts.length > 1 ? Integer.parseInt(parts[1]) : 1;
            return Collections.nCopies(times, Long.parseUnsignedLong(parts[0], 16)).stream();
        }).mapToLong(Long::longValue).toArray();
    }

    // Whether the codec does what a line permits. A number of more than 64 bits is a NumberFormatException.
    static boolean passes(Matcher line) throws IOException {
        long[] input = sequence(line.group(3)), came = null;
        int fault = -1;
        try {
            came = line.group(2).equals("decode") ? decode(input) : encode(input);
        } catch (Rejection rejection) {
            fault = rejection.offset;
        }
        boolean passed = came == null && line.group(5).equals("true");
        for (Matcher each = PERMITTED.matcher(line.group(4)); each.find();) {
            if (each.group(1) != null) passed |= Arrays.equals(sequence(each.group(1)), came);
            else passed |= came == null && (each.group(2).equals("null") || each.group(2).equals("" + fault));
        }
        return passed;
    }

    static void quit(String message) {
        System.err.println(message);
        System.exit(2);
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) quit("usage: java Loader.java DIR ENCODING");
        folder = Path.of(arguments[0]);
        Path file = folder.resolve(arguments[1] + ".jsonl");
        if (!Files.isReadable(file)) quit("cannot read " + file);
        int passed = 0, failed = 0, beyond = 0;
        for (String text : Files.readAllLines(file)) {
            Matcher line = LINE.matcher(text);
            if (!line.matches()) throw new IOException("not a test vector: " + text);
            try {
                if (passes(line)) {
                    passed++;
                } else {
                    failed++;
                    String input = line.group(3).substring(line.group(3).indexOf(":\"") + 2);
                    System.out.println("FAIL " + line.group(1) + " " + line.group(2) + " " + input);
                }
            } catch (NumberFormatException error) {
                beyond++;
            }
        }
        System.out.printf("%d passed, %d failed, %d beyond 64 bits%n", passed, failed, beyond);
        System.exit(failed > 0 ? 1 : 0);
    }
}
