"""Two honest players and a hostile client at one table, by chance: the honest lose nothing."""

import json
from typing import Any, ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from .persons import Connection, Person, Server

KINDS = ("move", "undo", "why", "say", "mute", "offer", "answer", "resume", "preview", "recall")
FIELDS = [
    "table",
    "seat",
    "ply",
    "id",
    "notation",
    "then",
    "text",
    "what",
    "offer",
    "agree",
    "after",
    "who",
    "muted",
    "until",
]
HAND = 5
"""How many tokens an opening hand has."""
SCRAPS = st.one_of(
    st.integers(-2, 9),
    st.sampled_from(["", "/", "S3n13", "+S1", "a"]),
    st.none(),
    st.booleans(),
    st.floats(),
    st.text(),
)
BODIES = st.fixed_dictionaries(
    {"type": st.sampled_from(KINDS)},
    optional={**dict.fromkeys(FIELDS, SCRAPS), "then": st.lists(SCRAPS)},
)


class Table(RuleBasedStateMachine):
    """A table, and what its honest players remember of it."""

    server: ClassVar[Server]

    def __init__(self) -> None:
        super().__init__()
        self.ended: list[str] = []
        """The moves of ended turns."""
        self.turn: list[str] = []
        """The moves of the turn in progress."""
        self.last: dict[str, Any] = {}

    @initialize(hands=st.sampled_from(["random", "choose"]))
    def sit_down(self, hands: str) -> None:
        people = [Person(self.server) for _ in range(3)]
        made = people[0].set_table("me", "open", options={"hands": hands})
        self.invite, self.name = made["invites"][0]["token"], made["id"]
        people[1].post(f"/api/tables/{self.name}/join", {"invite": self.invite})
        self.honest = [self.opened(person) for person in people[:2]]
        self.hostile = self.opened(people[2])
        self.choices: list[list[str]] = [[], []] if hands == "choose" else []

    def opened(self, person: Person) -> Connection:
        connection = person.open(self.name)
        connection.receive()
        return connection

    @rule(seat=st.integers(0, 1), pick=st.integers(0, 10**6), ends=st.booleans())
    def an_honest_player_moves(self, seat: int, pick: int, ends: bool) -> None:
        client = self.honest[seat]
        own = client.own
        if not own or not own["legal"]:
            return
        move = "/" if ends and "/" in own["legal"] else own["legal"][pick % len(own["legal"])]
        self.last = {"seat": seat, "ply": own["ply"], "notation": move, "id": f"{pick} {len(client.bytes)}"}
        assert client.ask("move", table=self.name, **self.last)["type"] == "accepted"
        self.remember(seat, move)

    @property
    def is_choosing(self) -> bool:
        """Whether opening hands are being chosen."""
        return any(len(hand) < HAND for hand in self.choices)

    @property
    def log(self) -> list[str]:
        """The moves that everybody sees: complete hands enter the log in the order of the seats."""
        log = list[str]()
        for hand in self.choices:
            if len(hand) < HAND:
                return log
            log += hand
        return log + self.ended

    def remember(self, seat: int, move: str) -> None:
        if self.is_choosing:
            self.choices[seat].append(move)
            return
        self.turn.append(move)
        if move == "/":
            self.ended, self.turn = self.ended + self.turn, []

    @rule(seat=st.integers(0, 1))
    def an_honest_player_takes_back(self, seat: int) -> None:
        client = self.honest[seat]
        if client.own and client.own["can_undo"]:
            assert client.undo()["type"] == "accepted"
            (self.choices[seat] if self.is_choosing else self.turn).pop()

    @rule()
    def an_honest_player_says_it_again(self) -> None:
        if self.last:
            answer = self.honest[self.last["seat"]].ask("move", table=self.name, **self.last)
            assert answer["type"] == "accepted"

    @rule(seat=st.integers(0, 1))
    def an_honest_player_comes_back(self, seat: int) -> None:
        person = self.honest[seat].person
        self.honest[seat].close()
        self.honest[seat] = self.opened(person)

    @rule(body=BODIES)
    def the_hostile_one_sends_nonsense(self, body: dict[str, Any]) -> None:
        self.hostile.socket.send(json.dumps(body))

    @rule(body=st.binary(max_size=200))
    def the_hostile_one_sends_bytes(self, body: bytes) -> None:
        self.hostile.socket.send(body)

    @rule(seat=st.integers(0, 1), kind=st.sampled_from(["move", "undo", "why", "preview", "offer", "answer"]))
    def the_hostile_one_acts_for_another(self, seat: int, kind: str) -> None:
        own = self.honest[seat].own or {"ply": 0, "legal": []}
        legal = own["legal"] or ["/"]
        fields: dict[str, dict[str, Any]] = {
            "move": {"table": self.name, "seat": seat, "ply": own["ply"], "notation": legal[0]},
            "undo": {"table": self.name, "seat": seat, "ply": own["ply"]},
            "why": {"seat": seat, "notation": legal[0]},
            "preview": {"seat": seat, "notation": legal[0]},
            "offer": {"what": "replace", "seat": seat},
            "answer": {"offer": seat, "agree": True},
        }
        if self.last and kind == "move":
            fields["move"]["id"] = self.last["id"]  # an id that was used
        assert self.hostile.ask(kind, **fields[kind])["type"] == "refused"

    @rule(seat=st.integers(0, 1))
    def the_hostile_one_tries_the_doors(self, seat: int) -> None:
        thief, path = self.hostile.person, f"/api/tables/{self.name}"
        thief.post(f"{path}/join", {"invite": self.invite}, 409)
        thief.post(f"{path}/leave", status=409)
        thief.get(f"{path}/record", 409)
        thief.post(f"{path}/hint", {"seat": seat}, 403)

    @invariant()
    def the_honest_find_the_table_as_they_left_it(self) -> None:
        if not hasattr(self, "honest"):
            return
        for seat, client in enumerate(self.honest):
            client.refresh()
            assert client.own is not None
            seen = [
                ("+" if entry["seat"] != seat and move.startswith("+") else move)
                for move, entry in zip(self.log, client.log, strict=True)
            ]
            assert [entry["move"] for entry in client.log] == seen
            mine = seat in client.state["table"]["to_move"]
            hand = client.own["private"]["hand"]
            if self.is_choosing:
                assert sorted(hand) == sorted(choice[1:] for choice in self.choices[seat])
                assert mine == (len(hand) < HAND)
                assert client.own["can_undo"] == (0 < len(hand) < HAND)
            else:
                assert [entry["move"] for entry in client.own["turn"]] == (self.turn if mine else [])
                assert client.own["can_undo"] == (mine and bool(self.turn))
        self.hostile.refresh()
        assert self.hostile.own is None

    def teardown(self) -> None:
        for client in [*getattr(self, "honest", []), *([self.hostile] if hasattr(self, "hostile") else [])]:
            client.close()
            client.person.close()


@pytest.mark.uncounted
@pytest.mark.timeout(600)
def test_a_hostile_client_harms_nobody(server: Server) -> None:
    Table.server = server
    few = settings(max_examples=20, stateful_step_count=30, deadline=None)
    run_state_machine_as_test(Table, settings=few)
