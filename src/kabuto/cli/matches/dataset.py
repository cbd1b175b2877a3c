"""``kabuto dataset``: plays games and writes them as a table in parts, with a data card beside it."""

import argparse
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from hashlib import sha256
from itertools import cycle, islice
from pathlib import Path
from secrets import randbits

from kabuto.cli.arguments import Parser, flag, game_options, known_players, names, number, seed
from kabuto.cli.command import INTERRUPTED
from kabuto.cli.jobs import add_workers, workers
from kabuto.cli.matches.simulation import Plan, played, read_plan
from kabuto.cli.progress import progress
from kabuto.envs.export import VERSION, columns, decisions
from kabuto.envs.export_files import write_parquet
from kabuto.folders import whole
from kabuto.parallel.processes import processors
from kabuto.players import usual
from kabuto.table import BadOption, BadRecord, game_class, manifests
from kabuto.table.options import resolve
from kabuto.table.record import dumps, loads
from kabuto.text_ui.compiling import prepare_for
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen

PART = 100
"""Games in a part; what is lost at most when the disk is full or the machine fails."""
MOST_GAMES = 10**7
PLAN, CARD, SUMS, PARTS = "plan.json", "README.md", "SHA256SUMS", "parts"


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    known = known_players(game, parser.language)
    group = parser.add_argument_group(parser.text("group_table"))
    group.add_argument("--games", metavar="N", default="10000", help=parser.text("option_dataset_games"))
    seats = parser.text("option_seats", known=known)
    group.add_argument("--seats", metavar="A,B", default=usual(game), help=seats)
    group.add_argument("--out", metavar="FOLDER", type=Path, help=parser.text("option_dataset_out"))
    add_workers(parser, group, "option_match_jobs")
    parser.add_game_options(game)


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play what is missing, part by part; every part is whole or not there."""
    games = number(args.games, "--games", 1, MOST_GAMES) or 1
    plan = _plan(args)
    folder = args.out or Path(f"dataset-{plan.game}-{plan.seed}")
    folder.mkdir(exist_ok=True)
    _check_plan(plan, folder)
    (folder / PARTS).mkdir(exist_ok=True)
    pool = workers(args, processors())
    parts = [folder / PARTS / f"{part:05d}.parquet" for part in range(-(-games // PART))]
    missing = [number for number, part in enumerate(parts) if not part.exists()]
    told = {"number": len(parts) * PART, "done": (len(parts) - len(missing)) * PART}
    screen.say("dataset_begins", folder=folder, seed=plan.seed, **told)
    prepare_for(plan.seats, plan.game, screen)
    calls = ((plan, parts[number], number * PART) for number in missing)
    try:
        with pool as running, progress(screen.text("playing"), told["number"]) as advance:
            advance(told["done"])
            with closing(running.as_finished(write_part, calls)) as written:
                for _ in written:
                    advance(PART)
    except KeyboardInterrupt:
        screen.say("match_goes_on", path=folder)
        return INTERRUPTED
    for name, text in ((SUMS, _sums(parts)), (CARD, card(plan, parts))):
        with whole(folder / name) as fresh:
            fresh.write_text(text, encoding="utf-8")
    screen.say("match_written", paths=[str(folder / name) for name in (PARTS, SUMS, CARD)])
    return 0


def write_part(plan: Plan, path: Path, first: int) -> None:
    """Play the games of a part, and write their decisions."""
    with whole(path) as fresh:
        rows = (
            row
            for number in range(first, first + PART)
            for row in decisions(f"{number}", played(plan, number), origin=plan.origin(number))
        )
        write_parquet(fresh, columns(plan.game), rows)


def _plan(args: argparse.Namespace) -> Plan:
    options = resolve(game_class(args.game).option_table, game_options(args, args.game))
    players = int(options["players"])
    chosen = names(args.seats, args.game, "--seats")
    if len(chosen) > players:
        raise BadOption(sentence("seats_number", number=players, given=len(chosen)), "--seats")
    chance = seed(args.seed)
    if chance is None and args.out and (args.out / PLAN).exists():
        chance = read_plan(args.out / PLAN).seed
    chance = randbits(32) if chance is None else chance
    return Plan(args.game, options, tuple(islice(cycle(chosen), players)), True, chance)


def _check_plan(plan: Plan, folder: Path) -> None:
    """Write the plan into its folder; one with another plan is refused."""
    path = folder / PLAN
    if not path.exists():
        if any(folder.iterdir()):
            raise BadOption(sentence("dataset_folder", path=folder), "--out")
        with whole(path) as fresh:
            fresh.write_text(dumps(plan.to_json()) + "\n", encoding="utf-8")
    found, wanted = read_plan(path).to_json(), plan.to_json()
    for key in wanted:
        if loads(dumps(wanted[key])) != loads(dumps(found[key])):
            told = {"name": key, "found": str(found[key])[:60], "wanted": str(wanted[key])[:60]}
            raise BadRecord(sentence("dataset_other", **told), str(path))


def _sums(parts: Sequence[Path]) -> str:
    """For ``sha256sum -c``."""
    return "".join(f"{sha256(part.read_bytes()).hexdigest()}  {PARTS}/{part.name}\n" for part in parts)


def card(plan: Plan, parts: Sequence[Path]) -> str:
    """What is in the parts, who played how strongly, and how to make them again: a page of Markdown."""
    from pyarrow import dataset

    rows, games, won, seats = 0, 0, Counter[str](), Counter[str]()
    for batch in dataset.dataset(parts).to_batches(columns=["ply", "players", "shares"]):
        rows += len(batch)
        for row in batch.to_pylist():
            if row["ply"] == 0:
                games += 1
                seats.update(row["players"])
                won.update(dict(zip(row["players"], row["shares"], strict=True)) if row["shares"] else {})
    elo = manifests.component(plan.game, "elo") if manifests.manifest(plan.game).elo else {}
    strength = [
        f"| `{name}` | {elo.get(name, '')} | {seats[name]:,} | {won[name] / seats[name]:.1%} |"
        for name in won
    ]
    words = ["kabuto", "dataset", plan.game, "--games", str(games), "--seats", ",".join(plan.seats)]
    words += ["--seed", str(plan.seed)]
    for name, value in plan.options.items():
        words += [flag(name), str(value).lower()]
    meanings = [f"| `{column.name}` | {column.kind} | {column.meaning} |" for column in columns(plan.game)]
    return CARD_TEXT.format(
        game=plan.game.capitalize(), games=games, rows=rows, parts=len(parts), part=PART, version=plan.kabuto,
        table=VERSION, command=" ".join(words), strength="\n".join(strength), columns="\n".join(meanings),
    )  # fmt: skip


CARD_TEXT = """# {game}: {games:,} games, {rows:,} decisions

One row is one decision: what its seat knew, what it could do, what it did, and how the game ended.
Parts: {parts}, Parquet, of {part} games each; table version {table}; played by Kabuto {version}.
To make the same games again:

    {command}

## Who played

| player | Elo | seats | wins |
|---|---|---|---|
{strength}

Seats rotate from game to game. Elo is that of `kabuto games`, where it is known: 400 points are
odds of 10 to 1. Every row has the player of its seat, the players of all seats, the seed of the deal
(`kabuto.new(seed=…)`) and what the random generator of the player began with.

## Reading it in parts

    from pyarrow.dataset import dataset

    for batch in dataset("parts").to_batches(columns=["hand", "move", "won"]):
        ...

## Use

- Known before the decision: all columns up to `legal`, and `view`. Known only after the game: `finished`
  to the last `final_…`. Who played, and by which seeds, no seat knew; `deal_seed` gives the deal away.
- Rows of other seats of a game show their hands: never combine seats in one input.
- Split by `game_id`, never by row. Forced moves (`legal_count` 1) and long games count as they occur.
- These are programs; people play otherwise.
- `sha256sum -c SHA256SUMS` finds a damaged part.

## Columns

| column | kind | what it holds |
|---|---|---|
{columns}
"""
