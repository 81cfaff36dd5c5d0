"""Conformance tests in pytest: each test vector and each check is a test of its own, in the user's own process."""
