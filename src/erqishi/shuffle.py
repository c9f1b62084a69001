"""A shuffle that nobody can bend and everybody can check: commit, contribute, reveal.

Before a hand the server publishes SHA-256(server seed). Then each seat gives a nonce, its 切牌. Both together fix the
order of the deck, and when the hand is over the server seed is published and anyone can do the sum again.
docs/shuffle.md has the protocol, its limits and a verifier in TypeScript; data/shuffle_vectors.json holds the vectors.

    >>> server_seed = bytes(range(32))
    >>> commit(server_seed, table="t1", hand=0, n=80).commitment[:16]
    '630dcd2966c43366'
    >>> proof = reveal(server_seed, ["天", "", "cut here"], table="t1", hand=0, n=80)
    >>> deck = shuffled(proof)
    >>> deck[:5]
    (61, 15, 18, 69, 6)
    >>> verify(proof, deck)

Nothing here draws randomness: the server seed comes in as an argument (32 bytes of `secrets.token_bytes`, fresh for
every hand).
"""

import hashlib
import hmac
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec

from erqishi.errors import UserInputError

SCHEME = "erqishi-shuffle-1"
"""Name of this construction. It is hashed into every seed, so a later scheme can never be mistaken for this one."""

MIN_SEED, MAX_SEED = 16, 64
"""Bytes of a server seed. Below 16 the commitment could be searched; above 64 HMAC would hash the key first."""

MAX_TEXT = 64
"""Most bytes of UTF-8 in a nonce or a table id."""

MAX_NONCES = 16
MAX_HAND = 2**32 - 1
MAX_CARDS = 256
"""Most cards of a deck: a draw takes one byte, so no more than 256 places can be told apart."""

_T = TypeVar("_T")
_HEX = re.compile(r"(?:[0-9a-f]{2})+")


class VerifyError(UserInputError):
    """A proof that is malformed or does not hold.

    what: "scheme", "server_seed", "commitment", "nonce", "table", "hand", "n", "deck", "card" or "json".
    index: the seat ("nonce") or the position in the deck, from 0 ("card"); otherwise None.
    zh, en: what does not match, in words.
    """

    def __init__(self, what: str, zh: str, en: str, index: int | None = None) -> None:
        self.what = what
        self.index = index
        self.zh = zh
        self.en = en
        super().__init__(what, zh, en, index)

    def __str__(self) -> str:
        return f"{self.zh}: {self.en}"


class Commitment(msgspec.Struct, frozen=True, kw_only=True):
    """What the server publishes before any seat gives its nonce.

    commitment: SHA-256 of the server seed, 64 hex digits. table, hand: which hand it is for. n: cards in the deck.
    """

    commitment: str
    table: str
    hand: int
    n: int
    scheme: str = SCHEME


class ShuffleProof(msgspec.Struct, frozen=True, kw_only=True):
    """What the server publishes when the hand is over: everything the deck follows from.

    server_seed: hex. nonces: one text a seat, in seat order, "" for a seat that gave none.
    The rest repeats the `Commitment`.
    """

    server_seed: str
    nonces: tuple[str, ...]
    table: str
    hand: int
    n: int
    commitment: str
    scheme: str = SCHEME


def commit(server_seed: bytes, *, table: str, hand: int, n: int) -> Commitment:
    """The commitment for one hand; publish it before asking for nonces.

    Raises VerifyError for a seed shorter than 16 or longer than 64 bytes, or a table, hand or n out of bounds.
    """
    _check_seed(server_seed)
    _check_place(table, hand, n)
    return Commitment(commitment=hashlib.sha256(server_seed).hexdigest(), table=table, hand=hand, n=n)


def reveal(server_seed: bytes, nonces: Sequence[str], *, table: str, hand: int, n: int) -> ShuffleProof:
    """The proof for one hand. It contains the server seed: keep it to yourself until the hand is over.

    Raises VerifyError as `commit` does, and for a nonce of more than 64 bytes of UTF-8.
    """
    proof = ShuffleProof(
        server_seed=server_seed.hex(),
        nonces=tuple(nonces),
        commitment=commit(server_seed, table=table, hand=hand, n=n).commitment,
        table=table,
        hand=hand,
        n=n,
    )
    seed_message(proof)
    return proof


