"""The laws about exactness: 1, 2, 5, 6 and 7.

A law trusts ``new`` and ``play`` and looks at nothing but its own subject, so that a fault breaks the law it
belongs to.
"""

import random
import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

import kabuto
from kabuto.laws.damage import JUNK, JUNK_TEXT, damaged, erase, misspelt
from kabuto.laws.law import law
from kabuto.laws.pictures import AnyGame, Picture, mutable, present, seats, snapshot, text, through_json
from kabuto.laws.plain import flaw
from kabuto.laws.trial import Trial, play
from kabuto.table import BadRecord, IllegalMove, View, load
from kabuto.table.game import NO_CHANCE
from kabuto.table.record import loads


@law(1, "checked by default")
def checked(trial: Trial) -> None:
    """``play`` refuses what is not legal, says why and changes nothing; ``why_not`` agrees."""
    for game in trial.stops():
        legal = list(game.legal_moves())
        texts = {str(move) for move in legal}
        trial.demand(len(set(legal)) == len(legal), "legal_moves names a move twice")
        for move in (*legal, *texts):
            reason = game.why_not(move)
            trial.demand(reason is None, f"{move} is among the legal moves, but why_not says: {reason}")
        rng = trial.rng("illegal")
        others = [move for notation, move in trial.known.items() if notation not in texts]
        others = rng.sample(others, min(40, len(others)))
        before = snapshot(game)
        for bad in (*others, *map(str, others), *JUNK, *misspelt(trial.known, rng)):
            if not (isinstance(bad, str) and _meaning(game, bad) in texts):
                _refuse(trial, game, bad)
        trial.same(before, snapshot(game), "after moves that were refused")


def _refuse(trial: Trial, game: AnyGame, bad: Any) -> None:
    shown, reason, ply = repr(bad)[:60], game.why_not(bad), game.ply
    trial.demand(isinstance(reason, str) and reason.strip(), f"no reason against {shown}: {reason!r}")
    try:
        game.play(bad)
    except IllegalMove as error:
        trial.demand(error.reason == reason, f"{shown}: why_not says {reason!r}, play says {error.reason!r}")
    else:
        trial.fail(f"play accepts {shown}, which is not legal")
    trial.demand(game.ply == ply, f"{shown} was refused, and yet the game stands at ply {game.ply}")


def _meaning(game: AnyGame, notation: str) -> str | None:
    """The notation of the move that a text stands for."""
    try:
        return str(game.move_type.parse(notation))
    except IllegalMove:
        return None


@law(2, "intent and outcome apart")
def replayed(trial: Trial) -> None:
    """A record holds the moves and what chance decided; it replays without a seed, which it never names."""
    for game in trial.stops():
        record, seen = game.record(), snapshot(game)
        read = through_json(record)
        trial.demand(read == record, f"the record is not made of JSON values alone: {record}")
        chosen = [str(move) for move in game.moves]
        trial.demand(record["moves"] == chosen, f"the moves are not what was chosen: {record['moves']}")
        for what, shown in seen.items():
            told = any(seed in str(shown) for seed in (f"{trial.seed}", f"{trial.seed:x}"))
            trial.demand(not told, f"the seed stands in the {what}")
        trial.same(seen, snapshot(load(read)), "replayed without the seed")
        pasted = eval(repr(game), {"kabuto": kabuto})
        trial.same(seen, snapshot(pasted), "pasted from its repr")
        put = {key: read[key] for key in ("format", "game", "rules", "options")}
        put["start"] = through_json(game.position())
        trial.same(present(game), present(load(put)), "begun from its position")
        one, two = (load(read, seed=trial.seed) for _ in range(2))
        play(two, trial.play_on(one, trial.rng("loaded")))
        trial.same(snapshot(one), snapshot(two), "loaded with a seed and played on, two times")
    twin = trial.new()
    play(twin, trial.moves)
    trial.same(seen, snapshot(twin), "played again from the same seed")
    differs = any(_other_start(trial, number) != record["start"] for number in range(1, 20))
    if game.chance == NO_CHANCE:
        trial.demand(not differs, "it declares chance = 'none', but another seed makes another game")
    else:
        trial.demand(
            differs,
            "chance decides the same whatever the seed; a game without chance declares chance = 'none'",
        )


def _other_start(trial: Trial, number: int) -> object:
    """What chance decided in a game of another seed."""
    other = Trial(trial.law, trial.case, trial.seed + number).new()
    trial.play_on(other, trial.rng("other"))
    return other.record()["start"]


class Kept(NamedTuple):
    """What was made of a game at some ply, and must not change when the game goes on."""

    ply: int
    copy: AnyGame
    view: View
    seen: str


