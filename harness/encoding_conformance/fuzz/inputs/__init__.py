"""What inputs are made from and turned into: tokens, changes, inputs of laws, and kinds of outcomes. It is pure."""
