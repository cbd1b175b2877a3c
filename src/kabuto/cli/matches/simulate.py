"""``kabuto simulate``: programs play many games, one record per line."""

import argparse
import sys
from collections import Counter
from itertools import cycle, islice
from pathlib import Path
from secrets import randbits

from kabuto.cli.arguments import Parser, game_options, known_players, names, number, seed
from kabuto.cli.command import INTERRUPTED
from kabuto.cli.files import STDOUT, lines_to
from kabuto.cli.jobs import add_workers, workers
from kabuto.cli.matches.simulation import Plan, Result, play_many
from kabuto.cli.progress import progress
from kabuto.folders import whole
from kabuto.players import usual
from kabuto.table import BadOption, game_class
from kabuto.table.drawing import columns
from kabuto.table.options import resolve
from kabuto.table.record import dumps
from kabuto.text_ui.compiling import prepare_for
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen
from kabuto.text_ui.tables import table_class

MOST_GAMES = 10**9


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    known = known_players(game, parser.language)
    group = parser.add_argument_group(parser.text("group_simulation"))
    group.add_argument("--games", metavar="N", default="100", help=parser.text("option_games"))
    group.add_argument(
        "--seats", metavar="A,B", default=usual(game), help=parser.text("option_seats", known=known)
    )
    group.add_argument("--rotate", action="store_true", help=parser.text("option_rotate"))
    group.add_argument("--out", metavar="FILE", help=parser.text("option_out"))
    group.add_argument("--played", metavar="FILE", type=Path, help=parser.text("option_simulate_played"))
    group.add_argument("--force", action="store_true", help=parser.text("option_force"))
    add_workers(parser, group, "option_jobs")
    parser.add_game_options(game)


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play the games, write them down as they are finished, and sum them up."""
    options = game_options(args, args.game)
    players = int(resolve(game_class(args.game).option_table, options)["players"])
    chosen = names(args.seats, args.game, "--seats")
    if len(chosen) > players:
        raise BadOption(sentence("seats_number", number=players, given=len(chosen)), "--seats")
    games = number(args.games, "--games", 1, MOST_GAMES) or 0
    chosen_workers = workers(args)
    table_class(args.game)
    chance = seed(args.seed)
    plan = Plan(
        args.game,
        options,
        tuple(islice(cycle(chosen), players)),
        args.rotate,
        randbits(64) if chance is None else chance,
    )
    prepare_for(chosen, args.game, screen)
    summary, code = Summary(plan), 0
    try:
        with (
            chosen_workers as pool,
            lines_to(args.out, args.force) as write,
            progress(screen.text("playing"), games) as advance,
        ):
            if args.played:
                with whole(args.played) as fresh:
                    fresh.write_text(dumps(plan.to_json()) + "\n", encoding="utf-8")
            for result in play_many(plan, games, pool):
                write(result.line + "\n")
                summary.add(result)
                advance(1)
    except KeyboardInterrupt:
        code = INTERRUPTED
    for line in summary.lines(screen):
        print(line, file=sys.stderr if args.out == STDOUT else sys.stdout)
    return code


class Tally:
    """The games of one player, or of one seat."""

    def __init__(self) -> None:
        self.games = self.won = self.shared = 0
        self.share = 0.0
        """Victories, a shared one as its part of one."""

    def add(self, winners: int) -> None:
        """Count a game with this many winners, this player among them; 0 if it did not win."""
        self.games += 1
        self.won += winners == 1
        self.shared += winners > 1
        self.share += 1 / winners if winners else 0

    def row(self) -> list[object]:
        """The cells of a table."""
        return [self.games, self.won, self.shared, f"{100 * self.share / self.games:.1f} %"]


class Summary:
    """Who won how often, how long the games were, and how they ended."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games = self.turns = 0
        self.players: dict[str, Tally] = {name: Tally() for name in plan.seats}
        self.seats = [Tally() for _ in plan.seats]
        self.endings: Counter[str] = Counter()

    def add(self, result: Result) -> None:
        """Count a game."""
        self.games += 1
        self.turns += result.turns
        self.endings[result.ending] += 1
        for seat, name in enumerate(result.players):
            winners = len(result.winners) if seat in result.winners else 0
            self.players[name].add(winners)
            self.seats[seat].add(winners)

    def lines(self, screen: Screen) -> list[str]:
        """The summary in words."""
        text = screen.text
        head = text("summary", number=self.games, seed=self.plan.seed)
        if not self.games:
            return [head]
        headings = ["", *map(text, ("column_games", "column_won", "column_shared", "column_share"))]
        rows = [[name, *tally.row()] for name, tally in self.players.items()]
        rows += [[f"{text('seat')} {seat}", *tally.row()] for seat, tally in enumerate(self.seats)]
        table = ["".join(piece for piece, _ in line) for line in columns(headings, rows)]
        turns = text("mean_turns", number=f"{self.turns / self.games:.1f}")
        ended = ", ".join(f"{screen.translate(how)} {number}" for how, number in self.endings.most_common())
        return [head, *table, turns, text("ended", how=ended)]
