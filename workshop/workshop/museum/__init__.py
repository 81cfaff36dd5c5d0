"""A museum of bugs that real codecs had: an entry for each, and a codec that has the bug again, to see whether a run finds it."""
