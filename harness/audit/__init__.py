"""Which expected values have two witnesses that were written apart, when all that can be asked are asked now."""
