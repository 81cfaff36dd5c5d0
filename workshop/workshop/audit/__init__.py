"""Runs every witness that can be run, and finds the expected values that lack two independent witnesses."""
