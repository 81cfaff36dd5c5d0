"""Implementations under test: their manifests, the processes in which they run, and how those processes end."""
