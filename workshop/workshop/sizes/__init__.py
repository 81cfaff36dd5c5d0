"""Measures how many bytes texts take, and makes a page that compares this with the figures that the documents print."""
