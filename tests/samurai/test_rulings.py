"""The 40 rulings of "Samurai, as implemented" (docs/samurai.md), one test each.

Each plays through the public contract. Where a ruling says that something cannot arise, the test
proves it by what is possible: over every legal move of random games in every way to play.
"""

from collections import Counter
from itertools import cycle, permutations
from random import Random

import pytest

from kabuto.samurai import EDITIONS as EDITION_TABLE
from kabuto.samurai import Samurai, Verb, majorities
from kabuto.samurai.board import SETTLEMENTS, SPACES, board
from kabuto.samurai.tokens import FULL_SET, codes

from .helpers import (
    AKITA,
    EAST,
    EDITIONS,
    EDO,
    LAND_OF_AKITA,
    LAND_OF_EAST,
    NORTH,
    PLAYERS,
    SETTINGS,
    TIMINGS,
    Where,
    at,
    decided,
    exchange,
    finished,
    lay,
    legal,
    new,
    play,
    position,
    put,
    refusal,
    shift,
    sources,
    steps,
    wander,
)
from .referee import MAP, ROOM, beside
from .rules_table import rule

by_edition = pytest.mark.parametrize("edition", EDITIONS)
by_timing = pytest.mark.parametrize("captures", TIMINGS)
by_setting = pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: "-".join(map(str, s.values())))
by_players = pytest.mark.parametrize("players", PLAYERS)

# Edo keeps a figure of each kind on the map, so that a game goes on after a capture.
FULL_EDO = {EDO: "HBR"}


def figures_on_board(game: Samurai) -> Counter[str]:
    return Counter("".join(game.position()["figures"].values()))


def counts_captured(game: Samurai) -> list[list[int]]:
    found: list[list[int]] = game.position()["captured"]
    return found


def surrounded(game: Samurai) -> set[str]:
    """Settlements whose land spaces are all taken, seen from the position alone."""
    tokens = game.position()["tokens"]
    return {
        name
        for name in MAP
        if MAP[name]["terrain"] in ROOM
        and all(space in tokens for space in beside(name) if MAP[space]["terrain"] == "land")
    }


@rule("K85", "K86", "K87", "J1")
@by_timing
def test_ruling_01_captures_come_at_once_or_after_the_turns_tokens(captures: str) -> None:
    defaults = {edition: new(edition=edition).options["captures"] for edition in EDITIONS}
    assert defaults == {"rgg": "token", "hig": "turn", "ffg": "turn"}

    game = position(
        figures={NORTH: "B", **FULL_EDO}, tokens={(0, -5): (1, "B2")}, hands=["N1 V2"], captures=captures
    )
    play(game, lay("N1", (1, -6)))
    assert bool(game.captures) == (captures == "token"), "the ronin closes the last land space"
    play(game, lay("V2", (0, -7)))
    assert not game.captures, "a ship closes nothing"
    play(game, "/")
    assert bool(game.captures) == (captures == "turn")
    winner = {"token": 1, "turn": 0}[captures]
    assert counts_captured(game)[winner] == [0, 1, 0], "the ship counts only where the captures wait for it"


@rule("K50", "K61", "J2")
@by_timing
def test_ruling_02_tokens_in_any_order(captures: str) -> None:
    figures = {NORTH: "B", EAST: "R", **FULL_EDO}
    plays = [lay("S2", (0, -3)), lay("N1", (-1, 1)), lay("V1", (3, -6)), exchange(NORTH, "B", EAST, "R")]
    ends = []
    for order in permutations(plays):
        game = position(figures=figures, hands=["S2 N1 V1 X"], captures=captures)
        position_after = play(game, *order).position()
        ends.append({key: position_after[key] for key in ("figures", "tokens", "captured", "hands")})
    assert len(ends) == 24
    assert all(end == ends[0] for end in ends), "without captures the order makes no difference"

    # Each is resolved before the next: the samurai closes the village before the exchange could reach it.
    game = position(figures=figures, tokens={(0, -5): (1, "B2")}, hands=["S2 X"], captures=captures)
    play(game, lay("S2", (1, -6)))
    is_legal = game.why_not(exchange(NORTH, "B", EAST, "R")) is None
    assert is_legal == (captures == "turn")


@rule("K64", "J3")
@by_edition
def test_ruling_03_at_least_one_token(edition: str) -> None:
    game = position(figures=FULL_EDO, hands=["S1", "S1"], edition=edition)
    assert refusal(game, "/") == "play_first"
    play(game, lay("S1", (0, -5)), "/")
    assert game.to_move == 1
    assert refusal(game, "/") == "play_first"


