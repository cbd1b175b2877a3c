"""``kabuto arena``: a match between programs, with ratings."""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import randbits
from typing import Any

from kabuto.arena import (
    TABLES,
    Match,
    MatchFile,
    Played,
    SequentialTest,
    ladder_svg,
    new_match,
    open_match,
    summarise,
)
from kabuto.arena import run as run_match
from kabuto.arena.checking import ladder, same_game, steps_of
from kabuto.arena.file import match_in, seed_in
from kabuto.arena.match import FIRST, REST
from kabuto.arena.sequential import BOUND, ERROR, PRIOR
from kabuto.cli.arguments import Parser, flag, game_options, known_players, names, number, seed
from kabuto.cli.command import INTERRUPTED
from kabuto.cli.jobs import add_workers, workers
from kabuto.cli.progress import progress
from kabuto.parallel.processes import processors
from kabuto.players import names as players_of
from kabuto.table import BadOption
from kabuto.table.record import dumps
from kabuto.text_ui.compiling import prepare_for
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

MOST_GAMES = 10**7
GAMES, GAMES_OF_TEST = 100, 20_000
"""How many games are played at each table if nobody says how many; a test mostly ends long before."""
SHOWN_FORFEITS, LONGEST_NAME = 5, 30


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    known = known_players(game, parser.language)
    group = parser.add_argument_group(parser.text("group_match"))
    group.add_argument("--entrants", metavar="A,B", help=parser.text("option_entrants", known=known))
    told = parser.text("option_match_games", games=GAMES, most=GAMES_OF_TEST)
    group.add_argument("--games", metavar="N", help=told)
    group.add_argument("--sprt", metavar=("P0", "P1"), nargs=2, help=parser.text("option_sprt"))
    group.add_argument("--ladder", action="store_true", help=parser.text("option_ladder"))
    group.add_argument("--check", metavar="FILE", type=Path, help=parser.text("option_check_match"))
    group.add_argument("--tables", metavar="|".join(TABLES), help=parser.text("option_tables"))
    group.add_argument("--out", metavar="FILE", type=Path, help=parser.text("option_match_out"))
    group.add_argument("--records", metavar="FILE", type=Path, help=parser.text("option_records"))
    group.add_argument("--logs", metavar="FOLDER", type=Path, help=parser.text("option_logs"))
    add_workers(parser, group, "option_match_jobs")
    parser.add_game_options(game)


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play what is missing of the match, or of every match of a ladder; or check one that was played."""
    if args.check:
        return check(args, screen)
    with _flags():
        shares = _shares(args.sprt) if args.sprt else None
        if args.ladder and not shares:
            raise BadOption(sentence("ladder_test"), "--ladder")
        match = _match(args)
        out = args.out or _default_file(match)
        if out.suffix != ".jsonl":
            raise BadOption(sentence("out_suffix", path=out), "--out")
    if shares and args.ladder:
        return _climb(args, screen, match, out, shares)
    return _run(args, screen, match, out, shares)[0]


def _climb(
    args: argparse.Namespace, screen: Screen, match: Match, out: Path, shares: tuple[float, float]
) -> int:
    """A test of each entrant against the next one, each with a file of its own, and what they say."""
    steps = []
    for place, step in enumerate(steps_of(match), 1):
        path = _step_file(out, place)
        code, test = _run(args, screen, step, path, shares)
        if code or test is None:
            return code
        steps.append((step, path, test))
        screen.line()
    screen.table(
        [screen.text(f"column_{name}") for name in ("step", "games", "share", "posterior")],
        [
            [
                _meeting({"entrant": step.entrants[0], "table": step.lineups()[0]}),
                test.deals * test.players,
                f"{100 * test.share:.1f} %",
                f"{100 * test.posterior:.1f} %",
            ]
            for step, _, test in steps
        ],
    )
    summary = out.with_suffix(".json")
    summary.write_text(dumps(ladder(match, steps)) + "\n", encoding="utf-8")
    screen.say("ladder_written", path=summary, prior=_percent(PRIOR), high=_percent(shares[1]))
    return 0


def _step_file(out: Path, place: int) -> Path:
    """The file of a step of a ladder, from 1."""
    return out.with_stem(f"{out.stem}-{place}")


def check(args: argparse.Namespace, screen: Screen) -> int:
    """Play games of a match file again, and compare: 1 if any of them differs."""
    with _flags():
        match = match_in(args.check)
        games = number(args.games, "--games", 1, MOST_GAMES) or GAMES
        chance = Random(seed(args.seed))
        pool = workers(args, processors())
    with open_match(match, args.check) as file:
        played = dict(file.played)
    chosen = chance.sample(list(played), min(games, len(played)))
    prepare_for(match.entrants, match.game, screen)
    different = []
    with progress(screen.text("checking"), len(chosen)) as advance:
        for again in run_match(match, chosen, pool):
            if not same_game(played[again.fixture], again):
                different.append(again.fixture)
            advance(1)
    for fixture in sorted(different, key=lambda fixture: fixture.deal)[:SHOWN_FORFEITS]:
        screen.say("check_differs", deal=fixture.deal, seats=", ".join(fixture.seats))
    screen.say("check_result", path=args.check, number=len(chosen), wrong=len(different), games=len(played))
    return 1 if different else 0


def _run(
    args: argparse.Namespace, screen: Screen, match: Match, out: Path, shares: tuple[float, float] | None
) -> tuple[int, SequentialTest | None]:
    """Play what is missing of a match, and say what it shows; every game is kept as it ends."""
    games = number(args.games, "--games", 1, MOST_GAMES) or (GAMES_OF_TEST if shares else GAMES)
    with _flags():
        pool = workers(args, processors())
        if args.logs:
            args.logs.mkdir(parents=True, exist_ok=True)
        deals, total = match.deals(games), match.number(games)
        with open_match(match, out, args.records) as file:
            test = SequentialTest(match, *shares, file.played.values()) if shares else None
            done = sum(fixture.deal < deals for fixture in file.played)
            if test:
                screen.say("sprt_begins", **_hypotheses(test), error=_percent(ERROR), most=total)
            else:
                screen.say("match_begins", number=total, deals=deals, seats=match.players)
            screen.say("match_file", path=out, done=done, seed=match.seed)
            sys.stdout.flush()
            missing = (fixture for fixture in match.fixtures(games) if fixture not in file.played)
            finished = done == total or bool(test and test.verdict)
            if not finished:
                prepare_for(match.entrants, match.game, screen)
                games_played = run_match(match, missing, pool)
                finished = _play(screen, file, games_played, total - done, args.logs, test)
        if test and test.verdict:
            deals = test.deals
        summary = summarise(match, [game for game in file.played.values() if game.fixture.deal < deals])
    if test:
        summary["sprt"] = test.to_json()
    _report(screen, summary)
    if test:
        _report_test(screen, test)
    _write(screen, out, summary)
    if not finished:
        screen.say("match_goes_on", path=args.out or out)
    return 0 if finished else INTERRUPTED, test


def _play(
    screen: Screen,
    file: MatchFile,
    games: Generator[Played],
    number: int,
    logs: Path | None,
    test: SequentialTest | None,
) -> bool:
    """Write down the games as they end, until a test has its verdict; whether it came to an end itself."""
    playing = screen.text("playing")
    try:
        # nobody knows when a test ends
        with progress(playing, None if test else number) as advance, closing(games):
            for game in games:
                file.add(game)
                if logs:
                    _keep_logs(logs, file.match, game)
                if test:
                    test.add(game)
                    playing = screen.text("sprt_state", **_state(test))
                advance(1, playing)
                if test and test.verdict:
                    break
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def _flags() -> Iterator[None]:
    """Give a refusal the name that its option has on the command line."""
    try:
        yield
    except BadOption as refusal:
        raise BadOption(refusal.reason, flag(refusal.place.removeprefix("--"))) from None


def _match(args: argparse.Namespace) -> Match:
    if args.entrants is None:
        raise BadOption(sentence("entrants_missing", known=players_of(args.game)), "--entrants")
    entrants = names(args.entrants, args.game, "--entrants")
    chance = seed(args.seed)
    if chance is None and args.out:
        chance = seed_in(_step_file(args.out, 1) if args.ladder else args.out)
    if chance is None:
        chance = randbits(64)
    match = new_match(args.game, game_options(args, args.game), entrants, chance, args.tables)
    if args.sprt and args.tables is None and match.tables == REST:
        match = replace(match, tables=FIRST)
    if args.sprt and not args.ladder and len(match.lineups()) > 1:
        raise BadOption(sentence("sprt_one_table"), "--entrants")
    return match


def _shares(texts: list[str]) -> tuple[float, float]:
    """The two shares of a test, which people write in percent."""
    try:
        low, high = (float(text.removesuffix("%")) for text in texts)
    except ValueError:
        low = high = 0.0
    if not 1 <= low < high <= 99:  # who writes 0.55 means 55
        raise BadOption(sentence("sprt_shares", text=" ".join(texts)[:40]), "--sprt")
    return low / 100, high / 100


def _default_file(match: Match) -> Path:
    """The same file for the same match."""
    digest = sha256(dumps(match.to_json()).encode()).hexdigest()
    return Path(f"arena-{match.game}-{digest[:8]}.jsonl")


def _keep_logs(folder: Path, match: Match, game: Played) -> None:
    """What programs wrote to their error streams, a file for each seat that wrote something."""
    who = "-".join(str(match.entrants.index(entrant)) for entrant in game.fixture.seats)
    for seat, log in enumerate(game.logs):
        if log:
            path = folder / f"deal-{game.fixture.deal}-entrants-{who}-seat-{seat}.log"
            path.write_text(log, encoding="utf-8")


# What the match shows.


def _report(screen: Screen, summary: dict[str, Any]) -> None:
    text = screen.text
    if not summary["games"]:
        return
    screen.line()
    headings = ["", "Elo", "95 %", text("column_games"), text("column_share"), text("column_forfeits")]
    rows = sorted(summary["entrants"], key=lambda row: -row["elo"]["value"] if row["elo"] else 0)
    screen.table(
        [*headings, text("column_seconds")],
        [
            [
                _shown(row["entrant"]),
                *(_elo(row["elo"]) if row["elo"] else ("", "")),
                row["games"],
                f"{row['victories']:g}",
                row["forfeits"],
                f"{summary['seconds'][row['entrant']]:.2f}",
            ]
            for row in rows
            if row["games"]
        ],
    )
    if not rows[0]["elo"]:
        screen.say("no_elo")
    screen.line()
    headings = ["", text("column_games"), text("column_share"), "95 %", text("column_chance")]
    screen.table(
        headings,
        [
            [
                _meeting(row),
                row["games"],
                f"{100 * row['share']['value']:.1f} %",
                f"{100 * row['share']['low']:.1f}–{100 * row['share']['high']:.1f} %",
                f"{100 * row['chance']:.0f} %",
            ]
            for row in summary["tables"]
            if row["games"]
        ],
    )
    screen.line()
    seats = ", ".join(f"{row['seat']}: {100 * row['share']:.1f} %" for row in summary["seats"])
    screen.say("match_seats", seats=seats)
    _report_forfeits(screen, summary["forfeits"])


def _report_test(screen: Screen, test: SequentialTest) -> None:
    screen.line()
    if test.verdict is None:
        screen.say("sprt_open", **_hypotheses(test), **_state(test))
    else:
        other = test.low if test.verdict == test.high else test.high
        found, instead = _percent(test.verdict), _percent(other)
        screen.say("sprt_decided", entrant=_shown(test.entrant), found=found, instead=instead, **_state(test))


def _hypotheses(test: SequentialTest) -> dict[str, str]:
    return {"entrant": _shown(test.entrant), "low": _percent(test.low), "high": _percent(test.high)}


def _state(test: SequentialTest) -> dict[str, Any]:
    """How far a test is."""
    return {
        "games": test.deals * test.players,
        "share": f"{100 * test.share:.1f} %",
        "ratio": f"{test.ratio:+.2f}",
        "bound": f"{BOUND:.2f}",
    }


def _percent(share: float) -> str:
    return f"{100 * share:g} %"


def _elo(elo: dict[str, float]) -> tuple[str, str]:
    return f"{elo['value']:.0f}", f"{elo['low']:.0f}–{elo['high']:.0f}"


def _meeting(row: dict[str, Any]) -> str:
    """Somebody against the others of a table, as in ``greedy : 3 × random``."""
    others = Counter(row["table"])
    others[row["entrant"]] -= 1
    shown = [
        f"{times} × {_shown(name)}" if times > 1 else _shown(name) for name, times in others.items() if times
    ]
    return f"{_shown(row['entrant'])} : {', '.join(shown)}"


def _shown(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _report_forfeits(screen: Screen, forfeits: list[dict[str, Any]]) -> None:
    reasons = Counter((forfeit["entrant"], forfeit["reason"]) for forfeit in forfeits)
    if reasons:
        screen.say("match_forfeits", number=len(forfeits))
    for (entrant, reason), times in reasons.most_common(SHOWN_FORFEITS):
        screen.words(f"  {times} × {entrant}: {reason}", hanging=4)


def _write(screen: Screen, out: Path, summary: dict[str, Any]) -> None:
    """The summary and the ladder beside the games."""
    written = [out.with_suffix(".json")]
    written[0].write_text(json.dumps(summary, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    if any(row["elo"] for row in summary["entrants"]):
        written.append(out.with_suffix(".svg"))
        written[1].write_text(ladder_svg(summary), encoding="utf-8")
    screen.say("match_written", paths=list(map(str, written)))
