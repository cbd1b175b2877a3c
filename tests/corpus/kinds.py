"""What this version makes of an entry, kind by kind: the facts that must stay as they are."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import Any

from msgspec import convert, to_builtins

import kabuto
from kabuto.folder.kept import Shelf
from kabuto.folder.local_host import SAVE, LocalHost
from kabuto.folder.rehearsal import steady
from kabuto.protocol.studies import StudyContent
from kabuto.table import deals, manifests, study
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import decode
from tests.support.loops import run

from . import ends, facts
from .facts import Facts
from .shelf import Entry, Shapes


def replay(kind: str, entry: Entry) -> Facts:
    """The facts of an entry as this version has them."""
    return _KINDS[kind](entry)


def differences(kind: str, entry: Entry, shapes: Shapes) -> Iterator[str]:
    """What this version makes of an entry that is not what it was."""
    try:
        now = facts.written(replay(kind, entry), set(shapes[entry["game"]]))
    except Exception as error:
        yield f"{kind} {entry['id']}: {type(error).__name__}: {error}"
        return
    for name, expected in entry["facts"].items():
        if now.get(name) != expected:
            yield f"{kind} {entry['id']}: {name} was {expected!r}, and is now {now.get(name)!r}"


def with_facts(kind: str, entries: Iterable[Entry]) -> tuple[list[Entry], dict[str, list[str]]]:
    """Entries with their facts as of now, and the shapes of these."""
    found = [(entry, replay(kind, entry)) for entry in entries]
    known: dict[str, set[str]] = {}
    for entry, made in found:
        known.setdefault(entry["game"], set()).update(facts.paths(made))
    done = [{**entry, "facts": facts.written(made, known[entry["game"]])} for entry, made in found]
    return done, {game: sorted(each) for game, each in known.items()}


def _record(entry: Entry) -> Facts:
    """A record: where it leads, and how it is written down."""
    game = kabuto.load(entry["record"], seed=0)
    return {**facts.of_game(game), "end": ends.end(game)}


def _table(entry: Entry) -> Facts:
    """A table: what its events make of it."""
    table = Table(entry["id"], (decode(json.dumps(event).encode()) for event in entry["events"]))
    game, decided = table.game, table.verdict
    summary = to_builtins(table.summary(), order="deterministic")
    return {
        "summary": summary,
        "game": game and facts.of_game(game)["state"],
        "record": game and game.record(),
        "counts": [table.seq, table.number, table.base, *table.plies],
        "hidden": sorted([seat, number] for seat, number in table.unseen.items()),
        "clocks": [table.left, sorted(table.unready), table.is_paused, table.lost],
        "verdict": decided and [decided.winners, decided.ranking],
        "talk": [to_builtins(table.chat.talk), sorted(table.chat.muted)],
        "offers": to_builtins(table.offers.pending, order="deterministic"),
        "programs": sorted([seat, number, name] for (seat, number), name in table.played_by.items()),
        "deal": [
            table.deal.secret,
            f"{table.deal.seed:x}",
            [[share.seal, share.part] for share in table.deal.shares],
        ],
        "puzzles": table.puzzles,
        "status": table.status,
    }


def _proof(entry: Entry) -> Facts:
    """A proof: whether it can be read, whether it fits its record, and what it deals."""
    try:
        proof = deals.read(entry["proof"])
    except deals.BadProof:
        return {"verdict": "unreadable"}
    options = kabuto.load(entry["record"]).options
    dealt = deals.begin(proof.game, options, proof.start, proof.seed)
    found = {"seed": f"{proof.seed:x}", "position": dealt.position()}
    try:
        deals.verify(entry["proof"], entry["record"])
    except (deals.BadProof, kabuto.BadRecord):
        return {"verdict": "refused", **found}
    return {"verdict": "valid", **found}


def _study(entry: Entry) -> Facts:
    """A study: that its tree is one, and where each of its lines leads."""
    record, nodes = entry["study"]["record"], study.read_nodes(entry["study"])
    following = study.children(nodes)
    leaves = [place for place, after in enumerate(following) if not after]
    return {
        "stored": to_builtins(convert(entry["study"], StudyContent)),
        "main": study.main_line(record, nodes).position(),
        "lines": [facts.digest(study.after(record, _line(nodes, leaf)).position()) for leaf in leaves],
    }


def _line(nodes: list[study.Node], leaf: int) -> list[str]:
    """The moves that lead to a node."""
    moves: list[str] = []
    while leaf:
        leaf, move = nodes[leaf]
        moves.insert(0, move)
    return moves


def _puzzle(entry: Entry) -> Facts:
    """A puzzle: whose turn it is, what solves it, and what the moves of its turns lead to."""
    judge = manifests.component(entry["game"], "puzzles")
    puzzle = judge.Puzzle(**entry["puzzle"])
    game = kabuto.load(puzzle.record, seed=0)
    turns: list[list[str]] = [puzzle.solution, puzzle.second, []]
    return {
        "position": game.position(),
        "legal": sorted(map(str, game.legal_moves(puzzle.seat))),
        "solved": [judge.is_solution(puzzle, turn) for turn in turns],
        "reached": [_reached(puzzle.record, turn) for turn in turns[:2]],
    }


def _reached(record: dict[str, Any], turn: list[str]) -> list[str]:
    """The hash of the position after the moves of a turn, in every order in which they can be played."""
    found = []
    for order in sorted(permutations(turn)):
        game = kabuto.load(record, seed=0)
        try:
            for move in order:
                game.play(move)
        except kabuto.IllegalMove:
            continue
        found.append(facts.digest(game.position()))
    return found


def _save(entry: Entry) -> Facts:
    """A save of a folder: what another browser takes over, and saves again."""

    async def work() -> Facts:
        clock, chance = steady(1)
        host = LocalHost(Shelf(), clock=clock, chance=chance)
        await host.open()
        asked = ("POST", SAVE, json.dumps(entry["save"])), ("GET", "/api/tables", ""), ("GET", SAVE, "")
        brought, tables, again = [json.loads((await host.ask(*each))[1]) for each in asked]
        await host.close()
        mine = sorted([table["id"], table["status"]] for table in tables["mine"])
        return {
            "brought": brought,
            "tables": mine,
            "records": again["records"],
            "things": len(again["things"]),
        }

    return run(work())


_KINDS: dict[str, Callable[[Entry], Facts]] = {
    "records": _record,
    "positions": _record,
    "tables": _table,
    "proofs": _proof,
    "studies": _study,
    "puzzles": _puzzle,
    "saves": _save,
}
