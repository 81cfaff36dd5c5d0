"""What a process complained about, in what real programs write to standard error before they end."""

import pytest

from encoding_conformance.adapters.complaint import complaint, sanitizer_report
from encoding_conformance.core.outcome import Crash

PYTHON = """\
Traceback (most recent call last):
  File "/x/p.py", line 2, in <module>
    f()
  File "/x/p.py", line 1, in f
    def f(): return [][5]
                    ~~^^^
IndexError: list index out of range
"""

NODE = """\
/x/err.js:1
function decode(b){ const x = b.missing.field; return x }
                                        ^

TypeError: Cannot read properties of undefined (reading 'field')
    at decode (/x/err.js:1:41)
    at Object.<anonymous> (/x/err.js:3:1)
    at node:internal/main/run_main_module:28:49

Node.js v20.20.2
"""

NODE_SYNTAX = """\
/x/adapter.js:7
const f = (a (b) => a;
             ^

SyntaxError: Unexpected token '('
    at wrapSafe (node:internal/modules/cjs/loader:1464:18)
    at node:internal/main/run_main_module:28:49

Node.js v20.20.2
"""

PYTHON_SYNTAX = """\
  File "/x/c.py", line 2
    def f(:
          ^
SyntaxError: invalid syntax
"""

NODE_WITH_FIELDS = """\
node:fs:573
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open '/nonexistent'
    at Object.openSync (node:fs:573:18)
    at node:internal/main/run_main_module:28:49 {
  errno: -2,
  code: 'ENOENT',
  syscall: 'open',
  path: '/nonexistent'
}

Node.js v20.20.2
"""

NODE_WITH_LINES = """\
node:assert:90
  throw new AssertionError(obj);
  ^

AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:

1 !== 2

    at Object.<anonymous> (/x/assert.js:1:19)
    at node:internal/main/run_main_module:28:49 {
  generatedMessage: true,
  operator: 'strictEqual'
}

Node.js v20.20.2
"""

NODE_THROWS_A_NUMBER = """\

/x/thrown.js:1
throw 5;
^
5
(Use `node --trace-uncaught ...` to show where the exception was thrown)

Node.js v20.20.2
"""

JAVA = """\
Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 1
\tat E.f(E.java:1)
\tat E.main(E.java:3)
"""

JAVA_WITH_A_CAUSE = """\
Exception in thread "main" java.lang.IllegalStateException: wrapped
\tat E.g(E.java:1)
\tat E.main(E.java:3)
Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 1
\tat E.f(E.java:1)
\t... 2 more
"""

JAVA_RECURSES = 'Exception in thread "main" java.lang.StackOverflowError\n' + "\tat E.r(E.java:2)\n" * 1024

RUST = """\

thread 'main' (26155) panicked at a.rs:1:39:
index out of bounds: the len is 1 but the index is 5
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
"""

RUST_WITH_A_STACK = """\

thread 'main' panicked at a.rs:1:39:
index out of bounds: the len is 1 but the index is 5
stack backtrace:
   0: __rustc::rust_begin_unwind
             at /rustc/59807616e1fa2540724bfbac14d7976d7e4a3860/library/std/src/panicking.rs:689:5
   3: a::decode
note: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.
"""

GO = """\
panic: runtime error: index out of range [5] with length 1

goroutine 1 [running]:
main.decode(...)
\t/x/go.go:3
main.(*Codec).run(0xc000012345, {0xc00001a0a8, 0x1, 0x1})
\t/x/go.go:4 +0x2d
created by main.main in goroutine 1
\t/x/go.go:9 +0x25
exit status 2
"""

GO_SEGFAULTS = """\
panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x45e2f5]

goroutine 1 [running]:
main.main()
\t/x/go.go:4 +0x2d
"""

PERL = """\
odd thing at p.pl line 1.
\tmain::f(1) called at p.pl line 1
\tmain::g() called at p.pl line 1
"""

RUBY = """\
r.rb:1:in `/': divided by 0 (ZeroDivisionError)
\tfrom r.rb:1:in `f'
\tfrom r.rb:3:in `<main>'
"""

C_PLUS_PLUS = """\
terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 6) >= this->size() (which is 1)
"""

