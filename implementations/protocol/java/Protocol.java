import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Version 1 of the plug-in protocol, for codecs by the ids of their encodings. */
final class Protocol {
    private static final int READ_SIZE = 1 << 16;

    private final Map<String, Codec> codecs;
    private final boolean chunks;

    /** Without the feature chunks, the codecs are given one piece only. */
    Protocol(Map<String, Codec> codecs, boolean chunks) {
        this.codecs = new TreeMap<>(codecs);
        this.chunks = chunks;
    }

    /** Reads as much as there is and answers it in one go, so that no reply waits while no input does. */
    void serve(InputStream input, PrintStream output) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        StringBuilder replies = new StringBuilder();
        byte[] block = new byte[READ_SIZE];
        for (int size; (size = input.read(block)) >= 0; ) {
            int start = 0;
            for (int at = 0; at < size; at++) {
                if (block[at] != '\n') continue;
                line.write(block, start, at - start);
                answer(line.toString(StandardCharsets.ISO_8859_1), replies);
                line.reset();
                start = at + 1;
            }
            line.write(block, start, size - start);
            output.write(replies.toString().getBytes(StandardCharsets.US_ASCII));
            output.flush();
            replies.setLength(0);
        }
    }

    private void answer(String line, StringBuilder replies) {
        String[] words = line.split(" ", -1);
        if (words.length < 2 || !words[0].matches("[0-9]+")) {
            System.err.println("no request: " + line.substring(0, Math.min(line.length(), 80)));  // no id to reply to
            return;
        }
        replies.append(words[0]).append(' ').append(reply(words)).append('\n');
    }

    private String reply(String[] words) {
        if (words.length == 3 && words[1].equals("hello") && words[2].equals("1"))
            return "ok 1 " + String.join(",", codecs.keySet()) + (chunks ? " chunks" : "");
        if (words.length != 4 || words[3].isEmpty()) return "unsupported request";
        Codec codec = codecs.get(words[2]);
        if (codec == null) return "unsupported encoding";
        try {
            switch (words[1]) {
                case "encode": return codec.encode(Fields.values(words[3]));
                case "decode": return codec.decode(pieces(words[3]));
                default: return "unsupported operation";
            }
        } catch (Unsupported reason) {
            return "unsupported " + reason.getMessage();
        }
    }

    private List<byte[]> pieces(String field) throws Unsupported {
        List<byte[]> pieces = Fields.pieces(field);
        if (pieces.size() > 1 && !chunks) throw new Unsupported("pieces");
        return pieces;
    }
}
