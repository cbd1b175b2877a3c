"""Card sets: what the house's own is like, and how a bad one is refused."""

import json
import shutil
import tomllib
from collections import Counter
from pathlib import Path

import jsonschema_rs
import pytest

import kabuto
from kabuto.yedo.board import ANNEXES, DISTRICTS, SPOTS_OF, WEAPONS, board
from kabuto.yedo.cards import CardSet, Part, card_set, load_cards
from kabuto.yedo.cards.card_text import rules_of
from kabuto.yedo.cards.loader import FILES, read_folder
from kabuto.yedo.cards.schema import schema

from .rules_table import rule

pytestmark = pytest.mark.counted

HOUSE = Path(kabuto.__file__).parent / "yedo" / "cards" / "house"
FACTOR = (1.0, 1.0, 1.15, 1.3)
WORTH = {
    "action": 3.0,
    "bonus": 4.0,
    "mission": 3.0,
    "weapon": 6.0,
    "church": 3.0,
    "blessing": 5.0,
    "swap-patrol": 1.0,
    "reserve": -5.0,
}
"""About what a reward is worth in Mon; the reserve is counted as a need."""


HARD = ("patrol-in", "fewest")
"""Special requirements that are hard to plan for; so are these two."""
LATE = ("at-least prestige 15", "at-least finished 3")


@pytest.fixture(scope="module")
def house() -> CardSet:
    return card_set("house")


@pytest.fixture(scope="module", params=["house", "city"])
def cards(request: pytest.FixtureRequest) -> CardSet:
    return card_set(request.param)


def need(part: Part, colour: int) -> float:
    """What a part asks for, in Mon, by the formula of the design."""
    lost = any(reward.op == "reserve" for reward in part.rewards)
    plain = 5 * len(part.districts) + 4 * len(part.weapons) + 6 * part.geishas + 6 * len(part.annexes)
    special = sum(8 if each.op in HARD or str(each) in LATE else 4 for each in part.special)
    return FACTOR[colour] * (plain + 5 * part.blessing + part.mon + 5 * lost + special)


def gift(part: Part) -> float:
    """What a part brings, in Mon."""
    value = 0.0
    for reward in part.rewards:
        if reward.op == "prestige":
            value += 3.5 * reward.args[0]
        elif reward.op == "mon":
            value += reward.args[0]
        elif reward.op != "reserve":
            value += WORTH.get(reward.op, 0)
    return value


def test_value_fits_difficulty(cards: CardSet) -> None:
    for mission in cards.missions:
        if any(reward.op == "shogun" for reward in mission.standard.rewards):
            continue  # it ends the game, so it may pay more
        asked, paid = need(mission.standard, mission.colour), gift(mission.standard)
        assert asked - 2 <= paid <= asked + 3, (mission.code, asked, paid)


def test_every_bonus_part_pays_about_what_it_asks(cards: CardSet) -> None:
    for mission in cards.missions:
        assert mission.bonus is not None
        asked, paid = need(mission.bonus, mission.colour), gift(mission.bonus)
        assert asked - 2 <= paid <= asked + 8.5, (mission.code, asked, paid)


def test_weapons_districts_and_annexes_are_evenly_used(cards: CardSet) -> None:
    weapons: Counter[int] = Counter()
    districts: Counter[int] = Counter()
    annexes: Counter[int] = Counter()
    for mission in cards.missions:
        for part in (mission.standard, mission.bonus or Part()):
            weapons.update(part.weapons)
            districts.update(part.districts)
            annexes.update(part.annexes)
    for counter, kinds in ((weapons, WEAPONS), (districts, DISTRICTS), (annexes, ANNEXES)):
        assert len(counter) == len(kinds)
        assert max(counter.values()) <= 1.3 * min(counter.values())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_mission_is_feasible_with_every_number_of_players(cards: CardSet, players: int) -> None:
    spaces = board(players).spaces
    for mission in cards.missions:
        parts = (mission.standard, mission.bonus or Part())
        wanted = Counter(district for part in parts for district in part.districts)
        assert wanted.total() <= 4
        for district, number in wanted.items():
            assert number <= sum(spaces[spot] for spot in SPOTS_OF[district]), (mission.code, players)
        for part in parts:
            assert len(part.weapons) <= 4
            assert part.geishas <= min(3, board(players).geishas)
            assert part.blessing <= 1


