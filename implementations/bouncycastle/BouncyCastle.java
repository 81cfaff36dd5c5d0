import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
 * <p>Of an object identifier, the arcs after the second are counts: 1.3 stands before them, which is one byte. An
 * IllegalArgumentException is Bouncy Castle's rejection.
 */
final class BouncyCastle implements Codec {
    private static final String FIRST = "1.3";
    private static final byte[] PREFIX = contents(FIRST);

    /** The bytes of an object identifier: those of the octet string that bears the same implicit tag. */
    private static byte[] contents(String dotted) {
        try {
            byte[] encoded = new DERTaggedObject(false, 0, new ASN1ObjectIdentifier(dotted)).getEncoded();
            return ASN1OctetString.getInstance(ASN1TaggedObject.getInstance(encoded), false).getOctets();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @Override
    public String encode(String[] values) {
        Stream<String> arcs = Arrays.stream(values).map(digits -> new BigInteger(digits, 16).toString());
        String dotted = Stream.concat(Stream.of(FIRST), arcs).collect(Collectors.joining("."));
        try {
            byte[] contents = contents(dotted);
            return "ok " + Fields.of(contents, PREFIX.length, contents.length);
        } catch (IllegalArgumentException fault) {
            return "reject - " + fault.getMessage();
        }
    }

    @Override
    public String decode(List<byte[]> pieces) {
        byte[] counts = pieces.get(0);
        byte[] contents = Arrays.copyOf(PREFIX, PREFIX.length + counts.length);
        System.arraycopy(counts, 0, contents, PREFIX.length, counts.length);
        String dotted;
        try {
            dotted = ASN1ObjectIdentifier.fromContents(contents).getId();
        } catch (IllegalArgumentException fault) {
            return "reject - " + fault.getMessage();
        }
        Stream<String> arcs = Arrays.stream(dotted.split("\\.")).skip(FIRST.split("\\.").length);
        return "ok " + Fields.of(arcs.map(arc -> new BigInteger(arc).toString(16)));
    }

    public static void main(String[] arguments) throws IOException {
        if (List.of(arguments).equals(List.of("--version"))) {
            System.out.println(new BouncyCastleProvider().getInfo());
            return;
        }
        new Protocol(Map.of("kim-count", new BouncyCastle()), false).serve(System.in, System.out);
    }
}
