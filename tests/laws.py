"""The eight laws of the table, as checks that know no game.

Each law takes a ``Case`` and plays random games of it. ``AssertionError`` names the law, the game with its
seed, the ply and, where there is one, the seat. A law trusts ``new`` and ``play`` and looks at its own
subject alone, so that a fault breaks the law that it belongs to.
"""

import random
import re
from collections.abc import Callable, Sequence
from functools import wraps
from itertools import zip_longest
from typing import Any, NamedTuple

import kabuto
from kabuto import BadRecord, Event, Game, IllegalMove, View
from kabuto.table.record import loads
from tests.support.damage import JUNK, JUNK_TEXT, damaged, erase, misspelt
from tests.support.trial import (
    AnyGame,
    Case,
    Picture,
    Trial,
    differing,
    mutable,
    name,
    play,
    present,
    reachable,
    seats,
    sight,
    snapshot,
    text,
    through_json,
)

Law = Callable[[Case], None]


def law(title: str) -> Callable[[Callable[[Trial], None]], Law]:
    """Make a check of one trial a check of all games of a case; whatever it raises is a broken law."""

    def decorate(check: Callable[[Trial], None]) -> Law:
        @wraps(check)
        def run(case: Case) -> None:
            for number in range(case.games):
                trial = Trial(title, case, random.Random(f"{title} {case} {number}").getrandbits(100))
                try:
                    check(trial)
                except AssertionError:
                    raise
                except Exception as error:
                    trial.fail(f"{type(error).__name__}: {error}")

        return run

    return decorate


@law("1, checked by default")
def law_1_checked(trial: Trial) -> None:
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


@law("2, intent and outcome apart")
def law_2_replayed(trial: Trial) -> None:
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
        trial.same(seen, snapshot(kabuto.load(read)), "replayed without the seed")
        pasted = eval(repr(game), {"kabuto": kabuto})
        trial.same(seen, snapshot(pasted), "pasted from its repr")
        put = {key: read[key] for key in ("format", "game", "options")}
        put["start"] = through_json(game.position())
        trial.same(present(game), present(kabuto.load(put)), "begun from its position")
        one, two = (kabuto.load(read, seed=trial.seed) for _ in range(2))
        play(two, trial.play_on(one, trial.rng("loaded")))
        trial.same(snapshot(one), snapshot(two), "loaded with a seed and played on, two times")
    twin, other = trial.new(), Trial(trial.law, trial.case, trial.seed + 1).new()
    play(twin, trial.moves)
    trial.same(seen, snapshot(twin), "played again from the same seed")
    trial.play_on(other, trial.rng("other"))
    trial.demand(other.record()["start"] != record["start"], "chance decides the same whatever the seed")


@law("3, fair by type")
def law_3_fair(trial: Trial) -> None:
    """What a seat cannot see changes nothing for it, and no path leads from its view to the game."""
    permuted = False
    for game in trial.stops():
        rng = trial.rng("unseen")
        secrets = {**dict.fromkeys(mutable(game), "what the game can change"), **_states(game)}
        for seat in seats(game):
            view, seen = game.view(seat), sight(game, seat)
            offered = seen["legal moves"]
            expected = [str(move) for move in game.legal_moves(seat)] if seat in game.deciding else []
            trial.demand(view.seat == seat, f"{name(seat)} gets the view of {name(view.seat)}")
            _whole(trial, game, view)
            trial.demand(view.to_move == game.to_move, f"{name(seat)} sees seat {view.to_move} to move")
            trial.demand(offered == expected, f"{name(seat)}: its view offers {offered}, not {expected}")
            for found in reachable(view):
                secret = "the game" if isinstance(found, Game) else secrets.get(id(found))
                secret = "the seed" if type(found) is int and found == trial.seed else secret
                trial.demand(not secret, f"{name(seat)}: its view leads to {secret}: {str(found)[:60]}")
            twin = trial.case.permute(game, seat, rng) if trial.case.permute else view.sample(rng)
            trial.same(seen, sight(twin, seat), f"{name(seat)} cannot see what was changed")
            for path in differing(view, twin.view(seat), "view"):
                trial.fail(f"{name(seat)} cannot see what was changed, but {path} shows it")
            permuted = permuted or twin.record() != game.record()
            if seat is None:
                shown = {"text": str(game), "picture": game._repr_svg_()}
                same = {"text": str(twin), "picture": twin._repr_svg_()}
                trial.same(shown, same, "print and notebooks show what no spectator may see")
        for nobody in NOBODY:
            try:
                game.view(nobody)
            except ValueError:
                continue
            trial.fail(f"there is a view for seat {nobody!r}")
    trial.demand(permuted, "nothing unseen was ever changed, so nothing was checked")
    _chosen_unseen(trial)