def test_harmful_events_outnumber_kind_ones(cards: CardSet) -> None:
    ops = [{effect.op for effect in event.effects} for event in cards.events]
    assert sum("close" in words for words in ops) == 7
    assert sum(bool(words & {"lose", "lose-or-bless"}) for words in ops) >= 7
    kind = sum("give" in words and not words & {"close", "lose", "lose-or-bless"} for words in ops)
    assert kind <= 4


def test_action_cards_have_all_timings(cards: CardSet) -> None:
    copies: Counter[str] = Counter()
    for action in cards.actions:
        copies[action.timing] += action.copies
    assert copies["reaction"] == 4
    assert copies["5b"] == 12
    assert copies["5c"] == 8
    assert set(copies) == {"auction", "event", "place", "5b", "5c", "act", "reaction"}
    assert len(cards.deck_faces[0]) == 50


def test_every_card_has_its_own_name_and_text_in_both_languages(cards: CardSet) -> None:
    every = [*cards.missions, *cards.actions, *cards.bonuses, *cards.events, *cards.favours]
    for language in ("en", "de"):
        assert len({card.name.to(language) for card in every}) == len(every)
        assert all(card.text.to(language) for card in every)
    assert all(card.name.to("de") != card.name for card in every if card.name not in ("Ambush",))


def test_every_card_says_its_rules_in_both_languages(cards: CardSet) -> None:
    for card in [*cards.missions, *cards.actions, *cards.bonuses, *cards.events, *cards.favours]:
        rules = rules_of(card)
        assert rules
        for sentence in rules:
            assert "{" not in sentence
            assert "{" not in sentence.to("de")


def test_the_house_is_what_it_always_was(house: CardSet) -> None:
    assert house.digest == "f34faa955ac81aeb"


def test_the_city_has_every_kind_of_requirement_reward_and_bonus_part() -> None:
    city = card_set("city")
    parts = [mission.standard for mission in city.missions]
    bonuses = [mission.bonus for mission in city.missions if mission.bonus]
    assert sum(bool(part.special) for part in parts) >= 12
    rewards = Counter(reward.op for part in (*parts, *bonuses) for reward in part.rewards)
    assert rewards["blessing"] >= 8
    assert all(rewards[op] >= 3 for op in WORTH)
    more = [part for part in parts if {each.op for each in part.rewards} - {"prestige", "mon"}]
    assert len(more) >= 30
    shapes = Counter(
        key
        for part in bonuses
        for key in ("districts", "weapons", "annexes", "geishas", "special", "blessing", "mon")
        if getattr(part, key)
    )
    assert len(shapes) == 7
    assert shapes["districts"] <= 30


def test_no_card_of_the_city_equals_a_published_one() -> None:
    city = card_set("city")
    published = ({"action", "mon 3"}, {"bonus", "mon 3"}, {"stack-weapon", "mon 3"}, {"mon 7"}, {"blessing"})
    assert all({str(reward) for reward in card.rewards} not in published for card in city.favours)
    for mission in city.missions:
        assert (len(mission.standard.districts), len(mission.standard.weapons)) != (1, 4)
    names = {card.name.casefold() for card in (*city.actions, *city.missions, *city.events)}
    assert "ambush" not in names
    # Two names that the quick reference itself uses (R16); what these cards ask for and bring is ours.
    assert {"the walls have ears", "kill the shogun"} <= names
    assert not names & {card.name.casefold() for card in card_set("house").missions}


def test_a_set_has_another_hash_when_its_cards_do_something_else(folder: Path) -> None:
    before = read_folder(folder, "mine").digest
    spoil(folder, "missions", "Short Measure", "Long Measure")
    assert read_folder(folder, "mine").digest == before
    spoil(folder, "missions", 'reward = ["mon 5"]', 'reward = ["mon 6"]')
    assert read_folder(folder, "mine").digest != before


def test_a_game_whose_cards_have_changed_is_refused_with_both_hashes() -> None:
    record = kabuto.new("yedo", players=2, seed=1, cards="city").record()
    assert kabuto.load(record).record() == record
    old = {**record, "start": {**record["start"], "cards": "0123456789abcdef"}}
    with pytest.raises(kabuto.BadRecord, match=r"start.cards: card set city has changed") as error:
        kabuto.load(old)
    assert "0123456789abcdef" in error.value.reason
    assert card_set("city").digest in error.value.reason
    assert "cards" not in kabuto.new("yedo", players=2, seed=1, cards="house").record()["start"]


