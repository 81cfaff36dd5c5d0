"""Verdicts as a person and as a program read them."""
