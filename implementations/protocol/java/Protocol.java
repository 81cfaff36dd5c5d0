import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** Version 1 of the plug-in protocol, for charsets by the ids of their encodings. */
final class Protocol {
    private static final int READ_SIZE = 1 << 16;

    private final Map<String, Codec> codecs = new TreeMap<>();
    private final boolean positioned;

    /** If the charsets are positioned, they leave the position at the fault, as java.nio asks of them. */
    Protocol(Map<String, Charset> charsets, boolean positioned) {
        this.positioned = positioned;
        charsets.forEach((encoding, charset) -> codecs.put(encoding, new Codec(charset)));
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
            return "ok 1 " + String.join(",", codecs.keySet()) + " chunks";
        if (words.length != 4) return "unsupported request";
        Codec codec = codecs.get(words[2]);
        if (codec == null) return "unsupported encoding";
        try {
            switch (words[1]) {
                case "encode": return encode(codec, Fields.text(words[3]));
                case "decode": return decode(codec, words[3].equals("-") ? "" : words[3]);
                default: return "unsupported operation";
            }
        } catch (Fields.Unsupported fault) {
            return "unsupported " + fault.getMessage();
        }
    }

    private String encode(Codec codec, CharBuffer text) {
        try {
            return "ok " + Fields.of(codec.encode(text));
        } catch (CharacterCodingException fault) {
            int units = text.position();
            return rejection(Character.codePointCount(text.rewind(), 0, units), fault);
        }
    }

    private String decode(Codec codec, String field) throws Fields.Unsupported {
        String[] pieces = field.split("/", -1);
        int[] ends = new int[pieces.length];
        ByteBuffer bytes = Fields.bytes(pieces, ends);
        try {
            return "ok " + Fields.of(codec.decode(bytes, ends));
        } catch (CharacterCodingException fault) {
            return rejection(bytes.position(), fault);
        }
    }

    private String rejection(int offset, CharacterCodingException fault) {
        String reason = fault.getClass().getSimpleName() + ": " + fault.getMessage();
        return "reject " + (positioned ? offset : "-") + " " + reason;
    }
}
