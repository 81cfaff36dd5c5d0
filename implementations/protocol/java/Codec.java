import java.util.List;

/** What a library does with one whole sequence of values. Either operation returns a reply without its id. */
interface Codec {
    /** The values are hex numbers, of any size. */
    String encode(String[] values) throws Unsupported;

    /** There is one piece, but for a plug-in with the feature chunks. */
    String decode(List<byte[]> pieces) throws Unsupported;
}
