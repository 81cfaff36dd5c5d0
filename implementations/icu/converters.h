/* The converters that are tested: the ids of their encodings, and their names in ICU. */

#ifndef CONVERTERS_H
#define CONVERTERS_H

/* ICU's only table of code page 437 is IBM's. */
#define FOR_EACH_CONVERTER(DO) \
    DO("ascii", "US-ASCII") \
    DO("bocu-1", "BOCU-1") \
    DO("cesu-8", "CESU-8") \
    DO("cp437", "ibm-437_P100-1995") \
    DO("iso-8859-1", "ISO-8859-1") \
    DO("iso-8859-2", "ISO-8859-2") \
    DO("iso-8859-3", "ISO-8859-3") \
    DO("iso-8859-4", "ISO-8859-4") \
    DO("iso-8859-5", "ISO-8859-5") \
    DO("iso-8859-6", "ISO-8859-6") \
    DO("iso-8859-7", "ISO-8859-7") \
    DO("iso-8859-8", "ISO-8859-8") \
    DO("iso-8859-9", "ISO-8859-9") \
    DO("iso-8859-10", "ISO-8859-10") \
    DO("iso-8859-11", "ISO-8859-11") \
    DO("iso-8859-13", "ISO-8859-13") \
    DO("iso-8859-14", "ISO-8859-14") \
    DO("iso-8859-15", "ISO-8859-15") \
    DO("utf-8", "UTF-8") \
    DO("utf-16-be", "UTF-16BE") \
    DO("utf-16-le", "UTF-16LE") \
    DO("utf-32-be", "UTF-32BE") \
    DO("utf-32-le", "UTF-32LE")

#endif
