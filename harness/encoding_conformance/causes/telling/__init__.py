"""Says in words what a mistake is, and which requirement it breaks."""
