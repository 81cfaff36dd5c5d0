"""Implementations under test: manifests, processes, and how processes end."""
