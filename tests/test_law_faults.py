"""The battery of laws catches faults: each fault of the tiny game breaks its law, and no other one."""

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, ClassVar

import pytest

import kabuto
from kabuto import BadRecord, Event, IllegalMove, Outcome
from kabuto.laws import LAWS, Case, cases
from kabuto.table import Option, manifests
from kabuto.table.manifests import GameManifest
from tests.support.lanterns import Bid, Lanterns, LanternsView, Lay, Turned
from tests.support.lanterns import permute as permute_lanterns
from tests.support.tiny import SEATS, WINDS, Flight, Kite, Kites, KitesView, State, permute

CASE = Case("kites", {"kites": 5}, games=5, bound=50, permute=permute)


def broken(case: Case, suspected: Collection[int] = range(1, 9)) -> dict[int, str]:
    """The laws that a case breaks, with what they say; those that are not suspected play fewer games."""
    said = {}
    for number, law in enumerate(LAWS, 1):
        try:
            law(case if number in suspected else replace(case, games=2))
        except AssertionError as error:
            said[number] = str(error)
    return said


# Law 1


class SilentView(KitesView):
    def why_not(self, move: Kite | str) -> str | None:
        return None if super().why_not(move) is None else ""


class GivesNoReason(Kites):
    view_type = SilentView

    def why_not(self, move: Kite | str, seat: int | None = None) -> str | None:
        return None if super().why_not(move, seat) is None else ""


class VagueView(KitesView):
    def why_not(self, move: Kite | str) -> str | None:
        return None if super().why_not(move) is None else "perhaps tomorrow"


class GivesAnotherReason(Kites):
    view_type = VagueView

    def why_not(self, move: Kite | str, seat: int | None = None) -> str | None:
        return None if super().why_not(move, seat) is None else "perhaps tomorrow"


class AcceptsEverything(Kites):
    def play(self, move: Kite | str, seat: int | None = None) -> None:
        if seat in (None, self.to_move):
            self.play_unchecked(self._read(move))
        else:
            super().play(move, seat)


class PlaysAnotherMoveWhenItRefuses(Kites):
    def play(self, move: Kite | str, seat: int | None = None) -> None:
        try:
            super().play(move, seat)
        except IllegalMove:
            for other in self.legal_moves()[:1]:
                self.play_unchecked(other)
            raise


class TwiceView(KitesView):
    def _legal_moves(self) -> tuple[Kite, ...]:
        return super()._legal_moves() * 2


class NamesMovesTwice(Kites):
    view_type = TwiceView

    def _legal_moves(self, state: State) -> tuple[Kite, ...]:
        return super()._legal_moves(state) * 2


# Law 2


class WritesTheSeedDown(Kites):
    def _start(self) -> dict[str, Any]:
        return {**super()._start(), "seed": self._seed}

    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        rest = None if start is None else dict(start)
        self._seed = self._seed if rest is None else rest.pop("seed", self._seed)
        return super()._begin(rest, moves)


class WritesTheWindIntoTheMove(Kites):
    def _read(self, move: object) -> Kite:
        return super()._read(move.partition("~")[0] if isinstance(move, str) else move)

    def record(self) -> dict[str, Any]:
        flown = self.state.flown[len(self._states[0].flown) :]
        return {**super().record(), "moves": [f"k{kite}~{wind}" for kite, wind in flown]}


class ForgetsTheWind(Kites):
    def _start(self) -> dict[str, Any]:
        return {**super()._start(), "winds": []}

    def _check_replayed(self, start: Mapping[str, Any]) -> None:
        pass


class PastesAnEarlierGame(Kites):
    def __repr__(self) -> str:
        record = {**self.record(), "moves": [], "outcome": None}
        return f"kabuto.load({record}, seed={self._seed})" if not self.ply else "kabuto.new('kites')"


class DealsTheSameWhateverTheSeed(Kites):
    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        self._seed = 0
        return super()._begin(start, moves)


class TellsWhatReplayingForgets(Kites):
    def _events(self, before: State, move: Kite, after: State) -> Sequence[Event]:
        return () if self._winds else super()._events(before, move, after)