@rule("K62", "J4")
@by_edition
@pytest.mark.parametrize(
    "only",
    [[lay("N1", (0, -5))], [lay("V1", (0, -7)), lay("V2", (1, -7))], [exchange(NORTH, "B", EAST, "R")]],
)
def test_ruling_04_only_fast_tokens_or_only_the_figure_exchange(edition: str, only: list[str]) -> None:
    game = position(figures={NORTH: "B", EAST: "R", **FULL_EDO}, hands=["N1 V1 V2 X S3"], edition=edition)
    play(game, *only, "/")
    assert game.to_move == 1


@rule("J5")
@by_edition
@by_players
def test_ruling_05_a_player_without_tokens_passes(edition: str, players: int) -> None:
    game = position(figures=FULL_EDO, hands=["", "S1 S2"], edition=edition, players=players)
    for token in ("S1", "S2"):
        assert legal(game) == {"/"}, "it still has its turn"
        play(game, "/")
        assert game.to_move == 1, "and the game goes on"
        play(game, lay(token, (0, -5) if token == "S1" else (1, -6)), "/", *["/"] * (players - 2))
    for seat in (0, 1):
        assert (game.to_move, game.outcome) == (seat, None)
        play(game, "/")
    assert game.outcome is not None, "until everybody has passed in succession"


@rule("J6")
@by_timing
def test_ruling_06_tokens_but_no_legal_play(captures: str) -> None:
    stuck = position(figures=FULL_EDO, hands=["X", "S1"], captures=captures)
    assert legal(stuck) == {"/"}
    play(stuck, "/")
    assert stuck.position()["hands"][0] == ["X"], "the token is kept"

    # Only then: at the beginning of no other turn is there nothing to play.
    for seed, setting in enumerate(SETTINGS * 3):
        for game, _ in wander(seed, **{**setting, "captures": captures}):
            if legal(game) == {"/"} and not game.position()["played"]:
                assert game.to_move is not None
                assert game.position()["hands"][game.to_move] in ([], ["X"])


@rule("J7")
@by_players
def test_ruling_07_the_game_cannot_stall(players: int) -> None:
    fillers = [code for code in codes(FULL_SET) if code[0] not in "VX"]
    assert players * len(fillers) > len(board(players).land)

    # Land that is full leaves no figure on the map.
    supply = [(seat, token) for token in fillers for seat in range(players)]
    tokens = {SPACES[space].name: laid for space, laid in zip(board(players).land, supply, strict=False)}
    full = position(
        figures=new(players=players).position()["figures"], tokens=tokens, captures="turn", players=players
    )
    play(full, "/")
    assert not figures_on_board(full)
    assert full.to_move is None

    # A game ends because it is decided, never because everybody passes.
    for seed in range(40):
        game = finished(seed, players=players, edition=EDITIONS[seed % 3])
        assert len(figures_on_board(game)) < 3 or sum(game.position()["aside"]) >= 4
        assert sum(move.verb is Verb.END for move in game.moves) <= players * 25


@rule("K47", "J8")
@by_edition
def test_ruling_08_equal_figures_are_not_exchanged(edition: str) -> None:
    figures, swap = {NORTH: "B", EAST: "B", AKITA: "HR"}, exchange(NORTH, "B", EAST, "B")
    game = position(figures=figures, hands=["X S1"], edition=edition)
    assert refusal(game, swap) == "null_exchange"
    assert exchange(NORTH, "B", AKITA, "H") in legal(game)

    allowed = position(figures=figures, hands=["X S1"], edition=edition, null_exchange=True)
    assert swap in legal(allowed)
    play(allowed, swap)
    assert allowed.position()["figures"] == game.position()["figures"], "it changes nothing"
    assert allowed.position()["hands"][0] == ["S1"], "and costs the token"


@rule("J9")
@pytest.mark.parametrize("null_exchange", [False, True])
def test_ruling_09_no_exchange_inside_one_settlement(null_exchange: bool) -> None:
    game = position(figures={AKITA: "HB", **FULL_EDO}, hands=["X"], null_exchange=null_exchange)
    for settlement, one, two in ((AKITA, "H", "B"), (EDO, "B", "R"), (EDO, "R", "R")):
        assert refusal(game, exchange(settlement, one, settlement, two)) == "same_settlement"


