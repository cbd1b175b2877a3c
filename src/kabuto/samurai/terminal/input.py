"""Moves of Samurai as people type them: in any case, or only begun."""

import re
from collections.abc import Iterable, Iterator

from kabuto.samurai import Move, Verb

_HEAD = re.compile(r"\+.*|[hbr]\*|x|t|[hbrsnv][0-9]", re.IGNORECASE)
"""How a move begins: what is chosen, put or played."""
_PLACE = re.compile(r"([a-t][0-9]{1,2})([hbr]?)", re.IGNORECASE)
_GROUP = re.compile(r"(\+|[HBR]\*|[XT][^-]*-|[HBRSNV][0-9])(.+)")


def canonical(written: str) -> str:
    """A move, or the beginning of one, in the case that the notation has; anything else as it is."""
    head = _HEAD.match(written)
    if not head:
        return written
    rest = _PLACE.sub(lambda found: found[1].lower() + found[2].upper(), written[head.end() :])
    return head[0].upper() + rest


def begun_with(moves: Iterable[Move], begun: str) -> list[Move]:
    """The moves that begin so; an exchange of figures may be begun at either end."""
    return [move for move in moves if any(text.startswith(begun) for text in _spellings(move))]


def targets(moves: Iterable[Move], begun: str) -> Iterator[str]:
    """The spaces that may be named next."""
    for move in moves:
        for text in _spellings(move):
            head = _HEAD.match(text)
            if head and text.startswith(begun):
                places = [place for place, _ in _PLACE.findall(text[head.end() :])]
                yield from places[-1:] if len(begun) > head.end() else places[:1]


def grouped(moves: Iterable[Move]) -> list[tuple[str, list[str]]]:
    """Moves by how they begin, with the ways in which they may go on."""
    groups: dict[str, list[str]] = {}
    for move in moves:
        found = _GROUP.fullmatch(str(move))
        begun, rest = found.groups() if found else (str(move), "")
        groups.setdefault(begun, []).append(rest)
    return list(groups.items())


def _spellings(move: Move) -> list[str]:
    text = str(move)
    if move.verb is not Verb.EXCHANGE_FIGURES:
        return [text]
    one, _, two = text[1:].partition("-")
    return [text, f"X{two}-{one}"]
