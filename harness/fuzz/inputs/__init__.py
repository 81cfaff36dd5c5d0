"""What inputs are made from and turned into: tokens, changes, subjects of laws, and kinds of outcomes. It is pure."""
