"""The inputs of laws, called inputs. `kinds` lists the kinds of inputs, and a `InputSource` makes those of a kind for an
encoding."""
