"""Chromium's TextDecoder and TextEncoder, asked through version 1 of the plug-in protocol.

    plugin.py [LABEL]...   with what the browser has beside what all have, such as iso-8859-16

A page without content runs the plug-in of Node.js, with the same code of the protocol. This program only carries what comes
on standard input to the page, and what the page writes to standard output, through a pipe of the DevTools protocol.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

JAVASCRIPT = Path(__file__).resolve().parent.parent / "protocol" / "javascript"
MODULES = ("protocol.js", "strings.js", "web.js")
BLOCK = 1 << 16

# Without a sandbox, root can run it too; it visits nothing.
ARGUMENTS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe", "about:blank")

NODE = """
const modules = {};
let feed, written = "";
globalThis.Buffer = {
  alloc: (length) => new Uint8Array(length),
  from: (data, form) => form === "hex"
    ? Uint8Array.from(data.match(/../g) ?? [], (pair) => parseInt(pair, 16))
    : { toString: () => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("") },
};
globalThis.process = {
  stdin: { setEncoding: () => process.stdin, on: (_, listener) => { feed = listener; } },
  stdout: { write: (text) => { written += text; } },
  stderr: { write: (text) => { console.error(text); } },
};
globalThis.require = (name) => modules[name];
globalThis.define = (name, make) => { const module = {}; make(module); modules["./" + name] = module.exports; };
globalThis.answer = (block) => { written = ""; feed(block); return written; };
"""
"""What the plug-in uses of Node.js."""


class Devtools:
    """A browser that is spoken to in messages of JSON, each of which ends with a zero byte."""

    def __init__(self, commands: int, messages: int):
        self._commands = commands
        self._messages = messages
        self._unread = b""
        self._count = 0
        self.session: dict[str, str] = {}

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """The result of a command. Events that come before it are passed over."""
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters, **self.session}
        self._write(json.dumps(message).encode("ascii") + b"\0")
        while (reply := json.loads(self._read())).get("id") != self._count:
            pass
        if "error" in reply:
            sys.exit(f"{method}: {reply['error']['message']}")
        return reply["result"]

    def evaluate(self, expression: str) -> Any:
        """What an expression gives in the page. What it throws ends this program, as it would end the page's."""
        result = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        if thrown := result.get("exceptionDetails"):
            sys.exit(thrown["exception"].get("description", thrown["text"]))
        return result["result"].get("value")

    def _write(self, message: bytes) -> None:
        while message:
            message = message[os.write(self._commands, message) :]

    def _read(self) -> bytes:
        while b"\0" not in self._unread:
            if not (block := os.read(self._messages, BLOCK)):
                sys.exit("Chromium has ended")
            self._unread += block
        message, _, self._unread = self._unread.partition(b"\0")
        return message


@contextmanager
def browser() -> Iterator[Devtools]:
    """Chromium with a page, which reads commands from its descriptor 3 and writes messages to 4."""
    their_commands, commands = os.pipe()
    messages, their_messages = os.pipe()
    # Processes of the browser may still write into their profile while they end.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        shell = f'exec chromium "$@" 3<&{their_commands} 4>&{their_messages}'
        process = subprocess.Popen(
            ["sh", "-c", shell, "sh", *ARGUMENTS, f"--user-data-dir={profile}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            pass_fds=(their_commands, their_messages),
            start_new_session=True,
        )
        os.close(their_commands)
        os.close(their_messages)
        try:
            devtools = Devtools(commands, messages)
            target = devtools.ask("Target.createTarget", url="about:blank")["targetId"]
            session = devtools.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            devtools.session = {"sessionId": session}
            yield devtools
        finally:
            process.terminate()
            process.wait()
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


def load(devtools: Devtools, labels: list[str]) -> None:
    """Makes the page serve, as the plug-in of Node.js does."""
    devtools.evaluate(NODE.join(("(() => {", "})()")))
    for name in MODULES:
        devtools.evaluate(f"define({json.dumps(name)}, (module) => {{ {(JAVASCRIPT / name).read_text('utf-8')} }})")
    devtools.evaluate(f'require("./protocol.js").serve(require("./web.js").web({json.dumps(labels)}))')


def main(arguments: list[str]) -> None:
    """Carries blocks both ways until the input ends."""
    with browser() as devtools:
        load(devtools, arguments)
        while block := os.read(sys.stdin.fileno(), BLOCK):
            replies = devtools.evaluate(f"answer({json.dumps(block.decode('latin-1'))})")
            sys.stdout.write(replies)
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
