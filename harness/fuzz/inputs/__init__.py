"""What bytes are made of and made into: tokens, changes, subjects of laws, and kinds of outcomes. Pure."""
