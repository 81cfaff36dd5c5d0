"""Reports of verdicts and other results, for people and for programs."""
