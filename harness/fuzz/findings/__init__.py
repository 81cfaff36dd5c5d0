"""What was found: filed, asked again, made smaller, made a vector."""