@rule("K51", "J10")
@by_setting
def test_ruling_10_no_settlement_ever_holds_two_equal_figures(setting: dict[str, object]) -> None:
    kyoto = (-3, 4)
    game = position(figures={AKITA: "HB", kyoto: "HR", NORTH: "R", EAST: "B", **FULL_EDO}, hands=["X"])
    exchanges = {move for move in legal(game) if move[0] == "X"}
    assert not any(at(EDO) in move for move in exchanges), "Edo's figures can never be exchanged"
    assert exchanges == {
        exchange(AKITA, "B", kyoto, "R"),  # each gets the kind that it does not hold
        exchange(AKITA, "H", NORTH, "R"),
        exchange(AKITA, "B", NORTH, "R"),
        exchange(kyoto, "H", EAST, "B"),
        exchange(kyoto, "R", EAST, "B"),
        exchange(NORTH, "R", EAST, "B"),
    }
    assert refusal(game, exchange(AKITA, "H", EAST, "B")) == "equal_pair"

    for game, _ in wander(10, **setting):
        for held in game.position()["figures"].values():
            assert len(set(held)) == len(held)


@rule("J11")
@by_edition
def test_ruling_11_only_figures_on_the_board_are_exchanged(edition: str) -> None:
    captured = [[1, 0, 0], [0, 1, 0]]
    figures = {NORTH: "R", EAST: "B", **FULL_EDO}
    game = position(figures=figures, hands=["X"], captured=captured, aside=[1, 0, 1], edition=edition)
    assert refusal(game, exchange(AKITA, "H", NORTH, "R")) == "no_such_figure"
    assert refusal(game, exchange(NORTH, "H", EAST, "B")) == "no_such_figure"
    assert legal(game) == {exchange(NORTH, "R", EAST, "B")}
    play(game, exchange(NORTH, "R", EAST, "B"))
    assert (counts_captured(game), game.position()["aside"]) == (captured, [1, 0, 1])


@rule("J12")
def test_ruling_12_exchange_with_a_surrounded_settlement() -> None:
    for seed, setting in zip(range(8), cycle(SETTINGS), strict=False):
        for game, _ in wander(seed, **{**setting, "captures": "token"}):
            assert not surrounded(game) & set(game.position()["figures"]), "at once: it cannot arise"

    village = (2, -4)
    game = position(
        figures={NORTH: "B", village: "R", **FULL_EDO},
        tokens={(0, -5): (1, "B2")},
        hands=["N1 X"],
        captures="turn",
    )
    play(game, lay("N1", (1, -6)), exchange(NORTH, "B", village, "R"), "/")
    assert decided(game) == {(at(NORTH), "R"): ((1, 0), 0)}, "the final figures are contested"


@rule("J13")
@by_timing
def test_ruling_13_a_figure_exchange_triggers_no_capture(captures: str) -> None:
    seen = 0
    for seed, setting in enumerate(SETTINGS * 2):
        before = None
        for game, move in wander(seed, **{**setting, "captures": captures}):
            if before is not None:
                seen += 1
                assert not game.captures
                assert (counts_captured(game), game.position()["aside"], surrounded(game)) == before
            now = (counts_captured(game), game.position()["aside"], surrounded(game))
            before = now if str(move)[0] == "X" else None
    assert seen > 20

    alone = position(figures={NORTH: "B", EAST: "R", **FULL_EDO}, hands=["X", "S1"], captures=captures)
    play(alone, exchange(NORTH, "B", EAST, "R"), "/")
    assert not alone.captures


@rule("K40", "K41", "K42", "K43", "K77", "J14")
@by_edition
def test_ruling_14_a_token_counts_for_every_settlement_and_figure_beside_it(edition: str) -> None:
    tokens = {(1, -5): (0, "S3"), (0, -5): (1, "B4"), (3, -6): (0, "V1")}
    game = position(figures={NORTH: "B", EAST: "H", AKITA: "BR", **FULL_EDO}, tokens=tokens, edition=edition)

    def influence(where: Where) -> list[tuple[int, ...]]:
        return [contest.influence for contest in game.settlement(at(where)).contests]

    assert influence(NORTH) == [(0, 0), (0, 4), (0, 0)], "a Buddha token counts for Buddhas only"
    assert influence(EAST) == [(4, 0), (4, 0), (4, 0)], "samurai and ship count for all three"
    assert influence(AKITA) == [(3, 0), (3, 4), (3, 0)], "and fully for the next settlement"
    assert all(
        len([n for n in beside(SPACES[s].name) if MAP[n]["terrain"] in ROOM]) == 2 for s in board(4).land
    )


