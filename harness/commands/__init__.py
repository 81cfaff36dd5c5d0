"""The command line, `conform`. Only this folder reads arguments and sets exit statuses."""
