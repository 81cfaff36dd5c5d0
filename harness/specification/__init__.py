"""From the files in `vectors/` to encodings, requirements and vectors; every fault of a file by its line."""
