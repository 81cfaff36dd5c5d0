"""Implementations under test: found by their manifests, run in processes of their own, whatever they do."""
