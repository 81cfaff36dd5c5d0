import java.io.IOException;
import java.nio.charset.Charset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The charsets of the Java platform, and its modified UTF-8, asked through version 1 of the plug-in protocol. */
final class Jdk {
    /** The encodings' ids, and Java's names. It has no charset for ISO 8859-10 and ISO 8859-14. */
    private static final String[][] CHARSETS = {
        {"ascii", "US-ASCII"},
        {"cesu-8", "CESU-8"},
        {"cp437", "IBM437"},
        {"iso-8859-1", "ISO-8859-1"},
        {"iso-8859-2", "ISO-8859-2"},
        {"iso-8859-3", "ISO-8859-3"},
        {"iso-8859-4", "ISO-8859-4"},
        {"iso-8859-5", "ISO-8859-5"},
        {"iso-8859-6", "ISO-8859-6"},
        {"iso-8859-7", "ISO-8859-7"},
        {"iso-8859-8", "ISO-8859-8"},
        {"iso-8859-9", "ISO-8859-9"},
        {"iso-8859-11", "x-iso-8859-11"},
        {"iso-8859-13", "ISO-8859-13"},
        {"iso-8859-15", "ISO-8859-15"},
        {"iso-8859-16", "ISO-8859-16"},
        {"utf-8", "UTF-8"},
        {"utf-16-be", "UTF-16BE"},
        {"utf-16-le", "UTF-16LE"},
        {"utf-32-be", "UTF-32BE"},
        {"utf-32-le", "UTF-32LE"},
    };

    public static void main(String[] arguments) throws IOException {
        if (List.of(arguments).equals(List.of("--version"))) {
            System.out.println("Java " + Runtime.version());
            return;
        }
        Map<String, Codec> codecs = new HashMap<>(Map.of("modified-utf-8", new ObjectStreamCodec()));
        for (String[] row : CHARSETS) codecs.put(row[0], new CharsetCodec(Charset.forName(row[1]), true));
        new Protocol(codecs, true).serve(System.in, System.out);
    }
}
