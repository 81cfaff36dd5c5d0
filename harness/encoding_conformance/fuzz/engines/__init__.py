"""Engines, which make the inputs of a campaign."""
