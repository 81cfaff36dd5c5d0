"""Finds the mistakes that explain cases: one for each rule, joined where they are one, and tested."""
