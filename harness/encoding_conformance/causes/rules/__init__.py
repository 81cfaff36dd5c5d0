"""Of which inputs a mistake is true: what may be said of them, and what is learned from cases."""
