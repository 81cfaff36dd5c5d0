"""`conform fuzz`, and what is done with its findings: `replay`, `promote` and `corpus`."""
