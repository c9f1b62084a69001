"""The shuffle: published vectors, an independent second implementation, tampering, uniformity.

`python tests/test_shuffle.py` recomputes the outputs of data/shuffle_vectors.json from its inputs with the second
implementation below (and only that one); the tests then hold the package to the file.
"""

import doctest
import json
import struct
from collections import Counter
from hashlib import sha256
from importlib import resources
from itertools import count, permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from erqishi.errors import UserInputError
from erqishi.shuffle import (
    SCHEME,
    Commitment,
    ShuffleProof,
    VerifyError,
    commit,
    commitment_from_json,
    deck_seed,
    proof_from_json,
    reveal,
    seed_message,
    shuffled,
    to_json,
    verify,
)

VECTORS: dict[str, Any] = json.loads(
    resources.files("erqishi").joinpath("data/shuffle_vectors.json").read_text(encoding="utf-8")
)
SEED = bytes(range(100, 132))


# ── The second implementation: HMAC from the definition, one running stream, cards pulled from a shrinking pool ──


def other_hmac(key: bytes, message: bytes) -> bytes:
    block = (sha256(key).digest() if len(key) > 64 else key).ljust(64, b"\0")
    inner = sha256(bytes(b ^ 0x36 for b in block) + message).digest()
    return sha256(bytes(b ^ 0x5C for b in block) + inner).digest()


def other_message(inputs: dict[str, Any]) -> bytes:
    out = bytearray()
    texts = [SCHEME, None, *inputs["nonces"], inputs["table"]]
    for text in texts:
        if text is None:
            out += struct.pack(">H", len(inputs["nonces"]))
        else:
            raw = bytes(text, "utf-8")
            out += struct.pack(f">H{len(raw)}s", len(raw), raw)
    return bytes(out + struct.pack(">IH", inputs["hand"], inputs["n"]))


def other_deck(seed: bytes, n: int) -> list[int]:
    stream = (byte for i in count() for byte in other_hmac(seed, struct.pack(">I", i)))
    pool, drawn = list(range(n)), []
    while len(pool) > 1:
        byte = next(stream)
        while byte // len(pool) >= 256 // len(pool):
            byte = next(stream)
        place = byte % len(pool)
        last = pool.pop()
        drawn.append(last if place == len(pool) else pool[place])
        if place < len(pool):
            pool[place] = last
    return [*pool, *reversed(drawn)]


def other_outputs(inputs: dict[str, Any]) -> dict[str, Any]:
    server_seed = bytes.fromhex(inputs["server_seed"])
    message = other_message(inputs)
    seed = other_hmac(server_seed, message)
    return {
        "commitment": sha256(server_seed).hexdigest(),
        "message": message.hex(),
        "seed": seed.hex(),
        "block0": other_hmac(seed, bytes(4)).hex(),
        "deck": other_deck(seed, inputs["n"]),
    }


INPUTS = ("server_seed", "nonces", "table", "hand", "n")


def inputs_of(vector: dict[str, Any]) -> dict[str, Any]:
    return {name: vector[name] for name in INPUTS}


def proof_of(vector: dict[str, Any]) -> ShuffleProof:
    rest = {**inputs_of(vector), "nonces": tuple(vector["nonces"])}
    return ShuffleProof(**rest, commitment=vector["commitment"], scheme=vector.get("scheme", SCHEME))


# ── Vectors ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda v: v["name"])
def test_published_vectors(vector: dict[str, Any]) -> None:
    proof = reveal(
        bytes.fromhex(vector["server_seed"]),
        vector["nonces"],
        table=vector["table"],
        hand=vector["hand"],
        n=vector["n"],
    )
    assert proof == proof_of(vector)
    assert seed_message(proof).hex() == vector["message"]
    assert deck_seed(proof).hex() == vector["seed"]
    assert list(shuffled(proof)) == vector["deck"]
    verify(proof, vector["deck"], sent=dict(enumerate(vector["nonces"])))
    assert other_outputs(inputs_of(vector)) == {
        k: vector[k] for k in ("commitment", "message", "seed", "block0", "deck")
    }


