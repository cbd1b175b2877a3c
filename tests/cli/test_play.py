"""Playing at a terminal that is a pipe: one command per line."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import kabuto as package
from kabuto.cli.files import write_whole
from kabuto.cli.terminal import session as session_module
from kabuto.table import Game

from .conftest import Kabuto, Printed
from .games import moves_in, saved


def play(kabuto: Kabuto, path: Path, *lines: str, options: Sequence[object] = ()) -> Printed:
    """Go on with a saved game against ``random``."""
    typed = "".join(f"{line}\n" for line in lines)
    return kabuto("play", "--resume", path, "--opponents", "random", "--seed", 1, *options, typed=typed)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return saved(tmp_path / "game.json")


def answers(printed: Printed, command: str) -> str:
    """What was printed after a command, up to the next prompt."""
    _, _, after = printed.out.partition(f"● 0> {command}\n")
    assert after, f"{command} was not reached:\n{printed.out}"
    return after.partition("● 0> ")[0]


def words(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.split())


NORTHEAST = "between the villages north and northeast of Akita"
AT_SEA = "The sea northwest of the village north of Akita is for ships only: samurai 3 has to go on land."

# Moves.


def test_a_capture_is_explained(kabuto: Kabuto, game: Path) -> None:
    printed = answers(play(kabuto, game, "S3p8"), "S3p8")
    told = words(printed)
    assert f"Buddha in the village north of Akita (o8): seat 0 3 (samurai 3 {NORTHEAST} (p8))" in told
    assert "seat 1 2 (Buddha 2 between Akita and the village to the north (o9)). Seat 0 captures it." in told
    assert "S3●+" in printed
    assert "You may still play V1 X. / ends your turn, undo reverses a move." in printed


def test_several_moves_in_a_line_and_the_answer_in_words(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "S3p8 V1n7 /")
    moves = moves_in(game)
    assert moves[:3] == ["S3p8", "V1n7", "/"]
    assert moves[-1] == "/"
    told = answers(printed, "S3p8 V1n7 /")
    assert f"◆ 1 Kon: {moves[3]} (" in told
    assert f"◆ 1 {' '.join(moves[3:])}" in told, "the panel shows the last turn in short"


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("s3P8", "S3p8"),
        ("v1N7", "V1n7"),
        ("xO8b-Q11h", "Xo8B-q11H"),
        ("Xq11h-o8b", "Xo8B-q11H"),
        ("tN14-O13", "Tn14-o13"),
    ],
)
def test_moves_are_read_in_any_case(kabuto: Kabuto, game: Path, typed: str, move: str) -> None:
    play(kabuto, game, typed)
    assert moves_in(game) == [move]


def test_a_refused_move_changes_nothing_and_says_why(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "S3n7", "S2p8", "/")
    assert f"S3n7: {AT_SEA}" in words(printed.out)
    assert "S2p8: You have no samurai 2 in your hand." in printed.out
    assert "/: Play at least one token before you end your turn." in printed.out
    assert moves_in(game) == []


def test_a_line_stops_at_the_first_move_that_is_refused(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "V1n7 S3n7 H2p8")
    assert moves_in(game) == ["V1n7"]
    assert f"S3n7: {AT_SEA}" in words(printed.out)


def test_what_stands_behind_the_end_of_the_turn_is_not_played(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "V1n7 / S3p8")
    assert "Your turn is over. Not played: S3p8" in printed.out
    assert moves_in(game)[:2] == ["V1n7", "/"]
    assert "S3p8" not in moves_in(game)


@pytest.mark.parametrize(
    "nonsense", ["hello", "S9n13", "z3", "++", "S3n99", "//", "S3 S3", "é", "{0}", "[red]"]
)
def test_nonsense_is_answered(kabuto: Kabuto, game: Path, nonsense: str) -> None:
    printed = play(kabuto, game, nonsense)
    assert printed.code == 0
    assert "neither a move nor a command here" in answers(printed, nonsense)
    assert moves_in(game) == []


# Looking.


def test_a_token_alone_shows_its_targets(kabuto: Kabuto, game: Path) -> None:
    printed = answers(play(kabuto, game, "S3"), "S3")
    assert printed.count("<·>") == 28
    assert "S3: 28 moves, such as S3" in printed
    assert answers(play(kabuto, game, "V1"), "V1").count("<~>") == 44


def test_an_exchange_is_shown_step_by_step(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "X", "xo8", "Xq11H-", "T", "Tn14")
    assert all(marked in answers(printed, "X") for marked in ("<B>", "<R>", "<H>", "<HR>", "HBR*"))
    from_o8 = answers(printed, "xo8")
    assert "<B>" not in from_o8
    assert all(marked in from_o8 for marked in ("(B)", "<R>", "<H>", "<HR>"))
    assert "<B>" in answers(printed, "Xq11H-"), "an exchange may be begun at either end"
    assert "R2●<" in answers(printed, "T")
    assert answers(printed, "Tn14").count("<·>") == 28


def test_a_token_that_cannot_be_played_says_so(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "S3p8", "H2", "B4")
    about = "H2: helmet 2, without the Japanese character; helmet; land"
    assert answers(printed, "H2") == f"{about}\nYou can’t play H2 now.\n"
    assert "You have no Buddha 4 in your hand." in answers(printed, "B4")
    assert "(H2) helmet 2" in printed.out, "the hand shows what has to wait"


def test_a_small_letter_is_a_space_where_there_is_one(kabuto: Kabuto, tmp_path: Path) -> None:
    two = play(kabuto, saved(tmp_path / "two.json"), "s3")
    assert answers(two, "s3").count("<·>") == 28, "no space s3 with two players"
    four = play(kabuto, saved(tmp_path / "four.json", players=4), "s3", "S3")
    assert answers(four, "s3").startswith("s3 (village)")
    assert "S3: 54 moves" in answers(four, "S3")


def test_a_settlement_shows_influence_and_missing_land(kabuto: Kabuto, game: Path) -> None:
    printed = answers(play(kabuto, game, "o8"), "o8")
    assert printed.startswith("o8 (village): B\n")
    assert "  ● 0 you  0\n  ◆ 1 Kon  2\n" in printed
    told = words(printed)
    assert (
        "seat 1 2 (Buddha 2 between Akita and the village to the north (o9)). Seat 1 would capture it."
        in told
    )
    assert f"Land still empty: {NORTHEAST} (p8)." in told


def test_places_are_known_by_their_names_too(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "edo", "AKITA", "kyoto")
    assert answers(printed, "edo").startswith("o14 (Edo): HBR\n")
    assert answers(printed, "AKITA").startswith("o10 (Akita, city): HR\n")
    assert "Kyoto (l16) is empty" in answers(printed, "kyoto")


def test_land_and_sea_show_what_lies_there_and_the_settlements_beside(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "o9", "p8", "n7")
    taken = answers(printed, "o9")
    assert taken.startswith("o9: B2, Buddha 2, ◆ 1 Kon\n")
    assert "o8 (village): B\n" in taken
    assert "o10 (Akita, city): HR\n" in taken
    assert answers(printed, "p8").startswith("p8: land\n")
    assert answers(printed, "n7").startswith("n7: sea\no8 (village)")


# Commands.


def test_moves_lists_every_legal_move(kabuto: Kabuto, game: Path) -> None:
    lines = answers(play(kabuto, game, "moves"), "moves").replace("\n       ", " ").strip().split("\n")
    listed = {head + tail for head, *tails in (line.split() for line in lines) for tail in tails or [""]}
    legal = package.load(json.loads(game.read_text())).legal_moves()
    assert listed == {str(move) for move in legal}


def test_why(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "why s3p8", "why S3n7", "why /", "why", "why nonsense")
    assert answers(printed, "why s3p8") == f"S3p8 is allowed: samurai 3 {NORTHEAST}.\n"
    assert words(answers(printed, "why S3n7")) == f"S3n7: {AT_SEA}"
    assert answers(printed, "why /") == "/: Play at least one token before you end your turn.\n"
    assert "Enter a move" in answers(printed, "why")
    assert "neither a move nor a command" in answers(printed, "why nonsense")
    assert moves_in(game) == []


def test_undo_takes_back_the_moves_of_the_turn(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "S3p8 V1n7", "undo", "undo", "undo", "V1n8")
    assert "Undone: V1n7" in printed.out
    assert "Undone: S3p8" in printed.out
    assert "nothing to undo" in printed.out
    assert moves_in(game) == ["V1n8"]


def test_undo_never_reaches_behind_the_turn_of_another(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "S3p8 /", "undo")
    assert "nothing to undo" in answers(printed, "undo")
    assert len(moves_in(game)) > 2


def test_undo_works_on_a_turn_that_was_saved_half_way(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(tmp_path / "half.json", moves=("S3p8",))
    play(kabuto, path, "undo")
    assert moves_in(path) == []


def test_hand(kabuto: Kabuto, game: Path) -> None:
    lines = answers(play(kabuto, game, "hand"), "hand").split("\n")
    assert [line.split() for line in lines[1:-1]] == [
        ["H2", "helmet", "2"],
        ["S3", "samurai", "3"],
        ["V1", "ship", "1", "»"],
        ["X", "figure", "exchange", "»"],
        ["T", "token", "exchange"],
    ]


def test_log_in_notation_and_words(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "S3p8", "Xo10R-q13B", "log")
    told = words(answers(printed, "log"))
    assert told.startswith(f"1. ● 0 S3p8 samurai 3 {NORTHEAST}")
    assert "Seat 0 captures it. 2. ● 0 Xo10R-q13B " in told
    assert "Buddha in the village northeast of Edo" in told or "rice field in Akita" in told
    printed = play(kabuto, game, "undo", "undo", "Tn14-o13", "log")
    assert "T" in answers(printed, "log")
    told = words(answers(printed, "log"))
    assert "rice field 2 now between Edo and the village to the north instead of between Edo" in told


def test_score_with_open_figures_shows_who_leads(kabuto: Kabuto, game: Path) -> None:
    printed = answers(play(kabuto, game, "S3p8", "score"), "score")
    assert printed.split("\n")[1].split() == ["●", "0", "you", "0", "1", "0", "1", "B"]
    assert "or 4 are beside the board." in words(printed)


def test_score_with_hidden_figures_shows_only_ones_own(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(
        tmp_path / "hidden.json", options={"captured_figures": "hidden"}, captured=[[1, 0, 0], [0, 2, 0]]
    )
    printed = play(kabuto, path, "score")
    rows = [line.split() for line in answers(printed, "score").split("\n")]
    assert rows[1] == ["●", "0", "you", "1", "0", "0", "1"]
    assert rows[2] == ["◆", "1", "Kon", "?", "?", "?", "?"]
    assert "◆ 1 Kon            ?  ?  ?" in printed.out


def test_unplayed_lists_what_every_seat_still_has(kabuto: Kabuto, game: Path) -> None:
    lines = answers(play(kabuto, game, "unplayed"), "unplayed").split("\n")
    assert lines[0] == "● 0 you: H2 S1 S2 S3 V1 X T (7)"
    assert lines[1] == "◆ 1 Kon: H3 R3 V2 (3)"


def test_hint_is_a_legal_move(kabuto: Kabuto, game: Path) -> None:
    printed = answers(play(kabuto, game, "hint"), "hint")
    move = printed.split()[3].rstrip(":")
    assert printed.startswith("greedy would play ")
    assert package.load(json.loads(game.read_text())).why_not(move) is None


def test_a_game_that_greedy_does_not_know_has_no_hints(
    kabuto: Kabuto, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session_module, "names", lambda name: ["random"])
    assert "No one here can give hints" in answers(play(kabuto, game, "hint"), "hint")


def test_help_has_rules_moves_map_and_commands(kabuto: Kabuto, game: Path) -> None:
    printed = answers(play(kabuto, game, "help"), "help")
    for part in ("Samurai in brief", "Moves", "Map", "Commands", "(marked »)", "undo", "after each token"):
        assert part in " ".join(printed.split())
    assert printed.count("\n") < 48, "help fits on the screen"


@pytest.mark.parametrize("line", ["", "map"])
def test_the_map_again(kabuto: Kabuto, game: Path, line: str) -> None:
    assert "Kyoto l16" in answers(play(kabuto, game, line), line)


# Saving.


def test_the_game_is_saved_where_it_was_resumed(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "S3p8", "quit")
    assert f"kabuto play --resume {game}" in words(printed.out)
    assert moves_in(game) == ["S3p8"]
    again = play(kabuto, game, "log")
    assert "after 1 move" in words(again.out)
    assert f"samurai 3 {NORTHEAST}" in answers(again, "log")


def test_save_writes_a_new_file_after_every_turn_and_at_the_end(kabuto: Kabuto, tmp_path: Path) -> None:
    path = tmp_path / "new.json"
    printed = kabuto("play", "--save", path, "--seed", 3, typed="hint\n")
    assert printed.code == 0
    assert moves_in(path) == []
    assert list(tmp_path.glob(".*")) == [], "no temporary file stays"


def test_without_save_a_pipe_leaves_no_file(kabuto: Kabuto, tmp_path: Path) -> None:
    printed = kabuto("play", "--seed", 3, typed="hint\nquit\n")
    assert (printed.code, "saved" in printed.out.partition("0> quit")[2]) == (0, False)
    assert list(tmp_path.iterdir()) == []


def test_save_names_a_file_and_never_overwrites_another(kabuto: Kabuto, game: Path, tmp_path: Path) -> None:
    other, new = tmp_path / "other.json", tmp_path / "my game.json"
    other.write_text("mine")
    printed = play(
        kabuto,
        game,
        f"save {other}",
        f"save {tmp_path}/no/x",
        f"save {tmp_path}",
        f"save {new}",
        "V1n7",
        "save",
    )
    assert "exists already" in words(answers(printed, f"save {other}"))
    assert "no folder" in words(answers(printed, f"save {tmp_path}/no/x"))
    assert "exists already" in words(answers(printed, f"save {tmp_path}"))
    assert f"Saved to {new}." in words(answers(printed, f"save {new}"))
    assert other.read_text() == "mine"
    assert moves_in(new) == ["V1n7"]
    assert f"--resume '{new}'" in words(printed.out)
    assert moves_in(game) == []


@pytest.mark.parametrize("name", ["a\0b", "x" * 300, "~nobody-has-this-name/x"])
def test_a_name_that_no_file_can_have_is_refused(kabuto: Kabuto, game: Path, name: str) -> None:
    printed = play(kabuto, game, f"save {name}", "V1n7")
    assert printed.code == 0
    assert "Saved" not in printed.out
    assert moves_in(game) == ["V1n7"]


def test_a_full_disk_does_not_end_the_game_and_the_game_is_kept_elsewhere(
    kabuto: Kabuto, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, state: Game[Any, Any]) -> None:
        if path == game:
            raise OSError(28, "No space left on device", str(path))
        write_whole(path, state)

    monkeypatch.setattr(session_module, "write_whole", full)
    monkeypatch.setattr("kabuto.cli.files.write_whole", full)
    printed = play(kabuto, game, "V1n7 /", "hand")
    assert "Could not save" in printed.out
    assert "your hand" in answers(printed, "hand")
    (kept,) = (tmp_path / "data" / "kabuto").glob("samurai-*.json")
    assert moves_in(kept)[:2] == ["V1n7", "/"]


def test_a_saved_file_keeps_its_mode(kabuto: Kabuto, game: Path) -> None:
    game.chmod(0o600)
    play(kabuto, game, "V1n7")
    assert moves_in(game) == ["V1n7"]
    assert game.stat().st_mode & 0o777 == 0o600


def test_a_device_is_never_replaced_by_a_file(kabuto: Kabuto, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert kabuto("play", "--save", pipe).code == 2
    with pytest.raises(OSError, match="Invalid argument"):
        write_whole(pipe, package.new("samurai"))
    assert pipe.is_fifo()


def test_a_finished_game_shows_its_scoring(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(tmp_path / "over.json", to_move=None, captured=[[1, 0, 0], [0, 2, 0]], hands=[[], []])
    printed = play(kabuto, path)
    assert "The game is over." in printed.out
    assert "1. Helmets – seat 0: 1, seat 1: 0. Seat 0 has the majority." in printed.out
    assert "Seat 0 and seat 1 have a majority each; only they can win." in printed.out
    assert f"kabuto replay {path}" in words(printed.out)


def test_the_last_turn_ends_with_the_scoring(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(
        tmp_path / "end.json",
        aside=[3, 0, 0],
        hands=[["H2"], ["B3"]],
        draws=[[], []],
        tokens={"o9": [1, "H3"]},
    )
    printed = play(kabuto, path, "H2p8", "/")
    assert "no one has influence, so it is placed beside the board" in words(printed.out)
    assert "The game is over." in printed.out
    assert "No one has a majority" in printed.out or "have a majority" in printed.out or "wins" in printed.out
    assert json.loads(path.read_text())["outcome"]["aside"] == [3, 1, 0]


def test_who_can_play_nothing_passes(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(tmp_path / "empty.json", hands=[[], []], draws=[[], []])
    printed = play(kabuto, path, "/")
    assert "You can’t play anything: / passes." in printed.out
    assert "◆ 1 Kon passes." in printed.out
    assert "The game is over." in printed.out


# Set-up, seats, languages.


def test_choosing_a_hand_is_guided(kabuto: Kabuto) -> None:
    typed = "+S1\n+s1\n+S1\nundo\n+H4 +B4 +R4 +T\n"
    printed = kabuto("play", "--hands", "choose", "--seed", 3, typed=typed).out
    assert "Choose your opening hand, 5 more" in printed
    assert "R2 R3 R4 S1×2 S2×2 S3" in printed
    assert "R2 R3 R4 S2×2 S3 N1" in printed, "no S1 is left"
    assert "+S1: You have already chosen all 2 copies of samurai 1." in printed
    assert "Undone: +S1" in printed
    assert "◆ 1 Genta has chosen an opening hand." in printed
    assert "your hand 1/5" in printed


def test_the_log_does_not_tell_what_others_chose(kabuto: Kabuto) -> None:
    typed = "+H4 +B4 +R4 +T +S1\nlog\n"
    printed = kabuto("play", "--hands", "choose", "--opponents", "random", "--seed", 3, typed=typed).out
    log = printed.partition("0> log\n")[2].split("\n")
    assert log[0].split() == ["1.", "●", "0", "+H4", "helmet", "4"]
    assert log[5].split() == ["6.", "◆", "1", "+", "chosen", "in", "secret"]


def test_drafting_figures_is_guided(kabuto: Kabuto) -> None:
    typed = "H*f18\nH\nH*o10\nundo\n"
    printed = kabuto("play", "--figures", "draft", "--opponents", "random", "--seed", 3, typed=typed).out
    assert "Place one of the figures in a city, such as " in printed
    assert "(left: H 6 B 6 R 6)" in printed
    refused = (
        "H*f18: Cities are filled before villages: the village in the far southwest of Honshu has to wait."
    )
    assert refused in words(printed)
    assert "to place: H 6 B 6 R 6" in printed
    assert "◆ 1 Kon: " in printed
    assert "nothing to undo" in printed


def test_a_figure_alone_shows_where_it_may_be_put(kabuto: Kabuto) -> None:
    printed = kabuto("play", "--figures", "draft", "--seed", 3, typed="H*\n").out
    assert printed.count("<  >") == 2


def test_a_person_may_sit_anywhere(kabuto: Kabuto) -> None:
    printed = kabuto("play", "--players", 3, "--seat", 1, "--opponents", "greedy,random", "--seed", 2).out
    assert "● 0 Genta (Greedy)   ◆ 1 you   ▲ 2 Kon (Random)" in printed
    assert "● 0 Genta: " in printed
    assert printed.endswith("◆ 1> \n\n")


def test_people_at_one_terminal_see_a_curtain_and_never_anothers_hand(kabuto: Kabuto, tmp_path: Path) -> None:
    path = saved(tmp_path / "hot.json", players=3, hands=[["S3"], ["H3"], ["R4"]], draws=[[], [], []])
    printed = kabuto("play", "--resume", path, "--hotseat", typed="S3p8 /\nH3p9 /\nR4p10 /\n").out
    first, second, third = printed.split("=== ")[1:4]
    assert first.startswith("● 0 player is to move ===")
    assert second.startswith("◆ 1 player is to move ===")
    assert "samurai 3\n" in first
    assert f"● 0 player: S3p8 (samurai 3 {NORTHEAST})." in words(second)
    assert "captures it" in second
    assert "samurai 3\n" not in second
    assert "helmet 3\n" in second
    assert "◆ 1 player: H3p9" in third
    assert "helmet 3\n" not in third


def test_two_people_and_a_program(kabuto: Kabuto) -> None:
    arguments = ("play", "--players", 3, "--seat", 2, "--seat", 0, "--seed", 4)
    printed = kabuto(*arguments, typed="hint\n").out
    assert "● 0 player   ◆ 1 Genta (Greedy)   ▲ 2 player" in printed


def test_programs_alone_play_to_the_end(kabuto: Kabuto, tmp_path: Path) -> None:
    path = tmp_path / "watched.json"
    printed = kabuto("play", "--watch", "--opponents", "random", "--seed", 5, "--save", path)
    assert printed.code == 0
    assert "● 0 Kon 1: " in printed.out
    assert "The game is over." in printed.out
    turns = json.loads(path.read_text())["moves"].count("/")
    assert printed.out.count("Kyoto l16") == turns, "every position is shown once"
    assert json.loads(path.read_text())["outcome"] is not None


def test_the_same_seed_gives_the_same_game(kabuto: Kabuto) -> None:
    first, second, other = (
        kabuto("play", "--watch", "--opponents", "random", "--seed", s).out for s in (5, 5, 6)
    )
    assert first == second
    assert first != other


def test_r15_the_terminal_greets_in_german_with_the_words_of_options(
    kabuto: Kabuto, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    greeting = " ".join(play(kabuto, game, "ende").out.partition(").")[0].split())
    for shown in ("2 Spieler", "Ausgabe: Rio Grande 1998", "Starthände: Zufällig ausgeteilt"):
        assert shown in greeting
    for raw in ("players", "edition", "random", "token", "captured_figures", "null_exchange", "false"):
        assert raw not in greeting


def test_german(kabuto: Kabuto, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    printed = play(
        kabuto, game, "S3p8", "zurück", "zurueck", "S3n7", "warum S3p8", "stand", "hilfe", "quatsch", "ende"
    )
    assert "Willkommen bei Samurai" in printed.out
    told = words(printed.out)
    assert "Buddha im Dorf nördlich von Akita (o8): Platz 0 3 (Samurai 3 zwischen den Dörfern" in told
    assert "Platz 0 erhält die Figur." in told
    assert "Zurückgenommen: S3p8" in printed.out
    assert "nichts zurückzunehmen" in printed.out
    assert "S3n7: Das Meer nordwestlich vom Dorf nördlich von Akita ist nur für Schiffe" in told
    assert "S3p8 ist erlaubt: Samurai 3 zwischen den Dörfern nördlich und nordöstlich von Akita." in told
    assert "Samurai in Kürze" in printed.out
    assert "quatsch ist hier weder ein Zug noch ein Befehl" in printed.out
    assert "Die Partie ist gespeichert" in printed.out
    for english in (" the ", " your ", " is ", "turn", "stack", "aside", "village"):
        assert english not in printed.out


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_AT.UTF-8"}, "deine Hand"),
        ({"LANG": "de"}, "deine Hand"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "your hand"),
        ({"LANG": "fr_FR.UTF-8"}, "your hand"),
        ({"LANG": ""}, "your hand"),
    ],
)
def test_the_language_is_the_systems(
    kabuto: Kabuto, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language in kabuto("play", "--seed", 1).out


def test_the_words_are_those_of_the_edition(kabuto: Kabuto) -> None:
    printed = kabuto("play", "--edition", "ffg", "--seed", 1, typed="help\n").out
    assert "Fantasy Flight Games 2015" in printed
    assert "caste pieces" in printed
    assert "H castle" in printed
    assert "This is decided at the end of the turn." in words(printed)


def test_ascii_prints_nothing_else(kabuto: Kabuto, game: Path) -> None:
    lines = ("S3", "help", "S3p8", "log", "score", "unplayed", "o10", "zurück", "/")
    printed = play(kabuto, game, *lines, options=["--ascii", "--language", "de"])
    assert printed.out.isascii()
    assert "S3@+" in printed.out


def test_nothing_but_text_is_printed_to_a_pipe(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "S3", "help", "S3p8 /", "score")
    assert "\033" not in printed.out
    assert max(len(line) for line in printed.out.split("\n") if str(game) not in line) <= 80
    assert printed.err == ""


def test_control_characters_of_the_input_do_not_reach_the_screen(kabuto: Kabuto, game: Path) -> None:
    printed = play(kabuto, game, "\033[31mred\a\x9b")
    assert "?[31mred?? is neither a move nor a command" in printed.out
    assert kabuto("\033[31m").err.startswith("kabuto: there is no command ?[31m")


def test_options_without_a_command_begin_a_game(kabuto: Kabuto) -> None:
    assert "▲ 2 Genta 2 (Greedy)" in kabuto("--players", 3, "--seed", 1).out
