"""`conform list`."""
