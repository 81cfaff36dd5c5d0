"""Finds the expected values that have two witnesses that were written apart, by asking all witnesses that can be asked."""
