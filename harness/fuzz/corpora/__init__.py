"""Folders of inputs: kept, thinned out, measured by what they cover."""
