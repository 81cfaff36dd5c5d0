"""What a process complained about, in what real programs write to standard error before they end."""

import pytest

from encoding_conformance.adapters.complaint import complaint, sanitizer_report
from encoding_conformance.core.outcome import Crash

PYTHON = """\
Traceback (most recent call last):
  File "/x/p.py", line 1, in f
    def f(): return [][5]
                    ~~^^^
IndexError: list index out of range
"""

NODE_SYNTAX = """\
/x/adapter.js:7
const f = (a (b) => a;
             ^

SyntaxError: Unexpected token '('
    at node:internal/main/run_main_module:28:49

Node.js v20.20.2
"""

PYTHON_SYNTAX = """\
  File "/x/c.py", line 2
    def f(:
          ^
SyntaxError: invalid syntax
"""

NODE = """\
node:fs:573
  return binding.open(
                 ^

Error: ENOENT: no such file or directory, open '/nonexistent'
    at node:internal/main/run_main_module:28:49 {
  errno: -2,
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
  operator: 'strictEqual'
}

Node.js v20.20.2
"""

JAVA = """\
Exception in thread "main" java.lang.IllegalStateException: wrapped
\tat E.g(E.java:1)
\tat E.main(E.java:3)
Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 1
\tat E.f(E.java:1)
\t... 2 more
"""

JAVA_RECURSES = 'Exception in thread "main" java.lang.StackOverflowError\n' + "\tat E.r(E.java:2)\n" * 1024

RUST = """\

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
created by main.main in goroutine 1
exit status 2
"""

RUBY = """\
r.rb:1:in `/': divided by 0 (ZeroDivisionError)
\tfrom r.rb:1:in `f'
\tfrom r.rb:3:in `<main>'
"""

C_PLUS_PLUS = """\
terminate called after throwing an instance of 'std::out_of_range'
  what():  vector::_M_range_check: __n (which is 6) >= size (which is 1)
"""

LUA = """\
lua: l.lua:1: attempt to index a nil value (field 'y')
stack traceback:
\tl.lua:1: in local 'f'
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
==7==ABORTING
"""

LOGS = "started\nTypeError: of an earlier request, which it survived\ngoing on\nwaiting for input\n"


SEGFAULT_OF_GO = "panic: runtime error: nil pointer dereference\n[signal SIGSEGV: code=0x1]\n\ngoroutine 1 [running]:\n"


@pytest.mark.parametrize(
    ("standard_error", "expected"),
    [
        (PYTHON, "IndexError: list index out of range"),
        (NODE, "Error: ENOENT: no such file or directory, open '/nonexistent'"),
        (NODE_WITH_LINES, "AssertionError [ERR_ASSERTION]: Expected values to be strictly equal:"),
        ("throw 5;\n^\n5\n(Use `node --trace-uncaught ...` to show more)\n\nNode.js v20.20.2\n", "5"),
        (JAVA, "Caused by: java.lang.ArrayIndexOutOfBoundsException: Index 5 out of bounds for length 1"),
        (JAVA_RECURSES, 'Exception in thread "main" java.lang.StackOverflowError'),
        (RUST, "thread 'main' panicked at a.rs:1:39: index out of bounds: the len is 1 but the index is 5"),
        (GO, "panic: runtime error: index out of range [5] with length 1"),
        (SEGFAULT_OF_GO, "panic: runtime error: nil pointer dereference"),
        ("odd thing at p.pl line 1.\n\tmain::f(1) called at p.pl line 1\n", "odd thing at p.pl line 1."),
        (RUBY, "r.rb:1:in `/': divided by 0 (ZeroDivisionError)"),
        (
            C_PLUS_PLUS,
            f"{C_PLUS_PLUS.partition(chr(10))[0]} what():  vector::_M_range_check: __n (which is 6) >= size (which is 1)",
        ),
        (LUA, "lua: l.lua:1: attempt to index a nil value (field 'y')"),
        (SANITIZER, "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x602000000016 at pc 0x55607f87af09"),
        (PYTHON + LOGS, "waiting for input"),
        ("  only\n\tframes\n", "frames"),
        ("\n \n", ""),
        (NODE_SYNTAX, "SyntaxError: Unexpected token '(' (adapter.js:7)"),
        (NODE_SYNTAX.replace("/x/", "file:///x/"), "SyntaxError: Unexpected token '(' (adapter.js:7)"),
        (PYTHON_SYNTAX, "SyntaxError: invalid syntax (c.py:2)"),
        ("SyntaxError: no place", "SyntaxError: no place"),
    ],
)
def test_a_complaint_is_the_line_that_names_the_exception(standard_error: str, expected: str) -> None:
    assert complaint(standard_error) == expected


@pytest.mark.parametrize("text", ["\x1b[31m\x07", "x" * 100_000, "\ud800"])
def test_a_complaint_is_short_and_printable(text: str) -> None:
    assert complaint(text).isprintable()
    assert len(complaint(text)) <= 2000


def test_a_sanitizer_s_report_has_the_function_without_its_parameters() -> None:
    report = b"SUMMARY: AddressSanitizer: heap-buffer-overflow /x/part.cpp:7:3 in next(char const*, int*)\n"
    assert sanitizer_report(report) == Crash("heap-buffer-overflow (AddressSanitizer)", "part.cpp:next")
