"""`conform export`: all test vectors as JSON Lines, for programs that know nothing of the harness."""
