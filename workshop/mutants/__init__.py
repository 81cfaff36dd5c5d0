"""Mutants of the reference codecs: typical bugs of implementations, which the test vectors and checks must find.

Some are planted by hand and have names (`named`), and the others come from the syntax of the code (`syntax`). This
package does not import the harness.
"""
