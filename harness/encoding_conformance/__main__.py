"""`python -m encoding_conformance` is `conform`."""

import signal
from importlib import import_module


def main() -> None:
    """Runs a command. An interrupt while its modules load ends it without a traceback."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a command in the background ignores the signal
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    import_module("encoding_conformance.commands.main").main()


if __name__ == "__main__":
    main()
