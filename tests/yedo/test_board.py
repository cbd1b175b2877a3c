"""The board and the clan boards (Y1–Y27, Q11)."""

import pytest

from kabuto.yedo.board import (
    ANNEXES,
    CATEGORIES,
    COLOURS,
    COPIES,
    DISTRICTS,
    GARDEN,
    PATROLS,
    PILES,
    SPOTS,
    SPOTS_OF,
    WEAPON,
    WEAPONS,
    board,
)
from kabuto.yedo.cards import card_set

from .helpers import at, bare, card, geishas, pile, play, rest, weapon
from .rules_table import rule

PLAYERS = (2, 3, 4, 5)


@rule("Y1")
def test_the_board_has_seven_districts() -> None:
    assert set(DISTRICTS) == {"castle", "gates", "tavern", "harbor", "redlight", "market", "temple"}
    assert len(DISTRICTS) == 7
    assert all(SPOTS_OF)


@rule("Y7", "Y8", "Y9", "Y14", "Y16")
def test_every_pile_has_a_place() -> None:
    assert ("action", "bonus", *COLOURS, "weapon", "event") == PILES
    assert COLOURS == ("green", "yellow", "red", "black")


@rule("Y9", "Y11")
def test_there_are_eight_weapons_of_five_copies_and_four_annexes() -> None:
    assert (len(WEAPONS), COPIES, len(ANNEXES)) == (8, 5, 4)


@rule("Y10")
def test_weapons_have_a_discard_of_their_own() -> None:
    s = bare()
    weapon(s, 0, "katana", "katana", "katana", "nawa")
    pile(s, "weapon", "yumi", "doku", "doku")
    game = play(at(s, "auction", ()), "auction weapon", "pass", "pass", "pass", "keep yumi")
    play(game, "discard nawa")
    assert [WEAPONS[n] for n in game.state.discard] == ["doku", "doku", "nawa"]
    assert all(n < 8 for n in game.state.decks[WEAPON])
    assert len(game.state.decks[WEAPON]) == 40 - 2 - 4 - 3


@pytest.mark.parametrize("players", PLAYERS)
@rule("Y11", "Y12", "Q11")
def test_supplies_for_every_number_of_players(players: int) -> None:
    numbers = board(players)
    assert (numbers.blessings, numbers.annexes, numbers.geishas) == (players, players - 1, players + 2)


@rule("Y15")
def test_there_is_a_place_for_the_current_event() -> None:
    assert bare().event == -1


@pytest.mark.parametrize("players", PLAYERS)
@rule("Y17", "Q37")
def test_the_patrol_walks_round_all_seven_districts(players: int) -> None:
    assert sorted(board(players).ring) == list(range(7))
    assert sorted(board(players).directions) == [-1, 1]
    assert len(PATROLS) == 2


@pytest.mark.parametrize(
    ("players", "blocked"), [(5, 0), (4, 1), (3, 6), (2, 9)], ids=lambda value: str(value)
)
@rule("Y41", "Q11")
def test_placeholders_block_spaces_with_fewer_players(players: int, blocked: int) -> None:
    free, full = board(players).spaces, board(5).spaces
    taken = [full[spot] - free[spot] for spot in range(len(SPOTS)) if spot != GARDEN]
    assert sum(taken) == blocked
    assert min(taken) >= 0


@rule("Y41")
def test_with_four_players_the_temple_loses_one_space() -> None:
    temple = SPOTS.index("temple")
    assert board(5).spaces[temple] - board(4).spaces[temple] == 1


@pytest.mark.parametrize("players", PLAYERS)
@rule("Q11")
def test_a_closed_district_leaves_room_for_all_disciples(players: int) -> None:
    spaces = board(players).spaces
    for district in range(7):
        assert sum(spaces[spot] for spot in range(9) if spot not in SPOTS_OF[district]) >= 4 * players


@pytest.mark.parametrize(
    ("field", "limit"), [("missions", 4), ("weapons", 4), ("actions", 3), ("bonuses", 2), ("geishas", 3)]
)
@rule("Y18", "Y21", "Y24", "Y25", "Y26")
def test_limits_of_the_clan_board(field: str, limit: int) -> None:
    assert getattr(board(4), f"max_{field}") == limit


@pytest.mark.parametrize(
    ("kind", "things"),
    [
        ("missions", ("M1", "M2", "M3", "M13", "M14")),
        ("actions", ("A1", "A2", "A3", "A4")),
        ("bonuses", ("B1", "B2", "B3")),
        ("weapons", ("doku", "fukiya", "katana", "nawa", "yumi")),
    ],
)
@rule("Y18", "Y24", "Y25", "Y26")
def test_no_position_at_rest_holds_more(kind: str, things: tuple[str, ...]) -> None:
    s = bare()
    (weapon if kind == "weapons" else card)(s, 0, *things)
    with pytest.raises(ValueError, match=f"clans\\[0\\].{kind}: at most"):
        rest(s)


@rule("Y20", "Y21", "Y22")
def test_no_clan_holds_more_blessings_geishas_or_annexes() -> None:
    s = bare()
    geishas(s, 0, 4)
    with pytest.raises(ValueError, match="geishas"):
        rest(s)
    s = bare()
    s.edit(0).blessing, s.blessings = 2, 2
    with pytest.raises(ValueError, match="blessing"):
        rest(s)
    s = bare()
    s.edit(0).annexes, s.annexes = (2, 2), (3, 3, 1, 3)
    with pytest.raises(ValueError, match="annexes"):
        rest(s)


@rule("Y19", "Y43")
def test_a_clan_has_four_disciples() -> None:
    s = bare()
    s.edit(0).home = 3
    with pytest.raises(ValueError, match="5 disciples"):
        rest(s)


@rule("Y20", "Y21", "Y22", "Y24")
def test_what_lies_open_is_in_every_view() -> None:
    s = bare()
    weapon(s, 0, "katana")
    geishas(s, 0, 2)
    view = rest(s).view(1)
    assert view.state.clans[0].weapons == (WEAPONS.index("katana"),)
    assert view.state.clans[0].geishas == 2


@rule("Y18", "Y25", "Y26")
def test_what_lies_face_down_is_in_no_other_view() -> None:
    s = bare()
    card(s, 0, "A3", "B4", "M31")
    game = rest(s)
    for seat in (1, None):
        seen = game.view(seat).state.clans[0]
        assert min(*seen.actions, *seen.bonuses, *seen.missions, -1) < 0
        assert all(number < 0 for number in (*seen.actions, *seen.bonuses, *seen.missions))
    assert game.view(0).state.clans[0].missions == game.state.clans[0].missions


@rule("Y102")
def test_there_are_seven_categories() -> None:
    assert CATEGORIES == ("action", "bonus", "weapon", "annex", "geisha", "disciple", "mission")


@rule("Y14", "Y52")
def test_the_house_has_59_missions_in_four_colours() -> None:
    cards = card_set("house")
    assert [sum(card.colour == n for card in cards.missions) for n in range(4)] == [12, 18, 18, 11]
    assert len(cards.deck_faces[0]) == 50
    assert (len(cards.bonuses), len(cards.events), len(cards.favours)) == (27, 27, 5)


@rule("Y13")
def test_disciples_wait_in_the_reserve_on_the_board() -> None:
    assert [own.reserve for own in bare().clans] == [2, 2, 2, 2]


@rule("Y23", "Q66")
def test_any_number_of_finished_missions() -> None:
    s = bare()
    s.edit(0).finished, s.decks = tuple(range(12)), (*s.decks[:2], (), *s.decks[3:])
    assert len(rest(s).view(2).state.clans[0].finished) == 12
