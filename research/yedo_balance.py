"""How balanced Yedo is with a card set: games between greedy players and of level 8, counted.

python research/yedo_balance.py --games 100000 --level8 40 --out docs/yedo-balance.md
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import kabuto
from kabuto.players import make
from kabuto.yedo import Yedo, card_set
from kabuto.yedo.board import COLOURS
from kabuto.yedo.cards import BUILT_IN
from kabuto.yedo.kernel.convert import from_state, seed_word, states
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.record import LEGAL
from kabuto.yedo.options import Setting
from kabuto.yedo.players.compiled.room import room
from yedo_counting import COUNTS, look, play

PLAYERS, TRADING = (2, 3, 4, 5), ("brief", "free")
SEAT_OFF, CARD_OFF, PLAYED_LEAST = 3.0, 5.0, 2.0
"""Points that a seat may be off its share, and a favour or mission off its group; share of games played."""
SURE = 2.6
"""So many standard errors it has to be, too: one in a hundred by chance."""


def options(players: int, trading: str, cards: str) -> dict[str, Any]:
    """The options of the games of one kind."""
    return {"players": players, "cards": cards, "trading": trading}


def count(told: dict[str, Any], number: int, seed: int) -> Any:
    """Games between greedy players."""
    full = kabuto.new("yedo", seed=0, **told)
    assert isinstance(full, Yedo)
    own, games, noted = room(full.state.setting), states(1), np.zeros(1, COUNTS)
    games[0]["rng"] = seed_word(seed)
    play(games, own.t, own.w, own.j, noted, number, own.out, own.results)
    return noted[0]


def watch(told: dict[str, Any], number: int, seed: int, kept: Path | None) -> Any:
    """Games between players of level 8, set up at random; a file keeps what was counted so far."""
    results, noted = np.zeros(LEGAL), np.load(kept) if kept and kept.exists() else np.zeros(1, COUNTS)
    for place in range(int(noted[0]["games"]), number):
        game, rng = kabuto.new("yedo", seed=seed + place, **told), random.Random(seed + place)
        assert isinstance(game, Yedo)
        setting: Setting = game.state.setting
        own = room(setting)
        seats = [make("level8", "yedo", rng) for _ in range(game.players)]
        look(from_state(game.state), own.t, noted, -1, results)
        while game.to_move is not None:
            is_set_up = game.state.round == 0
            move = rng.choice(game.legal_moves()) if is_set_up else None
            move = move or seats[game.to_move].choose(game.view(game.to_move))
            look(from_state(game.state), own.t, noted, packing(setting).pack(move), results)
            game.play(move)
        look(from_state(game.state), own.t, noted, -2, results)
        if kept:
            np.save(kept, noted)
    return noted[0]


def table(head: list[str], rows: list[list[object]]) -> list[str]:
    """A table in Markdown."""
    lines: list[list[object]] = [[*head], ["---"] * len(head), *rows]
    return [*("| " + " | ".join(map(str, cells)) + " |" for cells in lines), ""]


def percent(part: float, whole: float) -> float:
    """A share in per cent."""
    return 100 * part / whole if whole else 0.0


def is_off(part: float, whole: float, usual: float, most: float) -> bool:
    """Whether a share is further from the usual one than it may be, and not by chance."""
    if not whole:
        return False
    error = SURE * 100 * (0.25 / whole) ** 0.5
    return bool(abs(percent(part, whole) - usual) > max(most, error))


def seats(kinds: list[tuple[int, str, Any]]) -> tuple[list[list[object]], list[str]]:
    """Rows of the games of each kind, and what is out of line in them."""
    rows, found = list[list[object]](), list[str]()
    for players, name, n in kinds:
        won = [int(each) for each in n["won_from"][:players]]
        shares = " / ".join(f"{percent(each, n['games']):.1f}" for each in won)
        scores = f"{n['scores'] / n['games'] / players:.1f}", f"{n['best'] / n['games']:.1f}"
        rows.append([players, name, int(n["games"]), f"{n['moves'] / n['games']:.0f}", shares, *scores])
        for place, each in enumerate(won):
            if is_off(each, n["games"], 100 / players, SEAT_OFF):
                found.append(
                    f"{players} players, {name}: place {place + 1} wins {percent(each, n['games']):.1f} %, "
                    f"its share is {100 / players:.1f} %. Proposal: 1 Mon at the start "
                    f"{'less' if each / n['games'] > 1 / players else 'more'} for that place."
                )
    return rows, found


def favours(n: Any, cards: Any) -> tuple[list[list[object]], list[str]]:
    """Rows of the favours, and those that are out of line."""
    usual, found = percent(n["taken_won"].sum(), n["taken"].sum()), list[str]()
    rows = list[list[object]]()
    for number, card in enumerate(cards.favours):
        won, taken = int(n["taken_won"][number]), int(n["taken"][number])
        rows.append([card.code, card.name, taken, f"{percent(won, taken):.1f}"])
        if is_off(won, taken, usual, CARD_OFF):
            found.append(
                f"Favour {card.code} wins {percent(won, taken):.1f} %, all together {usual:.1f} %. "
                f"Proposal: {'less' if percent(won, taken) > usual else 'more'} Mon on it."
            )
    return rows, found


def missions(n: Any, cards: Any) -> tuple[list[list[object]], list[str]]:
    """Rows of the missions, and those that are out of line in their colour."""
    rows, found = list[list[object]](), list[str]()
    for number, card in enumerate(cards.missions):
        same = [m for m, other in enumerate(cards.missions) if other.colour == card.colour]
        usual = percent(sum(n["held_won"][m] for m in same), sum(n["held"][m] for m in same))
        held, won, done = int(n["held"][number]), int(n["held_won"][number]), int(n["done"][number])
        share = percent(won, held)
        rows.append(
            [card.code, card.name, COLOURS[card.colour], held, f"{percent(done, held):.0f}",
             f"{percent(n['with_bonus'][number], done):.0f}", f"{share:.1f}"]
        )  # fmt: skip
        if is_off(won, held, usual, CARD_OFF):
            found.append(
                f"Mission {card.code} ({COLOURS[card.colour]}) wins {share:.1f} % of its hands, its colour "
                f"{usual:.1f} %; it is done by {percent(done, held):.0f} %. Proposal: "
                f"{'a prestige point less' if share > usual else 'a prestige point more'}."
            )
    return rows, found


def actions(n: Any, cards: Any) -> tuple[list[list[object]], list[str]]:
    """Rows of the action cards, and those that are hardly played."""
    rows, found = list[list[object]](), list[str]()
    for number, card in enumerate(cards.actions):
        drawn, played = int(n["drawn"][number]), int(n["played"][number])
        share = percent(played, drawn)
        rows.append([card.code, card.name, card.timing, card.copies, drawn, f"{share:.1f}"])
        if drawn and share < PLAYED_LEAST:
            found.append(
                f"Action card {card.code} is played in {share:.1f} % of the games in which it is drawn. "
                "Proposal: teach `greedy` to judge it before the card changes."
            )
    return rows, found


def together(kinds: list[tuple[int, str, Any]]) -> Any:
    """What was counted, over several kinds of games."""
    found = np.zeros(1, COUNTS)[0]
    for _, _, n in kinds:
        for name in COUNTS.names or ():
            found[name] += n[name]
    return found


def report(kinds: list[tuple[int, str, Any]], name: str, command: str) -> str:
    """The whole page."""
    cards, greedy = card_set(name), [kind for kind in kinds if "level" not in kind[1]]
    n, strong = together(greedy), sum(int(kind[2]["games"]) for kind in kinds if kind not in greedy)
    others = f" and {strong} of `level8`" if strong else ""
    rows, off = seats(kinds)
    parts = [favours(n, cards), missions(n, cards), actions(n, cards)]
    off += [each for _, found in parts for each in found]
    lines = [
        "# Yedo: balance",
        "",
        f"{int(n['games']):,} games of `greedy`{others} with the card set `{name}`:",
        f"`{command}`. The set-up is played at random, so that every card comes into many hands.",
        "People will score otherwise; the numbers compare seats and cards. Shares are per cent.",
        "",
        "## Seats",
        "",
        *table(["players", "trading", "games", "moves", "won, by first order", "score", "winner"], rows),
        "## Out of line",
        "",
        f"A seat more than {SEAT_OFF:.0f} points off its share; a favour or mission more than {CARD_OFF:.0f} "
        f"off its group; an action card played in under {PLAYED_LEAST:.0f} % of the games that drew it. "
        "No card changes here.",
        "",
        *[f"- {each}" for each in off or ["Nothing."]],
        "",
        "## Favours",
        "",
        *table(["card", "name", "taken", "won"], parts[0][0]),
        "## Missions",
        "",
        "Held: hands it was in; done and won: shares of these; bonus: of those done.",
        "",
        *table(["card", "name", "colour", "held", "done", "bonus", "won"], parts[1][0]),
        "## Action cards",
        "",
        *table(["card", "name", "time", "copies", "drawn in games", "played"], parts[2][0]),
        "## Bonus cards",
        "",
        *table(
            ["card", "name", "held at the end", "fulfilled"],
            [
                [b.code, b.name, int(n["kept"][k]), f"{percent(n['scored'][k], n['kept'][k]):.0f}"]
                for k, b in enumerate(cards.bonuses)
            ],
        ),
    ]
    return "\n".join(lines).rstrip() + "\n"


def kinds_of(args: argparse.Namespace) -> Iterator[tuple[int, str, Any]]:
    """Players, trading, and what was counted in their games."""
    each = args.games // len(PLAYERS) // len(TRADING)
    for trading in TRADING:
        for players in PLAYERS:
            begun, told = time.process_time(), options(players, trading, args.cards)
            yield players, trading, count(told, each, args.seed)
            print(f"{players}, {trading}: {time.process_time() - begun:.0f} s", file=sys.stderr)
    for players in PLAYERS if args.level8 else ():
        kept = args.keep / f"{args.cards}-{players}-{args.seed}.npy" if args.keep else None
        told = options(players, "brief", args.cards)
        yield players, "brief, `level8`", watch(told, args.level8 // len(PLAYERS), args.seed, kept)


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", choices=BUILT_IN, default=BUILT_IN[0], help="which card set")
    parser.add_argument("--games", type=int, default=8000, help="games of greedy in all")
    parser.add_argument("--level8", type=int, default=0, help="games of level 8 in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file for the page; without it, the screen")
    parser.add_argument("--keep", type=Path, help="a folder for the counts of level 8: the same call goes on")
    args = parser.parse_args()
    told = f"--cards {args.cards} --games {args.games} --level8 {args.level8} --seed {args.seed}"
    text = report([*kinds_of(args)], args.cards, f"python research/yedo_balance.py {told}")
    if args.out:
        args.out.write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