@rule("K79", "J15")
@by_timing
def test_ruling_15_without_any_influence_a_figure_is_set_aside(captures: str) -> None:
    for owner in (0, 1):  # also when one player alone surrounds it
        game = position(
            figures={NORTH: "B", **FULL_EDO},
            tokens={(0, -5): (owner, "R4")},
            hands=["H3", "S1"],
            captures=captures,
            aside=[1, 0, 2],
        )
        play(game, lay("H3", (1, -6)))
        if captures == "turn":
            play(game, "/")
        assert decided(game) == {(at(NORTH), "B"): ((0, 0), None)}
        assert counts_captured(game) == [[0, 0, 0], [0, 0, 0]]
        assert game.position()["aside"] == [1, 1, 2]
        if captures == "token":
            play(game, "/")
        assert game.to_move is None, "it counts toward the four"


@rule("K81", "J16")
@by_setting
def test_ruling_16_figures_are_contested_separately_and_leave_together(setting: dict[str, object]) -> None:
    tokens = {(0, -5): (0, "H2"), (1, -5): (1, "R3"), (0, -3): (1, "H2")}
    game = position(figures={AKITA: "HR", **FULL_EDO}, tokens=tokens, hands=["S1"])
    play(game, lay("S1", (1, -4)))
    assert decided(game) == {(at(AKITA), "H"): ((3, 2), 0), (at(AKITA), "R"): ((1, 3), 1)}
    assert set(game.position()["figures"]) == {at(EDO)}

    for game, _ in wander(16, **setting):
        if game.state.phase == "turn":
            held = game.position()["figures"]
            assert all(len(kinds) == ROOM[MAP[name]["terrain"]] for name, kinds in held.items()), (
                "full or empty"
            )


@rule("K82", "J17")
@by_timing
def test_ruling_17_the_order_of_captures_makes_no_difference(captures: str) -> None:
    around = {*LAND_OF_EAST, *LAND_OF_AKITA} - {(1, -5)}
    tokens = {
        place: (n % 2, token)
        for n, (place, token) in enumerate(zip(sorted(around), codes(FULL_SET), strict=False))
    }
    figures = {NORTH: "", EAST: "B", AKITA: "HR", **FULL_EDO}
    game = position(figures=figures, tokens=tokens, hands=["S3", "S1"], captures=captures)
    play(game, lay("S3", (1, -5)))
    if captures == "turn":
        foreseen = {
            (space, "HBR"[contest.figure]): (contest.influence, contest.winner)
            for space in (at(EAST), at(AKITA))
            for contest in game.settlement(space).contests
            if "HBR"[contest.figure] in game.position()["figures"][space]
        }
        play(game, "/")
        assert decided(game) == foreseen, "each is decided by the tokens alone"
    assert [(SPACES[c.space].name, "HBR"[c.figure]) for c in game.captures] == [
        (at(AKITA), "H"),
        (at(AKITA), "R"),
        (at(EAST), "B"),
    ], "the log has the order of the map; nobody is asked for another one"


@rule("K56", "J18")
def test_ruling_18_a_token_laid_in_the_same_turn_cannot_be_moved() -> None:
    game = position(figures=FULL_EDO, hands=["S1 T N1"])
    play(game, lay("N1", (0, -5)))
    assert refusal(game, shift((0, -5), (1, -6))) == "cannot_move"
    play(game, lay("S1", (1, -5)))
    assert refusal(game, shift((1, -5), (1, -6))) == "one_slow_token"

    seen = 0
    for seed, setting in enumerate(SETTINGS * 2):
        lying: dict[str, list[object]] = {}
        for game, _ in wander(seed, **setting):
            if not game.position()["played"]:
                lying = game.position()["tokens"]
            sources_now = {SPACES[m.space].name for m in game.legal_moves() if m.verb is Verb.EXCHANGE_TOKENS}
            assert sources_now <= set(lying)
            seen += bool(sources_now)
    assert seen > 100


@rule("J19")
def test_ruling_19_the_token_exchange_itself_is_never_moved() -> None:
    game = position(figures=FULL_EDO, tokens={(0, -5): (1, "T"), (1, -5): (0, "S1")}, hands=["T", "S1"])
    assert refusal(game, shift((0, -5), (1, -6))) == "not_your_token", "of an opponent"
    play(game, shift((1, -5), (1, -6)), "/", lay("S1", (0, -3)), "/")
    assert refusal(game, shift((1, -5), (2, -5))) == "not_in_hand", "there is one for each player"

    for seed, setting in enumerate(SETTINGS):
        for game, _ in wander(seed, **setting):
            tokens = game.position()["tokens"]
            for move in game.legal_moves():
                if move.verb is Verb.EXCHANGE_TOKENS:
                    owner, token = tokens[SPACES[move.space].name]
                    assert owner == game.to_move
                    assert token != "T"
            assert (
                max(Counter(seat for seat, token in tokens.values() if token == "T").values(), default=0) <= 1
            )


