"""Games for OpenSpiel: import this, and ``pyspiel.load_game`` knows every game.

``pyspiel.load_game("kabuto_samurai(players=3,edition=hig)")``: the parameters are the options of the game;
an empty text stands for the value that the others entail. Chance decides one thing at a time, with exact
probabilities; in a game that brings no tree of its own, it draws the bytes of a seed before the first move.
What the ids mean is told by ``state.action_to_string`` and in the documentation.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any, ClassVar, NamedTuple

from kabuto.envs.wording import WORDS, missing

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as error:
    raise missing("open_spiel") from error
from kabuto.table import BadOption, IllegalMove, Value, game_class, manifests
from kabuto.table.errors import short
from kabuto.table.game import NO_CHANCE
from kabuto.table.numbers.plain_tree import tree
from kabuto.table.numbers.tree import CHANCE, OVER, Node, Part
from kabuto.table.options import check_number, resolve

__all__ = ["NAMES", "KabutoGame", "KabutoObserver", "KabutoState"]

NAMES = {name: f"kabuto_{name}" for name in manifests.working()}
"""Game → what OpenSpiel calls it."""


def _parameters(name: str) -> dict[str, Value]:
    return {
        option.name: "" if callable(default := option.lasting or option.default) else default
        for option in game_class(name).option_table
    }


def _chance(name: str) -> Any:
    modes = pyspiel.GameType.ChanceMode
    return modes.DETERMINISTIC if game_class(name).chance == NO_CHANCE else modes.EXPLICIT_STOCHASTIC


def _information(name: str) -> Any:
    kinds = pyspiel.GameType.Information
    return kinds.IMPERFECT_INFORMATION if game_class(name).hidden else kinds.PERFECT_INFORMATION


def _type(name: str) -> Any:
    players = next(option for option in game_class(name).option_table if option.name == "players").values
    return pyspiel.GameType(
        short_name=NAMES[name],
        long_name=name.capitalize(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=_chance(name),
        information=_information(name),
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(name),
    )


_TYPES = {name: _type(name) for name in NAMES}


class KabutoGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Value] | None = None) -> None:
        given = {key: value for key, value in (params or {}).items() if value != ""}
        options = resolve(game_class(self.name).option_table, given, lasting=True)
        self.table = tree(self.name, options)
        """What all its states share."""
        self.root: Node = self.table.root()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.root.actions,
            max_chance_outcomes=self.root.outcomes,
            num_players=self.root.players,
            min_utility=-1.0 / (self.root.players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.table.longest,
        )
        super().__init__(_TYPES[self.name], info, params or {})

    def new_initial_state(self) -> "KabutoState":
        """The game before anything is dealt."""
        return KabutoState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Chance never decides more often."""
        return int(self.table.chances)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "KabutoObserver":
        """What looks at states: what a seat sees now, or with perfect recall everything it has seen."""
        if params:
            raise BadOption(WORDS.say("observer_params", given=short(params)), "params")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadOption(WORDS.say("observe_one"), "private_info")
        return KabutoObserver(self, kind)


class _Step(NamedTuple):
    """An action and who did it."""

    player: int
    action: int


