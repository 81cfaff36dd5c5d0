"""Mutants of codecs, of the sort that implementers make: what the vectors and checks must catch.

They are planted in the reference codecs, by name (`named`) and by syntax (`syntax`). They know nothing of the harness.
"""
