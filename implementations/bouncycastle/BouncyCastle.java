import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.ASN1TaggedObject;
import org.bouncycastle.asn1.DERTaggedObject;
import org.bouncycastle.jce.provider.BouncyCastleProvider;

/**
 * The object identifiers of Bouncy Castle, asked through version 1 of the plug-in protocol.
 *
 * <p>Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte.
 */
final class BouncyCastle {
    private static final String ENCODING = "kim-count";
    private static final String FIRST = "1.3";
    private static final byte[] PREFIX = contents(FIRST);
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /** The bytes of an object identifier: those of the octet string that bears the same implicit tag. */
    private static byte[] contents(String dotted) {
        try {
            byte[] encoded = new DERTaggedObject(false, 0, new ASN1ObjectIdentifier(dotted)).getEncoded();
            return ASN1OctetString.getInstance(ASN1TaggedObject.getInstance(encoded), false).getOctets();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static String encode(String field) {
        Stream<String> values = field.equals("-") ? Stream.empty() : Arrays.stream(field.split(","));
        Stream<String> arcs = values.map(digits -> new BigInteger(digits, 16).toString());
        byte[] contents = contents(Stream.concat(Stream.of(FIRST), arcs).collect(Collectors.joining(".")));
        return HEX.formatHex(contents, PREFIX.length, contents.length);
    }

    private static String decode(String field) {
        byte[] contents = HEX.parseHex(HEX.formatHex(PREFIX) + (field.equals("-") ? "" : field));
        String[] arcs = ASN1ObjectIdentifier.fromContents(contents).getId().split("\\.");
        return Arrays.stream(arcs)
                .skip(FIRST.split("\\.").length)
                .map(arc -> new BigInteger(arc).toString(16))
                .collect(Collectors.joining(","));
    }

    /** The reply to a request without its id. An IllegalArgumentException is Bouncy Castle's rejection. */
    private static String reply(List<String> words) {
        if (words.equals(List.of("hello", "1"))) return "ok 1 " + ENCODING;
        if (words.size() != 3 || !words.get(1).equals(ENCODING)) return "unsupported request";
        try {
            String result = words.get(0).equals("encode") ? encode(words.get(2)) : decode(words.get(2));
            return "ok " + (result.isEmpty() ? "-" : result);
        } catch (IllegalArgumentException fault) {
            return "reject - " + fault.getMessage();
        }
    }

    /** Flushes when no input is waiting. */
    public static void main(String[] arguments) throws IOException {
        if (List.of(arguments).equals(List.of("--version"))) {
            System.out.println(new BouncyCastleProvider().getInfo());
            return;
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
        StringBuilder replies = new StringBuilder();
        PrintStream output = System.out;
        for (String line; (line = input.readLine()) != null; ) {
            List<String> words = List.of(line.split(" "));
            replies.append(words.get(0)).append(' ').append(reply(words.subList(1, words.size()))).append('\n');
            if (input.ready()) continue;
            output.print(replies);
            output.flush();
            replies.setLength(0);
        }
    }
}
