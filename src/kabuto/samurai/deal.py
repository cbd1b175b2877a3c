"""What chance decides: the tokens of the seats and the figures on the map."""

from random import Random

from kabuto.samurai.board import ROOM, SETTLEMENTS, board
from kabuto.samurai.tokens import ALL, FULL_SET, HAND_SIZE

Tokens = tuple[tuple[int, ...], ...]


def generator(seed: int, purpose: str) -> Random:
    """A generator of its own for each thing that chance decides: they do not disturb each other."""
    return Random(f"{seed}/{purpose}")


def deal_tokens(rng: Random, players: int) -> tuple[Tokens, Tokens]:
    """Every seat's opening hand and stack, at random."""
    hands, stacks = [], []
    for _ in range(players):
        tokens = list(FULL_SET)
        rng.shuffle(tokens)
        hands.append(tuple(sorted(tokens[:HAND_SIZE])))
        stacks.append(tuple(tokens[HAND_SIZE:]))
    return tuple(hands), tuple(stacks)


def deal_stacks(rng: Random, hands: Tokens) -> Tokens:
    """Every seat's stack from the tokens that are not in its hand."""
    stacks = []
    for hand in hands:
        tokens = list(FULL_SET)
        for token in hand:
            tokens.remove(token)
        rng.shuffle(tokens)
        stacks.append(tuple(tokens))
    return tuple(stacks)


def edo_only(players: int) -> tuple[int, ...]:
    """The map before set-up: one figure of each kind in Edo, by themselves (ruling 36)."""
    figures = [0] * len(SETTLEMENTS)
    figures[board(players).edo] = ALL
    return tuple(figures)


def deal_figures(rng: Random, players: int) -> tuple[int, ...]:
    """Figures on every settlement, uniform over all ways without two equal ones in a city."""
    part = board(players)
    room = [
        settlement
        for settlement in part.settlements
        for _ in range(ROOM[settlement])
        if settlement != part.edo
    ]
    kinds = [kind for kind in range(3) for _ in range(part.figures - 1)]
    while True:
        rng.shuffle(kinds)
        figures = list(edo_only(players))
        for settlement, kind in zip(room, kinds, strict=True):
            if figures[settlement] >> kind & 1:
                break
            figures[settlement] |= 1 << kind
        else:
            return tuple(figures)
