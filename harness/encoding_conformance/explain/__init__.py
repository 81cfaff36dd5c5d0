"""Explains what a specification does with an input, step by step, from its tables alone.

`explanation.py` finds the steps and the rules, and `lines.py` writes them as lines. Nothing here reads or shows anything.
"""
