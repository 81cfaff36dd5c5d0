"""`conform diff`: what changed between two runs."""