@rule("K54", "J20")
@by_edition
def test_ruling_20_ships_and_the_ronin_are_not_moved(edition: str) -> None:
    tokens = {(0, -5): (0, "N1"), (0, -7): (0, "V2"), (1, -5): (0, "S1")}
    game = position(figures=FULL_EDO, tokens=tokens, hands=["T"], edition=edition)
    assert refusal(game, shift((0, -5), (1, -6))) == "cannot_move"
    assert refusal(game, shift((0, -7), (1, -6))) == "cannot_move"
    assert refusal(game, shift((0, -7), (1, -7))) == "cannot_move"
    assert {move.split("-")[0] for move in legal(game)} == {f"T{at((1, -5))}"}


@rule("K60", "J21")
@by_edition
def test_ruling_21_the_token_exchange_is_the_turns_one_slow_token(edition: str) -> None:
    start = position(figures=FULL_EDO, tokens={(0, -5): (0, "S3")}, hands=["T S1 N1"], edition=edition)
    game = play(start.copy(), shift((0, -5), (1, -6)))
    assert refusal(game, lay("S1", (0, -3))) == "one_slow_token", "the re-laid token is no second play"
    play(game, lay("N1", (0, -3)), "/")

    game = play(start.copy(), lay("S1", (0, -3)))
    assert refusal(game, shift((0, -5), (1, -6))) == "one_slow_token"


@rule("K55", "J22")
@by_players
def test_ruling_22_a_moved_token_goes_to_another_empty_land_space(players: int) -> None:
    tokens = {(0, -5): (0, "S3"), (1, -5): (1, "S1")}
    game = position(figures=FULL_EDO, tokens=tokens, hands=["T"], players=players)
    empty = {SPACES[space].name for space in board(players).land} - set(game.position()["tokens"])
    assert legal(game) == {shift((0, -5), space) for space in empty}
    assert refusal(game, shift((0, -5), (0, -5))) == "same_space"
    assert refusal(game, shift((0, -5), (1, -5))) == "occupied"
    assert refusal(game, shift((0, -5), (0, -7))) == "land_on_sea"
    assert refusal(game, shift((0, -5), NORTH)) == "on_settlement"
    if players < 4:
        assert refusal(game, shift((0, -5), (0, -9))) == "out_of_play"


@rule("K53", "J23")
@by_timing
def test_ruling_23_the_old_space_stays_filled(captures: str) -> None:
    tokens = {(0, -5): (0, "S3"), (1, -5): (1, "S1"), (0, -3): (1, "S2")}
    game = position(
        figures={NORTH: "B", AKITA: "HB", **FULL_EDO}, tokens=tokens, hands=["T"], captures=captures
    )
    play(game, shift((0, -5), (1, -6)))
    assert game.settlement(at(AKITA)).missing == (at((1, -4)),), (
        "the token exchange lies where the samurai was"
    )
    if captures == "turn":
        play(game, "/")
    assert decided(game) == {(at(NORTH), "B"): ((3, 0), 0)}, "status changes at the destination only"
    assert sources(game, NORTH, "B")[0] == {at((1, -6)): "S3"}

    for seed, setting in enumerate(SETTINGS):
        before: set[str] = set()
        target = ""
        for game, move in wander(seed, **{**setting, "captures": captures}):
            if target:
                closed = surrounded(game) - before
                assert closed <= set(beside(target)), "only settlements beside the destination are closed"
                assert before <= surrounded(game), "and none is opened"
            target = SPACES[move.other_space].name if move.verb is Verb.EXCHANGE_TOKENS else ""
            before = surrounded(game)


@rule("J24")
@by_edition
def test_ruling_24_a_token_may_leave_a_captured_settlement(edition: str) -> None:
    tokens = {(0, -5): (0, "S3"), (1, -6): (1, "B2")}
    game = position(figures={AKITA: "HB", **FULL_EDO}, tokens=tokens, hands=["T"], edition=edition)
    play(game, shift((0, -5), (1, -4)), "/")
    assert game.position()["tokens"][at((1, -4))] == [0, "S3"]

    # Also where both settlements beside it are empty: it has nothing left to do there.
    tokens = {(0, -5): (1, "B2"), (1, -6): (0, "S3")}
    game = position(figures={AKITA: "HB", **FULL_EDO}, tokens=tokens, hands=["T"], edition=edition)
    play(game, shift((1, -6), (1, -4)), "/")
    assert game.position()["tokens"][at((1, -4))] == [0, "S3"]


