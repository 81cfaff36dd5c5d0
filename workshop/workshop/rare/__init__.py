"""Ninety codecs with one rare mistake each, which measure what a run finds that nobody planted for it."""
