"""`python -m workshop mutants`, which tests the suite with mutants: it shows which vectors and checks kill each mutant, and which
mutants survive."""
