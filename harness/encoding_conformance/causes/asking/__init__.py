"""Asks an implementation again."""
