;;; Version 1 of the plug-in protocol in Common Lisp, for any implementation of the language.
;;;
;;; A plug-in loads this file and calls SERVE. Its functions signal REJECTED for what they reject. Any other error is left to
;;; end the program.

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

;;; ---- operations

(define-condition rejected (error)
  ((text :initarg :text :reader rejected-text))
  (:documentation "The input of an operation is rejected, with a free text."))

(defun perform-encode (encode codec codes)
  (if (every (lambda (code) (< code char-code-limit)) codes)
      (format nil "ok ~A" (format-bytes (funcall encode codec (map 'string #'code-char codes))))
      "unsupported value above U+10FFFF"))

(defun perform (encode decode codec operation field)
  "The reply to an operation: ENCODE makes octets of a codec and a string, and DECODE a string of a codec and octets."
  (let ((input (cond ((string= operation "encode") (parse-values field))
                     ((string= operation "decode") (parse-bytes field))
                     (t :malformed))))
    (handler-case
        (cond ((eq input :malformed) "unsupported field or operation")
              ((string= operation "encode") (perform-encode encode codec input))
              (t (format nil "ok ~A" (format-values (funcall decode codec input)))))
      (rejected (condition) (format nil "reject - ~A" (rejected-text condition))))))

;;; ---- lines

(defun id-p (word)
  (and (plusp (length word)) (every (lambda (char) (find char "0123456789")) word)))

(defun serve (codecs encode decode)
  "Answers requests until the input ends. CODECS has pairs of an encoding's id and its codec."
  (flet ((reply (words)
           (let ((codec (cdr (assoc (second words) codecs :test #'equal))))
             (cond ((equal words '("hello" "1")) (format nil "ok 1 ~{~A~^,~}" (mapcar #'car codecs)))
                   ((/= (length words) 3) "unsupported request")
                   (codec (perform encode decode codec (first words) (third words)))
                   (t "unsupported encoding")))))
    (setf *print-pretty* nil)
    (loop for line = (read-line *standard-input* nil)
          while line
          do (destructuring-bind (id &rest words) (split #\Space line)
               (if (and words (id-p id))
                   (format t "~A ~A~%" id (reply words))
                   (format *error-output* "no request: ~A~%" line))) ; there is no id to reply to
             (finish-output))))
