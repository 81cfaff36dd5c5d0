"""What laws are fed with. `kinds` says which subjects there are; a `Feed` makes those of a kind for an encoding."""