@law(5, "undo is exact")
def undone(trial: Trial) -> None:
    """Undo gives back the identical game, copies share nothing, and the global generator is left alone."""
    generator, moves = random.getstate(), trial.moves
    stops = {0, *trial.rng("copies").choices(range(len(moves)), k=2)}
    kept: list[Kept] = []
    pictures: list[Picture] = []
    for game in trial.walk():
        look = snapshot if trial.ply in stops else present
        pictures.append(look(game))
        for then in kept:
            trial.same(pictures[then.ply], present(then.copy), f"the copy made at ply {then.ply}")
        for move in moves[trial.ply : trial.ply + 1]:
            game.play(move)
            trial.demand(game.undo() == move, f"undo does not give back {move}")
            trial.same(pictures[-1], look(game), f"after {move} and undo")
        if trial.ply in stops:
            view = game.view(trial.rng("viewer").choice(seats(game)))
            view.sample(trial.rng("sample"))
            kept.append(Kept(trial.ply, game.copy(), view, view.to_json()))
    end = snapshot(game)
    for then in kept:
        trial.ply = then.ply
        trial.same(pictures[then.ply], snapshot(then.copy), "the copy, after the game has gone on")
        _independent(trial, game, then, end)
    _undo_to_the_start(trial, game, pictures)
    play(game, moves)
    trial.same(end, snapshot(game), "undone to the start and played again")
    erase(game.record())
    erase(game.position())
    trial.same(end, snapshot(game), "after its record and its position were erased")
    _interleave(trial, end)
    _at_once(trial)
    trial.demand(random.getstate() == generator, "somebody used the global random generator")


def _independent(trial: Trial, game: AnyGame, then: Kept, end: Picture) -> None:
    trial.demand(then.view.to_json() == then.seen, "the view changed when the game went on")
    writable = mutable(game)
    shared = [str(writable[key])[:60] for key in mutable(then.copy) if key in writable]
    trial.demand(not shared, f"game and copy share {shared}")
    play(then.copy, trial.moves[then.ply :])
    trial.same(end, snapshot(then.copy), "a copy that played the same moves")
    then.copy.undo()
    trial.same(end, snapshot(game), "after a copy was played and undone, in the game itself")


def _undo_to_the_start(trial: Trial, game: AnyGame, pictures: Sequence[Picture]) -> None:
    while game.ply:
        game.undo()
        trial.ply = game.ply
        trial.same(pictures[game.ply], present(game), "on the way back to the start")
    trial.same(pictures[0], snapshot(game), "back at the start")
    try:
        game.undo()
    except ValueError:
        trial.same(pictures[0], snapshot(game), "after an undo that was refused")
    else:
        trial.fail("there is something to undo at the start")


def _interleave(trial: Trial, end: Picture) -> None:
    """Demand that two games played in alternation go as each goes alone."""
    neighbour = Trial(trial.law, trial.case, trial.seed + 1)
    one, two, alone = trial.new(), neighbour.new(), neighbour.new()
    play(alone, neighbour.moves)
    for move, other in zip_longest(trial.moves, neighbour.moves):
        play(one, [] if move is None else [move])
        play(two, [] if other is None else [other])
        if one.ply % 10 == 1:
            two.view(0).sample(trial.rng("neighbours"))
    trial.same(end, snapshot(one), "played beside another game")
    trial.same(snapshot(alone), snapshot(two), "played beside this game")


def _at_once(trial: Trial) -> None:
    """Demand that choices made at once can be undone, and come to the same in any order."""
    rng = trial.rng("taken back")
    for game, made, opened, _ in trial.choices():
        copy, whole = game.copy(), snapshot(game)
        trial.demand(copy.undo() == made[-1][1], f"undo does not give back {made[-1][1]}")
        trial.same(snapshot(trial.chosen(made[:-1])), snapshot(copy), "after the last choice was taken back")
        trial.same(whole, snapshot(game), "after a copy took a choice back, in the game itself")
        seat, _ = rng.choice(made[opened:])
        number, move = max((n, move) for n, (owner, move) in enumerate(made) if owner == seat)
        copy = game.copy()
        trial.demand(copy.undo(seat) == move, f"seat {seat}: undo does not give back {move}")
        without = trial.chosen(made[:number] + made[number + 1 :])
        trial.same(snapshot(without), snapshot(copy), f"after seat {seat} took its last choice back")
        if game.ply == len(made):
            again = trial.new()
            play(again, game.moves)
            trial.same(whole, snapshot(again), "chosen one after the other")


@law(6, "notation is total")
def written(trial: Trial) -> None:
    """Notation and moves are each other's inverse; a damaged record is refused and its place is named."""
    for game in trial.walk():
        legal = set(game.legal_moves())
        trial.demand(len(set(map(str, legal))) == len(legal), "two legal moves share a notation")
    kind, rng = game.move_type, trial.rng("damage")
    for notation, move in trial.known.items():
        read = kind.parse(notation)
        trial.demand(
            read == move and hash(read) == hash(move), f"{notation} is read as {read!r}, not {move!r}"
        )
        trial.demand(str(read) == notation, f"{notation} is written back as {read}")
        if not repr(move).startswith("<"):
            pasted = eval(repr(move), {kind.__name__: kind})
            trial.demand(pasted == move, f"{move!r} pasted back is {pasted!r}")
    for notation in (*misspelt(trial.known, rng), *JUNK_TEXT):
        meaning = _meaning(game, notation)
        again = meaning and _meaning(game, meaning)
        trial.demand(again == meaning, f"{notation!r} is read as {meaning}, and that as {again}")
    for game in trial.stops():
        _plain(trial, game)
        other = rng.choice(list(trial.known))
        for what, record, first in damaged(through_json(game.record()), other, rng) if trial.ply else ():
            _refused_or_valid(trial, what, record, first)
        _cut(trial, text(game.record()), rng)