class WritesTuples(Kites):
    def _start(self) -> dict[str, Any]:
        start = super()._start()
        return {**start, "winds": tuple(start["winds"])}


# Law 3


class HoldsTheGame(Kites):
    def view(self, seat: int | None) -> KitesView:
        view = super().view(seat)
        object.__setattr__(view, "ask", lambda: self.state)
        return view


class HoldsAState(Kites):
    def view(self, seat: int | None) -> KitesView:
        view = super().view(seat)
        object.__setattr__(view, "cache", {"now": self.state})
        return view


class SharesItsOptions(Kites):
    def view(self, seat: int | None) -> KitesView:
        return replace(super().view(seat), options=self.options)


@dataclass(frozen=True)
class PeepingView(KitesView):
    peeped: tuple[int, ...] = ()

    def to_json(self) -> str:
        return f'{super().to_json()[:-1]}, "peeped": "{self.peeped}"}}'

    def sample(self, rng: random.Random) -> Kites:
        """Honest to what the view shows, so that only a change from outside can betray it."""
        while (game := super().sample(rng)).view(self.seat) != self:
            pass
        return game


class ShowsAKiteOfTheNextSeat(Kites):
    def view(self, seat: int | None) -> KitesView:
        view = super().view(seat)
        next_hand = () if seat is None or self.ply else self.state.hands[(seat + 1) % SEATS]
        return PeepingView(**vars(view), peeped=next_hand[:1])


class HidesAKiteInItsView(Kites):
    def view(self, seat: int | None) -> KitesView:
        view = super().view(seat)
        object.__setattr__(view, "cache", {"highest": max(self.state.hands[0])})
        return view


class EagerView(KitesView):
    def legal_moves(self) -> tuple[Kite, ...]:
        return tuple(map(Kite, self.hand))


class OffersMovesOutOfTurn(Kites):
    view_type = EagerView


class HasAViewForEverySeat(Kites):
    def check_seat(self, seat: object) -> int | None:
        return seat % self.players if isinstance(seat, int) else super().check_seat(seat)


class MiscountsSeatsView(KitesView):
    @property
    def players(self) -> int:
        return SEATS + 1


class SeesMoreSeats(Kites):
    view_type = MiscountsSeatsView


class EventsShowAHand(Kites):
    def _entry(self, viewer: int | None, before: State, move: Kite, after: State) -> Flight:
        entry = super()._entry(viewer, before, move, after)
        others = [max(hand) for hand in after.hands[entry.seat + 1 :]] if viewer == entry.seat else []
        return replace(entry, lifted=replace(entry.lifted, wind=sum(others)))


class ColourfulView(KitesView):
    def sample(self, rng: random.Random) -> Kites:
        options = {name: value for name, value in self.options.items() if name != "colour"}
        return KitesView(**{**vars(self), "options": options}).sample(rng)


class SeesOtherOptions(Kites):
    view_type = ColourfulView

    def view(self, seat: int | None) -> KitesView:
        return replace(super().view(seat), options={**self.options, "colour": 1})


class MiscountsView(KitesView):
    @property
    def ply(self) -> int:
        return len(self.log) + 1


class SeesAnotherPly(Kites):
    view_type = MiscountsView


class LogsOtherSeats(Kites):
    def view(self, seat: int | None) -> KitesView:
        view = super().view(seat)
        return replace(view, log=tuple(replace(entry, seat=0) for entry in view.log))


class LogsOtherMoves(Kites):
    def view(self, seat: int | None) -> KitesView:
        view = super().view(seat)
        return replace(view, log=tuple(replace(entry, move=Kite(99)) for entry in view.log))


class SeesNoOutcome(Kites):
    def view(self, seat: int | None) -> KitesView:
        return replace(super().view(seat), result=None)


class FreeView(KitesView):
    def _why_not(self, move: Kite) -> str | None:
        return None


class ViewsRefuseNothing(Kites):
    view_type = FreeView


class ImpatientView(KitesView):
    def why_not(self, move: Kite | str) -> str | None:
        return super().why_not(move) if self.to_move is None or self.seat in self.deciding else None


class ViewsAllowMovesOutOfTurn(Kites):
    view_type = ImpatientView


class PrintsEveryHand(Kites):
    def __str__(self) -> str:
        return str(self.state.hands)


