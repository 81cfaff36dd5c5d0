/** What a library cannot hold, or cannot be asked: the message says why. */
final class Unsupported extends Exception {
    Unsupported(String message) {
        super(message);
    }
}
