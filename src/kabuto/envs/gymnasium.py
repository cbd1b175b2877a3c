"""One seat of a game as a Gymnasium environment; the other seats are played by opponents of one's choice.

    import gymnasium
    import kabuto.envs.gymnasium

    env = gymnasium.make("kabuto/Samurai-v0", opponents="greedy", players=2)
    observation, info = env.reset(seed=7)
    observation, reward, over, _, info = env.step(env.action_space.sample())   # samples are legal

Observations and action ids are those of the game's numbers (``samurai_spaces``). The reward is 0 until the
end, then what ``kabuto.envs.returns`` says of the seat. An action that is not legal now ends the game with a
reward of -1, and ``info["illegal"]`` says why; what is no action at all is refused, and nothing changes.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol, TypeGuard, cast

from kabuto.envs.wording import WORDS, missing

try:
    import gymnasium
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from numpy.typing import NDArray

    from kabuto.envs import drawing
    from kabuto.table.numbers import plain
    from kabuto.table.numbers.single import RulesSingle
except ModuleNotFoundError as error:
    raise missing(error.name or "gymnasium") from error
from kabuto import players
from kabuto.table import BadOption, IllegalMove, manifests
from kabuto.table.errors import short
from kabuto.table.options import check_number

Opponent = str | players.Player | Callable[[Random], players.Player]
"""The name of a player, a player, or a class or function that makes one for every game. All but names are
called in this process and trusted: they are given views, but nothing keeps them from looking elsewhere."""
Seen = dict[str, NDArray[Any]]
Stepped = tuple[Seen, float, bool, bool, dict[str, Any]]
PENALTY = -1.0
"""The reward of an illegal action: no game is lost by more."""


class HasMask(Protocol):
    """An environment that knows what is legal."""

    @property
    def is_running(self) -> bool:
        """Whether the seat has something to decide."""

    def action_masks(self) -> NDArray[np.int8]:
        """1 at every legal action."""


class LegalActions(Discrete):
    """Every action id; a sample is one of those that are legal now."""

    def __init__(self, env: "HasMask", number: int) -> None:
        super().__init__(number)
        self._env = env

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """Any legal action, all as likely, if no other mask or probabilities are given."""
        if mask is None and probability is None and self._env.is_running:
            mask = self._env.action_masks()
        return super().sample(mask, probability)


class SeatEnv(gymnasium.Env[Seen, Any]):
    """A seat among opponents."""

    metadata = {"render_modes": [*drawing.RENDER_MODES], "render_fps": 1}  # noqa: RUF012 - Gymnasium wants a dict

    def __init__(
        self,
        game: str,
        seat: int = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Opponents are one for all, or one for each other seat in order; options those of the game."""
        self.render_mode = drawing.check_mode(render_mode)
        self._single: RulesSingle = plain.seat_numbers(game, options)
        others = self._single.players - 1
        self.seat = check_number(seat, others + 1, "seat")
        self._opponents = _opponents(opponents, others)
        for opponent in self._opponents:
            if isinstance(opponent, str) and not players.knows(opponent, game):
                players.make(opponent, game, Random(0))  # says which there are
        self._players: dict[int, Any] = {}
        self._lost = False
        """Whether an illegal action has ended the game."""
        limits = np.iinfo(self._single.dtype)
        self.observation_space = Dict(  # type: ignore[assignment] # a Dict of Gymnasium's is a Space of any
            {
                "observation": Box(limits.min, limits.max, (self._single.size,), self._single.dtype),
                "action_mask": Box(0, 1, (self._single.actions,), np.int8),
            }
        )
        self.action_space = LegalActions(self, self._single.actions)

    @property
    def is_running(self) -> bool:
        """Whether the seat has something to decide."""
        return self._single.seat == self.seat and not self._lost

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """A new game, up to the first decision of the seat.

        ``options`` is what Gymnasium hands on: those of a game are chosen when the environment is made.
        """
        super().reset(seed=seed)
        self._dismiss()
        game, *others = (int(word) for word in self.np_random.integers(2**62, size=self._single.players))
        seats = [each for each in range(self._single.players) if each != self.seat]
        self._players = {
            each: _seated(opponent, self._single.name, Random(word))
            for each, opponent, word in zip(seats, self._opponents, others, strict=True)
        }
        self._single.begin(game)
        self._lost = False
        self._play_others()
        return self._seen(), {}

    def step(self, action: Any) -> Stepped:
        """The action of the seat, and the moves of the others up to its next decision."""
        if not self._players:
            raise IllegalMove(WORDS.say("not_begun"))
        if not self.is_running:
            over = self._lost or self._single.seat is None
            raise IllegalMove(WORDS.say("over" if over else "broken_off"))
        chosen = self._single.check_action(action)
        try:
            self._single.act(chosen)
        except IllegalMove as refusal:
            return self._lose(refusal)
        self._play_others()
        over = self._single.seat is None
        return self._seen(), self._single.returns()[self.seat] if over else 0.0, over, False, {}

    def _lose(self, refusal: IllegalMove) -> Stepped:
        """End the game, which stays where it was."""
        self._lost = True
        return self._seen(), PENALTY, True, False, {"illegal": str(refusal)}

    def action_masks(self) -> NDArray[np.int8]:
        """1 at every legal action: the name that Stable-Baselines3's maskable PPO asks for."""
        if not (self._players and self.is_running):
            return np.zeros(self._single.actions, np.int8)
        return self._single.mask()

    def render(self) -> Any:
        """The game as the seat sees it: printed, as text, or as a picture."""
        return drawing.render(self._single.name, self._single.view(self.seat), self.render_mode)

    def close(self) -> None:
        """Let go of opponents that are programs of their own."""
        self._dismiss()

    def _seen(self) -> Seen:
        return {"observation": self._single.observe(self.seat), "action_mask": self.action_masks()}

    def _play_others(self) -> None:
        single = self._single
        while single.seat is not None and single.seat != self.seat:
            single.play(self._players[single.seat].choose(single.view(single.seat)))
        if self.render_mode == "human":
            self.render()

    def _dismiss(self) -> None:
        players.dismiss(self._players.values(), self._single.game)
        self._players = {}


