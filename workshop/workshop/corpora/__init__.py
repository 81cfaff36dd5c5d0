"""`conform corpus`: measures what a corpus covers of the reference, and makes it smaller."""
