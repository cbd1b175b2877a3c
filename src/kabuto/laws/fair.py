"""The laws about knowledge: 3, 4 and 8."""

import random
from typing import Any

from kabuto.laws.damage import JUNK
from kabuto.laws.law import law
from kabuto.laws.pictures import (
    AnyGame,
    differing,
    mutable,
    name,
    present,
    reachable,
    seats,
    sight,
    snapshot,
    text,
    through_json,
)
from kabuto.laws.spread import unbiased
from kabuto.laws.trial import Trial, play
from kabuto.table import Event, Game, View, load


@law(3, "fair by type")
def fair(trial: Trial) -> None:
    """What a seat cannot see changes nothing for it, and no path leads from its view to the game."""
    permuted = False
    for game in trial.stops():
        rng = trial.rng("unseen")
        secrets = {
            **dict.fromkeys(mutable(game), "what the game can change (copy it)"),
            **(_states(game) if game.hidden else {}),
        }
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
                if secret:
                    trial.fail(f"{name(seat)}: its view leads to {secret}: {str(found)[:60]}")
            one, two = _twins(trial, game, seat, rng)
            trial.same(sight(one, seat), sight(two, seat), f"{name(seat)} cannot see what was changed")
            for path in differing(one.view(seat), two.view(seat), "view"):
                trial.fail(f"{name(seat)} cannot see what was changed, but {path} shows it")
            permuted = permuted or one.record() != two.record()
            if seat is None:
                shown = {"text": str(one), "picture": one._repr_svg_()}
                same = {"text": str(two), "picture": two._repr_svg_()}
                trial.same(shown, same, "print and notebooks show what no spectator may see")
        for nobody in NOBODY:
            try:
                game.view(nobody)
            except ValueError:
                continue
            trial.fail(f"there is a view for seat {nobody!r}")
    if trial.case.permute:
        trial.demand(permuted, "nothing unseen was ever changed, so nothing was checked")
    _chosen_unseen(trial)


def _twins(trial: Trial, game: AnyGame, seat: int | None, rng: random.Random) -> tuple[AnyGame, AnyGame]:
    """Two games that differ only in what a seat cannot see: one of them is the true one if it can be."""
    if trial.case.permute:
        return game, trial.case.permute(game, seat, rng)
    view = game.view(seat)
    return view.sample(rng), view.sample(rng)


def _chosen_unseen(trial: Trial) -> None:
    """Demand that nobody sees what a seat has chosen before it was its turn."""
    for game, made, _, is_waiting in trial.choices():
        chooser, _ = made[-1]
        twin = trial.chosen(made[:-1])
        twin.play(trial.rng("other").choice(twin.legal_moves(chooser)), chooser)
        for seat in seats(game):
            seen = game.view(seat).deciding
            trial.demand(seen == game.deciding, f"{name(seat)} sees {seen} deciding, not {game.deciding}")
            if seat != chooser and is_waiting:
                unseen = f"{name(seat)} cannot see what seat {chooser} chose"
                trial.same(sight(game, seat), sight(twin, seat), unseen)


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


@law(4, "sampling is honest")
def sampled(trial: Trial) -> None:
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
    if trial.new().hidden:
        spread = spread or _is_spread_somewhere(trial)
        same = "samples are all the same, for every viewer and at every ply"
        trial.demand(spread, f"{same}; a game without secrets declares hidden = False")
    for game, *_ in trial.choices():
        for seat in seats(game):
            sample = game.view(seat).sample(trial.rng("sample"))
            trial.same(sight(game, seat), sight(sample, seat), f"a sample for {name(seat)} amid choices")
    unbiased(trial)


def _is_spread_somewhere(trial: Trial) -> bool:
    """Whether samples differ for any viewer at any ply: a secret may last for a move or two."""
    rng = trial.rng("anywhere")
    return any(_is_spread(trial, game, seat, rng) for game in trial.walk() for seat in seats(game))


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
    if not game.hidden:
        trial.demand(found == {truth}, f"{name(seat)}: nothing is hidden, but a sample is not the true game")
    past = load(through_json(sample.record()))
    trial.same(seen, sight(past, seat), f"a sample for {name(seat)}, replayed from its record")
    if trial.case.permute and text(trial.case.permute(game, seat, rng).record()) != truth:
        what = "the truth" if truth in found else "the same game"
        trial.demand(len(found) > 1, f"{name(seat)}: every sample is {what}")
    return len(found) > 1


@law(8, "no take-back past a reveal")
def unrevealed(trial: Trial) -> None:
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