def _plain(trial: Trial, game: AnyGame) -> None:
    """Demand that all that a game says is plain text: screens show it as it is."""
    outcome = game.outcome
    said: dict[str, list[object]] = {
        "a notation": [str(move) for move in game.legal_moves()],
        "a reason": [game.why_not(move) or "legal" for move in (*trial.known, *JUNK_TEXT)],
        "a step of the outcome": [*outcome.steps] if outcome else [],
        "the help of an option": [option.help for option in game.option_table],
        "what print shows": [*str(game).splitlines()],
    }
    for what, texts in said.items():
        found = next(filter(None, map(flaw, texts)), None)
        trial.demand(found is None, f"{what} is not plain text: {found}")


def _refused_or_valid(trial: Trial, what: str, record: Any, first: int) -> None:
    try:
        game = load(record)
    except BadRecord as error:
        trial.demand(error.reason and error.place, f"{what}: refused without a reason or a place: {error}")
        found = re.fullmatch(r"moves\[([0-9]+)\]", error.place)
        trial.demand(not found or int(found[1]) >= first, f"{what}: the fault is said to be in {error.place}")
    except Exception as error:
        trial.fail(f"{what}: {type(error).__name__} instead of BadRecord: {error}")
    else:
        written = game.record()
        again = load(through_json(written)).record()
        trial.demand(again == written, f"{what}: loads, but does not replay")


def _cut(trial: Trial, whole: str, rng: random.Random) -> None:
    for length in rng.choices(range(len(whole)), k=5):
        try:
            loads(whole[:length])
        except BadRecord as error:
            trial.demand("column" in str(error), f"cut after {length} characters: {error}, but where?")
        else:
            trial.fail(f"a record cut after {length} characters is read")


@law(7, "every game ends")
def ended(trial: Trial) -> None:
    """A game ends, has an outcome only then, and the record alone leads to the same one."""
    for game in trial.walk():
        over = game.to_move is None
        trial.demand(over or game.to_move in range(game.players), f"seat {game.to_move} is to move")
        trial.demand(game.deciding[:1] == (() if over else (game.to_move,)), f"{game.deciding} are deciding")
        trial.demand(over == (game.outcome is not None), f"to move: {game.to_move}, outcome: {game.outcome}")
        trial.demand(over == (not game.legal_moves()), "legal moves after the end, or none before it")
        trial.demand(over == (trial.ply == len(trial.moves)), _no_end(trial))
        _declared(trial, game)
        trial.demand(over or game.record()["outcome"] is None, "the record has an outcome before the end")
    _decided(trial, game)
    for style in (0, -1):
        game = trial.new()
        while (legal := game.legal_moves()) and game.ply <= trial.case.longest:
            game.play(legal[style])
        always = "the last" if style else "the first"
        trial.demand(game.outcome is not None, f"always {always} legal move: {_no_end(trial)}")


def _no_end(trial: Trial) -> str:
    declared = (
        "" if trial.case.bound or trial.new().most_plies else "; most_plies says if a game may be longer"
    )
    return f"no end within {trial.case.longest} moves{declared}"


def _declared(trial: Trial, game: AnyGame) -> None:
    """Demand what the game declares about its moves."""
    legal, most, every = game.legal_moves(), game.most_legal_moves, game.every_move(game.options)
    trial.demand(
        most is None or len(legal) <= most, f"{len(legal)} legal moves, but most_legal_moves is {most}"
    )
    unlisted = [] if every is None else [str(move) for move in legal if move not in every]
    trial.demand(not unlisted, f"every_move does not list these legal moves: {', '.join(unlisted)}")


def _decided(trial: Trial, game: AnyGame) -> None:
    """Demand that the outcome is whole, and told and checked by the record."""
    outcome, record = game.outcome, through_json(game.record())
    assert outcome is not None
    ranked = sorted(seat for group in outcome.ranking for seat in group)
    trial.demand(ranked == list(range(game.players)), f"not every seat has one rank: {outcome.ranking}")
    trial.demand(all(outcome.ranking), f"there is an empty rank: {outcome.ranking}")
    trial.demand(outcome.winners == outcome.ranking[0], f"the winners are {outcome.winners}")
    trial.demand(outcome.steps and all(outcome.steps), f"nothing says how it was decided: {outcome.steps}")
    told = record.pop("outcome")
    trial.demand(told == through_json(outcome.to_json()), f"the record has another outcome: {told}")
    trial.demand(load(record).outcome == outcome, "the record alone leads to another outcome")
    for lie in (None, {}, {**told, "ranking": []}, {**told, "winners": [*told["winners"], 0]}):
        try:
            load({**record, "outcome": lie})
        except BadRecord as error:
            trial.demand(error.place == "outcome", f"a wrong outcome is called a fault of {error.place}")
        else:
            trial.fail(f"a record with the outcome {lie} is read")
