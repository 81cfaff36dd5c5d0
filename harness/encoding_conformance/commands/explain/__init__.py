"""`conform explain`: what a specification does with an input, step by step."""
