"""`python -m workshop machine` and `python -m workshop learn`: the finite-state machines of encodings and of decoders."""
