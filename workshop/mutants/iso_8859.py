"""Mutants of the parts of ISO 8859."""

from collections.abc import Sequence

from mutants import general
from mutants.mutant import Planted
from mutants.planting import altered, exchanged
from mutants.single_byte import of_any_page, page, vendor_page
from reference_codecs.single_byte import SingleByte, table

C1 = range(0x80, 0xA0)
TAKEN_FOR = {
    # The table of another part or of a vendor, with many of the same letters or none
    "iso-8859-1": "iso-8859-15",
    "iso-8859-2": "iso-8859-1",
    "iso-8859-3": "iso-8859-9",
    "iso-8859-4": "iso-8859-10",
    "iso-8859-5": "koi8-r",
    "iso-8859-6": "cp1256",
    "iso-8859-7": "cp1253",
    "iso-8859-8": "cp1255",
    "iso-8859-9": "iso-8859-1",
    "iso-8859-10": "iso-8859-4",
    "iso-8859-11": "iso-8859-5",
    "iso-8859-13": "cp1257",
    "iso-8859-14": "iso-8859-1",
    "iso-8859-15": "iso-8859-1",
    "iso-8859-16": "iso-8859-2",
}


def absent_read(id: str) -> SingleByte:
    """Returns a codec that reads each unassigned byte as the character of the same number."""
    codec = SingleByte(table(id))
    codec.characters = {byte: codec.characters.get(byte, byte) for byte in range(0x100)}
    return codec


class NotKnown:
    """A codec for a part that is missing from an implementation's list."""

    def encode(self, values: Sequence[int]) -> bytes:
        raise LookupError("unknown encoding")

    def decode(self, data: bytes) -> list[int]:
        raise LookupError("unknown encoding")


def of_a_part(id: str, other: str) -> dict[str, Planted]:
    """Returns the mutants that every part can have. Another table differs from the registered one at A0 to FF."""
    return {
        **of_any_page(id, "iso-8859/one-byte", "iso-8859/registered-tables", "iso-8859/other-characters", "iso-8859/ascii-half"),
        f"as-{other}": Planted(vendor_page(other), "iso-8859/part-decides", "iso-8859/registered-tables"),
        "c1-absent": Planted(page(id, dict.fromkeys(C1)), "iso-8859/c1-controls"),
        **(of_a_part_with_holes(id) if len(table(id)) < 0x100 else of_a_full_part(id)),
    }


def of_a_part_with_holes(id: str) -> dict[str, Planted]:
    return {
        "absent-byte-read": Planted(absent_read(id), "iso-8859/unassigned"),
        "absent-byte-replaced": Planted(altered(id, decode=general.ill_formed_replaced), "iso-8859/unassigned"),
    }


def of_a_full_part(id: str) -> dict[str, Planted]:
    return {"last-byte-unassigned": Planted(page(id, {0xFF: None}), "iso-8859/fully-assigned")}


IN_ONE_PART = {
    "iso-8859-1": {
        "as-cp1252": Planted(vendor_page("cp1252"), "iso-8859/c1-controls"),
        "two-accents-exchanged": Planted(exchanged("iso-8859-1", 0xE8, 0xE9), "iso-8859/latin-1", "iso-8859/registered-tables"),
        "ignorables-dropped": Planted(altered("iso-8859-1", encode=general.ignorables_dropped), "iso-8859/other-characters"),
        "lookalikes-of-unencodable-letters": Planted(
            altered("iso-8859-1", encode=general.lookalike_written), "iso-8859/other-characters"
        ),
    },
    "iso-8859-3": {
        "absent-byte-dropped": Planted(altered("iso-8859-3", decode=general.ill_formed_skipped), "iso-8859/unassigned")
    },
    "iso-8859-4": {"two-letters-exchanged": Planted(exchanged("iso-8859-4", 0x104, 0x138), "iso-8859/registered-tables")},
    "iso-8859-5": {
        "two-neighbours-exchanged": Planted(
            exchanged("iso-8859-5", 0x410, 0x411), "iso-8859/cyrillic", "iso-8859/registered-tables"
        )
    },
    "iso-8859-6": {
        "digits-of-its-language": Planted(
            page("iso-8859-6", {0x30 + digit: 0x660 + digit for digit in range(10)}), "iso-8859/ascii-half"
        )
    },
    "iso-8859-7": {"of-1987": Planted(page("iso-8859-7", {0xA4: None, 0xA5: None, 0xAA: None}), "iso-8859/registered-tables")},
    "iso-8859-8": {"of-1988": Planted(page("iso-8859-8", {0xFD: None, 0xFE: None}), "iso-8859/registered-tables")},
    "iso-8859-10": {"two-letters-exchanged": Planted(exchanged("iso-8859-10", 0x14A, 0x14B), "iso-8859/registered-tables")},
    "iso-8859-11": {
        "as-cp874": Planted(vendor_page("cp874"), "iso-8859/c1-controls"),
        "a0-absent": Planted(page("iso-8859-11", {0xA0: None}), "iso-8859/registered-tables"),
    },
    "iso-8859-15": {"without-the-euro": Planted(page("iso-8859-15", {0xA4: 0xA4}), "iso-8859/registered-tables")},
    "iso-8859-16": {"not-known": Planted(NotKnown(), "iso-8859/parts")},
}

MUTANTS = {id: {**of_a_part(id, other), **IN_ONE_PART.get(id, {})} for id, other in TAKEN_FOR.items()}