class TalkativeView(KitesView):
    @property
    def deciding(self) -> tuple[int, ...]:
        return (*super().deciding, *self.waiting)


class ViewsForgetWhoHasChosen(Kites):
    view_type = TalkativeView


@dataclass(frozen=True)
class CuriousView(KitesView):
    peeped: tuple[Kite, ...] = ()

    def to_json(self) -> str:
        return f'{super().to_json()[:-1]}, "peeped": "{self.peeped}"}}'

    def sample(self, rng: random.Random) -> Kites:
        """Honest to what the view shows, so that only another choice can betray it."""
        while (game := super().sample(rng)).view(self.seat) != self:
            pass
        return game


class ShowsWhatOthersChose(Kites):
    def view(self, seat: int | None) -> KitesView:
        peeped = tuple(move for other in range(SEATS) for move in self._waiting(other))
        return CuriousView(**vars(super().view(seat)), peeped=peeped)


# Law 4


class KnowingView(KitesView):
    truth: ClassVar[dict[str, Kites]] = {}

    def sample(self, rng: random.Random) -> Kites:
        return self.truth[self.to_json()].copy()


class SamplesTheTruth(Kites):
    view_type = KnowingView

    def view(self, seat: int | None) -> KitesView:
        view = super().view(seat)
        KnowingView.truth[view.to_json()] = self.copy()
        return view


class StubbornView(KitesView):
    def sample(self, rng: random.Random) -> Kites:
        return super().sample(random.Random(7))


class SamplesOneGameOnly(Kites):
    view_type = StubbornView


class WilfulView(KitesView):
    numbers: ClassVar[Iterator[int]] = count()

    def sample(self, rng: random.Random) -> Kites:
        return super().sample(random.Random(next(self.numbers)))


class SamplesWithItsOwnGenerator(Kites):
    view_type = WilfulView


class RestlessView(KitesView):
    def sample(self, rng: random.Random) -> Kites:
        game = super().sample(rng)
        for move in game.legal_moves()[:1]:
            game.play(move)
        return game


class SamplesTheFuture(Kites):
    view_type = RestlessView


class ForgetfulView(KitesView):
    def sample(self, rng: random.Random) -> Kites:
        return KitesView(**{**vars(self), "waiting": (), "chosen": ()}).sample(rng)


class SamplesForgetWhatWasChosen(Kites):
    view_type = ForgetfulView


# Law 5


class DrawsAnotherWindAfterUndo(Kites):
    blown = 0

    def _wind(self, state: State) -> int:
        if len(state.flown) < len(self._winds):
            return super()._wind(state)
        self.blown += 1
        return random.Random(f"{self._seed} {self.blown}").choice(WINDS)


class SharesItsPastWithCopies(Kites):
    def copy(self) -> Kites:  # type: ignore[override]
        twin = super().copy()
        twin._moves, twin._states = self._moves, self._states
        return twin


class SharesItsOptionsWithCopies(Kites):
    def copy(self) -> Kites:  # type: ignore[override]
        twin = super().copy()
        twin.options = self.options
        return twin


class UsesTheGlobalGenerator(Kites):
    def _wind(self, state: State) -> int:
        random.seed(f"{self._seed} {self.ply}")
        return random.choice(WINDS) if len(state.flown) >= len(self._winds) else super()._wind(state)


class UndoesNothingAtTheStart(Kites):
    def undo(self, seat: int | None = None) -> Kite:
        return super().undo() if self.moves else Kite(1)


class TakesBackTheChoiceOfAnother(Kites):
    def undo(self, seat: int | None = None) -> Kite:
        return super().undo()


class PlaysChoicesInAnotherOrder(Kites):
    def _choose(self, seat: int | None, move: Kite) -> None:
        super()._choose(seat, move)
        self._rounds = tuple(last._replace(choices=last.choices[::-1]) for last in self._rounds)


# Law 6


@dataclass(frozen=True)
class ColouredKite(Kite):
    colour: str = "white"

    def __str__(self) -> str:
        return f"k{self.number}"


class ColouredView(KitesView):
    move_type = ColouredKite


