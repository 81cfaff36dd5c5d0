"""The inputs of laws, called subjects. `kinds` lists the kinds of subjects, and a `Feed` makes those of a kind for an
encoding."""
