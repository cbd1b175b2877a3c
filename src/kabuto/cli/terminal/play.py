"""``kabuto play``: a game at this terminal."""

import argparse
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from secrets import randbits
from shlex import quote
from typing import Any

from kabuto.cli.arguments import Parser, flag, game_options, known_players, names, number, seed
from kabuto.cli.command import INTERRUPTED
from kabuto.cli.files import check_free, load_at, read_one
from kabuto.cli.terminal.option_words import options_in_words, title
from kabuto.cli.terminal.session import Leave, Session
from kabuto.players import Forfeit, Player, characters, dismiss, is_compiled, is_quicker, make, usual
from kabuto.table import BadOption, Game, new
from kabuto.table.options import resolve
from kabuto.text_ui.compiling import Prepared, prepare_in_background
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen
from kabuto.text_ui.tables import table_class


def arguments(parser: Parser, game: str) -> None:
    """What the command takes."""
    known = known_players(game, parser.language)
    group = parser.add_argument_group(parser.text("group_seats"))
    group.add_argument("--seat", action="append", metavar="N", help=parser.text("option_seat"))
    group.add_argument("--opponents", metavar="A,B", help=parser.text("option_opponents", known=known))
    group.add_argument("--hotseat", action="store_true", help=parser.text("option_hotseat"))
    group.add_argument("--watch", action="store_true", help=parser.text("option_watch"))
    parser.add_game_options(game)
    group = parser.add_argument_group(parser.text("group_files"))
    group.add_argument("--save", metavar="FILE", type=Path, help=parser.text("option_save"))
    group.add_argument("--resume", metavar="FILE", type=Path, help=parser.text("option_resume"))


def run(args: argparse.Namespace, screen: Screen) -> int:
    """Play until the game is over or somebody leaves; the game is saved in any case."""
    chance = seed(args.seed)
    game = (
        _resumed(args, chance)
        if args.resume
        else new(args.game, seed=chance, **game_options(args, args.game))
    )
    people = _people(args, game.players)
    programs = _programs(args, game.players, people)
    save = args.save or args.resume
    if save and save != args.resume:
        check_free(save, "--save")
    own_chance = randbits(128) if chance is None else chance
    players = {
        seat: _seated(name, args.game, Random(f"{own_chance}/seat {seat}"), screen)
        for seat, name in programs.items()
    }
    waits = any(isinstance(player, Prepared) for player in players.values())
    if people and (waits or any(is_quicker(name, args.game) for name in programs.values())):
        prepare_in_background(args.game)
    seated = [programs.get(seat) for seat in range(game.players)]
    person = screen.text("you" if len(people) == 1 else "person")
    table = table_class(args.game)(screen, _names(seated, args.game, screen, person))
    session = Session(game, table, screen, players, save)
    _welcome(args, screen, session, seated)
    return _play(session, screen)


def _play(session: Session, screen: Screen) -> int:
    """Run the session; however it ends, the game is kept."""
    code = 0
    try:
        with _on_signals(signal.default_int_handler):
            session.run()
    except (Leave, EOFError):
        screen.line()
    except KeyboardInterrupt:
        code = INTERRUPTED
        screen.line()
    except Forfeit as forfeit:
        screen.say("lost_by_rule", player=forfeit.place, reason=screen.translate(forfeit.reason))
    finally:
        with _on_signals(signal.SIG_IGN):  # an impatient second Ctrl-C does not lose the game
            path = session.keep()
            dismiss(session.programs.values(), session.game)
    if path:
        screen.say("kept" if session.game.outcome is None else "kept_over", path=quote(str(path)))
    return code


@contextmanager
def _on_signals(handler: Any) -> Iterator[None]:
    """Let a closed terminal or a terminated program do the same as Ctrl-C, and Ctrl-C do this."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, handler) for number in signals}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


def _resumed(args: argparse.Namespace, chance: int | None) -> Game[Any, Any]:
    """The saved game; options on the command line must not contradict it."""
    place, record = read_one(args.resume, None, "--resume")
    game = load_at(place, record, chance)
    if game.name != args.game:
        raise BadOption(sentence("resume_differs", saved=game.name, given=args.game), "--resume")
    for name, value in game_options(args, args.game, game.options).items():
        if resolve(game.option_table, {**game.options, name: value}) != game.options:
            raise BadOption(sentence("resume_differs", saved=game.options.get(name), given=value), flag(name))
    return game


def _people(args: argparse.Namespace, players: int) -> list[int]:
    """The seats on which people sit."""
    given = [flag(name) for name in ("seat", "hotseat", "watch") if getattr(args, name)]
    if len(given) > 1:
        raise BadOption(sentence("exclusive", options=given), given[1])
    if args.hotseat:
        return list(range(players))
    if args.watch:
        return []
    seats = {number(text, "--seat", 0, players - 1) for text in args.seat or ["0"]}
    return sorted(seat for seat in seats if seat is not None)


def _programs(args: argparse.Namespace, players: int, people: list[int]) -> dict[int, str]:
    """Seat → the program that plays it; one name alone stands for all of them."""
    free = [seat for seat in range(players) if seat not in people]
    if args.opponents is None:
        chosen = [usual(args.game)]
    else:
        chosen = names(args.opponents, args.game, "--opponents")
        if len(chosen) not in ((1, len(free)) if free else ()):
            raise BadOption(sentence("opponents_number", number=len(free), given=len(chosen)), "--opponents")
    return dict(zip(free, chosen * len(free) if len(chosen) == 1 else chosen, strict=True))


def _seated(name: str, game: str, chance: Random, screen: Screen) -> Player:
    """A program that sits down."""
    player = make(name, game, chance)
    return Prepared(player, screen, game) if is_compiled(name, game) else player


def _names(seated: Sequence[str | None], game: str, screen: Screen, person: str) -> list[str]:
    """Seat → who sits there: a program as its character, if it has one."""
    names = characters.names(seated, game, screen.language)
    return [name or program or person for program, name in zip(seated, names, strict=True)]


def _welcome(
    args: argparse.Namespace, screen: Screen, session: Session, seated: Sequence[str | None]
) -> None:
    """Say what is played and by whom; a character's program is told here, and its name alone later."""
    options = " · ".join(options_in_words(session.game, screen.language))
    screen.say("welcome", game=title(args.game, screen.language), options=options)
    if args.resume:
        screen.say("resumed", path=args.resume, number=session.game.ply)
    screen.words("   ".join(_who(session, seat, program, screen) for seat, program in enumerate(seated)))
    screen.say("welcome_help")
    screen.line()


def _who(session: Session, seat: int, program: str | None, screen: Screen) -> str:
    named, game = session.table.seat(seat), session.game.name
    if program is None or named.endswith(program):
        return named
    return f"{named} ({characters.label(program, game, screen.language)})"
