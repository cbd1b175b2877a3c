"""``kabuto laws``: check whether a game keeps the eight laws, for those who write one."""

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from secrets import randbits

from kabuto.cli.arguments import Parser, game_options, number, seed
from kabuto.cli.progress import progress
from kabuto.laws import LAWS, BrokenLaw, Case, Law, cases
from kabuto.table import game_class
from kabuto.table.manifests import component
from kabuto.table.record import dumps
from kabuto.text_ui.screen import Screen

BROKEN = 1
"""The exit code when a law is broken."""
MOST_GAMES = 10**6


@dataclass(frozen=True)
class Verdict:
    """What became of one law."""

    law: Law
    games: int
    """How many games were played, up to the one that breaks it."""
    broken: BrokenLaw | None

    def to_json(self) -> dict[str, object]:
        """The verdict for other programs."""
        found: dict[str, object] = {"law": self.law.number, "title": self.law.title}
        found |= {"kept": self.broken is None, "games": self.games}
        if self.broken:
            found |= {name: getattr(self.broken, name) for name in ("seed", "ply", "moves", "fault")}
            found["options"] = dict(self.broken.case.options)
        return found


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    group = parser.add_argument_group(parser.text("group_laws"))
    group.add_argument("--games", metavar="N", default="1", help=parser.text("option_law_games"))
    group.add_argument("--json", action="store_true", help=parser.text("option_law_json"))
    parser.add_game_options(game)


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Check every law on every option of the game; exit code 1 if one is broken."""
    game_class(args.game)
    games = number(args.games, "--games", 1, MOST_GAMES) or 1
    chance = seed(args.seed)
    chance = randbits(32) if chance is None else chance
    has_permute = component(args.game, "permute") is not None
    tried = cases(args.game, game_options(args, args.game), games=games, seed=chance)
    with progress(screen.text("laws_checking"), games * len(tried) * len(LAWS)) as advance:
        verdicts = [_judge(law, tried, advance) for law in LAWS]
    if args.json:
        head = {"game": args.game, "seed": chance, "cases": [dict(case.options) for case in tried]}
        head["permute"] = has_permute
        print(dumps({**head, "laws": [verdict.to_json() for verdict in verdicts]}))
    else:
        screen.say("laws_head", game=args.game, number=len(tried), games=games, seed=chance)
        for verdict in verdicts:
            _show(verdict, screen)
        if not has_permute:
            screen.say("laws_no_permute")
    return BROKEN if any(verdict.broken for verdict in verdicts) else 0


def _judge(law: Law, tried: Sequence[Case], advance: Callable[[int], object]) -> Verdict:
    """Check one law up to the first game that breaks it."""
    played = 0
    for case in tried:
        for index in range(case.games):
            played += 1
            try:
                law.check_game(case, index)
            except BrokenLaw as broken:
                return Verdict(law, played, broken)
            advance(1)
    return Verdict(law, played, None)


def _show(verdict: Verdict, screen: Screen) -> None:
    broken = verdict.broken
    result = screen.text("law_broken" if broken else "law_kept")
    law = f"{verdict.law.number}  {verdict.law.title:<30} "
    screen.line([(law, ""), (result, "strong" if broken else "")])
    if broken:
        screen.words(f"   {screen.text('law_where', case=broken.case, ply=broken.ply)}")
        screen.words(f"   {broken.fault}")
        screen.words(f"   {screen.text('law_again')}")
        options = "".join(f", {name}={value!r}" for name, value in broken.case.options.items())
        screen.line([(f'     game = kabuto.new("{broken.case.game}", seed={broken.seed}{options})', "")])
        if broken.moves:
            screen.line([(f"     for move in {list(broken.moves)}: game.play(move)", "")])