def shuffled(proof: ShuffleProof) -> tuple[int, ...]:
    """The deck of a proof: a permutation of range(n); element 0 is the first card off the top.

    It does not ask whether the commitment fits; `verify` does. Raises VerifyError for malformed input.
    """
    stream = _bytes(deck_seed(proof))
    deck = list(range(proof.n))
    for i in range(proof.n - 1, 0, -1):
        j = _below(i + 1, stream)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def verify(
    proof: ShuffleProof,
    deck: Sequence[int],
    *,
    published: Commitment | None = None,
    sent: Mapping[int, str] | None = None,
) -> None:
    """Check that `deck` is what the proof yields; raise VerifyError naming the first thing that does not match.

    deck: the card ids as dealt. published: the commitment as it was announced before the nonces. sent: seat to the
    nonce that the seat remembers having sent; one's own is enough. Without `published` and `sent` the proof is only
    checked against itself, which says nothing about a server that wrote the whole proof afterwards.
    """
    seed_message(proof)
    server_seed = bytes.fromhex(proof.server_seed)
    if published is not None:
        _check_published(proof, published)
    if hashlib.sha256(server_seed).hexdigest() != proof.commitment:
        raise VerifyError(
            "commitment",
            "公布的种子与事先的承诺不符",
            f"SHA-256 of server_seed is not the commitment {proof.commitment}",
        )
    for seat, nonce in sorted((sent or {}).items()):
        held = proof.nonces[seat] if 0 <= seat < len(proof.nonces) else None
        if held != nonce:
            raise VerifyError(
                "nonce",
                f"座位{seat}的切牌不是它送出的那一个",
                f"seat {seat} sent the nonce {nonce!r}, the proof has {held!r}",
                seat,
            )
    _check_deck(shuffled(proof), deck)


def to_json(thing: Commitment | ShuffleProof) -> str:
    """Compact JSON of a commitment or a proof."""
    return msgspec.json.encode(thing).decode()


def proof_from_json(text: str | bytes) -> ShuffleProof:
    """Read a proof; raises VerifyError (`what` = "json") for anything that is not one."""
    return _from_json(text, ShuffleProof)


def commitment_from_json(text: str | bytes) -> Commitment:
    """Read a commitment; raises VerifyError (`what` = "json") for anything that is not one."""
    return _from_json(text, Commitment)


def seed_message(proof: ShuffleProof) -> bytes:
    """The bytes that the server seed signs: scheme, nonces, table, hand and n, each with its length before it.

    text(s) = length of its UTF-8 as 2 bytes, then the UTF-8; numbers are big-endian:
    text(scheme) ‖ count of nonces (2 bytes) ‖ text(nonce) of each seat ‖ text(table) ‖ hand (4 bytes) ‖ n (2 bytes).
    The lengths make it unambiguous: nonces "ab","c" and "a","bc" give different bytes. Text is taken as sent, without
    Unicode normalisation. Raises VerifyError if any field of the proof is malformed.
    """
    if proof.scheme != SCHEME:
        raise VerifyError(
            "scheme", f"不认识的洗牌方案“{proof.scheme}”", f"scheme is {proof.scheme!r}, expected {SCHEME!r}"
        )
    _check_seed(_unhex(proof.server_seed, "server_seed"))
    if len(_unhex(proof.commitment, "commitment")) != 32:
        raise VerifyError("commitment", "承诺应为64位十六进制数", "the commitment is not 64 hex digits")
    _check_place(proof.table, proof.hand, proof.n)
    if len(proof.nonces) > MAX_NONCES:
        raise VerifyError("nonce", f"切牌多于{MAX_NONCES}个", f"{len(proof.nonces)} nonces, at most {MAX_NONCES}")
    return b"".join(
        (
            _text(SCHEME, "scheme"),
            len(proof.nonces).to_bytes(2, "big"),
            *(_text(nonce, "nonce", seat) for seat, nonce in enumerate(proof.nonces)),
            _text(proof.table, "table"),
            proof.hand.to_bytes(4, "big"),
            proof.n.to_bytes(2, "big"),
        )
    )


