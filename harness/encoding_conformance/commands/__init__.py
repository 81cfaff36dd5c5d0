"""What `conform` does: a module or a folder for each command, with its arguments, its analysis and what it prints."""
