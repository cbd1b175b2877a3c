"""The file of a match: one line for the match, then one line for each game as soon as it is played.

No finished game is lost, however the arena ends: the next run reads the file and continues.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from platform import python_version
from stat import S_ISREG
from typing import IO, Any

from kabuto.arena.match import WORDS, Fixture, Lineup, Match, new_match, seatings
from kabuto.arena.playing import Played, seeds_of
from kabuto.folders import lock
from kabuto.table import BadOption, BadRecord, Text, game_class
from kabuto.table.errors import short
from kabuto.table.options import resolve
from kabuto.table.record import dumps, expect, loads
from kabuto.version import __version__

FORMAT = 1


class MatchFile:
    """An open match file: what is in it, and a way to add to it."""

    def __init__(self, match: Match, path: Path, file: IO[bytes], records: IO[bytes] | None) -> None:
        self.match = match
        self.path = path
        self._file, self._records = file, records
        self.played = {game.fixture: game for game in _read(match, path, file)}
        """The games that were played already."""
        if records:
            self._fit_records(records)

    def add(self, game: Played) -> None:
        """Write a game down."""
        _append(self._file, dumps(game.to_json()))
        if self._records:
            _append(self._records, game.record)
        self.played[game.fixture] = replace(game, record="", logs=())  # they could fill the memory

    def _fit_records(self, records: IO[bytes]) -> None:
        """One record for each game: the last game is played again if its record is not whole."""
        lines = _lines(records)
        partial = lines.pop()
        games = len(self.played)
        if len(lines) == games - 1:
            records.truncate(sum(len(line) + 1 for line in lines))
            self.played.popitem()
            *kept, _, _ = _lines(self._file)
            self._file.truncate(sum(len(line) + 1 for line in kept))
        elif len(lines) != games or partial:
            reason = WORDS.say("records_differ", path=records.name, lines=len(lines), games=games)
            raise BadOption(reason, "records")


@contextmanager
def open_match(match: Match, path: Path, records: Path | None = None) -> Iterator[MatchFile]:
    """A new match file, or one to continue; it is locked against other writers."""
    with ExitStack() as opened:

        def opening(path: Path, option: str) -> IO[bytes]:
            file = opened.enter_context(path.open("a+b", buffering=0))
            if not S_ISREG(os.fstat(file.fileno()).st_mode):
                raise BadOption(WORDS.say("no_file", path=path), option)
            try:
                lock(file.fileno())
            except OSError:
                raise BadOption(WORDS.say("in_use", path=path), option) from None
            return file

        file = opening(path, "out")
        yield MatchFile(match, path, file, opening(records, "records") if records else None)


def match_in(path: Path) -> Match:
    """The match that a file holds."""
    try:
        with path.open("rb") as file:
            found = expect(
                expect(loads(file.readline(1 << 20)), Mapping, "header").get("match"), Mapping, "match"
            )
        given = [found[key] for key in ("game", "options", "entrants", "seed", "tables")]
    except (OSError, BadRecord, KeyError):
        raise BadOption(WORDS.say("no_match_file", path=path), "check") from None
    return new_match(*given)


def seed_in(path: Path) -> int | None:
    """The seed of the match in a file, None if there is no such file or it is no match."""
    try:
        with path.open("rb") as file:
            header = loads(file.readline(1 << 20))
        seed = header["match"]["seed"]
    except (OSError, BadRecord, KeyError, TypeError):
        return None
    return seed if type(seed) is int else None


def _header(match: Match) -> dict[str, Any]:
    versions = {"kabuto": __version__, "python": python_version()}
    return {"format": FORMAT, "match": match.to_json(), "versions": versions}


def _read(match: Match, path: Path, file: IO[bytes]) -> Iterator[Played]:
    """Every game of the file; what a killed arena left half-written is cut off."""
    *lines, partial = _lines(file)
    if not lines:
        header = dumps(_header(match))
        if not header.encode().startswith(partial):
            raise BadRecord(WORDS.say("no_match"), f"{path}:1")
        file.truncate(0)
        _append(file, header)
        return
    _check_header(match, lines[0], f"{path}:1")
    lineups = {tuple(sorted(lineup)): lineup for lineup in match.lineups()}
    seen: set[Fixture] = set()
    for number, line in enumerate(lines[1:], 2):
        place = f"{path}:{number}"
        try:
            game = _game(match, lineups, loads(line))
        except BadRecord as fault:
            raise BadRecord(fault.reason, f"{place}: {fault.place}" if fault.place else place) from None
        if game.fixture in seen:
            raise BadRecord(WORDS.say("game_twice"), place)
        seen.add(game.fixture)
        yield game
    file.truncate(sum(len(line) + 1 for line in lines))


def _lines(file: IO[bytes]) -> list[bytes]:
    """Every line without its end; the last is what follows the last end."""
    file.seek(0)
    return file.read().split(b"\n")


def _check_header(match: Match, line: bytes, place: str) -> None:
    try:
        header = expect(loads(line), Mapping, "header")
        if header.get("format") != FORMAT or "match" not in header:
            raise BadRecord(WORDS.say("match_format"))
        found = expect(header["match"], Mapping, "match")
        version = expect(header.get("versions"), Mapping, "versions").get("kabuto")
    except BadRecord as fault:
        raise BadRecord(WORDS.say("no_match_because", reason=fault.reason), place) from None
    found = {**found, "options": _meant(match, found.get("options"))}
    for key, value in match.to_json().items():
        if found.get(key) != value:
            raise BadRecord(_difference(key, found.get(key), value), place)
    if version != __version__:
        raise BadRecord(WORDS.say("other_version", found=short(version), version=__version__), place)


def _meant(match: Match, options: Any) -> Any:
    """The options of a stored match: one that is not there means what it meant before it was one."""
    try:
        return resolve(game_class(match.game).option_table, expect(options, Mapping, "options"), lasting=True)
    except (BadOption, BadRecord):  # then they are those of another match, and are shown as they are
        return options


def _difference(name: str, found: object, wanted: object) -> Text:
    """What differs, down to the first key of an object."""
    if isinstance(found, Mapping) and isinstance(wanted, Mapping):
        for key in {**wanted, **found}:
            if found.get(key) != wanted.get(key):
                return _difference(f"{name}.{key}", found.get(key), wanted.get(key))
    return WORDS.say("another_match", name=name, found=short(found), wanted=short(wanted))


def _game(match: Match, lineups: Mapping[Lineup, Lineup], line: object) -> Played:
    """A game of this match, checked."""
    top = expect(line, Mapping, "game")
    keys = ("deal", "seats", "seeds", "outcome", "moves", "seconds", "forfeit")
    if set(top) != set(keys):
        raise BadRecord(WORDS.say("game_keys", keys=keys))
    deal = expect(top["deal"], int, "deal")
    seats = tuple(expect(seat, str, "seats") for seat in expect(top["seats"], list, "seats"))
    lineup = lineups.get(tuple(sorted(seats)))
    if deal < 0 or not lineup or seats not in seatings(lineup, deal):
        raise BadRecord(WORDS.say("not_in_match"), "seats")
    fixture = Fixture(deal, seats)
    if top["seeds"] != seeds_of(match, fixture):
        raise BadRecord(WORDS.say("other_seeds"), "seeds")
    outcome = expect(top["outcome"], Mapping, "outcome")
    ranking = expect(outcome.get("ranking"), list, "outcome.ranking")
    ranked = [
        expect(seat, int, "outcome.ranking")
        for group in ranking
        for seat in expect(group, list, "outcome.ranking")
    ]
    if sorted(ranked) != list(range(match.players)) or [] in ranking:
        raise BadRecord(WORDS.say("every_rank"), "outcome.ranking")
    if outcome.get("winners") != ranking[0]:
        raise BadRecord(WORDS.say("winners_first"), "outcome.winners")
    moves = expect(top["moves"], int, "moves")
    if moves < 0:
        raise BadRecord(WORDS.say("moves_number", given=moves), "moves")
    seconds = expect(top["seconds"], list, "seconds")
    if len(seconds) != match.players or not all(type(time) in (int, float) and time >= 0 for time in seconds):
        raise BadRecord(WORDS.say("every_time"), "seconds")
    return Played(
        fixture=fixture,
        seeds=top["seeds"],
        outcome=outcome,
        moves=moves,
        seconds=tuple(seconds),
        forfeit=_forfeit(top["forfeit"], match.players),
    )


def _forfeit(found: object, players: int) -> tuple[int, str] | None:
    if found is None:
        return None
    forfeit = expect(found, Mapping, "forfeit")
    seat = expect(forfeit.get("seat"), int, "forfeit.seat")
    if not 0 <= seat < players:
        raise BadRecord(WORDS.say("forfeit_seat", most=players - 1), "forfeit.seat")
    return seat, expect(forfeit.get("reason"), str, "forfeit.reason")


def _append(file: IO[bytes], line: str) -> None:
    rest = memoryview(line.encode() + b"\n")
    try:
        while rest:
            rest = rest[file.write(rest) :]
    except OSError as error:  # which file it was
        raise OSError(error.errno, error.strerror, file.name) from None