def _opponents(given: object, number: int) -> list[Opponent]:
    """Who plays each other seat."""
    found = given if isinstance(given, Sequence) and not isinstance(given, str) else [given] * number
    if not all(isinstance(each, str) or callable(each) or _can_choose(each) for each in found):
        raise BadOption(WORDS.say("opponents_names", given=short(given)), "opponents")
    if len(found) != number:
        raise BadOption(WORDS.say("opponents_number", number=number, given=len(found)), "opponents")
    return [*found]


def _seated(opponent: Opponent, game: str, rng: Random) -> players.Player:
    """An opponent that sits down to a game."""
    if isinstance(opponent, str):
        return players.make(opponent, game, rng)
    if _can_choose(opponent) and not isinstance(opponent, type):
        return opponent
    made = cast("Callable[[Random], object]", opponent)(rng)
    if not _can_choose(made):
        raise BadOption(WORDS.say("opponent_choose", given=short(opponent)), "opponents")
    return made


def _can_choose(player: object) -> TypeGuard[players.Player]:
    return callable(getattr(player, "choose", None))


for _name in manifests.working():
    gymnasium.register(
        id=f"kabuto/{_name.capitalize()}-v0",
        entry_point="kabuto.envs.gymnasium:SeatEnv",
        kwargs={"game": _name},
    )
for _name in manifests.having("seat_games"):
    gymnasium.register(
        id=f"kabuto/{_name.capitalize()}Compiled-v0",
        entry_point="kabuto.envs.seats:CompiledSeatEnv",
        vector_entry_point="kabuto.envs.seats:SeatVector",
        kwargs={"game": _name},
    )
