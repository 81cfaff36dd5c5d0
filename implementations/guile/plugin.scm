;; Guile's strings and bytevectors, asked through version 1 of the plug-in protocol.
;;
;; A condition with which Guile refuses its input is a rejection; none tells an offset, but that of integer->char, which
;; is asked value by value.

(use-modules (ice-9 rdelim)
             (rnrs bytevectors)
             (srfi srfi-1))

;; An encoding's id, and Guile's procedures.
(define codecs
  `(("utf-8" ,string->utf8 ,utf8->string)
    ("utf-16-be" ,(lambda (text) (string->utf16 text (endianness big)))
                 ,(lambda (bytes) (utf16->string bytes (endianness big))))
    ("utf-16-le" ,(lambda (text) (string->utf16 text (endianness little)))
                 ,(lambda (bytes) (utf16->string bytes (endianness little))))
    ("utf-32-be" ,(lambda (text) (string->utf32 text (endianness big)))
                 ,(lambda (bytes) (utf32->string bytes (endianness big))))
    ("utf-32-le" ,(lambda (text) (string->utf32 text (endianness little)))
                 ,(lambda (bytes) (utf32->string bytes (endianness little))))))

;; ---- fields

(define hex-digits (string->char-set "0123456789ABCDEFabcdef"))

(define (hex? word)
  (and (not (string-null? word)) (string-every hex-digits word)))

;; The integers of a VALUES field, or #f.
(define (parse-values field)
  (if (string=? field "-")
      '()
      (let ((words (string-split field #\,)))
        (and (every hex? words)
             (map (lambda (word) (string->number word 16)) words)))))

;; The bytevector of a BYTES field, or #f.
(define (parse-bytes field)
  (cond ((string=? field "-") (make-bytevector 0))
        ((and (hex? field) (even? (string-length field)))
         (let ((bytes (make-bytevector (/ (string-length field) 2))))
           (do ((i 0 (1+ i))) ((= i (bytevector-length bytes)) bytes)
             (bytevector-u8-set! bytes i (string->number (substring field (* 2 i) (* 2 (1+ i))) 16)))))
        (else #f)))

(define (format-values text)
  (string-join (map (lambda (char) (number->string (char->integer char) 16)) (string->list text)) ","))

(define (format-byte byte)
  (string-append (if (< byte 16) "0" "") (number->string byte 16)))

(define (format-bytes bytes)
  (string-concatenate (map format-byte (bytevector->u8-list bytes))))

;; ---- encode and decode

(define (ok field)
  (string-append "ok " (if (string-null? field) "-" field)))

;; Of integer->char, of utf8->string, and of the others where the conversion fails.
(define refusals '(out-of-range decoding-error system-error))

;; The reply that a procedure gives, or the rejection that its refusal is. Any other condition ends the program.
(define (reply-or-rejection offset procedure)
  (catch #t
         procedure
         (lambda (key . arguments)
           (if (memq key refusals)
               (format #f "reject ~a ~a" offset key)
               (apply throw key arguments)))))

(define (encode string->bytes numbers)
  (let next ((chars '()) (numbers numbers) (index 0))
    (if (null? numbers)
        (reply-or-rejection "-" (lambda () (ok (format-bytes (string->bytes (reverse-list->string chars))))))
        (let ((char (reply-or-rejection index (lambda () (integer->char (car numbers))))))
          (if (string? char) char (next (cons char chars) (cdr numbers) (1+ index)))))))

(define (decode bytes->string bytes)
  (reply-or-rejection "-" (lambda () (ok (format-values (bytes->string bytes))))))

;; ---- the protocol

(define (ask operation codec field)
  (let* ((encoding? (string=? operation "encode"))
         (input ((if encoding? parse-values parse-bytes) field)))
    (cond ((not input) "unsupported field")
          (encoding? (encode (second codec) input))
          (else (decode (third codec) input)))))

;; The reply to a request without its id.
(define (reply words)
  (cond ((equal? words '("hello" "1"))
         (string-append "ok 1 " (string-join (map first codecs) ",")))
        ((not (= (length words) 3)) "unsupported request")
        ((not (member (first words) '("encode" "decode"))) "unsupported operation")
        ((assoc (second words) codecs) => (lambda (codec) (ask (first words) codec (third words))))
        (else "unsupported encoding")))

(define (id? word)
  (and (not (string-null? word)) (string-every (string->char-set "0123456789") word)))

(define (answer line)
  (let ((words (string-split line #\space)))
    (if (and (id? (car words)) (pair? (cdr words)))
        (format #t "~a ~a\n" (car words) (reply (cdr words)))
        (format (current-error-port) "no request: ~a\n" line))))    ; there is no id to reply to

(define (serve)
  (let ((line (read-line)))
    (unless (eof-object? line)
      (answer line)
      (force-output)
      (serve))))

(serve)