@pytest.mark.parametrize("vector", VECTORS["negative"], ids=lambda v: v["name"])
def test_published_negative_vectors(vector: dict[str, Any]) -> None:
    published = vector["published"] and Commitment(**vector["published"])
    sent = vector["sent"] and {int(seat): nonce for seat, nonce in vector["sent"].items()}
    with pytest.raises(VerifyError) as caught:
        verify(proof_of(vector["proof"]), vector["deck"], published=published, sent=sent)
    assert (caught.value.what, caught.value.index) == (vector["what"], vector["index"])


def test_the_session_in_the_documentation_runs() -> None:
    result = doctest.testfile(str(Path(__file__).parents[1] / "docs/shuffle.md"), module_relative=False)
    assert (result.failed, result.attempted > 5) == (0, True)


def test_the_vectors_cover_what_they_promise() -> None:
    vectors = VECTORS["vectors"]
    assert len(vectors) >= 12
    assert {52, 80} <= {v["n"] for v in vectors}
    assert any("" in v["nonces"] for v in vectors)
    assert any(not nonce.isascii() for v in vectors for nonce in v["nonces"])
    assert len({v["name"] for v in vectors + VECTORS["negative"]}) == len(vectors) + len(VECTORS["negative"])
    assert {v["what"] for v in VECTORS["negative"]} == {
        *("scheme", "server_seed", "commitment", "nonce", "table", "hand", "n", "deck", "card"),
    }


# ── The law of the construction ──────────────────────────────────────────────────────────────────────────────────

nonce_text = st.text(st.characters(exclude_categories=["Cs"]), max_size=16)
places = st.fixed_dictionaries(
    {
        "server_seed": st.binary(min_size=16, max_size=64).map(bytes.hex),
        "nonces": st.lists(nonce_text, max_size=5),
        "table": nonce_text,
        "hand": st.integers(0, 2**32 - 1),
        "n": st.sampled_from([1, 2, 3, 52, 80, 255, 256]),
    }
)


@given(places)
def test_two_implementations_agree(inputs: dict[str, Any]) -> None:
    """The package and the second implementation yield the same permutation, whatever the inputs."""
    expected = other_outputs(inputs)
    proof = proof_of({**inputs, "commitment": expected["commitment"]})
    deck = shuffled(proof)
    assert list(deck) == expected["deck"]
    assert sorted(deck) == list(range(inputs["n"]))
    verify(proof, deck)
    assert proof_from_json(to_json(proof)) == proof


@given(
    st.lists(nonce_text, max_size=4),
    nonce_text,
    st.lists(nonce_text, max_size=4),
    nonce_text,
)
@example(["ab", "c"], "t", ["a", "bc"], "t")
@example(["a"], "bt", ["ab"], "t")
@example(["a", ""], "t", ["a"], "t")
@example([], "at", ["a"], "t")
def test_no_two_inputs_share_a_message(a: list[str], table_a: str, b: list[str], table_b: str) -> None:
    """Lengths before texts make the encoding one-to-one: moving a character between fields changes the bytes."""
    one = reveal(SEED, a, table=table_a, hand=1, n=80)
    two = reveal(SEED, b, table=table_b, hand=1, n=80)
    assert (seed_message(one) == seed_message(two)) == ((a, table_a) == (b, table_b))


@given(
    st.sampled_from(["server_seed", "nonce", "no_nonce", "table", "hand", "n", "commitment", "scheme"]),
    st.integers(0, 2),
)
def test_tampering_with_any_field_is_found(field: str, seat: int) -> None:
    """A proof with one field changed never verifies against the deck, the commitment and the nonces of an honest one."""
    honest = reveal(SEED, ["天", "地", "人"], table="t", hand=3, n=80)
    deck = shuffled(honest)
    published = commit(SEED, table="t", hand=3, n=80)
    nonces = list(honest.nonces)
    if field == "nonce":
        nonces[seat] += "!"
    if field == "no_nonce":
        del nonces[seat]
    changes: dict[str, dict[str, Any]] = {
        "server_seed": {"server_seed": bytes(range(101, 133)).hex()},
        "nonce": {"nonces": tuple(nonces)},
        "no_nonce": {"nonces": tuple(nonces)},
        "table": {"table": "u"},
        "hand": {"hand": 4},
        "n": {"n": 52},
        "commitment": {"commitment": "0" * 64},
        "scheme": {"scheme": "erqishi-shuffle-0"},
    }
    forged = msgspec.structs.replace(honest, **changes[field])
    with pytest.raises(VerifyError):
        verify(forged, deck)
    with pytest.raises(VerifyError):
        verify(forged, deck, published=published, sent=dict(enumerate(honest.nonces)))


