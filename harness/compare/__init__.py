"""Implementations, and runs, laid side by side: a map of what they do differently, and no judgement."""