def deck_seed(proof: ShuffleProof) -> bytes:
    """The 32 bytes that order the deck: HMAC-SHA-256 with the server seed as key over `seed_message`."""
    message = seed_message(proof)
    return hmac.digest(bytes.fromhex(proof.server_seed), message, "sha256")


def _bytes(seed: bytes) -> Iterator[int]:
    """The generator: HMAC-SHA-256(seed, counter as 4 bytes big-endian), counter 0, 1, 2 …, byte after byte."""
    for counter in range(2**32):
        yield from hmac.digest(seed, counter.to_bytes(4, "big"), "sha256")


def _below(m: int, stream: Iterator[int]) -> int:
    """A number below m (1 to 256), each equally likely.

    A byte at or above the largest multiple of m is thrown away and the next one taken. Single bytes rather than
    wider words on purpose: a deck of 80 then meets the rejection about seven times, so a port that forgets it fails the
    vectors, and not one hand in a million.
    """
    limit = 256 - 256 % m
    return next(byte for byte in stream if byte < limit) % m


def _check_published(proof: ShuffleProof, published: Commitment) -> None:
    for what, zh, was, now in (
        ("scheme", "洗牌方案", published.scheme, proof.scheme),
        ("table", "桌号", published.table, proof.table),
        ("hand", "局号", published.hand, proof.hand),
        ("n", "牌数", published.n, proof.n),
        ("commitment", "承诺", published.commitment, proof.commitment),
    ):
        if was != now:
            raise VerifyError(
                what,
                f"{zh}与开局前公布的不同：公布{was}，现为{now}",
                f"{what} was announced as {was!r}, the proof has {now!r}",
            )


def _check_deck(expected: tuple[int, ...], deck: Sequence[int]) -> None:
    for place, (want, got) in enumerate(zip(expected, deck, strict=False)):
        if want != got:
            raise VerifyError(
                "card",
                f"第{place + 1}张牌不符：应为{want}号，实为{got}号",
                f"deck[{place}] is card {got}, the proof yields card {want}",
                place,
            )
    if len(expected) != len(deck):
        raise VerifyError(
            "deck",
            f"应有{len(expected)}张牌，实有{len(deck)}张",
            f"the deck has {len(deck)} cards, the proof yields {len(expected)}",
        )


def _check_seed(seed: bytes) -> None:
    if not MIN_SEED <= len(seed) <= MAX_SEED:
        raise VerifyError(
            "server_seed",
            f"服务器种子须为{MIN_SEED}到{MAX_SEED}字节，实为{len(seed)}字节",
            f"the server seed has {len(seed)} bytes, expected {MIN_SEED} to {MAX_SEED}",
        )


def _check_place(table: str, hand: int, n: int) -> None:
    _text(table, "table")
    if not 0 <= hand <= MAX_HAND:
        raise VerifyError("hand", f"局号{hand}超出范围", f"hand is {hand}, expected 0 to {MAX_HAND}")
    if not 1 <= n <= MAX_CARDS:
        raise VerifyError("n", f"牌数{n}超出范围", f"n is {n}, expected 1 to {MAX_CARDS}")


def _text(text: str, what: str, index: int | None = None) -> bytes:
    """The text with its length before it."""
    try:
        raw = text.encode()
    except UnicodeEncodeError as error:
        # A lone surrogate: browsers would silently turn it into U+FFFD, and the two sides would disagree.
        raise VerifyError(what, "不是合法的文字", f"{what} {text!r} is not valid Unicode text", index) from error
    if len(raw) > MAX_TEXT:
        raise VerifyError(
            what,
            f"太长：{len(raw)}字节，至多{MAX_TEXT}字节",
            f"{what} has {len(raw)} bytes of UTF-8, at most {MAX_TEXT}",
            index,
        )
    return len(raw).to_bytes(2, "big") + raw


def _unhex(text: str, what: str) -> bytes:
    # Stricter than bytes.fromhex, which takes spaces and capitals: one value, one spelling.
    if not _HEX.fullmatch(text):
        raise VerifyError(what, "须为小写十六进制数", f"{what} is not an even number of lower-case hex digits")
    return bytes.fromhex(text)


def _from_json(text: str | bytes, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise VerifyError("json", "无法读取", f"not a {kind.__name__}: {error}") from error
