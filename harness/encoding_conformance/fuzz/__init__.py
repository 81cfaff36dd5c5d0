"""Campaigns: a fuzzer makes inputs, the cases and the judge of a run decide which of them fail, and those become files.

A `campaign` keeps worker processes running. In each of them (`__main__`), an `engine` makes inputs for a `target`, which performs
them on an implementation (`loading`) and writes `findings`.
"""
