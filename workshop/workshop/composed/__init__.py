"""Codecs as people write them, with one to four everyday mistakes each, and a measure of how well a run tells these mistakes.

Nothing here knows the reference codecs, the mutants or how causes are found, so nothing of these was fitted to it.
"""
