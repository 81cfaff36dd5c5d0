"""The power of the suite: which vectors and checks find each planted fault, and which faults nothing finds."""
