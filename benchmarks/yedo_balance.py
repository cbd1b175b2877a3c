"""How balanced Yedo is with a card set: games between greedy players, counted.

python benchmarks/yedo_balance.py --cards city --games 300 --out docs/yedo-balance.md
"""

import argparse
import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

import kabuto
from kabuto.players import make
from kabuto.yedo import Yedo, card_set
from kabuto.yedo.board import PLACES
from kabuto.yedo.cards import BUILT_IN
from kabuto.yedo.districts import place_of
from kabuto.yedo.ending import bonus_points

PLAYERS = (2, 3, 4, 5)


class Count:
    """What happened in the games of one number of players."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.games = self.plies = self.killed = 0
        self.won_by_position: Counter[int] = Counter()
        """Position in player order at the start → games won."""
        self.won_by_seat: Counter[int] = Counter()
        self.scores: list[int] = []
        self.best: list[int] = []
        self.margins: list[int] = []
        self.held: Counter[str] = Counter()
        """Mission → in how many hands it has been."""
        self.fulfilled: Counter[str] = Counter()
        self.with_bonus: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.kept_bonus: Counter[str] = Counter()
        self.scored_bonus: Counter[str] = Counter()
        self.placed: Counter[str] = Counter()
        self.used: Counter[str] = Counter()
        """Verb of a district or annex → how often it was done."""
        self.won_lots: Counter[str] = Counter()
        self.arrests = 0
        self.finished: list[int] = []

    def add(self, game: Yedo, seats: defaultdict[int, set[int]]) -> None:
        """Count a finished game; ``seats`` are the missions that each seat has held."""
        outcome, s = game.outcome, game.state
        assert outcome is not None
        first = game._states[0].order
        self.games += 1
        self.plies += game.ply
        self.killed += s.shogun
        winner = outcome.winners[0]
        self.won_by_position[first.index(winner)] += 1
        self.won_by_seat[winner] += 1
        ranked = sorted(outcome.scores, reverse=True)
        self.scores += outcome.scores
        self.best.append(ranked[0])
        self.margins.append(ranked[0] - ranked[1])
        for missions in seats.values():
            self.held.update(s.setting.cards.missions[n].code for n in missions)
        for seat, clan in enumerate(s.clans):
            self.finished.append(len(clan.finished))
            for number in clan.bonuses:
                code = s.setting.cards.bonuses[number].code
                self.kept_bonus[code] += 1
                self.scored_bonus[code] += bonus_points(s, seat, number) > 0


def play(players: int, seed: int, cards: str, count: Count) -> None:
    """One game between greedy players."""
    game = kabuto.new("yedo", players=players, seed=seed, cards=cards)
    assert isinstance(game, Yedo)
    bots = [make("greedy", "yedo", random.Random(f"{seed}/{seat}")) for seat in range(players)]
    held: defaultdict[int, set[int]] = defaultdict(set)
    rng = random.Random(seed)
    while game.to_move is not None:
        seat = game.to_move
        setting_up = game.state.round == 0
        move = rng.choice(game.legal_moves()) if setting_up else bots[seat].choose(game.view(seat))
        task = type(game.state.tasks[-1]).__name__
        game.play(move)
        for owner, clan in enumerate(game.state.clans):
            held[owner].update(clan.missions)
        if task == "Place" and move.verb == "place":
            count.placed[move.words[0]] += 1
        elif task == "Activate" and move.verb not in ("play", "fulfil"):
            place = place_of(move)
            name = PLACES[place] if place is not None else ""
            count.used[f"{name}: {move.verb}"] += 1
        for fact in game.state.facts:
            if fact.what == "play":
                count.played[game.state.setting.cards.actions[fact.cards[0]].code] += 1
            elif fact.what == "finish":
                count.fulfilled[game.state.setting.cards.missions[fact.cards[0]].code] += 1
            elif fact.what == "bonus":
                count.with_bonus[game.state.setting.cards.missions[fact.other].code] += 1
            elif fact.what == "won":
                count.won_lots[game.state.setting.board.lots[fact.other]] += 1
            elif fact.what == "arrest":
                count.arrests += 1
    count.add(game, held)


def row(*cells: object) -> str:
    """A row of a table."""
    return "| " + " | ".join(map(str, cells)) + " |"


def table(head: list[str], rows: list[list[object]]) -> list[str]:
    """A table in Markdown."""
    return [row(*head), row(*["---"] * len(head)), *(row(*cells) for cells in rows), ""]


def share(part: int, whole: int) -> str:
    """A share in per cent."""
    return f"{100 * part / whole:.0f} %" if whole else "–"


def report(counts: list[Count], name: str, command: str) -> str:
    """The whole report."""
    cards = card_set(name)
    total = sum(count.games for count in counts)
    lines = [
        "# Yedo: balance report",
        "",
        f"{total} games between `greedy` players with the card set `{cards.name}`, counted by `{command}`.",
        "The set-up is played at random, so that every mission comes into many hands; greedy plays all seats",
        "from there. The numbers compare seats, cards and places; people will score otherwise.",
        "",
        "## Games",
        "",
    ]
    rows: list[list[object]] = []
    for c in counts:
        wins = " / ".join(share(c.won_by_position[n], c.games) for n in range(c.players))
        seats = " / ".join(share(c.won_by_seat[n], c.games) for n in range(c.players))
        spread = f"{statistics.mean(c.scores):.1f} ± {statistics.pstdev(c.scores):.1f}"
        rows.append(
            [
                c.players,
                c.games,
                f"{c.plies / c.games:.0f}",
                wins,
                seats,
                spread,
                f"{statistics.mean(c.best):.1f}",
                f"{statistics.mean(c.margins):.1f}",
                f"{statistics.mean(c.finished):.1f}",
                f"{c.arrests / c.games / c.players:.1f}",
                share(c.killed, c.games),
            ]
        )
    head = [
        "players",
        "games",
        "moves a game",
        "wins by first player order",
        "wins by seat",
        "score",
        "winner",
    ]
    lines += table([*head, "margin", "missions each", "arrests each", "Shogun killed"], rows)
    together = Count(0)
    for c in counts:
        for name in (
            "held",
            "fulfilled",
            "with_bonus",
            "played",
            "kept_bonus",
            "scored_bonus",
            "placed",
            "used",
        ):
            getattr(together, name).update(getattr(c, name))
        together.games += c.games
    lines += [
        "## Missions",
        "",
        "Held: in how many hands; done: share of these; bonus: share of those done.",
        "",
    ]
    by_colour: list[list[object]] = []
    for colour, name in enumerate(("green", "yellow", "red", "black")):
        codes = [card.code for card in cards.missions if card.colour == colour]
        held, done = sum(together.held[x] for x in codes), sum(together.fulfilled[x] for x in codes)
        by_colour.append([name, len(codes), held, share(done, held)])
    lines += table(["colour", "cards", "held", "done"], by_colour)
    rows = [
        [
            card.code,
            card.name,
            ("green", "yellow", "red", "black")[card.colour],
            together.held[card.code],
            share(together.fulfilled[card.code], together.held[card.code]),
            share(together.with_bonus[card.code], together.fulfilled[card.code]),
        ]
        for card in cards.missions
    ]
    lines += table(["card", "name", "colour", "held", "done", "bonus"], rows)
    lines += ["## Places", ""]
    placed = sum(together.placed.values())
    districts = [[name, together.placed[name], share(together.placed[name], placed)] for name in PLACES]
    lines += table(["place", "disciples placed", "share"], districts)
    used = sum(together.used.values())
    lines += table(
        ["action", "times", "share of all actions"],
        [[name, number, share(number, used)] for name, number in together.used.most_common()],
    )
    lines += ["## Auctions", ""]
    for c in counts:
        won = sum(c.won_lots.values())
        lots = ", ".join(f"{lot} {share(n, won)}" for lot, n in c.won_lots.most_common())
        lines += [f"{c.players} players: {won / c.games:.0f} auctions won a game: {lots}.", ""]
    lines += ["## Action cards", ""]
    rows = [
        [a.code, a.name, a.timing, a.copies, f"{together.played[a.code] / together.games / a.copies:.2f}"]
        for a in cards.actions
    ]
    lines += table(["card", "name", "time", "copies", "played a game, per copy"], rows)
    lines += ["## Bonus cards", ""]
    rows = [
        [
            b.code,
            b.name,
            together.kept_bonus[b.code],
            share(together.scored_bonus[b.code], together.kept_bonus[b.code]),
        ]
        for b in cards.bonuses
    ]
    lines += table(["card", "name", "held at the end", "fulfilled"], rows)
    return "\n".join(lines).rstrip() + "\n"


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", choices=BUILT_IN, default=BUILT_IN[0], help="which card set")
    parser.add_argument("--games", type=int, default=300, help="games for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="a file for the report; without it, the screen")
    args = parser.parse_args()
    counts = []
    for players in PLAYERS:
        count, begun = Count(players), time.perf_counter()
        for number in range(args.games):
            play(players, args.seed * 1_000_000 + number, args.cards, count)
        counts.append(count)
        print(f"{players} players: {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    told = f"--cards {args.cards} --games {args.games} --seed {args.seed}"
    text = report(counts, args.cards, f"python benchmarks/yedo_balance.py {told}")
    if args.out:
        args.out.write_text(text, "utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
