"""Corpora, which are folders of inputs: keeping them, making them smaller, and measuring what they cover."""
