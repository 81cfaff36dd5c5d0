"""What is wrong with whole texts, with the encoding, or with whatever is asked after something else."""
