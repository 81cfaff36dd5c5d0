"""What plug-ins do that neither a run with all test vectors and checks nor the test of the protocol shows."""

import re
import sys

import pytest
from conversation import installed, talk

from encoding_conformance.adapters.installation import version_of
from encoding_conformance.runner.registry import own


@pytest.mark.slow
def test_version_commands_print_versions():
    versions = {each.name: version_of(each) for each in own() if each.version_command and not each.missing()}
    assert {name: text for name, text in versions.items() if not re.search(r"\d", text)} == {}


def test_glibc_gives_an_offset_that_exceeds_every_buffer():
    values = 50_000 * "1F469,"
    (reply,) = talk(installed("glibc"), [f"1 encode utf-16-be {values}D800"])
    assert reply.startswith("1 reject 50000")


COUNTING = "globalThis.TextDecoder = class { calls = 0; decode() { return String(++this.calls); } };"


@pytest.mark.slow
def test_node_keeps_one_text_decoder_for_all_requests(tmp_path):
    preloaded = tmp_path / "counting.js"
    preloaded.write_text(COUNTING, encoding="utf-8")
    requests = ["0 decode utf-8 41", "1 decode utf-8 41/42", "2 decode utf-16-le -"]
    found = talk(installed("node"), requests, "node", "--require", str(preloaded), "plugin.js")
    assert found == ["0 ok 31", "1 ok 32,33", "2 ok 31"]


# To reject is the word of the library; all else that a codec throws is a crash.
WAYS_TO_FAIL = """
const { serve, Unsupported } = require("../protocol/javascript/protocol.js");
const faults = { 1: new RangeError("ill-formed\\n"), 2: new Unsupported("too large"), 3: new TypeError("a mistake") };
const encode = ([value]) => { throw faults[value]; };
serve({ codecs: { kim: { encode } }, rejects: (error) => error === faults[1], chunks: false });
"""


@pytest.mark.slow
def test_plug_ins_in_javascript_reject_only_what_the_library_rejects():
    node, command = installed("node"), ("node", "-e", WAYS_TO_FAIL)
    requests = ["7 encode kim 1", "8 encode kim 2"]
    assert talk(node, requests, *command) == ["7 reject - ill-formed?", "8 unsupported too large"]
    with pytest.raises(AssertionError, match="a mistake"):
        talk(node, ["9 encode kim 3"], *command)


# libksba gives this identifier for all that it cannot decode.
@pytest.mark.slow
def test_libksba_decodes_the_identifier_that_it_gives_for_bad_ones():
    libksba, serve = installed("libksba"), (sys.executable, "-m", "encoding_conformance", "serve", "-i", ".")
    arcs = "6,1,4,1,2D47,2,BAD01D"
    (encoded,) = talk(libksba, [f"1 encode kim-count {arcs}"], *serve)
    assert talk(libksba, [f"2 decode kim-count {encoded.removeprefix('1 ok ')}"], *serve) == [f"2 ok {arcs}"]
