"""Turns bytes into operations, in the process that fuzzes: the testee, the oracle and the target."""
