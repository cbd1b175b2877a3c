"""Yedo at a terminal that is a pipe: the table, the menu, cards to read, and whole games."""

import json
import random
import runpy
import shutil
from pathlib import Path

import pytest

import kabuto as package
from kabuto.agents.captured_screen import CapturedScreen
from kabuto.agents.queries import Queries
from kabuto.text_ui.screen import Screen
from kabuto.yedo import Yedo
from kabuto.yedo.board import WEAPONS
from kabuto.yedo.state.state import State
from kabuto.yedo.terminal.table import YedoTable
from tests.yedo.helpers import act, annex, at, bare, card, market, pile, random_game, stand, weapon

from .conftest import Kabuto, Printed

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
HOUSE = Path(package.__file__).parent / "yedo" / "cards" / "house"


def play(kabuto: Kabuto, *lines: str, options: tuple[object, ...] = ()) -> Printed:
    typed = "".join(f"{line}\n" for line in lines)
    return kabuto("play", "yedo", "--players", 3, "--seed", 3, *options, typed=typed)


def test_the_table_shows_city_market_clans_and_own_cards(kabuto: Kabuto) -> None:
    printed = play(kabuto, "take green")
    for part in (
        "Yedo · set-up",
        "garden house",
        "[patrol here → castle]",
        "Market:",
        "Your cards",
        "Church 3 Mon",
    ):
        assert part in printed.out
    assert "Seat 0 draws: " in printed.out
    assert printed.code == 0


def test_a_move_may_be_written_by_its_number_in_any_case_or_several_in_a_line(kabuto: Kabuto) -> None:
    for line in ("1", "TAKE green", "  take   green "):
        assert "Seat 0 draws: " in play(kabuto, line).out
    assert "  Seat 0 draws: " in play(kabuto, "moves", "4").out


def test_a_drawn_mission_is_not_put_back_to_draw_from_the_next_pile(kabuto: Kabuto) -> None:
    printed = kabuto(
        "play", "yedo", "--seed", 0, typed="take black\ntake red\ntake green\ntake yellow\nundo\n"
    )
    assert "take yellow can’t be undone: it revealed or decided something hidden." in printed.out
    assert "Undone" not in printed.out


def test_why_a_move_is_refused(kabuto: Kabuto) -> None:
    printed = play(kabuto, "why place tavern", "place tavern", "why take green", "dance")
    assert "Take a mission" in printed.out
    assert "take green" in printed.out
    assert "dance" in printed.out


def test_a_card_is_read_by_its_code(kabuto: Kabuto) -> None:
    printed = play(kabuto, "m31", "a1", "B6", "E8", options=("--cards", "house"))
    for name in ("The Dignitary's Daughter", "The Walls Have Ears", "Three Fans", "Earthquake"):
        assert name in printed.out


def test_a_card_is_read_and_played_by_its_name(kabuto: Kabuto) -> None:
    printed = play(kabuto, "the dignitary's daughter", "Drei Fächer", "f4", options=("--cards", "house"))
    for told in (
        "M31 The Dignitary's Daughter (mission, red)",
        "B6 Three Fans",
        "F4 A Generous Uncle (favour card)",
    ):
        assert told in printed.out
    table = YedoTable(Screen("de"), ["", ""])
    s = bare(2)
    card(s, 0, "M2", "A24")
    stand(s, 0, "market")
    game = act(s, 0)
    table.status(game.view(0))
    assert table.canonical("play The Borrowed Blade") == "play A24"
    assert table.canonical("fulfil short measure market") == "fulfil M2 market"


def test_the_table_says_what_is_auctioned_who_bids_and_what_was_won() -> None:
    table = YedoTable(Screen("en"), ["you", "greedy", "greedy", "greedy"])
    game = at(bare(), "auction", ())
    told = table.status(game.view(0))
    assert "Still bidding: ● 0 you, ◆ 1 greedy, ▲ 2 greedy, ■ 3 greedy" in told
    assert "auction: weapons (bids from 3 Mon)" in told
    game.play("auction disciple")
    assert "Auction: disciples. ● 0 you bids 4 Mon; still to bid: ▲ 2 greedy, ■ 3 greedy" in (
        table.status(game.view(1))
    )
    for text in ("bid 5", "pass", "pass"):
        game.play(text)
    game.play("pass")
    assert "Won: disciples (◆ 1 greedy)" in table.status(game.view(0))


