import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamConstants;
import java.io.SequenceInputStream;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.List;

/** The modified UTF-8 of a string in a stream of objects. Unlike those of DataOutput, these strings may be long. */
final class ObjectStreamCodec implements Codec {
    private static final int TAG = Short.BYTES + Short.BYTES;

    @Override
    public String encode(String[] values) throws Unsupported {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(bytes)) {
            objects.writeObject(CharsetCodec.text(values).toString());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        byte[] stream = bytes.toByteArray();
        int length = stream[TAG] == ObjectStreamConstants.TC_LONGSTRING ? Long.BYTES : Short.BYTES;
        return "ok " + Fields.of(stream, TAG + 1 + length, stream.length);
    }

    /** The stream gives the pieces one after another, as a network does. */
    @Override
    public String decode(List<byte[]> pieces) {
        List<InputStream> parts = pieces.stream().<InputStream>map(ByteArrayInputStream::new).toList();
        try {
            InputStream header = new ByteArrayInputStream(header(pieces.stream().mapToLong(piece -> piece.length).sum()));
            InputStream text = new SequenceInputStream(Collections.enumeration(parts));
            try (ObjectInputStream objects = new ObjectInputStream(new SequenceInputStream(header, text))) {
                return "ok " + Fields.of(((String) objects.readObject()).codePoints().mapToObj(Integer::toHexString));
            }
        } catch (UTFDataFormatException fault) {
            return "reject - " + fault;
        } catch (IOException | ClassNotFoundException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** What stands before the bytes of a string of this length. */
    private static byte[] header(long length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream header = new DataOutputStream(bytes);
        header.writeShort(ObjectStreamConstants.STREAM_MAGIC);
        header.writeShort(ObjectStreamConstants.STREAM_VERSION);
        header.writeByte(ObjectStreamConstants.TC_LONGSTRING);
        header.writeLong(length);
        return bytes.toByteArray();
    }
}
