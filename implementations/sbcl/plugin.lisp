;;; SBCL's external formats, asked through version 1 of the plug-in protocol.
;;;
;;; A coding error that SBCL signals is a rejection, with the condition as the free text; no restart is taken. Any other
;;; error is left to end the program.

(defparameter *formats*
  '(("ascii" . :us-ascii)
    ("cp437" . :cp437)
    ("iso-8859-1" . :iso-8859-1)
    ("iso-8859-2" . :iso-8859-2)
    ("iso-8859-3" . :iso-8859-3)
    ("iso-8859-4" . :iso-8859-4)
    ("iso-8859-5" . :iso-8859-5)
    ("iso-8859-6" . :iso-8859-6)
    ("iso-8859-7" . :iso-8859-7)
    ("iso-8859-8" . :iso-8859-8)
    ("iso-8859-9" . :iso-8859-9)
    ("iso-8859-10" . :iso-8859-10)
    ("iso-8859-11" . :iso-8859-11)
    ("iso-8859-13" . :iso-8859-13)
    ("iso-8859-14" . :iso-8859-14)
    ("iso-8859-15" . :iso-8859-15)
    ("utf-8" . :utf-8)
    ("utf-16-be" . :utf-16be)
    ("utf-16-le" . :utf-16le)
    ("utf-32-be" . :utf-32be)
    ("utf-32-le" . :utf-32le))
  "The encodings' ids, and SBCL's names.")

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
  (format nil "reject - ~A" (type-of condition)))

(defun encode (format codes)
  (if (every (lambda (code) (< code char-code-limit)) codes)
      (handler-case
          (let ((text (map 'string #'code-char codes)))
            (format nil "ok ~A" (format-bytes (sb-ext:string-to-octets text :external-format format))))
        (sb-int:character-coding-error (condition) (rejection condition)))
      "unsupported value above U+10FFFF"))

(defun decode (format octets)
  (handler-case (format nil "ok ~A" (format-values (sb-ext:octets-to-string octets :external-format format)))
    (sb-int:character-coding-error (condition) (rejection condition))))

;;; ---- the protocol

(defun ask (operation format field)
  (let ((input (cond ((string= operation "encode") (parse-values field))
                     ((string= operation "decode") (parse-bytes field))
                     (t :malformed))))
    (cond ((eq input :malformed) "unsupported field or operation")
          ((string= operation "encode") (encode format input))
          (t (decode format input)))))

(defun reply (words)
  "The reply to a request without its id."
  (let ((format (cdr (assoc (second words) *formats* :test #'equal))))
    (cond ((equal words '("hello" "1")) (format nil "ok 1 ~{~A~^,~}" (mapcar #'car *formats*)))
          ((/= (length words) 3) "unsupported request")
          (format (ask (first words) format (third words)))
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
