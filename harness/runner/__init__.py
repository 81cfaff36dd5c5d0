"""A run: which implementations are asked what, and the verdicts on it."""
