"""`conform compare`: where implementations differ. It shows differences and does not judge them."""
