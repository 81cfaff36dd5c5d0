"""The package that a wheel installs.

A wheel has the packages `harness` and `mutants` and the data in here, laid out as in the repository, because those names are too
common for the top level of `site-packages`. `hatch_build.py` moves them. In a checkout, this package only starts the command.
"""
