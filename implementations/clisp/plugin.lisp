;;; CLISP's encodings, asked through version 1 of the plug-in protocol.
;;;
;;; The error that CLISP signals if it is told to signal one is a rejection, with its message as the free text. Any other
;;; error is left to end the program.

(defparameter *encodings*
  (mapcar (lambda (pair)
            (cons (car pair)
                  (ext:make-encoding :charset (cdr pair) :line-terminator :unix
                                     :input-error-action :error :output-error-action :error)))
          `(("ascii" . ,charset:ascii)
            ("cp437" . ,charset:cp437)
            ("iso-8859-1" . ,charset:iso-8859-1)
            ("iso-8859-2" . ,charset:iso-8859-2)
            ("iso-8859-3" . ,charset:iso-8859-3)
            ("iso-8859-4" . ,charset:iso-8859-4)
            ("iso-8859-5" . ,charset:iso-8859-5)
            ("iso-8859-6" . ,charset:iso-8859-6)
            ("iso-8859-7" . ,charset:iso-8859-7)
            ("iso-8859-8" . ,charset:iso-8859-8)
            ("iso-8859-9" . ,charset:iso-8859-9)
            ("iso-8859-10" . ,charset:iso-8859-10)
            ("iso-8859-13" . ,charset:iso-8859-13)
            ("iso-8859-14" . ,charset:iso-8859-14)
            ("iso-8859-15" . ,charset:iso-8859-15)
            ("iso-8859-16" . ,charset:iso-8859-16)
            ("utf-8" . ,charset:utf-8)
            ("utf-32-be" . ,charset:unicode-32-big-endian)
            ("utf-32-le" . ,charset:unicode-32-little-endian)))
  "The encodings' ids, and CLISP's encodings.")

;;; ---- fields


(defun split (separator line)
  (loop for start = 0 then (1+ end)
        for end = (position separator line :start start)
        collect (subseq line start end)
        while end))

(defun hex-p (word)
  (and (plusp (length word)) (every (lambda (char) (digit-char-p char 16)) word)))

(defun parse-values (field)
  "The integers of a VALUES field, or :MALFORMED."
  (let ((words (if (string= field "-") '() (split #\, field))))
    (if (every #'hex-p words)
        (mapcar (lambda (word) (parse-integer word :radix 16)) words)
        :malformed)))

(defun parse-bytes (field)
  "The octets of a BYTES field, or :MALFORMED."
  (let ((digits (if (string= field "-") "" field)))
    (if (and (evenp (length digits)) (or (string= field "-") (hex-p digits)))
        (let ((octets (make-array (/ (length digits) 2) :element-type '(unsigned-byte 8))))
          (dotimes (i (length octets) octets)
            (setf (aref octets i) (parse-integer digits :start (* 2 i) :end (* 2 (1+ i)) :radix 16))))
        :malformed)))

(defun format-values (text)
  (format nil "~:[-~;~:*~{~X~^,~}~]" (map 'list #'char-code text)))

(defun format-bytes (octets)
  (format nil "~:[-~;~:*~{~2,'0X~}~]" (coerce octets 'list)))

;;; ---- encode and decode

(defun rejection (condition)
  (format nil "reject - ~A" (string-right-trim (string #\Newline) (princ-to-string condition))))

(defun encode (encoding codes)
  (if (every (lambda (code) (< code char-code-limit)) codes)
      (handler-case
          (let ((text (map 'string #'code-char codes)))
            (format nil "ok ~A" (format-bytes (ext:convert-string-to-bytes text encoding))))
        (ext:simple-charset-type-error (condition) (rejection condition)))
      "unsupported value above U+10FFFF"))

(defun decode (encoding octets)
  (handler-case (format nil "ok ~A" (format-values (ext:convert-string-from-bytes octets encoding)))
    (ext:simple-charset-type-error (condition) (rejection condition))))

;;; ---- the protocol

(defun ask (operation encoding field)
  (let ((input (cond ((string= operation "encode") (parse-values field))
                     ((string= operation "decode") (parse-bytes field))
                     (t :malformed))))
    (cond ((eq input :malformed) "unsupported field or operation")
          ((string= operation "encode") (encode encoding input))
          (t (decode encoding input)))))

(defun reply (words)
  "The reply to a request without its id."
  (let ((encoding (cdr (assoc (second words) *encodings* :test #'equal))))
    (cond ((equal words '("hello" "1")) (format nil "ok 1 ~{~A~^,~}" (mapcar #'car *encodings*)))
          ((/= (length words) 3) "unsupported request")
          (encoding (ask (first words) encoding (third words)))
          (t "unsupported encoding"))))

(defun id-p (word)
  (and (plusp (length word)) (every (lambda (char) (find char "0123456789")) word)))

(defun answer (line)
  (destructuring-bind (id &rest words) (split #\Space line)
    (if (and words (id-p id))
        (format t "~A ~A~%" id (reply words))
        (format *error-output* "no request: ~A~%" line))))   ; there is no id to reply to

(setf *print-pretty* nil)
(loop for line = (read-line *standard-input* nil)
      while line
      do (answer line)
         (finish-output))
