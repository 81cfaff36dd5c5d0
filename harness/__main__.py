"""`python -m harness` is `conform`."""

from harness.commands.main import main

main()
