"""Yedo in sentences at the terminal: cards, offers, what happened, what there is to do."""

from collections.abc import Iterable, Sequence
from typing import Any

from kabuto.table import Catalogue, Mark, Text, Word
from kabuto.table.terminal import Screen
from kabuto.table.text import parts
from kabuto.yedo import Move, YedoView
from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICTS, KARESANSUI, WEAPONS, YASHIKI
from kabuto.yedo.cards import Action, Bonus, Card, Mission, Part
from kabuto.yedo.cards.card_text import rewards_of, rules_of, say_effect
from kabuto.yedo.phases.missions import missing
from kabuto.yedo.state.state import State
from kabuto.yedo.state.wares import ANY, CARD_ITEM, GEISHA_ITEM, KINDS, WEAPON_ITEM, pile_of
from kabuto.yedo.views.log_entry import Entry
from kabuto.yedo.wording.log import card_name, tell_events, tell_move
from kabuto.yedo.words import NAMES, WORDS, Saying, spoken

SENTENCES = Catalogue("kabuto.yedo", "terminal")


class YedoWords:
    """Sentences about a game, in one language."""

    def __init__(self, screen: Screen, who: Sequence[str]) -> None:
        self.screen = screen
        self.who = who
        """Seat → who sits there."""

    def text(self, key: str, /, **values: Any) -> str:
        """A sentence of this table in the person's language."""
        return SENTENCES.render(self.screen.language, key, "", values)

    def seat(self, seat: int) -> str:
        """A seat by its mark, its number and who sits there."""
        return f"{self.screen.marks.seats[seat]} {seat} {self.who[seat]}".rstrip()

    def name(self, key: str) -> str:
        """The name of a thing."""
        return WORDS.words(self.screen.language, NAMES)[key]

    def short(self, key: str) -> str:
        """The name of a thing without what explains it."""
        return self.name(key).split(" (")[0]

    def read(self, text: str) -> str:
        """A sentence of the game in the person's language."""
        return self.screen.translate(text)

    def coded(self, text: str) -> str:
        """A sentence of the game in which every card has its code."""
        pieces = parts(text, self.screen.language)
        return "".join(
            f"{piece} ({piece.value})" if isinstance(piece, Mark) and piece.kind == "card" else str(piece)
            for piece in pieces
        )

    def shown(self, value: Any) -> str:
        """A word, or the name of a card."""
        return self.name(value) if isinstance(value, Word) else self.read(value.text)

    def describe(self, state: State, move: Move, past: bool = False) -> str:
        """A move in words."""
        return self.read(tell_move(state, move, past))

    def status(self, view: YedoView) -> str:
        """What there is to do now, in a line."""
        if not view.state.tasks:
            return self.read(spoken(view.state.say("over")))
        task = view.state.tasks[-1]
        return self.read(spoken(Saying(f"now_{task.name}", {})))

    def happened(self, view: YedoView, entries: Iterable[Entry]) -> list[str]:
        """What came of these moves, cards with their codes."""
        return [f"  {self.coded(text)}" for entry in entries for text in tell_events(view, entry)]

    def story(self, view: YedoView, turn: Sequence[Entry]) -> list[str]:
        """Some moves of one seat, and what came of them."""
        moves = "; ".join(self.describe(view.state, entry.move, past=True) for entry in turn)
        return [f"{self.seat(turn[0].seat)}: {moves}", *self.happened(view, turn)]

    # Cards.

    def part(self, part: Part) -> str:
        """What a part of a mission needs."""
        needs = [self.name(DISTRICTS[district]) for district in part.districts]
        needs += [self.short(WEAPONS[weapon]) for weapon in part.weapons]
        needs += [self.name(ANNEXES[annex]) for annex in part.annexes]
        lacks = [Saying("lacks_geishas", {"number": part.geishas})] if part.geishas else []
        lacks += [Saying("lacks_blessing", {})] if part.blessing else []
        lacks += [Saying("lacks_mon", {"number": part.mon})] if part.mon else []
        lacks += [say_effect(condition) for condition in part.special]
        return ", ".join([*needs, *(self.read(spoken(lack)) for lack in lacks)])

    def rewards(self, part: Part) -> str:
        """What a part of a mission brings."""
        return ", ".join(self.read(reward) for reward in rewards_of(part))

    def card(self, card: Card, kind: str) -> list[str]:
        """A card with all that it says."""
        text = self.text
        if isinstance(card, Mission):
            kind = text("mission", kind=kind, colour=self.name(COLOURS[card.colour]))
        lines = [text("card", code=card.code, name=self.read(card.name), kind=kind)]
        lines.append(f"  {text('quote', text=self.read(card.text))}")
        if isinstance(card, Mission):
            lines.append(f"  {text('needs', needs=self.part(card.standard))} → {self.rewards(card.standard)}")
            if card.bonus:
                bonus = text("bonus", needs=self.part(card.bonus), rewards=self.rewards(card.bonus))
                lines.append(f"  {bonus}")
            return lines
        lines += [f"  {self.read(rule)}" for rule in rules_of(card)]
        if isinstance(card, Action):
            lines.append(f"  {text('time', time=self.name(f'time_{card.timing}'))}")
        if isinstance(card, Bonus):
            lines.append(f"  {self.points(card)}")
        return lines

    def points(self, card: Bonus) -> str:
        """What a bonus card is worth."""
        key = "points" if card.alone == card.shared else "points_shared"
        return self.text(key, alone=card.alone, shared=card.shared)

    def held(self, state: State, seat: int, pile: int, number: int) -> list[str]:
        """A card that a seat holds or has drawn: what it says, and what is missing for a mission."""
        card = state.setting.cards.card(pile, number)
        head = f"  {card.code} {self.read(card.name)}"
        match card:
            case Mission():
                colour, needs = self.name(COLOURS[card.colour]), self.part(card.standard)
                lines = [f"{head} ({colour}): {needs} → {self.rewards(card.standard)}"]
                lines.append(f"      {self.lacks(state, seat, card.standard)}")
                if card.bonus:
                    told = {"needs": self.part(card.bonus), "rewards": self.rewards(card.bonus)}
                    lines.append(f"      {self.text('bonus', **told)}")
                return lines
            case Action():
                time = self.name(f"time_{card.timing}")
                return [f"{head}: {self.text('hand_time', rules=self.rules(card), time=time)}"]
        points = f" ({self.points(card)})" if isinstance(card, Bonus) else ""
        return [f"{head}: {self.rules(card)}{points}"]

    def lacks(self, state: State, seat: int, part: Part) -> str:
        """What a seat still lacks for a part of a mission."""
        if not list(missing(state, seat, part)):
            return self.text("ready")
        manned = state.clans[seat].manned
        help_ = (YASHIKI in manned and part.geishas > 0, KARESANSUI in manned and part.blessing > 0)
        helped = list(missing(state, seat, part, help_=help_))
        if helped:
            return self.text("lacks", lacks=[self.read(spoken(lack)) for lack in helped])
        names = [
            self.name(ANNEXES[n]) for n, helps in zip((YASHIKI, KARESANSUI), help_, strict=True) if helps
        ]
        return self.text("ready_with", annexes=names)

    def offer(self, state: State, task: Any, seat: int) -> str:
        """The offer that lies on the table."""
        gives = [self.item(state, item) for item in task.gives] + (
            [f"{task.mon} Mon"] if task.mon > 0 else []
        )
        asks = [self.item(state, item) for item in task.asks] + ([f"{-task.mon} Mon"] if task.mon < 0 else [])
        none = self.text("empty")
        return self.text("offer", seat=self.seat(seat), gives=gives or none, asks=asks or none)

    def item(self, state: State, item: tuple[int, int]) -> str:
        """A thing in an offer."""
        kind, which = item
        if kind == WEAPON_ITEM:
            return self.short(WEAPONS[which])
        if kind == GEISHA_ITEM or which == ANY:
            return self.name("geisha" if kind < CARD_ITEM else f"unseen_{KINDS[kind]}")
        return self.shown(card_name(state, pile_of(kind), which))

    def rules(self, card: Card) -> str:
        """What a card does, in a line."""
        found: list[Text] = rules_of(card)
        return " ".join(self.read(rule) for rule in found)
