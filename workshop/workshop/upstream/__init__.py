"""The drafts of bug reports next to the adapters, `implementations/*/REPORT*.md`, and the page that lists them."""
