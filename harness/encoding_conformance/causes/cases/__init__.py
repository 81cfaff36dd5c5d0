"""What an implementation was asked and how it answered, seen as cases of a mistake."""
