"""A museum of bugs that real codecs had: an entry for each, and a codec that reproduces it, to see whether a run finds it."""
