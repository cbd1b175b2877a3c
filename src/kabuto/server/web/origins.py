"""Where this server is reached, and which pages may use it.

A browser tells which host it thinks it talks to (``Host``), whose page asks (``Origin``) and how the two
relate (``Sec-Fetch-Site``). A name that some DNS server pointed here is none of ours: pages under such a name
would otherwise count as our own. An address of numbers cannot be pointed anywhere.
"""

import re
import socket
from collections.abc import Collection, Iterator
from ipaddress import ip_address, ip_network
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import Scope

from kabuto.protocol.errors import refuse, sentence
from kabuto.server.accounts.passkeys import is_this_machine
from kabuto.table import Refused

HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^][:/@\s]+)(:[0-9]+)?")
"""A host with or without a port."""
NAME = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
PORTS = {"http": 80, "https": 443}
OWN_PAGES = ("same-origin", "none")
"""``Sec-Fetch-Site`` of our own pages, and of a person who types an address."""
NO_PAGES = ("/api", "/healthz", "/metrics")
"""What a link on another site does not lead to."""


class Sites:
    """The names of this server."""

    def __init__(self, public_url: str = "", allowed_hosts: Collection[str] = ()) -> None:
        self.public_url = _origin(public_url) if public_url else ""
        """How others reach it, such as ``https://games.example``; empty: not known."""
        self.is_secure = self.public_url.startswith("https:")
        self._hosts = {_host_name(name) for name in allowed_hosts} | set(_own_names())
        if public_url:
            self._hosts.add(str(urlsplit(self.public_url).hostname))

    def check(self, scope: Scope) -> None:
        """Reject requests for another host or from another site's page."""
        headers = Headers(scope=scope)
        host = headers.get("host", "").lower()
        if not self._is_ours(host):
            raise refuse("wrong_host", "wrong_host", host=host[:100])
        scheme = scope["scheme"].replace("ws", "http")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in (f"{scheme}://{host}", self.public_url):
            raise refuse("not_yours", "foreign_page")
        if headers.get("sec-fetch-site", "none") not in OWN_PAGES and not _is_visit(scope, headers):
            raise refuse("not_yours", "foreign_page")

    def owns(self, origin: str, port: int | None) -> bool:
        """Whether nothing but this server, which listens at a port, can be at an origin.

        Pages at another port of the same host may belong to another service. Behind an
        unnamed proxy, the usual port is taken to be this server's.
        """
        if self.public_url and (origin == self.public_url or not is_this_machine(origin)):
            return origin == self.public_url
        parts = urlsplit(origin)
        usual = PORTS.get(parts.scheme)
        return (parts.port or usual) in (port, usual)

    def _is_ours(self, host: str) -> bool:
        found = HOST.fullmatch(host)
        if not found:
            return False
        name = found[1].strip("[]").removesuffix(".")
        return name in self._hosts or name.endswith(".localhost") or _is_address(name)


def _is_visit(scope: Scope, headers: Headers) -> bool:
    """Whether a link of another site led to one of our pages."""
    is_page = not any(scope["path"] == path or scope["path"].startswith(f"{path}/") for path in NO_PAGES)
    return scope["type"] == "http" and is_page and headers.get("sec-fetch-mode") == "navigate"


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _own_names() -> Iterator[str]:
    """What this machine is called by those around it."""
    yield "localhost"
    machine = socket.gethostname().lower()
    for name in (machine, machine.partition(".")[0]):
        yield from (name, f"{name}.local")


def _origin(url: str) -> str:
    """A public URL as browsers write the origin of its pages."""
    try:
        parts = urlsplit(url)
        name, port = _encoded(parts.hostname or ""), parts.port
    except ValueError:
        raise Refused(sentence("bad_public_url", url=url), "--public-url") from None
    rest = (parts.path.strip("/"), parts.query, parts.fragment, parts.username, parts.password)
    if parts.scheme not in PORTS or any(rest) or not (NAME.fullmatch(name) or _is_address(name)):
        raise Refused(sentence("bad_public_url", url=url), "--public-url")
    name = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{name}" + (f":{port}" if port not in (None, PORTS[parts.scheme]) else "")


def _host_name(text: str) -> str:
    name = _encoded(text)
    if not NAME.fullmatch(name):
        raise Refused(sentence("bad_host", name=text), "--allowed-host")
    return name


def _encoded(name: str) -> str:
    """A host name as browsers send it; nothing if it cannot be one."""
    try:
        return name.encode("idna").decode().lower()
    except UnicodeError:
        return ""


def networks(proxies: Collection[str]) -> list[str]:
    """The addresses of proxies that are believed, each as a network."""
    found = []
    for proxy in proxies:
        try:
            found.append(str(ip_network(proxy, strict=False)))
        except ValueError:
            raise Refused(sentence("bad_proxy", address=proxy), "--trusted-proxy") from None
    return found
