"""`python -m encoding_conformance` is `conform`."""

from encoding_conformance.commands.main import main

if __name__ == "__main__":
    main()
