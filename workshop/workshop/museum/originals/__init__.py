"""Bugs in the versions of libraries that had them. A run must find each there, and not in the version that fixed it."""
