;;; CLISP's encodings, asked through version 1 of the plug-in protocol.
;;;
;;; The error that CLISP signals if it is told to signal one is a rejection, with its message as the free text. Any other
;;; error is left to end the program.

(load (merge-pathnames "../protocol/lisp/protocol.lisp" *load-truename*))

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

(defun rejection (condition)
  (error 'rejected :text (string-right-trim (string #\Newline) (princ-to-string condition))))

(defun encode (encoding text)
  (handler-case (ext:convert-string-to-bytes text encoding)
    (ext:simple-charset-type-error (condition) (rejection condition))))

(defun decode (encoding octets)
  (handler-case (ext:convert-string-from-bytes octets encoding)
    (ext:simple-charset-type-error (condition) (rejection condition))))

(serve *encodings* #'encode #'decode)
