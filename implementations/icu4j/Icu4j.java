import com.ibm.icu.charset.CharsetICU;
import com.ibm.icu.util.VersionInfo;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The charsets of ICU4J, asked as Java's own are, through version 1 of the plug-in protocol. */
final class Icu4j {
    /** The encodings' ids, and ICU4J's names. It has no charset for ISO 8859-16. */
    private static final String[][] CHARSETS = {
        {"ascii", "US-ASCII"},
        {"bocu-1", "BOCU-1"},
        {"cp437", "ibm-437_P100-1995"},
        {"iso-8859-1", "ISO-8859-1"},
        {"iso-8859-2", "ISO-8859-2"},
        {"iso-8859-3", "ISO-8859-3"},
        {"iso-8859-4", "ISO-8859-4"},
        {"iso-8859-5", "ISO-8859-5"},
        {"iso-8859-6", "ISO-8859-6"},
        {"iso-8859-7", "ISO-8859-7"},
        {"iso-8859-8", "ISO-8859-8"},
        {"iso-8859-9", "ISO-8859-9"},
        {"iso-8859-10", "ISO-8859-10"},
        {"iso-8859-11", "ISO-8859-11"},
        {"iso-8859-13", "ISO-8859-13"},
        {"iso-8859-14", "ISO-8859-14"},
        {"iso-8859-15", "ISO-8859-15"},
        {"utf-8", "UTF-8"},
        {"utf-16-be", "UTF-16BE"},
        {"utf-16-le", "UTF-16LE"},
        {"utf-32-be", "UTF-32BE"},
        {"utf-32-le", "UTF-32LE"},
    };

    public static void main(String[] arguments) throws IOException {
        if (List.of(arguments).equals(List.of("--version"))) {
            System.out.println("ICU4J " + VersionInfo.ICU_VERSION);
            return;
        }
        // ICU4J leaves the position behind the fault, so it tells no offset.
        Map<String, Codec> codecs = Stream.of(CHARSETS).collect(
                Collectors.toMap(row -> row[0], row -> new CharsetCodec(CharsetICU.forNameICU(row[1]), false)));
        new Protocol(codecs, true).serve(System.in, System.out);
    }
}
