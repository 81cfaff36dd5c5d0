"""Compares implementations with each other, and runs with older runs. It shows differences and does not judge them."""
