"""`conform machine` and `conform learn`: the finite-state machine of an encoding, and that of a decoder."""
