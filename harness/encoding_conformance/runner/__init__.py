"""A run: which implementations are asked which vectors and checks, and the verdicts."""
