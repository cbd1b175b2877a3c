"""What is about oneself, but for who one is."""

from kabuto.host import ratings
from kabuto.host.call import Call
from kabuto.host.host import Host
from kabuto.protocol.account import QrCode, QrText, Statistics
from kabuto.protocol.errors import refuse

COUNTED = 2000
"""Of how many finished games the statistics tell, the newest ones."""


async def my_statistics(host: Host, call: Call) -> Statistics:
    """How my games went."""
    host.guard.spend("replays", call.person, call.address)
    return ratings.statistics(await host.lists.finished(call.person, COUNTED))


async def qr_code(host: Host, call: Call, body: QrText) -> QrCode:
    """A link as a QR code; it is forgotten at once."""
    drawn: QrCode = await host.computing.find(call, "qr", _drawn, body.text)
    return drawn


def _drawn(text: str) -> QrCode:
    try:
        import segno
    except ImportError:
        raise refuse("not_now", "qr_missing") from None
    rows = segno.make_qr(text, error="m").matrix
    runs = [f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark]
    return QrCode(len(rows), "".join(runs))