LUA = """\
lua: l.lua:1: attempt to index a nil value (field 'y')
stack traceback:
\tl.lua:1: in local 'f'
\tl.lua:2: in main chunk
\t[C]: in ?
"""

SANITIZER = """\
=================================================================
==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000016 at pc 0x55607f87af09
READ of size 1 at 0x602000000016 thread T0
    #0 0x55607f87af08 in main /x/asan.c:2:52

SUMMARY: AddressSanitizer: heap-buffer-overflow /x/asan.c:2:52 in main
Shadow bytes around the buggy address:
  0x0c047fff7fb0: 00 00 00 00
  Right alloca redzone:    cb
==7==ABORTING
"""

LOGS = "started\nTypeError: of an earlier request, which it survived\ngoing on\nwaiting for input\n"


@pytest.mark.parametrize(
    ("standard_error", "told"),
    [
        (PYTHON, "IndexError: list index out of range"),
        (NODE, "TypeError: Cannot read properties of undefined (reading 'field')"),
        (NODE_WITH_FIELDS, "Error: ENOENT: no such file or directory, open '/nonexistent'"),
        (NODE_WITH_LINES, "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:"),
        (NODE_THROWS_A_NUMBER, "5"),
        (JAVA, 'Exception in thread "main" java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 1'),
        (JAVA_WITH_A_CAUSE, "Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 1"),
        (JAVA_RECURSES, 'Exception in thread "main" java.lang.StackOverflowError'),
        (RUST, "thread 'main' (26155) panicked at a.rs:1:39: index out of bounds: the len is 1 but the index is 5"),
        (RUST_WITH_A_STACK, "thread 'main' panicked at a.rs:1:39: index out of bounds: the len is 1 but the index is 5"),
        (GO, "panic: runtime error: index out of range [5] with length 1"),
        (GO_SEGFAULTS, "panic: runtime error: invalid memory address or nil pointer dereference"),
        ("Illegal division by zero at p.pl line 1.\n", "Illegal division by zero at p.pl line 1."),
        (PERL, "odd thing at p.pl line 1."),
        (RUBY, "r.rb:1:in `/': divided by 0 (ZeroDivisionError)"),
        (LUA, "lua: l.lua:1: attempt to index a nil value (field 'y')"),
        (SANITIZER, "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000016 at pc 0x55607f87af09"),
        ("double free or corruption (out)\n", "double free or corruption (out)"),
        (LOGS, "waiting for input"),
        (NODE + LOGS, "waiting for input"),
        ("  only\n\tframes\n", "frames"),
        ("\n \n", ""),
        ("", ""),
    ],
)
def test_the_line_that_names_the_exception_is_told(standard_error: str, told: str) -> None:
    assert complaint(standard_error) == told


@pytest.mark.parametrize(
    ("standard_error", "told"),
    [
        (NODE_SYNTAX, "SyntaxError: Unexpected token '(' (adapter.js:7)"),
        (NODE_SYNTAX.replace("/x/", "file:///x/"), "SyntaxError: Unexpected token '(' (adapter.js:7)"),
        (PYTHON_SYNTAX, "SyntaxError: invalid syntax (c.py:2)"),
        ("SyntaxError: no place", "SyntaxError: no place"),
    ],
)
def test_a_syntax_error_is_told_with_its_place(standard_error: str, told: str) -> None:
    assert complaint(standard_error) == told


def test_what_the_next_line_says_of_an_exception_is_told_too() -> None:
    told = complaint(C_PLUS_PLUS)
    assert told.startswith("terminate called after throwing an instance of 'std::out_of_range' what():  vector::_M_range_check")


@pytest.mark.parametrize("text", ["\x1b[31m\x07", "x" * 100_000, "\ud800"])
def test_a_complaint_is_short_and_printable(text: str) -> None:
    assert complaint(text).isprintable()
    assert len(complaint(text)) <= 2000


def test_the_function_of_a_sanitizer_is_told_without_its_parameters() -> None:
    told = sanitizer_report(b"SUMMARY: AddressSanitizer: heap-buffer-overflow /x/part.cpp:7:3 in next(char const*, int*)\n")
    assert told == Crash("heap-buffer-overflow (AddressSanitizer)", "part.cpp:next")
