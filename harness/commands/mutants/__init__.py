"""`conform mutants`, the mutation testing of the suite: which vectors and checks kill each mutant, and which mutants survive."""
