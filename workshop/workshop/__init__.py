"""The workshop: what this project uses to build its suite, its atlas and its site. It imports the product, never the other way
round, and a wheel does not have it. `conform` offers its commands where it is installed, as in a checkout.
"""
