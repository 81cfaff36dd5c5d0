package encodingconformance;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JSON, as far as an export has it: numbers are whole. A text that is not JSON means that the package is damaged. */
final class Json {
    private static final Pattern TOKEN = Pattern.compile("\\s*([\\[\\]{}:,]|[a-z]+|[0-9]+|\"(?:[^\"\\\\]++|\\\\.)*+\")\\s*");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u....|.)");

    private final Matcher tokens;
    private String token;

    private Json(String text) {
        tokens = TOKEN.matcher(text);
        advance();
    }

    /** Returns a Map, List, String, Integer, Boolean or null. */
    static Object parse(String text) {
        return new Json(text).value();
    }

    private String advance() {
        String taken = token;
        token = "";
        if (tokens.lookingAt()) {
            token = tokens.group(1);
            tokens.region(tokens.end(), tokens.regionEnd());
        }
        return taken;
    }

    private Object value() {
        return switch (token.charAt(0)) {
            case '{' -> object();
            case '[' -> list();
            case '"' -> text();
            case 'n', 't', 'f' -> word();
            default -> Integer.valueOf(advance());
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (advance(); !token.equals("}"); skip(",")) {
            String name = text();
            skip(":");
            fields.put(name, value());
        }
        advance();
        return fields;
    }

    private List<Object> list() {
        List<Object> items = new ArrayList<>();
        for (advance(); !token.equals("]"); skip(",")) items.add(value());
        advance();
        return items;
    }

    private Boolean word() {
        String word = advance();
        return word.equals("null") ? null : Boolean.valueOf(word);
    }

    private String text() {
        String quoted = advance();
        return ESCAPE.matcher(quoted.substring(1, quoted.length() - 1)).replaceAll(match -> Matcher.quoteReplacement(
            switch (match.group(1).charAt(0)) {
                case 'n' -> "\n";
                case 't' -> "\t";
                case 'u' -> "" + (char) Integer.parseInt(match.group(1).substring(1), 16);
                default -> match.group(1);
            }));
    }

    private void skip(String mark) {
        if (token.equals(mark)) advance();
    }
}
