"""The workshop: the tools that build this project's suite, atlas and site. It imports the product, never the other way round,
and a wheel does not contain it.
"""