def _chosen_unseen(trial: Trial) -> None:
    """Demand that nobody sees what a seat has chosen before it was its turn."""
    ply = 0
    for game, made in trial.choices():
        chooser, _ = made[-1]
        twin = trial.chosen(made[:-1])
        twin.play(trial.rng("other").choice(twin.legal_moves(chooser)), chooser)
        for seat in seats(game):
            seen = game.view(seat).deciding
            trial.demand(seen == game.deciding, f"{name(seat)} sees {seen} deciding, not {game.deciding}")
            if seat != chooser and game.ply == ply:
                unseen = f"{name(seat)} cannot see what seat {chooser} chose"
                trial.same(sight(game, seat), sight(twin, seat), unseen)
        ply = game.ply


def _whole(trial: Trial, game: AnyGame, view: View) -> None:
    """Demand that a view tells what every view tells, and that it is the truth."""
    who, moves = name(view.seat), game.moves
    trial.demand(view.players == game.players, f"{who} sees {view.players} players")
    trial.demand(view.options == game.options, f"{who} sees the options {view.options}")
    trial.demand(view.ply == game.ply, f"{who} sees ply {view.ply}")
    trial.demand(view.deciding == game.deciding, f"{who} sees {view.deciding} deciding")
    movers = [entry.seat for entry in view.log]
    trial.demand(movers == trial.movers[: game.ply], f"{who}: its log names the seats {movers}")
    for entry, move in zip(view.log, moves, strict=True):
        own = entry.seat != view.seat or str(entry.move) == str(move)
        trial.demand(own, f"{who} played {move}, but its log says {entry.move}")
    told: list[object] = [event for entry in view.log for event in entry.events]
    trial.demand(all(isinstance(event, Event) for event in told), f"{who}: not all of {told} are events")
    trial.demand(len(game.events) == game.ply, f"{len(game.events)} moves have events")
    trial.demand(_result(view) == _result(game), f"{who} sees the outcome {view.outcome}")
    others = trial.rng("refused").sample(sorted(trial.known), min(20, len(trial.known)))
    for move in (*others, *(trial.known[notation] for notation in others), *JUNK):
        reason, shown = view.why_not(move), repr(move)[:60]
        if game.to_move is None or view.seat in game.deciding:
            true = game.why_not(move, view.seat)
            trial.demand(reason == true, f"{who}: its view says of {shown}: {reason!r}, the game: {true!r}")
        else:
            trial.demand(
                reason is not None, f"{who} is not deciding, but its view has no reason against {shown}"
            )


def _result(seen: AnyGame | View) -> object:
    return seen.outcome and (seen.outcome.to_json(), seen.outcome.steps)


NOBODY: tuple[Any, ...] = (-1, 99, 10**30, "0", 0.0, True, [])
"""What is no seat in any game."""


def _states(game: AnyGame) -> dict[int, str]:
    return {id(state): "a true state" for state in game._states}


@law("4, sampling is honest")
def law_4_sampled(trial: Trial) -> None:
    """Samples have the same view, a past that replays, and are spread; they need the generator alone."""
    spread = False
    for game in trial.stops(between=1):
        before, rng = snapshot(game), trial.rng("viewers")
        for seat in rng.sample(seats(game), 2):
            spread = _is_spread(trial, game, seat, rng) or spread
            view = game.view(seat)
            one, two = (view.sample(random.Random(trial.seed)) for _ in range(2))
            equal = f"two samples for {name(seat)} from equal generators"
            trial.same(present(one), present(two), equal)
            play(two, trial.play_on(one, trial.rng("sample")))
            trial.same(snapshot(one), snapshot(two), f"{equal}, played on")
        trial.same(before, snapshot(game), "after sampling, in the game itself")
    trial.demand(spread, "samples are all the same, for every viewer and at every ply")
    for game, _ in trial.choices():
        for seat in seats(game):
            sample = game.view(seat).sample(trial.rng("sample"))
            trial.same(sight(game, seat), sight(sample, seat), f"a sample for {name(seat)} amid choices")


def _is_spread(trial: Trial, game: AnyGame, seat: int | None, rng: random.Random) -> bool:
    """Whether samples for a seat differ; each must have the view of that seat, and they must if they can."""
    view, seen, truth = game.view(seat), sight(game, seat), text(game.record())
    found: set[str] = set()
    for number in range(60):
        sample = view.sample(rng)
        trial.same(seen, sight(sample, seat), f"a sample for {name(seat)}")
        found.add(text(sample.record()))
        if number > 1 and len(found) > 1:
            break
    past = kabuto.load(through_json(sample.record()))
    trial.same(seen, sight(past, seat), f"a sample for {name(seat)}, replayed from its record")
    if trial.case.permute and text(trial.case.permute(game, seat, rng).record()) != truth:
        what = "the truth" if truth in found else "the same game"
        trial.demand(len(found) > 1, f"{name(seat)}: every sample is {what}")
    return len(found) > 1


class Kept(NamedTuple):
    """What was made of a game at some ply, and must not change when the game goes on."""

    ply: int
    copy: AnyGame
    view: View
    seen: str


