"""Every screen on which something special can be seen, reached as people reach it, in any language and size.

``SCENES`` leads from a name to a function that brings somebody there. The proofs look at all of them for text
that is cut off, and ``docs/pictures/screens.py`` takes their pictures.
"""

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import kabuto
from kabuto.players import make as program
from kabuto.yedo import Yedo
from tests.yedo.helpers import act, annex, at, bare, blessing, card, geishas, play, stand, weapon

from .people import Person
from .test_yedo import decide

Make = Callable[..., Person]
"""Makes somebody with a browser of their own, like the fixture ``person``."""
Scene = Callable[[Make], Person]
FIRST = {"players": 2, "preset": "first", "seed": 8}


@cache
def samurai(players: int, seed: int) -> Any:
    """A whole game of the program that plays well at once."""
    game = kabuto.new("samurai", players=players, seed=seed)
    player = program("greedy", "samurai", Random(seed))
    while game.to_move is not None:
        game.play(player.choose(game.view(game.to_move)))
    return game


def until(players: int, seed: int, ply: int) -> dict[str, Any]:
    """The beginning of such a game."""
    record = {key: value for key, value in samurai(players, seed).record().items() if key != "outcome"}
    return {**record, "moves": record["moves"][:ply]}


def capture(players: int, seed: int, figures: int = 2) -> int:
    """After how many moves of such a game somebody takes so many figures at once."""
    game = samurai(players, seed)
    log = enumerate(game.view(None).log)
    return next(ply for ply, entry in log if len(entry.captures) >= figures)


@cache
def yedo(task: str, players: int = 5, seed: int = 3, rounds: int = 7) -> dict[str, Any]:
    """A game of Yedo up to a kind of decision, from some round on."""
    game = kabuto.new("yedo", players=players, seed=seed)
    assert isinstance(game, Yedo)
    player = program("greedy", "yedo", Random(seed))
    while game.to_move is not None:
        moves, name = game.legal_moves(), game.state.tasks[-1].name
        if game.state.round >= rounds and len(moves) > 2 and name == task.partition(" ")[0]:
            verb = task.partition(" ")[2]
            if not verb or any(move.verb == verb for move in moves):
                return game.record()
        game.play(player.choose(game.view(game.to_move)))
    raise LookupError(task)


def go_on(host: Person, record: dict[str, Any], other: str = "greedy", **settings: Any) -> Person:
    """Somebody goes on with a game at its last moment, on the seat that is to move."""
    kept = host.post("/api/records", {"record": record})
    seats = [other] * record["options"]["players"]
    seats[kabuto.load(record).to_move or 0] = "me"
    start = {"table": kept["id"], "ply": len(record["moves"])}
    host.sit(host.set_table(*seats, game=record["game"], start=start, **{"hints": True, **settings}))
    host.await_turn()
    return host


def first_goal(make: Make) -> Person:
    """The goal, at the beginning of a first game."""
    host = go_on(make(coach=True), until(2, 8, 0), "level1")
    host.page.locator(".guide-slip").wait_for()
    return host


def first_move(make: Make) -> Person:
    """Where the first token goes."""
    host = first_goal(make)
    host.page.locator("[data-action=coach]").click()
    host.page.locator(".hand .pointed").first.click()
    host.page.locator(".guide-slip .neighbours").wait_for()
    return host


def table(make: Make) -> Person:
    """The middle of a game of four, with a token in the hand and a settlement looked at."""
    host = go_on(make(), until(4, 8, 50))
    host.page.locator('.hand .token[aria-disabled="false"]').first.click()
    host.space("l16").hover()
    return host


def captures(make: Make) -> Person:
    """What a turn of one's own has captured."""
    ply = capture(4, 8)
    host = go_on(make(), until(4, 8, ply))
    move = str(samurai(4, 8).record()["moves"][ply])
    codes = host.page.locator(".hand [data-token]").evaluate_all(
        "all => all.map((each) => each.dataset.token)"
    )
    code = next(code for code in sorted(codes, key=len, reverse=True) if move.startswith(code))
    host.token(code).click()
    host.space(move.removeprefix(code)).click()
    host.page.locator(".news").wait_for()
    return host


