"""`conform sizes`: bytes of a text in each encoding."""