def test_a_record_that_names_no_cards_means_the_house() -> None:
    record = kabuto.new("yedo", players=2, seed=1, cards="house").record()
    del record["options"]["cards"]
    assert kabuto.load(record).options["cards"] == "house"
    assert kabuto.new("yedo").options["cards"] == "city"


# Other sets.


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the house's cards to be spoilt."""
    target = tmp_path / "mine"
    shutil.copytree(HOUSE, target)
    return target


def spoil(folder: Path, file: str, before: str, after: str) -> int:
    """Replace the first occurrence; gives its line."""
    path = folder / f"{file}.toml"
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")
    return text[: text.index(before)].count("\n") + 1


BAD = [
    ("missions", 'districts = ["gates"]', 'districts = ["gate"]', "there is no 'gate'"),
    ("missions", 'districts = ["gates"]', "districts = []", "districts: missing"),
    ("missions", 'districts = ["gates"]', 'districts = "gates"', "should be a list"),
    ("missions", 'colour = "green"', 'colour = "blue"', "should be one of green, yellow, red, black"),
    ("missions", 'reward = ["mon 5"]', 'reward = ["gold 5"]', "'gold' cannot be used here"),
    ("missions", 'reward = ["mon 5"]', 'reward = ["mon five"]', "should be a number"),
    ("missions", 'reward = ["mon 5"]', 'reward = ["mon"]', "the number of words after mon should be 1"),
    ("missions", 'reward = ["mon 5"]', "reward = []", "should not be empty"),
    ("missions", 'code = "M1"', 'code = "X1"', "should be M and a number"),
    ("missions", 'code = "M2"', 'code = "M1"', "two cards have this code"),
    ("missions", "geishas = 1", "geishas = 4", "should be 0 to 3"),
    ("missions", "pay = 2", "pay = 2.5", "should be a whole number"),
    ("missions", "pay = 2", "price = 2", "unknown"),
    ("missions", 'en = "Short Measure"', 'fr = "Court"', "at least the English text"),
    ("actions", 'timing = "reaction"', 'timing = "always"', "should be one of auction"),
    ("actions", 'effects = ["save"]', 'effects = ["cancel"]', "cannot be played at the time 5c"),
    ("actions", "copies = 4", "copies = 0", "should be 1 or more"),
    ("actions", 'effects = ["ambush"]', 'effects = ["ambush", "salvage"]', "only one of them"),
    (
        "events",
        'effects = ["close castle"]',
        'effects = ["close castle", "close gates"]',
        "only one district can be closed",
    ),
    ("events", "lose annex 1 all", "lose annex 1 some", "'some' is none of all"),
    ("bonuses", 'condition = "most green"', 'condition = "most blue"', "'blue' is none of"),
    ("bonuses", "alone = 4", "alone = -4", "should be 0 to 20"),
    ("favours", 'reward = ["mon 7"]', 'reward = ["weapon"]', "'weapon' cannot be used here"),
]
"""File, what is replaced in it, by what, and why that is refused."""


@pytest.mark.parametrize(("file", "before", "after", "reason"), BAD)
def test_a_bad_card_is_refused_with_file_line_and_reason(
    folder: Path, file: str, before: str, after: str, reason: str
) -> None:
    line = spoil(folder, file, before, after)
    with pytest.raises(kabuto.BadOption) as error:
        read_folder(folder, "mine")
    assert reason in error.value.reason
    name, number = error.value.place.rsplit(":", 1)
    assert name == str(folder / f"{file}.toml")
    assert abs(int(number) - line) <= 5


# The schema.


@pytest.fixture(scope="module")
def validator() -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator(schema())


def test_the_schema_file_is_made_from_the_vocabulary() -> None:
    shipped = HOUSE.parent / "cards.schema.json"
    assert json.loads(shipped.read_text("utf-8")) == schema(), "python -m kabuto.yedo.cards.schema"


@pytest.mark.parametrize("name", ["house", "city"])
@pytest.mark.parametrize("file", FILES)
def test_the_built_in_cards_fit_the_schema(
    validator: jsonschema_rs.Draft202012Validator, file: str, name: str
) -> None:
    validator.validate(tomllib.loads((HOUSE.parent / name / f"{file}.toml").read_text("utf-8")))


