"""`python -m encoding_conformance` is `conform`."""

from harness.commands.main import main

if __name__ == "__main__":
    main()
