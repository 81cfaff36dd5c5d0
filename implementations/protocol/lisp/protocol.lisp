;;; Version 1 of the plug-in protocol in Common Lisp, for any implementation of the language.
;;;
;;; A plug-in loads this file and calls SERVE. Its functions signal REJECTED for what they reject. Any other error is left to
;;; end the program. Lines are read and written character by character, because they may be longer than a string of CLISP's.

;;; ---- words of a line

(defvar *behind* #\Newline
  "The character behind the last word that was read; nil at the end of the input.")

(defun read-through (take)
  "Calls TAKE with each character of the next word. Returns whether there is one."
  (when (eql *behind* #\Space)
    (loop for char = (read-char *standard-input* nil)
          until (member char '(nil #\Space #\Newline))
          do (funcall take char)
          finally (setf *behind* char))
    t))

(defun read-word ()
  "The next word, or nil."
  (let ((word (make-string-output-stream)))
    (when (read-through (lambda (char) (write-char char word)))
      (get-output-stream-string word))))

(defun hyphen-p ()
  (and (eql *behind* #\Space) (eql (peek-char nil *standard-input* nil) #\-)))

(defun read-items (item)
  "A vector of what ITEM makes of the characters of the next word, and of nil behind them: an item, :MALFORMED, or nil where an
item goes on. :MALFORMED if the word is; nil if there is none."
  (let ((items (make-array 64 :adjustable t :fill-pointer 0)) (malformed nil))
    (flet ((take (char)
             (let ((made (funcall item char)))
               (cond ((eq made :malformed) (setf malformed t))
                     (made (vector-push-extend made items))))))
      (cond ((hyphen-p) (if (string= (read-word) "-") items :malformed))
            ((read-through #'take)
             (take nil)
             (if (or malformed (zerop (length items))) :malformed items))))))

(defun read-values ()
  "The integers of a VALUES field, or CHAR-CODE-LIMIT for those that are not below it."
  (let ((code nil))
    (read-items (lambda (char)
                  (let ((digit (and char (digit-char-p char 16))))
                    (cond (digit (setf code (min char-code-limit (+ (* 16 (or code 0)) digit))) nil)
                          ((and code (member char '(nil #\,))) (shiftf code nil))
                          (t :malformed)))))))

(defun read-octets ()
  "The octets of a BYTES field."
  (let ((high nil))
    (read-items (lambda (char)
                  (let ((digit (and char (digit-char-p char 16))))
                    (cond ((and digit high) (+ (* 16 (shiftf high nil)) digit))
                          (digit (setf high digit) nil)
                          ((or char high) :malformed)))))))

(defun write-digits (number least)
  (when (or (> number 15) (> least 1)) (write-digits (ash number -4) (1- least)))
  (write-char (schar "0123456789ABCDEF" (logand number 15))))

(defun write-values (text)
  (loop for char across text
        for separated = nil then t
        do (when separated (write-char #\,))
           (write-digits (char-code char) 1)))

(defun write-octets (octets)
  (loop for octet across octets do (write-digits octet 2)))

;;; ---- operations

(defvar *id* nil
  "The id of the request.")

(defun say (text)
  "Writes the beginning of a reply, or all of it."
  (format t "~A ~A" *id* text))

(define-condition rejected (error)
  ((text :initarg :text :reader rejected-text))
  (:documentation "The input of an operation is rejected, with a free text."))

(defun write-result (write perform codec input)
  "Writes what is performed on the input, or that it is rejected."
  (handler-case (funcall perform codec input)
    (rejected (condition) (say (format nil "reject - ~A" (rejected-text condition))))
    (:no-error (result)
      (say (if (zerop (length result)) "ok -" "ok "))
      (funcall write result))))

(defun encode-codes (encode codec codes)
  (if (every (lambda (code) (< code char-code-limit)) codes)
      (write-result #'write-octets encode codec (map 'string #'code-char codes))
      (say "unsupported value above U+10FFFF")))

(defun decode-octets (decode codec octets)
  (write-result #'write-values decode codec (coerce octets '(simple-array (unsigned-byte 8) (*)))))

;;; ---- lines

(defun id-p (word)
  (and (plusp (length word)) (every (lambda (char) (find char "0123456789")) word)))

(defun reply (codecs encode decode operation)
  "Writes the reply to the words that begin with OPERATION."
  (let* ((encoding (read-word))
         (input (cond ((string= operation "encode") (read-values))
                      ((string= operation "decode") (read-octets))
                      ((read-word) :malformed)))
         (codec (cdr (assoc encoding codecs :test #'equal)))
         (more (read-word)))
    (cond ((and (string= operation "hello") (equal encoding "1") (not input))
           (say (format nil "ok 1 ~{~A~^,~}" (mapcar #'car codecs))))
          ((or more (not input)) (say "unsupported request"))
          ((not codec) (say "unsupported encoding"))
          ((eq input :malformed) (say "unsupported field or operation"))
          ((string= operation "encode") (encode-codes encode codec input))
          (t (decode-octets decode codec input)))))

(defun answer (codecs encode decode)
  (let* ((*behind* #\Space)
         (*id* (read-word))
         (operation (read-word)))
    (cond ((and operation (id-p *id*))
           (reply codecs encode decode operation)
           (terpri))
          (t (format *error-output* "no request: ~A~@[ ~A~]~%" *id* operation))) ; there is no id to reply to
    (loop while (read-word))
    (finish-output)))

(defun serve (codecs encode decode)
  "Answers requests until the input ends. CODECS has pairs of an encoding's id and its codec."
  (setf *print-pretty* nil)
  (loop while (peek-char nil *standard-input* nil)
        do (answer codecs encode decode)))