@pytest.mark.parametrize(("file", "before", "after", "reason"), BAD)
def test_the_schema_refuses_what_the_reader_refuses(
    validator: jsonschema_rs.Draft202012Validator,
    folder: Path,
    file: str,
    before: str,
    after: str,
    reason: str,
) -> None:
    spoil(folder, file, before, after)
    cards = tomllib.loads((folder / f"{file}.toml").read_text("utf-8"))
    assert validator.is_valid(cards) == (reason == "two cards have this code")  # it sees one card at a time


@pytest.mark.parametrize(("reward", "most"), [("action", 2), ("bonus", 2), ("stack-weapon", 4)])
def test_a_favour_does_not_give_more_than_a_clan_can_hold(folder: Path, reward: str, most: int) -> None:
    spoil(folder, "favours", '"mon 7"', ", ".join([f'"{reward}"'] * most))
    read_folder(folder, "mine")
    spoil(folder, "favours", f'["{reward}", "{reward}"', f'["{reward}", "{reward}", "{reward}"')
    with pytest.raises(kabuto.BadOption, match=f"{reward} at most {most} times"):
        read_folder(folder, "mine")


def test_a_bonus_with_too_many_disciples_is_not_feasible(folder: Path) -> None:
    spoil(folder, "missions", 'districts = ["gates"]', 'districts = ["gates", "gates", "market", "temple"]')
    with pytest.raises(kabuto.BadOption, match="takes 5 disciples"):
        read_folder(folder, "mine")


@pytest.mark.parametrize("content", ["card = 3", "[[card]\n", "[[other]]\nx = 1", "[card]\ncode = 'M1'"])
def test_a_file_that_is_no_list_of_cards_is_refused(folder: Path, content: str) -> None:
    (folder / "events.toml").write_text(content)
    with pytest.raises(kabuto.BadOption) as error:
        read_folder(folder, "mine")
    assert str(folder / "events.toml") in error.value.place


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("[" * 2000 + "]" * 2000, "nested too deeply"),
        ("{a = " * 2000 + "1" + "}" * 2000, "nested too deeply"),
        ("9" * 5000, "too many digits"),
    ],
    ids=["lists", "tables", "digits"],
)
def test_a_value_that_python_cannot_read_is_refused(folder: Path, value: str, reason: str) -> None:
    (folder / "events.toml").write_text(f"[[card]]\ncode = {value}\n")
    with pytest.raises(kabuto.BadOption, match=reason) as error:
        read_folder(folder, "mine")
    assert error.value.place == str(folder / "events.toml")


def test_a_missing_or_unreadable_file_is_refused(folder: Path) -> None:
    (folder / "events.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(kabuto.BadOption, match="not UTF-8"):
        read_folder(folder, "mine")
    (folder / "events.toml").unlink()
    with pytest.raises(kabuto.BadOption, match="cannot be read"):
        read_folder(folder, "mine")


def test_too_few_cards_are_refused(folder: Path) -> None:
    (folder / "events.toml").write_text("")
    with pytest.raises(kabuto.BadOption, match="0 events: there must be at least 11"):
        read_folder(folder, "mine")


@rule("Y51", "Q10")
def test_too_few_hard_missions_for_five_players_are_refused(folder: Path) -> None:
    path = folder / "missions.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace('colour = "red"', 'colour = "yellow"', 13), "utf-8")
    with pytest.raises(kabuto.BadOption, match="16 red and black missions: there must be at least 17"):
        read_folder(folder, "mine")


def test_another_set_is_played_and_named_in_the_record(folder: Path) -> None:
    spoil(folder, "missions", "Short Measure", "Long Measure")
    name = load_cards(folder)
    game = kabuto.new("yedo", players=2, cards=name, seed=1)
    assert game.record()["options"]["cards"] == "mine"
    assert kabuto.load(game.record()).position() == game.position()


def test_a_set_that_was_not_loaded_is_refused_by_name() -> None:
    with pytest.raises(kabuto.BadOption, match="there is no card set 'yours'"):
        kabuto.new("yedo", cards="yours")
    with pytest.raises(kabuto.BadOption):
        kabuto.new("yedo", cards=3)  # type: ignore[call-overload]


@pytest.mark.parametrize("name", ["house", "city"])
def test_a_folder_called_like_a_built_in_set_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with pytest.raises(kabuto.BadOption, match="would hide"):
        load_cards(tmp_path / name)
