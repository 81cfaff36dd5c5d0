# Tcl's command encoding, asked through version 1 of the plug-in protocol.
#
# In Tcl 8.6 a string is 16-bit units: convertfrom makes two of a character above U+FFFF, scan reads them as one, and
# format makes no such character. So they are given to convertto as those two units, which two surrogates are as well.
# Neither command has an error for what is ill-formed, so that nothing is a rejection.

set encodings [dict create ascii ascii cp437 cp437 utf-8 utf-8]
foreach part {1 2 3 4 5 6 7 8 9 10 11 13 14 15 16} { dict set encodings iso-8859-$part iso8859-$part }
# Its encoding unicode is those units in memory.
dict set encodings [dict get {littleEndian utf-16-le bigEndian utf-16-be} $tcl_platform(byteOrder)] unicode

proc unsupported {reason} { return -code error -errorcode UNSUPPORTED $reason }

# ---- fields

proc parse_value {digits} {
    if {![string is xdigit -strict $digits]} { unsupported field }
    set value [scan $digits %llx]
    if {$value > 0x10FFFF} { unsupported "value above U+10FFFF" }
    return $value
}

proc character {value} {
    if {$value < 0x10000} { return [format %c $value] }
    set offset [expr {$value - 0x10000}]
    return [format %c%c [expr {0xD800 | $offset >> 10}] [expr {0xDC00 | $offset & 0x3FF}]]
}

proc parse_values {field} {
    if {$field eq "-"} { return "" }
    if {$field eq ""} { unsupported field }    ;# which split would divide into none
    return [join [lmap digits [split $field ,] { character [parse_value $digits] }] ""]
}

proc parse_bytes {field} {
    if {$field eq "-"} { return "" }
    if {![string is xdigit -strict $field] || [string length $field] % 2} { unsupported field }
    return [binary decode hex $field]
}

proc format_values {text} {
    return [join [lmap character [split $text ""] { format %X [scan $character %c] }] ,]
}

# Not by expr, which would take the digits for a number.
proc okay {field} {
    if {$field eq ""} { return "ok -" }
    return "ok $field"
}

# ---- requests

proc perform {operation encoding field} {
    global encodings
    if {![dict exists $encodings $encoding]} { unsupported encoding }
    set name [dict get $encodings $encoding]
    switch $operation {
        encode {
            return [okay [binary encode hex [encoding convertto $name [parse_values $field]]]]
        }
        decode {
            return [okay [format_values [encoding convertfrom $name [parse_bytes $field]]]]
        }
        default { unsupported operation }
    }
}

proc reply {words} {
    if {$words eq "hello 1"} { return "ok 1 [join [dict keys $::encodings] ,]" }
    if {[llength $words] != 3} { return "unsupported request" }
    try { return [perform {*}$words] } trap UNSUPPORTED reason { return "unsupported $reason" }
}

if {$argv eq "--version"} {
    puts "Tcl [info patchlevel]"
    exit
}
while {[gets stdin line] >= 0} {
    set words [lassign [split $line " "] id]
    if {[string is digit -strict $id] && [llength $words]} {
        puts "$id [reply $words]"
        flush stdout
    } else {
        puts stderr "no request: $line"    ;# there is no id to reply to
    }
}