class KabutoState(pyspiel.State):  # type: ignore[misc]
    """A position: one node of the tree, and OpenSpiel's words for it."""

    def __init__(self, game: KabutoGame) -> None:
        super().__init__(game)
        self.at = game.root
        """The node; the only thing that ever changes."""

    def current_player(self) -> int:
        """A seat, chance, or nobody because the game is over."""
        return self.at.to_move

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.at.to_move == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.at.legal()

    # The same two as OpenSpiel's own, which would ask C++ and from there Python again, several times.

    def is_chance_node(self) -> bool:
        """Whether chance is to move."""
        return self.at.to_move == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The legal ids of a seat, of the one to move if none is named; where chance is to move, its own."""
        if self.at.to_move == CHANCE:
            return [outcome for outcome, _ in self.at.chances()]
        return self.at.legal() if player in (None, self.at.to_move) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may decide, each with its probability."""
        return self.at.chances()

    def _apply_action(self, action: int) -> None:
        self.at = self.at.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player != CHANCE:
            check_number(player, self.at.players, "player")
        number = self.at.outcomes if player == CHANCE else self.at.actions
        return self.at.name(player, check_number(action, number, "action"))

    def returns(self) -> list[float]:
        """1 to the winner, the others share -1; 0 to all while the game runs."""
        return self.at.returns()

    def __str__(self) -> str:
        return str(self.at)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "KabutoState":
        """A state that this seat cannot tell from this one, with everything it has not seen dealt again."""
        if not 0 <= player < self.num_players():
            most = self.num_players() - 1
            raise BadOption(WORDS.say("seat_range", most=most, given=short(player)), "player")
        state = self.get_game().new_initial_state()
        state.at, guide = self.at.resampled(player, sampler)
        while (action := guide(state.at)) is not None:
            state.apply_action(action)
        return state  # type: ignore[no-any-return]

    # OpenSpiel keeps a history of its own that only grows; after an undo the path to the node is the truth.

    def undo_action(self, player: int, action: int) -> None:
        """Take exactly the last action back; it has to be named."""
        before = self.at.before
        if before is None:
            raise IllegalMove(WORDS.say("no_undo"))
        if (before.to_move, self.at.action) != (player, action):
            last = {"last": self.at.action, "mover": before.to_move}
            raise IllegalMove(WORDS.say("other_action", **last, action=action, player=player))
        self.at = before

    def full_history(self) -> list[_Step]:
        """Every action so far, those of chance too, and who did it."""
        return [_Step(one.to_move, two.action) for one, two in pairwise(self.at.way())]

    def history(self) -> list[int]:
        """Every action so far, those of chance too."""
        return [step.action for step in self.full_history()]

    def history_str(self) -> str:
        """The history as text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """How many actions have been done."""
        return self.at.ply

    def is_initial_state(self) -> bool:
        """Whether nothing has been done yet."""
        return self.at.before is None


class KabutoObserver:
    """What a seat sees, as named tensors and as text."""

    def __init__(self, game: KabutoGame, kind: Any) -> None:
        node = game.root
        self._recalls, self._public = kind.perfect_recall, kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor: Any = None
        """All numbers; None for the public or the private part alone, which are texts."""
        self.dict: dict[str, Any] = {}
        """Name → its part of the tensor, in its shape."""
        if self._public and self._private:
            self._size = sum(np.prod(part.shape, dtype=int) for part in node.parts)
            recalled = (Part("observer", (node.players,)), Part("log", (game.table.log,)))
            self._lay_out(node.parts + (recalled if self._recalls else ()))

    def _lay_out(self, parts: tuple[Part, ...]) -> None:
        sizes = [int(np.prod(part.shape)) for part in parts]
        self.tensor = np.zeros(sum(sizes), np.float32)
        pieces = np.split(self.tensor, np.cumsum(sizes)[:-1])
        self.dict = {part.name: piece.reshape(part.shape) for part, piece in zip(parts, pieces, strict=True)}

    def set_from(self, state: KabutoState, player: int) -> None:
        """Write what a seat sees of a state into the tensor."""
        player = check_number(player, state.at.players, "player")
        if self.tensor is None:
            return
        self.tensor[: self._size] = state.at.observe(player)
        if not self._recalls:
            return
        self.tensor[self._size :] = 0
        self.dict["observer"][player] = 1
        marks = state.at.marked(player)
        if len(marks) > len(self.dict["log"]):
            raise BadOption(WORDS.say("log_long", number=len(marks)), "log")
        self.dict["log"][: len(marks)] = marks

    def string_from(self, state: KabutoState, player: int) -> str:
        """What a seat sees of a state, as text."""
        player = check_number(player, state.at.players, "player")
        if not self._public:
            return state.at.hand(player) if self._private else ""
        seat = player if self._private else None
        seen = state.at.told(seat) if self._recalls else state.at.explain(seat)
        return f"seat {player}: {seen}" if self._private else seen


for _name in NAMES:
    # OpenSpiel lets go of what is registered when Python is gone: only classes of a module outlive that.
    _kind = type(f"{_name.capitalize()}Game", (KabutoGame,), {"name": _name, "__module__": __name__})
    globals()[_kind.__name__] = _kind
    pyspiel.register_game(_TYPES[_name], _kind)
