# R's functions utf8ToInt and intToUtf8, asked through version 1 of the plug-in protocol.
#
# Both give NA for what is ill-formed, which is a rejection without an offset. A string of R has no NUL: rawToChar stops at one
# with an error that is none of UTF-8, so the library cannot be asked. (iconv is that of the C library.)

# With the last part even if it is empty, which strsplit leaves out.
split <- function(text, by) strsplit(paste0(text, by), by, fixed = TRUE)[[1]]

LARGEST <- 2^31 - 1 # of R's integers

unsupported <- function(reason) stop(structure(class = c("unsupported", "error", "condition"), list(message = reason, call = NULL)))

# ---- fields

parse_values <- function(field) {
    if (field == "-") return(integer(0))
    if (!grepl("^[0-9A-Fa-f]+(,[0-9A-Fa-f]+)*$", field)) unsupported("field")
    digits <- split(field, ",")
    values <- as.numeric(paste0("0x", digits))
    if (any(nchar(sub("^0+", "", digits)) > 8, values > LARGEST)) unsupported("value above 31 bits")
    values
}

parse_bytes <- function(field) {
    if (field == "-") return(raw(0))
    if (!grepl("^[0-9A-Fa-f]+$", field) || nchar(field) %% 2 != 0) unsupported("field")
    digits <- strtoi(strsplit(field, "")[[1]], 16L)
    odd <- c(TRUE, FALSE)
    as.raw(16L * digits[odd] + digits[!odd])
}

ok <- function(fields, separator) if (length(fields) == 0) "ok -" else paste("ok", paste(fields, collapse = separator))

# ---- requests

encode <- function(values) {
    text <- intToUtf8(values)
    if (is.na(text)) "reject - NA" else ok(charToRaw(text), "")
}

decode <- function(bytes) {
    if (any(bytes == 0)) unsupported("NUL")
    values <- utf8ToInt(rawToChar(bytes))
    if (anyNA(values)) "reject - NA" else ok(sprintf("%X", values), ",")
}

ask <- function(words) {
    if (identical(words, c("hello", "1"))) return("ok 1 utf-8")
    if (length(words) != 3) unsupported("request")
    if (words[2] != "utf-8") unsupported("encoding")
    switch(words[1],
        encode = encode(parse_values(words[3])),
        decode = decode(parse_bytes(words[3])),
        unsupported("operation"))
}

reply <- function(words) tryCatch(ask(words), unsupported = function(refused) paste("unsupported", conditionMessage(refused)))

answer <- function(line) {
    words <- split(line, " ")
    if (length(words) > 1 && grepl("^[0-9]+$", words[1])) {
        cat(words[1], " ", reply(words[-1]), "\n", sep = "")
        flush(stdout())
    } else {
        message("no request: ", line) # there is no id to reply to
    }
}

input <- file("stdin", "r")
while (length(line <- readLines(input, n = 1)) > 0) answer(line)
