"""Explains the steps of a model: what each byte is for, and how the tables lead from the bytes to the value and back.

Each form of tables has an `Explainer` in a module of its own; `explainers.py` says which.
"""
