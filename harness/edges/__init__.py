"""Edge cases, derived from what the encodings state of themselves and written as vectors: `python -m harness.edges`.

Nothing here uses the reference codecs; the expected outcomes are those of `harness.models`.
"""
