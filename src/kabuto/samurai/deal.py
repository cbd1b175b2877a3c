"""What chance decides: the tokens of the seats and the figures on the map."""

from random import Random

from kabuto.samurai.board import ROOM, SETTLEMENTS, Board
from kabuto.samurai.editions import Setting
from kabuto.samurai.tokens import figure_mask

Tokens = tuple[tuple[int, ...], ...]


def generator(seed: int, purpose: str) -> Random:
    """A generator of its own for each thing that chance decides: they do not disturb each other."""
    return Random(f"{seed}/{purpose}")


def deal_tokens(rng: Random, setting: Setting) -> tuple[Tokens, Tokens]:
    """Every seat's opening hand and stack, at random."""
    hands, stacks = [], []
    for _ in range(setting.players):
        tokens = list(setting.full_set)
        rng.shuffle(tokens)
        hands.append(tuple(sorted(tokens[: setting.hand_size])))
        stacks.append(tuple(tokens[setting.hand_size :]))
    return tuple(hands), tuple(stacks)


def deal_stacks(rng: Random, setting: Setting, hands: Tokens) -> Tokens:
    """Every seat's stack from the tokens that are not in its hand."""
    stacks = []
    for hand in hands:
        tokens = list(setting.full_set)
        for token in hand:
            tokens.remove(token)
        rng.shuffle(tokens)
        stacks.append(tuple(tokens))
    return tuple(stacks)


def fixed_only(board: Board) -> tuple[int, ...]:
    """The map before set-up: one figure of each kind in Edo, by themselves (ruling 36)."""
    figures = [0] * len(SETTLEMENTS)
    for settlement, letters in board.fixed:
        figures[settlement] = figure_mask(letters)
    return tuple(figures)


def deal_figures(rng: Random, board: Board) -> tuple[int, ...]:
    """Figures on every settlement, uniform over all ways without two equal ones in a city."""
    fixed = fixed_only(board)
    room = [
        settlement
        for settlement in board.settlements
        for _ in range(ROOM[settlement])
        if not fixed[settlement]
    ]
    stand = [sum(mask >> kind & 1 for mask in fixed) for kind in range(3)]
    kinds = [kind for kind in range(3) for _ in range(board.figures - stand[kind])]
    while True:
        rng.shuffle(kinds)
        figures = list(fixed)
        for settlement, kind in zip(room, kinds, strict=True):
            if figures[settlement] >> kind & 1:
                break
            figures[settlement] |= 1 << kind
        else:
            return tuple(figures)
