"""What is known of a deal before it is made: what the server committed to, seals, and the parts they hide."""

from dataclasses import replace

from kabuto.table.deals import Bond, Proof, Share, table_hash
from kabuto.tabletop.table_events import Created, Opened, Pledged, Sealed


class Sealing:
    """The deal of a table, as far as it is fixed."""

    def __init__(self, seats: int = 0) -> None:
        self.secret, self.seed = "", 0
        """The server's part of the deal (tables of older versions have none), and the seed that decides."""
        self.shares = [Share()] * seats
        """Seat → what its person adds to the deal."""
        self.bond: Bond | None = None
        """What seals are bound to; None in deals by the first version."""
        self.sealing: set[int] = set()
        """The seats whose pages said that they will seal, in the second version."""
        self.is_told = False
        """Whether all seals are told, and parts are to be shown: none is taken any more."""

    def copy(self) -> "Sealing":
        """The same, independent."""
        twin = Sealing()
        twin.__dict__.update(self.__dict__)
        twin.shares, twin.sealing = self.shares.copy(), self.sealing.copy()
        return twin

    def add(self, seat: int, seal: str, will_seal: bool) -> None:
        """A person takes a seat, with a seal of the first version or a page that seals later."""
        self.shares[seat] = Share(seal)
        if will_seal:
            self.sealing.add(seat)

    def take_away(self, seat: int) -> None:
        """A person leaves a seat."""
        self.shares[seat] = Share()
        self.sealing.discard(seat)

    def commit(self, secret: str) -> None:
        """The server committed to its part of a deal by the first version: seals come with the persons."""
        self.secret, self.is_told = secret, True

    def pledge(self, table: str, made: Created, event: Pledged) -> None:
        """The server committed to its part of a deal by the second version."""
        self.secret = event.secret
        self.bond = Proof(made.game, event.secret, (), made.record, table_hash(table), made.options).bond

    def seal(self, event: Sealed) -> None:
        """A person sealed a part."""
        self.shares[event.seat] = Share(event.seal)

    def open(self, event: Opened) -> None:
        """A person showed a part."""
        self.shares[event.seat] = Share(self.shares[event.seat].seal, event.part)

    def proof(self, made: Created) -> Proof | None:
        """What decides the chance of the game; None at tables that have committed to nothing."""
        if not self.secret:
            return None
        found = Proof(made.game, self.secret, tuple(self.shares), made.record)
        return replace(found, table=self.bond.table, options=made.options) if self.bond else found