def test_r1_the_table_says_how_many_offers_are_left() -> None:
    for language, some, last in (
        ("en", "You have 12 offers left here", "pass."),
        ("de", "Du hast hier noch 12 Angebote", "Passe."),
    ):
        table = YedoTable(Screen(language), ["you", "greedy", "greedy", "greedy"])
        s = bare(trading="free")
        stand(s, 0, "tavern")
        stand(s, 1, "tavern")
        game = at(s, "trade-tavern", ())
        assert some in table.status(game.view(0))
        for text in ("offer 1", "drop", "pass", *["offer 1", "drop"] * 11):
            game.play(text)
        assert last in table.status(game.view(0))


def test_r1_an_offer_in_a_line_is_played_up_to_what_is_refused_and_taken_back(
    kabuto: Kabuto, tmp_path: Path
) -> None:
    s = bare(2, trading="free")
    weapon(s, 0, "katana")
    for seat in (0, 1):
        stand(s, seat, "tavern")
    file, saved = tmp_path / "game.json", tmp_path / "saved.json"
    file.write_text(json.dumps(at(s, "trade-tavern", ()).record()), "utf-8")
    typed = "\noffer 1; give katana; give yumi; propose\n"
    for undone, left in (("", ["offer 1", "give katana"]), ("undo\nundo\n", [])):
        saved.unlink(missing_ok=True)
        options = ("--resume", file, "--save", saved, "--hotseat")
        printed = kabuto("play", "yedo", *options, typed=f"{typed}{undone}quit\n")
        assert "give yumi: You don’t have that" in printed.out
        assert json.loads(saved.read_text("utf-8"))["moves"] == left
    page = (PICTURES.parent / "yedo.md").read_text("utf-8")
    assert "what comes before a refused step is played" in page


def test_the_table_says_where_is_traded_and_which_card_was_played() -> None:
    table = YedoTable(Screen("en"), ["you", "greedy", "greedy", "greedy"])
    s = bare()
    stand(s, 0, "market")
    stand(s, 1, "market")
    told = table.status(at(s, "trade-market", ()).view(0))
    assert "Trading in the market: weapons and Mon. One offer for each of you" in " ".join(told.split())
    s = bare()
    card(s, 0, "A2")
    card(s, 1, "A1")
    game = at(s, "5b", (0,))
    game.play("play A2")
    assert "● 0 you has played Stop, Thief! (A2). The patrol moves on 1 district." in table.status(
        game.view(1)
    )


def test_the_table_shows_disciples_on_annexes_own_prices_times_and_bonus_parts() -> None:
    s = bare(2)
    annex(s, 0, "kobudo", "yashiki")
    card(s, 0, "M23", "A7")
    stand(s, 0, "yashiki", "harbor")
    weapon(s, 0, "katana")
    market(s, "nawa", None, None, None, None)
    paper = CapturedScreen("en")
    told = paper.capture(lambda: YedoTable(paper, ["you", "greedy"]).show(act(s, 0).view(0)))
    for part in (
        "has Katana, Yashiki with a disciple, Kobudo-Ryu, blackmail",
        "1:Nawa (5)",
        "One of your disciples is not arrested. (before arrests",
        "can be fulfilled with Yashiki",
        "bonus: red-light district → 1 prestige, 2 Mon",
    ):
        assert part in told


