"""The command line: `conform`. Here and nowhere else are arguments read, and exit statuses set."""
