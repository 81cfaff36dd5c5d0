;;; plugin.el --- Emacs's coding systems, asked through version 1 of the plug-in protocol  -*- lexical-binding: t -*-

;; decode-coding-string has no error: it leaves a byte that it cannot decode as a raw byte, which is a character of the
;; charset eight-bit. These characters, from 3FFF80 to 3FFFFF, are no code points, so a text that has one is a rejection,
;; and none is given to encode-coding-string.  Nothing tells where a raw byte was in the input.

(require 'cl-lib)
(require 'seq)

(defconst plugin-last-character #x3FFF7F "The last character that is not a raw byte.")

(defconst plugin-coding-systems
  `(("ascii" . us-ascii-unix)
    ("cp437" . cp437-unix)
    ,@(mapcar (lambda (part) (cons (format "iso-8859-%d" part) (intern (format "iso-8859-%d-unix" part))))
              '(1 2 3 4 5 6 7 8 9 10 11 13 14 15 16))
    ("utf-8" . utf-8-unix)
    ("utf-8-31bit" . utf-8-emacs-unix)
    ("utf-16-be" . utf-16be-unix)
    ("utf-16-le" . utf-16le-unix))
  "The encodings' ids, and Emacs's names; unix leaves the ends of lines as they are.")

;;; Fields

(defconst plugin-digits-of-byte
  (vconcat (mapcar (lambda (byte) (format "%02X" byte)) (number-sequence 0 255)))
  "The two digits of each byte.")

(defun plugin-hex-p (word)
  "Whether WORD is a number."
  (not (or (string= word "") (string-match-p "[^0-9A-Fa-f]" word))))

(defun plugin-parse-values (field)
  "The integers of FIELD, or the symbol malformed."
  (let ((words (split-string field ",")))
    (cond ((string= field "-") nil)
          ((seq-every-p #'plugin-hex-p words) (mapcar (lambda (digits) (string-to-number digits 16)) words))
          (t 'malformed))))

(defun plugin-parse-bytes (field)
  "The unibyte string of FIELD, or the symbol malformed."
  (cond ((string= field "-") "")
        ((and (cl-evenp (length field)) (plugin-hex-p field))
         (let ((bytes (make-string (/ (length field) 2) 0)))
           (dotimes (i (length bytes) bytes)
             (aset bytes i (string-to-number (substring field (* 2 i) (* 2 (1+ i))) 16)))))
        (t 'malformed)))

(defun plugin-ok (field)
  "The reply with FIELD, which may be empty."
  (concat "ok " (if (string= field "") "-" field)))

;;; Encode and decode

(defun plugin-encode (coding-system values)
  "The reply to a request to encode VALUES in CODING-SYSTEM."
  (if (seq-some (lambda (value) (> value plugin-last-character)) values)
      "unsupported value above 3FFF7F"
    (plugin-ok (mapconcat (lambda (byte) (aref plugin-digits-of-byte byte))
                          (encode-coding-string (concat values) coding-system)
                          ""))))

(defun plugin-decode (coding-system bytes)
  "The reply to a request to decode BYTES in CODING-SYSTEM."
  (let ((text (decode-coding-string bytes coding-system)))
    (if (memq 'eight-bit (find-charset-string text))
        "reject - eight-bit"
      (plugin-ok (mapconcat (lambda (character) (format "%X" character)) text ",")))))

;;; Requests

(defun plugin-ask (operation coding-system field)
  "The reply to a request for an OPERATION on FIELD in CODING-SYSTEM."
  (let* ((encode (string= operation "encode"))
         (input (if encode (plugin-parse-values field) (plugin-parse-bytes field))))
    (cond ((not (member operation '("encode" "decode"))) "unsupported operation")
          ((null coding-system) "unsupported encoding")
          ((eq input 'malformed) "unsupported field")
          (encode (plugin-encode coding-system input))
          (t (plugin-decode coding-system input)))))

(defun plugin-reply (words)
  "The reply to the request that WORDS are, without its id."
  (cond ((equal words '("hello" "1")) (concat "ok 1 " (mapconcat #'car plugin-coding-systems ",")))
        ((/= (length words) 3) "unsupported request")
        (t (plugin-ask (car words) (cdr (assoc (cadr words) plugin-coding-systems)) (nth 2 words)))))

(defun plugin-answer (line)
  "Print the reply to LINE."
  (let ((words (split-string line " ")))
    (if (and (cdr words) (string-match-p "\\`[0-9]+\\'" (car words)))
        (princ (concat (car words) " " (plugin-reply (cdr words)) "\n"))
      (princ (concat "no request: " line "\n") #'external-debugging-output)))) ; there is no id to reply to

(defun plugin-line ()
  "The next line of standard input, or nil at its end; before it is read, all replies are written."
  (condition-case nil
      (read-from-minibuffer "")
    (end-of-file nil)))

(let (line)
  (while (setq line (plugin-line))
    (plugin-answer line)))

;;; plugin.el ends here
