"""`conform promote`: drafts a test vector from a finding."""
