"""Reads the files in `vectors/` as encodings, requirements and vectors, and reports every problem of a file with its line."""
