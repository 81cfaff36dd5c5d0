// Checks a codec of ASCII with the package: java Ascii.java ENCODING LARGEST
import encodingconformance.Vectors;
import encodingconformance.Vectors.Vector;

class Ascii {
    static int passed, failed;

    // Numbers without a sign, as the package has them, whichever array they are in.
    static <Input, Output> void check(Vector<Input, Output> vector, long[] numbers, long largest, Output result) {
        int fault = 0;
        while (fault < numbers.length && Long.compareUnsigned(numbers[fault], largest) <= 0) fault++;
        if (fault == numbers.length ? vector.permitsResult(result) : vector.permitsRejection(fault)) {
            passed++;
        } else {
            failed++;
            System.out.println("FAIL " + vector.id());
        }
    }

    public static void main(String[] arguments) {
        Vectors.Encoding found = Vectors.load(arguments[0]);
        long largest = Long.parseLong(arguments[1]);
        for (var vector : found.decode()) {
            long[] values = new long[vector.input().length];
            for (int i = 0; i < values.length; i++) values[i] = vector.input()[i] & 0xFF;
            check(vector, values, largest, values);
        }
        for (var vector : found.encode()) {
            byte[] bytes = new byte[vector.input().length];
            for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) vector.input()[i];
            check(vector, vector.input(), largest, bytes);
        }
        System.out.printf("%d passed, %d failed, %d beyond 64 bits%n", passed, failed, found.beyond64Bits().size());
        System.exit(failed > 0 ? 1 : 0);
    }
}
