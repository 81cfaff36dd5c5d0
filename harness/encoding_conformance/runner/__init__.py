"""Runs: vectors and checks, the implementations that they test, and the verdicts."""