class LosesPartOfAMoveInItsNotation(Kites):
    move_type = ColouredKite
    view_type = ColouredView

    def _legal_moves(self, state: State) -> tuple[Kite, ...]:
        return tuple(ColouredKite(kite.number, "red") for kite in super()._legal_moves(state))


class CryptedKite(Kite):
    def __repr__(self) -> str:
        return f"CryptedKite(no. {self.number})"


class CryptedView(KitesView):
    move_type = CryptedKite


class HasAReprThatDoesNotPaste(Kites):
    move_type = CryptedKite
    view_type = CryptedView

    def _legal_moves(self, state: State) -> tuple[Kite, ...]:
        return tuple(CryptedKite(kite.number) for kite in super()._legal_moves(state))


class FallsOverADamagedRecord(Kites):
    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        if start is not None and not start["hands"]:
            raise BadRecord("missing", "start.hands")
        return super()._begin(start, moves)


class DoesNotSayWhereARecordIsDamaged(Kites):
    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        try:
            return super()._begin(start, moves)
        except BadRecord as error:
            raise BadRecord(error.reason) from None


# Law 7


class NeverHasAnOutcome(Kites):
    def _outcome(self, state: State) -> Outcome | None:
        return None


class HasAnOutcomeFromTheBeginning(Kites):
    def _outcome(self, state: State) -> Outcome | None:
        return super()._outcome(state) or Outcome(((0, 1, 2),), ("nothing is decided",))


class RanksTheWinnerAlone(Kites):
    def _outcome(self, state: State) -> Outcome | None:
        found = super()._outcome(state)
        return found and replace(found, ranking=found.ranking[:1])


class DoesNotSayHowItWasDecided(Kites):
    def _outcome(self, state: State) -> Outcome | None:
        found = super()._outcome(state)
        return found and replace(found, steps=())


class DecidesInReverse(Kites):
    @property
    def deciding(self) -> tuple[int, ...]:
        return super().deciding[::-1]

    def view(self, seat: int | None) -> KitesView:
        return BackwardView(**vars(super().view(seat)))


class BackwardView(KitesView):
    @property
    def deciding(self) -> tuple[int, ...]:
        return super().deciding[::-1]


# Law 8


class TakesBackTheWind(Kites):
    def _reveals(self, before: State, move: Kite, after: State) -> bool:
        return False


class LetsOthersTakeBack(Kites):
    def can_undo(self, seat: int | None) -> bool:
        return self.ply > 0 and seat == (self.ply + 1) % SEATS


