"""`conform fuzz`, and the commands for its findings: `replay`, `promote` and `corpus`."""