def hint(make: Make) -> Person:
    """A good turn, drawn on the map."""
    host = go_on(make(), until(2, 8, 9))
    host.page.locator("button.hint").click()
    host.page.locator("[data-ghost]").first.wait_for()
    return host


def others(make: Make) -> Person:
    """The turns of others, while they are shown."""
    host = go_on(make(pace="slow", reduced_motion="no-preference"), until(4, 8, 51))
    host.play_turn()
    host.page.locator(".playing").first.wait_for()
    return host


def _end(make: Make, players: int, seed: int) -> Person:
    host = go_on(make(), until(players, seed, len(samurai(players, seed).record()["moves"]) - 1))
    host.page.locator("[data-action=end]").click()
    host.page.locator(".after").wait_for()
    return host


def end(make: Make) -> Person:
    """The end of a game of two."""
    return _end(make, 2, 4)


def end_of_three(make: Make) -> Person:
    """The end of a game of three."""
    return _end(make, 3, 5)


def end_of_four(make: Make) -> Person:
    """The end of a game of four."""
    return _end(make, 4, 8)


def _review(make: Make, record: dict[str, Any]) -> Person:
    host = make()
    host.open(f"/replay/{host.post('/api/records', {'record': record})['id']}#analysis")
    host.page.locator("figure .mark").first.wait_for()
    host.page.locator(".verdict h2, .review .bottom h2").first.wait_for()
    return host


def review(make: Make) -> Person:
    """A game of Samurai that is looked back on."""
    record = until(2, 4, 46)
    game: Any = kabuto.load(
        {
            "format": 1,
            "game": "samurai",
            "options": {"players": 2},
            "start": kabuto.load(record).position(),
            "moves": [],
        }
    )
    players = [program("level1", "samurai", Random(seat)) for seat in range(2)]
    while game.to_move is not None:
        game.play(players[game.to_move].choose(game.view(game.to_move)))
    return _review(make, game.record())


def puzzle(make: Make) -> Person:
    """A puzzle, before it is solved."""
    host = make()
    host.open("/games/samurai/puzzles")
    host.page.locator(".board").wait_for()
    return host


def solved(make: Make) -> Person:
    """A puzzle whose turn has been played out."""
    host = puzzle(make)
    host.page.locator(".buttons button").nth(1).click()
    host.page.locator(".said li").first.wait_for()
    return host


def start_first(make: Make) -> Person:
    """The start page of a newcomer."""
    return _page(make(coach=True), "/")


def start(make: Make) -> Person:
    """The start page of somebody who returns."""
    host = make("Hanako")
    for players in (3, 2):
        go_on(host, until(players, 8, 20 * players), "level3")
    go_on(host, yedo("place", 4), "level3")
    return _page(host, "/")


def new_table(make: Make) -> Person:
    """A new table with a friend."""
    host = _page(make("Hanako"), "/new")
    host.page.locator(".starts button").nth(1).click()
    return host


def learn(make: Make) -> Person:
    """All lessons."""
    return _page(make(), "/learn")


def rules(make: Make) -> Person:
    """The rules of Samurai."""
    return _page(make(), "/rules")


def city_rules(make: Make) -> Person:
    """The rules of Yedo."""
    return _page(make(), "/games/yedo/rules")


def you(make: Make) -> Person:
    """What the server knows of somebody."""
    return _page(make("Hanako"), "/you")


def watch(make: Make) -> Person:
    """Games to watch."""
    return _page(make(), "/watch")


def _page(host: Person, path: str) -> Person:
    host.open(path)
    host.page.locator("h1, h2").first.wait_for()
    host.page.wait_for_load_state("networkidle")
    return host


def city_goal(make: Make) -> Person:
    """The goal, at the beginning of a first game of Yedo."""
    host = go_on(make(coach=True), yedo("place", 2, rounds=1), "level1")
    host.page.locator(".guide-slip").wait_for()
    return host


def city_step(make: Make) -> Person:
    """The first decision with the coach."""
    host = city_goal(make)
    host.page.locator("[data-action=coach]").click()
    host.page.locator(".guide-slip footer").wait_for()
    return host


def city(make: Make) -> Person:
    """Disciples are placed."""
    return go_on(make(), yedo("place"))


def bench(make: Make) -> Person:
    """A bid among five."""
    return go_on(make(), yedo("raise"))