@rule("K53", "J25")
@by_edition
def test_ruling_25_a_token_exchange_needs_a_token_to_move(edition: str) -> None:
    tokens = {(0, -5): (1, "S3"), (1, -6): (0, "N1")}
    game = position(figures=FULL_EDO, tokens=tokens, hands=["T S1"], edition=edition)
    assert not any(move[0] == "T" for move in legal(game))
    assert refusal(game, shift((0, -5), (1, -5))) == "not_your_token"
    assert refusal(game, shift((1, -5), (0, -3))) == "not_your_token"
    alone = position(figures=FULL_EDO, tokens=tokens, hands=["T"], edition=edition)
    assert legal(alone) == {"/"}


@rule("J26")
@by_players
def test_ruling_26_waiting_moves_are_legal(players: int) -> None:
    useless = [(-10, 8), (-7, 5), (-4, 1), (-2, 5), *{2: [(-7, 8)], 3: [], 4: [(2, -13), (5, -12)]}[players]]
    game = position(figures=FULL_EDO, tokens={(0, -5): (1, "S1")}, hands=["V1 S1"], players=players)
    for place in useless:
        assert lay("V1", place) in legal(game), "a sea space that touches no settlement"
    assert lay("S1", (1, -6)) in legal(game), "beside settlements that are empty"


@rule("J27")
@by_setting
def test_ruling_27_tokens_stay_on_the_board(setting: dict[str, object]) -> None:
    before: dict[str, list[object]] = {}
    leaving: set[str] = set()
    for game, move in wander(27, **setting):
        tokens = game.position()["tokens"]
        gone = {space for space, laid in before.items() if tokens.get(space) != laid}
        assert gone == leaving, "only a token exchange takes a token from its space"
        leaving = {SPACES[move.space].name} if move.verb is Verb.EXCHANGE_TOKENS else set()
        laid = sum(m.verb in (Verb.PLAY, Verb.EXCHANGE_TOKENS) for m in game.moves)
        assert len(tokens) == laid
        before = tokens


@rule("K70", "K72", "J28")
@by_timing
def test_ruling_28_draw_once_at_the_end_of_the_turn(captures: str) -> None:
    draws = ["S3 H4 B4 R4", ""]
    game = position(figures=FULL_EDO, hands=["S1 N1 V1 V2 X"], draws=draws, captures=captures)
    plays = [lay("N1", (0, -5)), lay("V1", (0, -7)), lay("S1", (1, -6))]
    for left, move in zip((4, 3, 2), plays, strict=True):
        play(game, move)
        assert len(game.position()["hands"][0]) == left
        assert refusal(game, lay("S3", (1, -5))) == "not_in_hand", "a new token is not there yet"
    play(game, "/")
    assert Counter(game.position()["hands"][0]) == Counter(["V2", "X", "S3", "H4", "B4"]), (
        "from the top, to five"
    )
    assert game.position()["draws"][0] == ["R4"]

    short = position(figures=FULL_EDO, hands=["S1 N1"], draws=["H2 B2"], captures=captures)
    play(short, lay("S1", (0, -5)), "/")
    assert sorted(short.position()["hands"][0]) == ["B2", "H2", "N1"], "as many as there are"


@rule("K90", "K91", "J29")
@by_players
@by_timing
def test_ruling_29_the_turn_is_finished_when_the_end_is_reached(players: int, captures: str) -> None:
    game = position(
        figures={NORTH: "B", (2, -4): "H", (0, -2): "R"},
        tokens={(0, -5): (1, "B2")},
        hands=["N1 V1 S1"] * players,
        to_move=players - 2,
        players=players,
        captures=captures,
    )
    play(game, lay("N1", (1, -6)))
    assert ("B" in figures_on_board(game)) == (captures == "turn"), "at once the last Buddha is gone"
    for move in (lay("V1", (0, -7)), lay("S1", (1, -5))):
        assert (game.outcome, game.to_move) == (None, players - 2), "further tokens may follow"
        play(game, move)
    play(game, "/")
    assert game.outcome is not None
    assert game.to_move is None, "nobody else moves: the round is not completed"
    assert legal(game) == set()
    assert refusal(game, lay("S1", (2, -5))) == "over"