@law("5, undo is exact")
def law_5_undone(trial: Trial) -> None:
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
    for game, made in trial.choices():
        copy, whole = game.copy(), snapshot(game)
        trial.demand(copy.undo() == made[-1][1], f"undo does not give back {made[-1][1]}")
        trial.same(snapshot(trial.chosen(made[:-1])), snapshot(copy), "after the last choice was taken back")
        trial.same(whole, snapshot(game), "after a copy took a choice back, in the game itself")
        seat, _ = rng.choice(made)
        number, move = max((n, move) for n, (owner, move) in enumerate(made) if owner == seat)
        copy = game.copy()
        trial.demand(copy.undo(seat) == move, f"seat {seat}: undo does not give back {move}")
        without = trial.chosen(made[:number] + made[number + 1 :])
        trial.same(snapshot(without), snapshot(copy), f"after seat {seat} took its last choice back")
        if game.ply == len(made):
            again = trial.new()
            play(again, game.moves)
            trial.same(whole, snapshot(again), "chosen one after the other")


@law("6, notation is total")
def law_6_written(trial: Trial) -> None:
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
        other = rng.choice(list(trial.known))
        for what, record, first in damaged(through_json(game.record()), other, rng) if trial.ply else ():
            _refused_or_valid(trial, what, record, first)
        _cut(trial, text(game.record()), rng)


def _refused_or_valid(trial: Trial, what: str, record: Any, first: int) -> None:
    try:
        game = kabuto.load(record)
    except BadRecord as error:
        trial.demand(error.reason and error.place, f"{what}: refused without a reason or a place: {error}")
        found = re.fullmatch(r"moves\[([0-9]+)\]", error.place)
        trial.demand(not found or int(found[1]) >= first, f"{what}: the fault is said to be in {error.place}")
    except Exception as error:
        trial.fail(f"{what}: {type(error).__name__} instead of BadRecord: {error}")
    else:
        written = game.record()
        again = kabuto.load(through_json(written)).record()
        trial.demand(again == written, f"{what}: loads, but does not replay")


def _cut(trial: Trial, whole: str, rng: random.Random) -> None:
    for length in rng.choices(range(len(whole)), k=5):
        try:
            loads(whole[:length])
        except BadRecord as error:
            trial.demand("column" in str(error), f"cut after {length} characters: {error}, but where?")
        else:
            trial.fail(f"a record cut after {length} characters is read")


@law("7, every game ends")
def law_7_ended(trial: Trial) -> None:
    """A game ends, has an outcome only then, and the record alone leads to the same one."""
    for game in trial.walk():
        over = game.to_move is None
        trial.demand(over or game.to_move in range(game.players), f"seat {game.to_move} is to move")
        trial.demand(game.deciding[:1] == (() if over else (game.to_move,)), f"{game.deciding} are deciding")
        trial.demand(over == (game.outcome is not None), f"to move: {game.to_move}, outcome: {game.outcome}")
        trial.demand(over == (not game.legal_moves()), "legal moves after the end, or none before it")
        trial.demand(over == (trial.ply == len(trial.moves)), f"no end within {trial.case.bound} moves")
        trial.demand(over or game.record()["outcome"] is None, "the record has an outcome before the end")
    _decided(trial, game)
    for style in (0, -1):
        game = trial.new()
        while (legal := game.legal_moves()) and game.ply <= trial.case.bound:
            game.play(legal[style])
        trial.demand(game.outcome is not None, "always the first or always the last legal move: no end")


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
    trial.demand(kabuto.load(record).outcome == outcome, "the record alone leads to another outcome")
    for lie in (None, {}, {**told, "ranking": []}, {**told, "winners": [*told["winners"], 0]}):
        try:
            kabuto.load({**record, "outcome": lie})
        except BadRecord as error:
            trial.demand(error.place == "outcome", f"a wrong outcome is called a fault of {error.place}")
        else:
            trial.fail(f"a record with the outcome {lie} is read")


@law("8, no take-back past a reveal")
def law_8_unrevealed(trial: Trial) -> None:
    """Whoever may take a move back has learned nothing by it: whatever was hidden, it looks the same."""
    undoable: list[int] = []
    mover: int | None = None
    for game in trial.walk():
        others = [seat for seat in seats(game) if game.can_undo(seat) and (seat != mover or not trial.ply)]
        trial.demand(not others, f"{others} may take back what seat {mover} played")
        if mover is not None and game.can_undo(mover):
            undoable.append(trial.ply - 1)
        mover = game.to_move
    rng = trial.rng("hidden")
    for ply in sorted(rng.sample(undoable, min(6, len(undoable)))):
        trial.ply = ply
        game, move = trial.new(), trial.moves[ply]
        play(game, trial.moves[:ply])
        seat = game.to_move
        twins = [game.view(seat).sample(rng)]
        if trial.case.permute:
            twins.append(trial.case.permute(game, seat, rng))
        game.play(move)
        for twin in twins:
            twin.play(move)
            same = f"{name(seat)} may take {move} back, but what it saw depends on what was hidden"
            trial.same(sight(game, seat), sight(twin, seat), same)


LAWS = (
    law_1_checked,
    law_2_replayed,
    law_3_fair,
    law_4_sampled,
    law_5_undone,
    law_6_written,
    law_7_ended,
    law_8_unrevealed,
)
