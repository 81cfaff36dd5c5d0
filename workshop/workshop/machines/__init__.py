"""`python -m workshop machine` and `python -m workshop learn`: the finite-state machine of an encoding, and that of a decoder."""