@rule("J30")
@by_timing
@pytest.mark.parametrize("last_of_a_kind", [False, True])
def test_ruling_30_more_than_four_set_aside_or_both_ends_at_once(captures: str, last_of_a_kind: bool) -> None:
    figures = {AKITA: "HB"} if last_of_a_kind else {AKITA: "HB", **FULL_EDO}
    tokens = {(0, -5): (0, "S2"), (1, -5): (1, "S2"), (0, -3): (1, "S1")}
    game = position(figures=figures, tokens=tokens, hands=["S1", "S1"], aside=[0, 0, 3], captures=captures)
    play(game, lay("S1", (1, -4)), "/")
    assert game.position()["aside"] == [1, 1, 3], "five, not four"
    assert game.outcome is not None
    assert game.outcome.ranking == ((0, 1),)


@rule("K93", "K94", "J31")
@by_edition
def test_ruling_31_no_majority_with_zero_figures(edition: str) -> None:
    assert majorities([(0, 2, 0), (0, 1, 0)]) == (None, 0, None)
    assert majorities([(0, 2, 3), (0, 2, 1), (0, 0, 3)]) == (None, None, None), (
        "a tie for the most does not count"
    )
    game = position(captured=[(0, 2, 0), (0, 1, 5)], to_move=None, edition=edition)
    assert game.outcome is not None
    assert [text.key for text in steps(game)][:3] == ["led_by_nobody", "led", "led"]


@rule("K101", "J32")
@by_edition
def test_ruling_32_without_any_majority_the_most_figures_win(edition: str) -> None:
    game = position(
        captured=[(2, 2, 1), (2, 1, 2), (1, 2, 2), (2, 2, 2)], to_move=None, edition=edition, players=4
    )
    assert game.outcome is not None
    assert game.outcome.winners == (3,)
    assert [text.key for text in steps(game)][3:] == ["no_leader", "totals", "wins"]


@rule("K100", "K102", "J33")
@by_edition
@pytest.mark.parametrize(
    "captured",
    [
        [(3, 1, 1), (1, 3, 1), (1, 1, 1)],  # two leaders, alike in others and in total
        [(2, 2, 2), (2, 2, 2), (1, 1, 1)],  # no leader
    ],
)
def test_ruling_33_a_tie_after_all_steps_is_shared(
    edition: str, captured: list[tuple[int, int, int]]
) -> None:
    game = position(captured=captured, to_move=None, edition=edition, players=3)
    assert game.outcome is not None
    assert game.outcome.winners == (0, 1)
    assert steps(game)[-1].key == "shared"


@rule("K105", "J34")
@by_edition
@pytest.mark.parametrize(
    ("captured", "expected"),
    [
        # others 6, 4 and 5 of three leaders; then the one without a majority, whatever it has
        ([(3, 3, 4), (1, 5, 3), (5, 2, 3), (4, 3, 3)], ((0,), (2,), (1,), (3,))),
        # others 6, 3 and 2 of leaders with 10, 7 and 9 figures: the others come first
        ([(3, 3, 4), (1, 4, 2), (7, 1, 1), (2, 3, 3)], ((0,), (1,), (2,), (3,))),
        # two majorities, then the other leader, then the rest by their totals
        ([(1, 1, 1), (4, 4, 0), (2, 2, 2), (0, 0, 5)], ((1,), (3,), (2,), (0,))),
        # leaders alike in others: the total decides; the rest share a rank
        ([(4, 1, 1), (1, 5, 1), (2, 2, 2), (2, 2, 2)], ((1,), (0,), (2, 3))),
    ],
)
def test_ruling_34_ranking_of_all(
    edition: str, captured: list[tuple[int, int, int]], expected: tuple[tuple[int, ...], ...]
) -> None:
    game = position(captured=captured, to_move=None, edition=edition, players=4)
    assert game.outcome is not None
    assert game.outcome.ranking == expected


@rule("K32", "J35")
@by_players
@by_edition
def test_ruling_35_seat_0_places_first_and_moves_first(players: int, edition: str) -> None:
    seats: dict[str, list[int | None]] = {"choose": [], "draft": [], "turn": []}
    for game, _ in wander(35, players=players, edition=edition, hands="choose", figures="draft"):
        seats[game.state.phase].append(game.to_move)
        if len(seats["turn"]) == 1:
            break
    assert seats["choose"] == [seat for seat in range(players) for _ in range(5)]
    assert seats["draft"] == list(range(players)) * 9, "nine figures for every player"
    assert seats["turn"] == [0]
    assert new(players=players, edition=edition).to_move == 0


