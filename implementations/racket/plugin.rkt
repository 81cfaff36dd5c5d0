#lang racket/base
;; Racket's byte converters and strings, asked through version 1 of the plug-in protocol.
;;
;; UTF-8 is decoded by the converter from UTF-8 to UTF-8, which tells where an error is and takes pieces, and then by
;; bytes->string/utf-8. UTF-16 goes by way of WTF-16 and WTF-8, where surrogates may be unpaired; bytes->string/utf-8 rejects
;; these. (platform-UTF-16 takes all surrogates to be paired, as its documentation says.) integer->char refuses what is not a
;; character, and is asked value by value.

(require racket/list
         racket/string)

;; An encoding: its id, a procedure from a string to bytes, and one from pieces to a string.
(struct codec (id encode decode))

;; What a codec raises for ill-formed input; the offset may be #f.
(struct rejection (offset reason))

;; Raises the refusal of a procedure as a rejection. No other exception is one.
(define (refused offset procedure)
  (with-handlers ([exn:fail:contract?
                   (lambda (refusal) (raise (rejection offset (car (string-split (exn-message refusal) "\n")))))])
    (procedure)))

;; Without the offset of a rejection: that of WTF-16 is not the first fault of UTF-16.
(define (without-offset procedure)
  (with-handlers ([rejection? (lambda (fault) (raise (rejection #f (rejection-reason fault))))])
    (procedure)))

;; All that a converter makes of the pieces. What it leaves of a piece comes before the next one.
(define (convert-pieces converter pieces)
  (let next ([pieces pieces] [left #""] [done 0] [converted '()])
    (cond
      [(pair? pieces)
       (define input (bytes-append left (car pieces)))
       (define-values (output read status) (bytes-convert converter input))
       (when (eq? status 'error) (raise (rejection (+ done read) "error")))
       (next (cdr pieces) (subbytes input read) (+ done read) (cons output converted))]
      [(positive? (bytes-length left)) (raise (rejection done "aborts"))]
      [else (apply bytes-append (reverse converted))])))

(define (utf-8->string bytes)
  (refused #f (lambda () (bytes->string/utf-8 bytes))))

(define utf-8 (bytes-open-converter "UTF-8" "UTF-8"))
(define from-utf-16 (bytes-open-converter "WTF-16" "WTF-8"))
(define to-utf-16 (bytes-open-converter "WTF-8" "WTF-16"))

(define codecs
  (list (codec "utf-8" string->bytes/utf-8 (lambda (pieces) (utf-8->string (convert-pieces utf-8 pieces))))
        (codec (if (system-big-endian?) "utf-16-be" "utf-16-le")
               (lambda (text) (convert-pieces to-utf-16 (list (string->bytes/utf-8 text))))
               (lambda (pieces) (utf-8->string (without-offset (lambda () (convert-pieces from-utf-16 pieces))))))
        (codec "iso-8859-1"
               (lambda (text) (refused #f (lambda () (string->bytes/latin-1 text))))
               (lambda (pieces) (string-append* (map bytes->string/latin-1 pieces))))))

;; ---- fields

;; The parts between separators. (For a text of some MiB, string-split and regular expressions take a minute.)
(define (split text separator)
  (let next ([at (string-length text)] [end (string-length text)] [parts '()])
    (cond [(zero? at) (cons (substring text 0 end) parts)]
          [(char=? (string-ref text (sub1 at)) separator) (next (sub1 at) (sub1 at) (cons (substring text at end) parts))]
          [else (next (sub1 at) end parts)])))

(define (hex? text)
  (for/and ([char (in-string text)])
    (or (char<=? #\0 char #\9) (char<=? #\A char #\F) (char<=? #\a char #\f))))

;; The integers of a VALUES field, or #f.
(define (parse-values field)
  (define words (if (string=? field "-") '() (split field #\,)))
  (and (andmap non-empty-string? words)
       (andmap hex? words)
       (map (lambda (digits) (string->number digits 16)) words)))

;; The pieces of a BYTES field, or #f.
(define (parse-pieces field)
  (define words (if (string=? field "-") '("") (split field #\/)))
  (and (non-empty-string? field)
       (andmap hex? words)
       (andmap (lambda (digits) (even? (string-length digits))) words)
       (map parse-bytes words)))

(define (parse-bytes digits)
  (define bytes (make-bytes (quotient (string-length digits) 2)))
  (for ([i (in-range (bytes-length bytes))])
    (bytes-set! bytes i (string->number (substring digits (* 2 i) (* 2 (add1 i))) 16)))
  bytes)

(define (format-byte byte)
  (string-append (if (< byte 16) "0" "") (number->string byte 16)))

(define (format-bytes bytes)
  (string-append* (map format-byte (bytes->list bytes))))

(define (format-values text)
  (string-join (for/list ([character (in-string text)]) (number->string (char->integer character) 16)) ","))

;; ---- requests

(define (ok field)
  (string-append "ok " (if (string=? field "") "-" field)))

(define (string-of numbers)
  (list->string (for/list ([number (in-list numbers)] [index (in-naturals)])
                  (refused index (lambda () (integer->char number))))))

(define (ask operation codec field)
  (define encode? (string=? operation "encode"))
  (define input (if encode? (parse-values field) (parse-pieces field)))
  (cond [(not input) "unsupported field"]
        [encode? (ok (format-bytes ((codec-encode codec) (string-of input))))]
        [else (ok (format-values ((codec-decode codec) input)))]))

;; The reply to a request without its id.
(define (reply words)
  (define found (and (= (length words) 3) (findf (lambda (codec) (string=? (codec-id codec) (second words))) codecs)))
  (cond [(equal? words '("hello" "1")) (format "ok 1 ~a chunks" (string-join (map codec-id codecs) ","))]
        [(not (= (length words) 3)) "unsupported request"]
        [(not (member (first words) '("encode" "decode"))) "unsupported operation"]
        [(not found) "unsupported encoding"]
        [else (with-handlers ([rejection? (lambda (fault)
                                            (format "reject ~a ~a" (or (rejection-offset fault) "-") (rejection-reason fault)))])
                (ask (first words) found (third words)))]))

(define (answer line)
  (define words (split line #\space))
  (if (and (> (length words) 1) (regexp-match? #px"^[0-9]+$" (first words)))
      (printf "~a ~a\n" (first words) (reply (rest words)))
      (eprintf "no request: ~a\n" line))) ; there is no id to reply to

(for ([line (in-lines)])
  (answer line)
  (flush-output))
