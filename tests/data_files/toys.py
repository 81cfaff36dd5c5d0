"""The files of a small family of encodings without faults."""

ENCODINGS = """\
encodings:
  toy:
    title: Toy
    section: "Toy, 1"
    kind: naturals
    values: "0..FF"
    layout:
      - {values: "0..FF", bits: "xxxxxxxx"}
    properties: {}
  game:
    title: Game
    section: "Toy, 2"
    kind: naturals
    values: "0..FF"
    properties: {}
    continuation: {more: "1xxxxxxx", last: "0xxxxxxx"}
"""
REQUIREMENTS = """\
requirements:
  - id: toys/one-byte
    section: "Toy, 1"
    text: A value is its byte.
    encodings: [toy]
"""
HEAD = """\
encodings: [toy]
witnesses:
  - specification: "Toy, 1"
  - derivation: "by hand"
vectors:
"""
VECTOR = """\
  - id: one
    values: "41"
    bytes: "41"
    requirements: [toys/one-byte]
"""
DECODE = """\
  - id: one
    decode: "41"
    result: "41"
    requirements: [toys/one-byte]
"""