@rule("K30", "J36")
@by_players
@by_edition
def test_ruling_36_edo_is_filled_by_itself(players: int, edition: str) -> None:
    # The short rules let the players fill Edo; the three rulebooks fill it before anybody places.
    game = new(players=players, edition=edition, figures="draft")
    assert game.position()["figures"] == {at(EDO): "HBR"}
    for figure in "HBR":
        assert refusal(game, put(figure, EDO)) == "settlement_full"
    for seed in range(5):
        assert new(seed, players=players, edition=edition).position()["figures"][at(EDO)] == "HBR"


@rule("K33", "K34", "K35", "K37", "K39", "J37")
@by_players
@by_edition
def test_ruling_37_cities_first_then_villages_one_figure_each(players: int, edition: str) -> None:
    game = new(players=players, edition=edition, figures="draft")
    assert refusal(game, put("H", NORTH)) == "cities_first"
    play(game, put("H", AKITA))
    assert game.to_move == 1, "one figure, then the next player"
    assert refusal(game, put("H", AKITA)) == "equal_pair"
    assert {put("H", (-3, 4)), put("B", AKITA), put("R", AKITA)} <= legal(game), "the same or another city"

    cities = {SPACES[SETTLEMENTS[city]].name for city in board(players).cities}
    for game, move in wander(37, players=players, edition=edition, figures="draft"):
        if move.verb is not Verb.PUT:
            break
        held = game.position()["figures"]
        full = all(len(held.get(city, "")) == 2 for city in cities)
        assert (SPACES[move.space].name in cities) != full
    assert figures_on_board(game) == dict.fromkeys("HBR", board(players).figures), "all of them are placed"


@rule("K83", "K84", "J38")
@by_players
@by_edition
def test_ruling_38_hidden_figures_can_still_be_derived(players: int, edition: str) -> None:
    options = {"players": players, "edition": edition}
    hidden = EDITION_TABLE[edition].captured_figures[players] == "hidden"
    assert hidden == (players > 2 or edition == "ffg")

    seen = 0
    for game, _ in wander(38, **options):
        counts = [tuple(row) for row in counts_captured(game)]
        for seat in (*range(players), None):
            view = game.view(seat)
            expected = [None if hidden and owner != seat else row for owner, row in enumerate(counts)]
            assert list(view.captured) == expected
            assert list(view.remembered()) == counts, "captures are public events"
            seen += sum(map(sum, counts))
    assert seen
    for seat, row in enumerate(
        position(captured=[(1, 0, 0)] * players, captured_figures="open", players=players).view(None).captured
    ):
        assert row == (1, 0, 0), f"seat {seat}: open is offered for every number of players"


@rule("J39")
@by_setting
def test_ruling_39_public_information(setting: dict[str, object]) -> None:
    for ply, (game, _) in enumerate(wander(39, **setting)):
        if ply % 7 == 0 and game.state.phase == "turn":
            now, view = game.position(), game.view(None)
            assert view.tokens == {space: (seat, token) for space, (seat, token) in now["tokens"].items()}
            assert (view.figures, list(view.aside)) == (now["figures"], now["aside"])
            assert list(view.hand_sizes) == [len(hand) for hand in now["hands"]]
            assert list(view.stack_sizes) == [len(stack) for stack in now["draws"]]
            for seat, unplayed in enumerate(view.unplayed):
                assert Counter(unplayed) == Counter(now["hands"][seat] + now["draws"][seat])
                used = Counter(codes(FULL_SET)) - Counter(unplayed)
                lying = Counter(token for owner, token in now["tokens"].values() if owner == seat)
                assert used - lying in (Counter(), Counter(["X"])), "derivable from what was played"


@rule("J40")
@by_setting
def test_ruling_40_nothing_hidden_is_revealed_before_the_draw(setting: dict[str, object]) -> None:
    rng = Random(40)
    for game, move in wander(40, **setting):
        if move.verb is Verb.END or game.state.phase != "turn":
            continue
        assert game.to_move is not None
        before, known = game.position(), game.view(game.to_move)
        twin = game.copy()
        while twin.to_move == game.to_move and (
            moves := [m for m in twin.legal_moves() if m.verb is not Verb.END]
        ):
            twin.play(rng.choice(moves))
            assert twin.view(game.to_move).received == known.received, "no token is drawn within a turn"
        while twin.ply > game.ply:
            twin.undo()
        assert twin.position() == before
        assert twin.view(game.to_move).to_json() == known.to_json(), "taken back without a trace"
