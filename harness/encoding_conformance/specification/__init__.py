"""Reads the files in `vectors/` as encodings, requirements and vectors, and reports every fault of a file with its line."""
