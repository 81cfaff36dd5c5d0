"""The inputs of laws. `kinds` lists the kinds of inputs, and an `InputSource` makes those of a kind for an encoding. Hypothesis
makes some of them, and makes failing ones small (`search`)."""
