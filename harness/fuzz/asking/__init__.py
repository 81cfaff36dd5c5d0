"""From bytes to operations, in the process that fuzzes: the testee, the oracle, the target."""