def cloths(make: Make) -> Person:
    """What an auction is to be for, among three, whose cloths are groups."""
    return go_on(make(), yedo("begin", 3))


def activation(make: Make) -> Person:
    """A mission that can be fulfilled."""
    host = go_on(make(), yedo("activate fulfil"))
    host.page.locator(".mission.lit").first.click()
    return host


def bonus(make: Make) -> Person:
    """Whether the bonus part is shown too."""
    s = bare(2)
    card(s, 0, "M20")
    weapon(s, 0, "fukiya", "yumi")
    annex(s, 0, "karesansui")
    blessing(s, 0)
    stand(s, 0, "tavern", "temple", "karesansui")
    game = act(s, 0)
    play(game, next(str(move) for move in game.legal_moves() if move.verb == "fulfil"))
    host = go_on(make(), game.record())
    host.page.locator(".sheet.bonus").wait_for()
    return host


def trade(make: Make) -> Person:
    """Many things of a free trade."""
    s = bare(2, trading="free")
    held = (("katana", "nawa", "yumi", "doku"), ("fukiya", "shuko", "shuriken"))
    cards = (("A2", "A3", "A5", "B2", "B3", "M13", "M31", "M32"), ("A7", "A9", "B5", "M15"))
    for seat in (0, 1):
        weapon(s, seat, *held[seat])
        card(s, seat, *cards[seat])
        geishas(s, seat, 2)
        stand(s, seat, "tavern")
    host = go_on(make(), at(s, "trade-tavern", ()).record())
    host.page.locator('section.turn [data-thing="seat:1"]').click()
    mats = host.page.locator(".sheet.trade [data-side]")
    for side, number in ((0, 7), (1, 3)):
        for n in range(1, number + 1):
            mats.nth(side).locator(".option:enabled").first.click()
            host.until(
                "[...document.querySelectorAll('[data-side]')]"
                f"[{side}].querySelectorAll('.goods').length && [...document.querySelectorAll('[data-side]')"
                f"][{side}].textContent && [...[...document.querySelectorAll('[data-side]')][{side}]"
                f".querySelectorAll('.goods')].reduce((sum, {{dataset}}) => sum + +dataset.n, 0) === {n}"
            )
    return host


def city_hint(make: Make) -> Person:
    """A hint with its reasons."""
    host = city(make)
    host.page.locator("section.turn .first button.link").click()
    host.page.locator(".advice .primary").wait_for()
    return host


def city_end(make: Make) -> Person:
    """The end of a game of Yedo."""
    game = kabuto.load(yedo("place"))
    assert isinstance(game, Yedo)
    player = program("greedy", "yedo", Random(3))
    plies = list[int]()
    while game.to_move is not None:
        plies.append(game.ply)
        game.play(player.choose(game.view(game.to_move)))
    record = {key: value for key, value in game.record().items() if key != "outcome"}
    host = go_on(make(), {**record, "moves": record["moves"][: plies[-1]]})
    while not host.is_over:
        decide(host)
        host.await_turn()
    host.page.locator(".after").wait_for()
    return host


def city_review(make: Make) -> Person:
    """A game of Yedo that is looked back on."""
    game = kabuto.load(yedo("place", 4, rounds=8))
    assert isinstance(game, Yedo)
    player = program("level2", "yedo", Random(3))
    while game.to_move is not None:
        game.play(player.choose(game.view(game.to_move)))
    return _review(make, game.record())


SCENES: dict[str, Scene] = {
    "first-goal": first_goal,
    "first-move": first_move,
    "table": table,
    "captures": captures,
    "hint": hint,
    "others": others,
    "end": end,
    "end-of-three": end_of_three,
    "end-of-four": end_of_four,
    "review": review,
    "puzzle": puzzle,
    "puzzle-solved": solved,
    "start-first": start_first,
    "start": start,
    "new-table": new_table,
    "learn": learn,
    "rules": rules,
    "you": you,
    "watch": watch,
    "city-rules": city_rules,
    "city-goal": city_goal,
    "city-step": city_step,
    "city": city,
    "city-bench": bench,
    "city-cloths": cloths,
    "city-mission": activation,
    "city-bonus": bonus,
    "city-trade": trade,
    "city-hint": city_hint,
    "city-end": city_end,
    "city-review": city_review,
}
