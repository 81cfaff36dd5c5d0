CODEC = (
