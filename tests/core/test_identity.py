"""Ids: what they are, and their text."""

import pytest

from encoding_conformance.core.identity import Id, IdKind, check_id, is_reserved, read_id, vector_id


@pytest.mark.parametrize(
    ("id", "text"),
    [
        (vector_id("utf-8", "euro/decode"), "utf-8/euro/decode"),
        (Id("utf-8", IdKind.EDGE_CASE, "80/encode"), "utf-8/edge/80/encode"),
        (check_id("utf-8", "order"), "utf-8/check/order"),
        (Id("utf-8", IdKind.START), "utf-8/start"),
        (Id("utf-8", IdKind.OFFER), "utf-8/offered"),
        (Id("utf-8", IdKind.VECTOR, "starting"), "utf-8/starting"),
        (Id("utf-8", IdKind.VECTOR, "edges/x"), "utf-8/edges/x"),
        (Id("utf-8", IdKind.DECLARATION, "utf-*/check/*"), "utf-*/check/*"),
        (Id("", IdKind.DECLARATION, "*"), "*"),
    ],
)
def test_an_id_has_one_text_which_is_read_back(id: Id, text: str) -> None:
    assert str(id) == f"{id}" == text
    assert read_id(id.encoding, text) == id


@pytest.mark.parametrize(
    ("local", "kind"), [("edge/80", IdKind.EDGE_CASE), *((id, IdKind.VECTOR) for id in ("edge", "a/edge/b", "a/check/b"))]
)
def test_the_beginning_of_an_id_distinguishes_edge_cases_from_vectors(local: str, kind: str) -> None:
    assert (vector_id("kim", local).kind, vector_id("kim", local).local) == (kind, local)


@pytest.mark.parametrize(
    ("local", "reserved"),
    [("start", True), ("offered", True), ("check/x", True), ("started", False), ("checks/x", False), ("edge/x", False)],
)
def test_ids_of_anything_but_vectors_are_reserved(local: str, reserved: bool) -> None:
    assert is_reserved(local) == reserved
    assert (read_id("kim", f"kim/{local}").kind in (IdKind.VECTOR, IdKind.EDGE_CASE)) != reserved
