;;; SBCL's external formats, asked through version 1 of the plug-in protocol.
;;;
;;; A coding error that SBCL signals is a rejection, with the condition as the free text; no restart is taken. Any other
;;; error is left to end the program.

(load (merge-pathnames "../protocol/lisp/protocol.lisp" *load-truename*))

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

(defun rejection (condition)
  (error 'rejected :text (type-of condition)))

(defun encode (format text)
  (handler-case (sb-ext:string-to-octets text :external-format format)
    (sb-int:character-coding-error (condition) (rejection condition))))

(defun decode (format octets)
  (handler-case (sb-ext:octets-to-string octets :external-format format)
    (sb-int:character-coding-error (condition) (rejection condition))))

(serve *formats* #'encode #'decode)
