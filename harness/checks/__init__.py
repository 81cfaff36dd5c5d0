"""The laws that hold for many inputs: each defined once, pure, and fed from everywhere.

A law is a generator: it yields operations, is sent their outcomes, and raises Violation where it does not hold. It
knows no implementation, so the same law serves vectors, edge cases, Hypothesis and sweeps.
"""