def test_every_command_answers(kabuto: Kabuto) -> None:
    commands = ("moves", "hand", "log", "score", "unplayed", "hint", "map", "help", "take", "undo")
    printed = play(kabuto, *commands)
    assert printed.code == 0
    assert "Yedo in brief" in printed.out
    assert "4 moves begin with" in printed.out


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("players", [2, 5])
def test_a_whole_game_is_shown_from_every_side(
    language: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    screen = Screen(language, colour=False)
    table = YedoTable(screen, ["somebody"] * players)
    game, rng = package.new("yedo", players=players, seed=4), random.Random(4)
    assert isinstance(game, Yedo)
    while game.to_move is not None:
        if game.ply and rng.random() < 0.08:
            view = game.view(game.to_move)
            table.show(view)
            screen.words(table.status(view))
            for move in view.legal_moves():
                assert table.describe(view, move)
                assert table.canonical(str(move).upper()) == str(move)
            table.story(view, view.log[-1:])
        game.play(rng.choice(game.legal_moves()))
    view = game.view(None)
    table.show(view)
    table.result(view)
    table.log(view)
    printed = capsys.readouterr().out
    assert "{" not in printed
    assert max(map(len, printed.splitlines())) <= 80
    assert ("gewinnt mit" if language == "de" else "wins with") in printed


def test_programs_play_and_are_watched(kabuto: Kabuto) -> None:
    printed = kabuto("play", "yedo", "--players", 2, "--seed", 1, "--watch")
    assert printed.code == 0
    assert "prestige points" in printed.out


def test_simulated_games_are_summed_up_checked_and_replayed(kabuto: Kabuto, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    printed = kabuto("simulate", "yedo", "--games", 2, "--seats", "greedy,random", "--seed", 1, "--out", out)
    assert "after the last round 2" in printed.out
    assert kabuto("check", out).code == 0
    printed = kabuto("replay", out, "--game", 1, "--print")
    assert printed.code == 0
    assert "wins with" in printed.out


@pytest.mark.parametrize(
    ("language", "warning"),
    [
        ("en", "! None of your disciples is in the reserve"),
        ("de", "! Keiner deiner Diener ist im Vorrat"),
    ],
)
def test_q18_the_menu_warns_of_a_useless_win(language: str, warning: str) -> None:
    s = bare(4)
    s.edit(0).home, s.edit(0).reserve = 4, 0
    game = at(s, "bidding")
    for _ in range(4):
        game.play("stay")
    lines = YedoTable(Screen(language), ["you", *["greedy"] * 3]).status(game.view(0)).splitlines()
    named = next(n for n, line in enumerate(lines) if "auction disciple" in line)
    assert warning in lines[named + 1]
    assert [n for n, line in enumerate(lines) if "!" in line] == [named, named + 1]


def test_a_warning_that_is_about_several_bids_is_given_once() -> None:
    s = bare()
    s.edit(1).mon = 2
    game = at(s, "auction", ())
    game.play("auction weapon")
    lines = YedoTable(Screen("en"), [""] * 4).status(game.view(1)).splitlines()
    bids = [line for line in lines if ". bid " in line]
    assert len(bids) > 5
    assert all(line.endswith("!") for line in bids)
    assert sum("can’t pay this" in line for line in lines) == 1
    assert lines.index(bids[-1]) < next(n for n, line in enumerate(lines) if "can’t pay this" in line)


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_move_means_stays_in_its_column(language: str) -> None:
    lines = YedoTable(Screen(language), [""] * 4).status(at(bare(), "assign").view(0)).splitlines()
    menu = lines[2:]
    assert max(map(len, menu)) <= 80
    assert any(line.startswith(" " * 32) for line in menu)
    assert all(line[:32].strip() == "" or line[:6].strip().endswith(".") for line in menu)


@pytest.mark.parametrize("ascii_only", [False, True])
def test_no_line_is_longer_than_80_columns(ascii_only: bool, capsys: pytest.CaptureFixture[str]) -> None:
    screen = Screen("de", ascii_only=ascii_only, colour=False)
    table = YedoTable(screen, ["du", "Genta", "Chiyo"])
    for ply, game in enumerate(random_game(3, 9, "city")):
        if ply % 4 == 0 and game.to_move is not None:
            view = game.view(game.to_move)
            table.show(view)
            screen.words(table.status(view))
            table.moves(view)
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) > 3000
    assert max(map(len, printed)) <= 80


def test_the_cards_to_choose_from_are_shown_with_what_they_do() -> None:
    table = YedoTable(Screen("en"), [""] * 4)
    s = bare()
    pile(s, "action", "A2", "A4", "A7")
    game = at(s, "auction", ())
    for text in ("auction action", "pass", "pass", "pass"):
        game.play(text)
    told = table.status(game.view(0))
    assert "  A2 Stop, Thief!: The patrol moves on 1 district. (after the patrol" in told
    assert "The patrol moves back 1 district." in told
    for seat in (1, None):
        assert "Stop, Thief!" not in table.task(game.view(seat))


@pytest.mark.parametrize(
    ("place", "name", "first", "shown"),
    [("gates", "action", "A7", "  1. A7 The Straw Cloak: "), ("tavern", "weapon", "yumi", "  1. Yumi (bow)")],
)
def test_the_cards_looked_at_are_shown_with_their_numbers(
    place: str, name: str, first: str, shown: str
) -> None:
    table = YedoTable(Screen("en"), [""] * 4)
    s = bare()
    pile(s, name, first)
    stand(s, 0, place)
    game = act(s, 0)
    game.play(f"look {place} {name}")
    assert shown in table.status(game.view(0))
    assert shown not in table.task(game.view(1))


def test_the_last_one_asked_in_an_auction_reads_that_nobody_follows() -> None:
    game = at(bare(2), "auction", ())
    game.play("auction arts")
    assert "still to bid: no one" in YedoTable(Screen("en"), [""] * 2).status(game.view(1))


def test_points_that_are_the_same_for_all_are_told_once(kabuto: Kabuto) -> None:
    printed = play(kabuto, "B14", "B5")
    assert "  4 points\n" in printed.out
    assert "5 points, 2 if others have it too" in printed.out


@pytest.mark.parametrize("cards", ["house", "city"])
def test_every_card_is_called_by_its_name_in_any_language(cards: str) -> None:
    table, s = YedoTable(Screen("en"), [""] * 2), bare(2, cards=cards)
    table.status(act_anywhere(s).view(0))
    kinds = s.setting.cards
    for card_ in (*kinds.missions, *kinds.actions, *kinds.bonuses, *kinds.events, *kinds.favours):
        for _, name in card_.name.versions:
            assert table.canonical(name) == card_.code
            assert table.canonical(f"play {name.upper()} 2 tavern") == f"play {card_.code} 2 tavern"


def act_anywhere(s: State) -> Yedo:
    """A game in which seat 0 is to activate a disciple."""
    stand(s, 0, "gates")
    return act(s, 0)


def test_a_weapon_bought_is_told_as_it_was_once_another_lies_in_its_field() -> None:
    s = bare(2)
    stand(s, 0, "market")
    market(s, "katana", None, None, None, None)
    game = act(s, 0)
    game.play("buy 1")
    game.view(None)  # what came of the move is noted; then the market changes
    game.state.market = (WEAPONS.index("nawa"), -1, -1, -1, -1)
    view, paper = game.view(None), CapturedScreen("en")
    table = YedoTable(paper, ["", ""])
    asked = Queries("yedo", view, "en")
    for told in (
        paper.capture(lambda: table.story(view, view.log)),
        paper.capture(lambda: table.log(view)),
        str(asked.since(0)),
    ):
        assert "market: buy from field 1" in told
        assert "buys: Katana" in told
        assert "Nawa" not in told


def test_other_cards_are_loaded_from_a_folder(kabuto: Kabuto, tmp_path: Path) -> None:
    shutil.copytree(HOUSE, tmp_path / "ours")
    saved = tmp_path / "game.json"
    printed = play(kabuto, "take green", options=("--cards", tmp_path / "ours", "--save", saved))
    assert printed.code == 0
    assert json.loads(saved.read_text("utf-8"))["options"]["cards"] == "ours"
    shutil.copytree(HOUSE, tmp_path / "spoilt")
    (tmp_path / "spoilt" / "events.toml").write_text("[[card]]\ncode = 'X'\n")
    printed = play(kabuto, options=("--cards", tmp_path / "spoilt"))
    assert printed.code == 2
    assert "events.toml:2: card 'X', code: should be E and a number" in printed.err


def test_records_with_other_cards_are_checked_and_replayed_with_their_folder(
    kabuto: Kabuto, tmp_path: Path
) -> None:
    record = package.new("yedo", players=2, seed=1, cards="house").record()
    record["options"]["cards"] = "strangers"
    game, folder = tmp_path / "game.json", tmp_path / "strangers"
    game.write_text(json.dumps(record), "utf-8")
    shutil.copytree(HOUSE, folder)
    for command in (("check",), ("replay", "--print")):
        printed = kabuto(*command, game, "--cards", tmp_path / "nowhere")
        assert (printed.code, "--cards: there is no folder" in printed.err) == (2, True)
        printed = kabuto(*command, game, "--cards", tmp_path)
        assert (printed.code, "missions.toml: cannot be read" in printed.err) == (2, True)
        printed = kabuto(*command, game)
        assert (printed.code, "there is no card set 'strangers'" in printed.err) == (2, True)
    assert kabuto("check", game, "--cards", folder).out == f"{game}: 1 correct\n"
    assert "Yedo · set-up" in kabuto("replay", "--print", game, "--cards", folder).out


def test_other_processes_know_the_cards_that_were_loaded(kabuto: Kabuto, tmp_path: Path) -> None:
    shutil.copytree(HOUSE, tmp_path / "travelling")
    options = ("--cards", tmp_path / "travelling", "--games", 2, "--jobs", 2, "--seats", "random", "--out")
    assert kabuto("simulate", "yedo", *options, tmp_path / "games.jsonl").code == 0


def test_the_picture_in_the_documentation_shows_the_table_as_it_is() -> None:
    make = runpy.run_path(str(PICTURES / "make.py"))
    drawn = make["svg"](make["yedo_screen"](), "A four-player game of Yedo in the terminal")
    assert drawn == (PICTURES / "yedo.svg").read_text(encoding="utf-8"), "run docs/pictures/make.py again"