FAULTS: list[tuple[type[Kites], str, list[int]]] = [
    (GivesNoReason, "no reason against", [1]),
    (GivesAnotherReason, "why_not says 'perhaps tomorrow', play says", [1]),
    (AcceptsEverything, "which is not legal", [1]),
    (PlaysAnotherMoveWhenItRefuses, "was refused, and yet the game stands at ply", [1]),
    (NamesMovesTwice, "names a move twice", [1]),
    (WritesTheSeedDown, "the seed stands in the record", [2]),
    (WritesTheWindIntoTheMove, "the moves are not what was chosen", [2]),
    (PastesAnEarlierGame, "pasted from its repr", [2]),
    (DealsTheSameWhateverTheSeed, "the same whatever the seed", [2]),
    (TellsWhatReplayingForgets, "replayed without the seed: the events differs", [2]),
    (WritesTuples, "not made of JSON values alone", [2]),
    (HoldsTheGame, "its view leads to the game", [3]),
    (HoldsAState, "its view leads to a true state", [3]),
    (SharesItsOptions, "its view leads to what the game can change", [3]),
    (ShowsAKiteOfTheNextSeat, "cannot see what was changed: the view differs", [3]),
    (HidesAKiteInItsView, "cannot see what was changed, but view.cache['highest'] shows it", [3]),
    (OffersMovesOutOfTurn, "its view offers", [3]),
    (HasAViewForEverySeat, "there is a view for seat -1", [3]),
    (SeesMoreSeats, "sees 4 players", [3]),
    (SeesOtherOptions, "sees the options", [3]),
    (SeesAnotherPly, "the spectator sees ply 1", [3]),
    (LogsOtherSeats, "its log names the seats [0, 0", [3]),
    (LogsOtherMoves, "but its log says k99", [3]),
    (EventsShowAHand, "cannot see what was changed: the events differs", [3, 4]),
    (SeesNoOutcome, "sees the outcome None", [3]),
    (ViewsRefuseNothing, "its view says of", [3]),
    (ViewsAllowMovesOutOfTurn, "is not deciding, but its view has no reason against", [3]),
    (PrintsEveryHand, "print and notebooks show", [3]),
    (ViewsForgetWhoHasChosen, "deciding", [3]),
    (ShowsWhatOthersChose, "cannot see what seat", [3]),
    (SamplesForgetWhatWasChosen, "amid choices", [4]),
    (TakesBackTheChoiceOfAnother, ": undo does not give back", [5]),
    (PlaysChoicesInAnotherOrder, "undo does not give back", [5]),
    (DecidesInReverse, "are deciding", [7]),
    (SamplesTheTruth, "every sample is the truth", [4]),
    (SamplesOneGameOnly, "every sample is the same game", [4]),
    (SamplesWithItsOwnGenerator, "from equal generators", [4]),
    (SamplesTheFuture, "a sample for", [4]),
    (DrawsAnotherWindAfterUndo, "differs", [5]),
    (SharesItsPastWithCopies, "the copy made at ply", [5]),
    (SharesItsOptionsWithCopies, "game and copy share", [5]),
    (UsesTheGlobalGenerator, "global random generator", [5]),
    (UndoesNothingAtTheStart, "something to undo at the start", [5]),
    (LosesPartOfAMoveInItsNotation, "is read as", [6]),
    (HasAReprThatDoesNotPaste, "SyntaxError", [6]),
    (FallsOverADamagedRecord, "KeyError instead of BadRecord", [6]),
    (DoesNotSayWhereARecordIsDamaged, "without a reason or a place", [6]),
    (NeverHasAnOutcome, "to move: None, outcome: None", [7]),
    (HasAnOutcomeFromTheBeginning, "to move: 0, outcome: ", [7]),
    (RanksTheWinnerAlone, "not every seat has one rank", [7]),
    (DoesNotSayHowItWasDecided, "nothing says how it was decided", [7]),
    (TakesBackTheWind, "what it saw depends on what was hidden", [8]),
    (LetsOthersTakeBack, "may take back what seat", [8]),
    (ForgetsTheWind, "replayed without the seed", [2, 4, 6, 7]),  # replaying is what the others stand on
]


@pytest.mark.parametrize(("fault", "words", "laws"), FAULTS, ids=[fault.__name__ for fault, _, _ in FAULTS])
@pytest.mark.usefixtures("own_registry")
def test_a_fault_breaks_its_law_and_no_other(fault: type[Kites], words: str, laws: list[int]) -> None:
    kabuto.register(fault)
    said = broken(CASE, laws)
    assert list(said) == laws, "\n".join(said.values())
    assert said[laws[0]].startswith(f"law {laws[0]}, ")
    assert "kites(kites=5), seed " in said[laws[0]]
    assert words in said[laws[0]]


@pytest.mark.usefixtures("own_registry")
def test_a_game_that_outlasts_its_bound_breaks_law_7_alone() -> None:
    kabuto.register(Kites)
    said = broken(replace(CASE, bound=11))
    assert list(said) == [7]
    assert "no end within 11 moves" in said[7]


# Games in which seats choose at once, round after round, with secret bids.


class TakesBackAnEarlierRound(Lanterns):
    """Gives back what was chosen last, whoever asks."""

    def undo(self, seat: int | None = None) -> Lay:
        return super().undo()


class LeaningView(LanternsView):
    def sample(self, rng: random.Random) -> Lanterns:
        """Honest to the view, but of two samples the one in which seat 1 holds less."""
        two = [super(LeaningView, self).sample(rng) for _ in range(2)]
        return min(two, key=lambda game: game.state.hands[1])


class SamplesLean(Lanterns):
    view_type = LeaningView


