"""`python -m workshop sizes`: how many bytes texts take, and the page that compares this with what the documents print."""
