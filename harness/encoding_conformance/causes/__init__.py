"""Groups the failures of an implementation by the mistakes that cause them."""
