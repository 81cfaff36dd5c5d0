"""`python -m workshop site`: the manuals, the encodings and the results as a static site.

The pages are written in Markdown, with the paths that their sources have in the repository, so that links between them hold.
Sphinx makes the site of them.
"""
