"""`python -m workshop results`: the pages that are made of a report of all implementations."""