def test_a_server_that_swaps_its_seed_and_its_commitment_is_caught_by_the_announcement() -> None:
    """The forged proof is consistent in itself; only who kept the announced commitment can tell."""
    published = commit(SEED, table="t", hand=3, n=80)
    forged = reveal(bytes(32), ["a", "b", "c"], table="t", hand=3, n=80)
    verify(forged, shuffled(forged))
    with pytest.raises(VerifyError, match="commitment was announced as") as caught:
        verify(forged, shuffled(forged), published=published)
    assert caught.value.what == "commitment"


def test_a_server_that_swaps_a_nonce_is_caught_by_the_seat_that_sent_it() -> None:
    forged = reveal(SEED, ["a", "", "c"], table="t", hand=3, n=80)
    verify(forged, shuffled(forged), sent={0: "a", 2: "c"})
    with pytest.raises(VerifyError, match="座位1的切牌") as caught:
        verify(forged, shuffled(forged), sent={1: "b"})
    assert (caught.value.what, caught.value.index) == ("nonce", 1)
    with pytest.raises(VerifyError, match="the proof has None"):
        verify(forged, shuffled(forged), sent={3: "d"})
    with pytest.raises(VerifyError, match="the proof has None"):
        verify(forged, shuffled(forged), sent={-1: "c"})


@given(st.integers(0, 79), st.integers(0, 79))
def test_two_exchanged_cards_are_found_at_the_first_place_that_differs(i: int, j: int) -> None:
    proof = reveal(SEED, ["a", "b", "c"], table="t", hand=3, n=80)
    deck = list(shuffled(proof))
    deck[i], deck[j] = deck[j], deck[i]
    if i == j:
        verify(proof, deck)
        return
    with pytest.raises(VerifyError) as caught:
        verify(proof, deck)
    assert (caught.value.what, caught.value.index) == ("card", min(i, j))
    assert f"第{min(i, j) + 1}张牌不符" in str(caught.value)


def test_a_short_or_long_deck_is_named() -> None:
    proof = reveal(SEED, ["a"], table="t", hand=0, n=52)
    deck = shuffled(proof)
    for wrong in (deck[:-1], (*deck, 0), ()):
        with pytest.raises(VerifyError, match=f"the deck has {len(wrong)} cards") as caught:
            verify(proof, wrong)
        assert caught.value.what == "deck"


# ── What is refused ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [0, 1, 15, 65])
def test_seeds_shorter_than_16_or_longer_than_64_bytes_are_refused(size: int) -> None:
    with pytest.raises(VerifyError, match="16 to 64") as caught:
        commit(bytes(size), table="t", hand=0, n=80)
    assert isinstance(caught.value, UserInputError)
    with pytest.raises(VerifyError):
        reveal(bytes(size), [], table="t", hand=0, n=80)


def test_nonces_are_bounded_in_bytes_not_in_characters() -> None:
    reveal(SEED, ["x" * 64, "牌" * 21], table="t", hand=0, n=80)
    for nonce in ("x" * 65, "牌" * 22):
        with pytest.raises(VerifyError) as caught:
            reveal(SEED, ["", nonce], table="t", hand=0, n=80)
        assert (caught.value.what, caught.value.index) == ("nonce", 1)


def test_sixteen_seats_may_give_a_nonce() -> None:
    proof = reveal(SEED, [str(seat) for seat in range(16)], table="t", hand=0, n=80)
    verify(proof, shuffled(proof), sent={15: "15"})


def test_a_lone_surrogate_is_refused_since_browsers_would_replace_it() -> None:
    with pytest.raises(VerifyError, match="not valid Unicode"):
        reveal(SEED, ["\ud800"], table="t", hand=0, n=80)


