"""Groups the failures of an implementation by the mistakes that cause them. It is pure but for the patterns that it
reads from the project's data."""