@dataclass(frozen=True)
class RumourView(LanternsView):
    """Has heard the highest lantern that the next seat holds; its samples have heard it, too."""

    rumour: int = 0

    def to_json(self) -> str:
        return f'{super().to_json()[:-1]}, "rumour": {self.rumour}}}'

    def sample(self, rng: random.Random) -> Lanterns:
        while (game := super().sample(rng)).view(self.seat) != self:
            pass
        return game


def highest_of_next(state: Any, seat: int | None) -> int:
    return max(state.hands[((seat or 0) + 1) % 3], default=0)


class SpreadsARumour(Lanterns):
    def view(self, seat: int | None) -> LanternsView:
        view = super().view(seat)
        return RumourView(**vars(view), rumour=highest_of_next(self.state, view.seat) if self.ply < 3 else 0)


class RumourOnceView(RumourView):
    """What it has heard shows nowhere but in its samples, until a lantern is laid."""

    def to_json(self) -> str:
        return super(RumourView, self).to_json()


class TellsARumourForALantern(Lanterns):
    """Tells whoever lays a lantern what the next seat holds, and says that nothing was revealed."""

    def view(self, seat: int | None) -> LanternsView:
        view = super().view(seat)
        return RumourOnceView(**vars(view), rumour=highest_of_next(self.state, view.seat))

    def _reveals(self, before: Any, move: Lay, after: Any) -> bool:
        return False

    def _entry(self, viewer: int | None, before: Any, move: Lay, after: Any) -> Bid:
        bid = super()._entry(viewer, before, move, after)
        told = (Turned((highest_of_next(before, viewer),)),)
        return replace(bid, turned=told) if viewer == bid.seat else bid


def in_bold(found: Outcome | None) -> Outcome | None:
    return found and replace(found, steps=("<b>won</b>", *found.steps[1:]))


class BoldView(LanternsView):
    @property
    def outcome(self) -> Outcome | None:
        return in_bold(super().outcome)


class SaysItInBold(Lanterns):
    view_type = BoldView

    def _outcome(self, state: Any) -> Outcome | None:
        return in_bold(super()._outcome(state))


class HasHelpInTwoLines(Lanterns):
    option_table = (*Lanterns.option_table, Option("lamps", (1,), 1, "how many\nlamps"))


ROUND_FAULTS: list[tuple[type[Lanterns], bool, str, list[int]]] = [
    (TakesBackAnEarlierRound, False, "undo does not give back", [5]),  # L1
    (SamplesLean, False, "samples are not spread as deals are", [4]),  # L2
    (SpreadsARumour, True, "cannot see what was changed: the view differs", [3, 4, 8]),  # L2
    (SpreadsARumour, False, "", []),  # L2: nobody can know without the permutation
    (TellsARumourForALantern, True, "what it saw depends on what was hidden", [3, 4, 8]),  # L2
    (SaysItInBold, False, "a step of the outcome is not plain text", [6]),  # L3
    (HasHelpInTwoLines, False, "the help of an option is not plain text", [6]),  # L3
]


@pytest.mark.parametrize(("fault", "has_permute", "words", "laws"), ROUND_FAULTS)
@pytest.mark.usefixtures("own_registry")
def test_l1_l2_l3_a_fault_in_games_of_many_rounds_breaks_its_law(
    fault: type[Lanterns], has_permute: bool, words: str, laws: list[int]
) -> None:
    manifests.add(GameManifest(game=fault, permute=permute_lanterns if has_permute else None))
    (case,) = cases("lanterns", games=5)
    said = broken(case)
    assert list(said) == laws, said
    assert words in "".join(said.values())


class OpenHandedView(KitesView):
    secret: ClassVar[dict[str, str]] = {}

    def to_json(self) -> str:
        return f'{super().to_json()[:-1]}, "secret": "{self.secret[super().to_json()]}"}}'


class ShowsEveryHand(Kites):
    view_type = OpenHandedView

    def view(self, seat: int | None) -> KitesView:
        view = super().view(seat)
        OpenHandedView.secret[KitesView.to_json(view)] = str(self.state.hands)
        return view


@pytest.mark.usefixtures("own_registry")
def test_without_a_permutation_samples_show_that_a_view_tells_too_much() -> None:
    kabuto.register(ShowsEveryHand)
    said = broken(replace(CASE, permute=None))
    assert "cannot see what was changed: the view differs" in said[3]