def test_composed_and_decomposed_text_are_different_nonces() -> None:
    one = reveal(SEED, ["\u00e9"], table="t", hand=0, n=80)
    two = reveal(SEED, ["e\u0301"], table="t", hand=0, n=80)
    assert shuffled(one) != shuffled(two)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"n": 0}, "n"),
        ({"n": 257}, "n"),
        ({"hand": -1}, "hand"),
        ({"hand": 2**32}, "hand"),
        ({"table": "t" * 65}, "table"),
        ({"server_seed": SEED.hex().upper()}, "server_seed"),
        ({"server_seed": " " + SEED.hex()}, "server_seed"),
        ({"server_seed": SEED.hex() + "\n"}, "server_seed"),
        ({"server_seed": SEED.hex()[1:]}, "server_seed"),
        ({"server_seed": ""}, "server_seed"),
        ({"commitment": "ab"}, "commitment"),
        ({"nonces": ("",) * 17}, "nonce"),
        ({"scheme": ""}, "scheme"),
    ],
)
def test_malformed_proofs_are_refused_before_anything_is_computed(change: dict[str, Any], what: str) -> None:
    proof = msgspec.structs.replace(reveal(SEED, ["a"], table="t", hand=0, n=80), **change)
    for call in (lambda: shuffled(proof), lambda: verify(proof, [])):
        with pytest.raises(VerifyError) as caught:
            call()
        assert caught.value.what == what


@pytest.mark.parametrize("text", ["", "{", "[]", '{"n":80}', '{"commitment":1,"table":"t","hand":0,"n":80}', b"\xff"])
def test_json_that_is_no_proof_is_the_users_error(text: str | bytes) -> None:
    for read in (proof_from_json, commitment_from_json):
        with pytest.raises(VerifyError) as caught:
            read(text)
        assert caught.value.what == "json"


def test_a_commitment_survives_json_and_does_not_hold_the_seed() -> None:
    commitment = commit(SEED, table="桌", hand=9, n=52)
    text = to_json(commitment)
    assert commitment_from_json(text) == commitment
    assert SEED.hex() not in text


# ── Uniformity: fixed seeds, so the statistic is a constant; limits are about 1 in 10,000 for a fair shuffle ─────


def chi_square(counts: Counter[Any], cells: int) -> float:
    expected = counts.total() / cells
    return sum((got - expected) ** 2 for got in counts.values()) / expected + expected * (cells - len(counts))


def sample(n: int, hands: int) -> list[tuple[int, ...]]:
    return [shuffled(reveal(SEED, ["a", "b", "c"], table="uniform", hand=hand, n=n)) for hand in range(hands)]


def test_all_orders_of_five_cards_are_equally_frequent() -> None:
    counts = Counter(sample(5, 12_000))
    assert set(counts) == set(permutations(range(5)))
    assert chi_square(counts, 120) < 119 + 3.9 * (2 * 119) ** 0.5


def test_every_card_is_equally_frequent_at_every_place_of_a_full_deck() -> None:
    hands = sample(80, 1_600)
    counts = Counter((place, card) for deck in hands for place, card in enumerate(deck))
    # A permutation matrix has 79 × 79 free cells, and the statistic of 80 × 80 cells is 80/79 of theirs.
    free = 79 * 79
    assert chi_square(counts, 80 * 80) * 79 / 80 < free + 3.9 * (2 * free) ** 0.5


def test_each_draw_is_exactly_uniform_over_one_byte() -> None:
    """Rejection sampling: of the 256 bytes, the accepted ones hit every place equally often, for every pile size."""
    for m in range(1, 257):
        hits = Counter(byte % m for byte in range(256 - 256 % m))
        assert set(hits.values()) == {256 // m}
        assert len(hits) == m


def file_text(vectors: dict[str, Any]) -> str:
    """The vector file: JSON with one vector a line, so that a change shows as the line it is."""

    def block(name: str) -> str:
        lines = ",\n".join(json.dumps(vector, ensure_ascii=False) for vector in vectors[name])
        return f'"{name}": [\n{lines}\n]'

    head = [f'"{name}": {json.dumps(vectors[name])}' for name in ("scheme", "about")]
    return "{\n" + ",\n".join([*head, block("vectors"), block("negative")]) + "\n}\n"


def main() -> None:
    """Recompute the outputs in the vector file from its inputs."""
    path = Path(__file__).parents[1] / "src/erqishi/data/shuffle_vectors.json"
    for vector in VECTORS["vectors"]:
        vector.update(other_outputs(inputs_of(vector)))
    path.write_text(file_text(VECTORS), encoding="utf-8")


if __name__ == "__main__":
    main()
