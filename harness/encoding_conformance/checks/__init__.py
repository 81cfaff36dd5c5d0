"""The laws that hold for many inputs. Each is defined once and is pure, and its inputs come from everywhere.

A law is a generator: it yields operations, is sent their outcomes, and raises Violation if it does not hold. It does not
know any implementation, so the same law serves vectors, edge cases, Hypothesis and sweeps.
"""
