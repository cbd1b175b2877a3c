"""Serves an edition to browsers on this machine, with nothing but Python's own library."""

import errno
import os
import socketserver
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from kabuto.folder.carried import Kept
from kabuto.table import Refused
from kabuto.text_ui.language import sentence

HOST, PORT = "127.0.0.1", 8322
"""Not the port of the server: a browser keeps what it stores, and whole pages, by address and port."""
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""What a file is by its ending; the system's own list can be wrong, as Windows' often is."""
ANYTHING = "application/octet-stream"
SECONDS = 30
"""How long a connection may say nothing."""


class Server(ThreadingHTTPServer):
    """A server of some files that it knows by name: nothing else on the disk can be asked for."""

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # elsewhere it would let two servers have one port

    def __init__(self, files: Mapping[str, Kept], port: int = PORT) -> None:
        self.files = files
        try:
            super().__init__((HOST, port), _Handler)
        except OSError as error:
            key = "port_in_use" if error.errno == errno.EADDRINUSE else "port_refused"
            reason = error.strerror or str(error)
            raise Refused(sentence(key, port=port, reason=reason), "--port") from None

    def server_bind(self) -> None:
        """Bind, without asking a name server for the name of this machine."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = HOST, int(self.server_address[1])

    @property
    def address(self) -> str:
        """What a browser opens."""
        return f"http://{HOST}:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that goes away is no news."""


class _Handler(BaseHTTPRequestHandler):
    """Answers one connection."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "Kabuto", ""
    timeout = SECONDS

    def do_GET(self) -> None:
        """Send a file."""
        self._answer(with_content=True)

    def do_HEAD(self) -> None:
        """Say what would be sent."""
        self._answer(with_content=False)

    def log_message(self, *args: object) -> None:
        """Say nothing: a terminal is no log."""

    def _answer(self, *, with_content: bool) -> None:
        if (self.headers.get("host") or "").rpartition(":")[0] not in (HOST, "localhost"):
            return self._send(421, {}, b"This is another machine's name.", with_content)
        name = unquote(urlsplit(self.path).path).removeprefix("/") or "index.html"
        kept = self.server.files.get(name)
        if kept is None:
            return self._send(404, {}, b"There is no such file.", with_content)
        packs = kept.is_packed and "gzip" in (self.headers.get("accept-encoding") or "")
        tag = f'"{kept.tag}{"-gzip" if packs else ""}"'
        headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if self.headers.get("if-none-match") == tag:
            return self._send(304, headers, b"", with_content)
        headers["content-type"] = KINDS.get(PurePosixPath(name).suffix, ANYTHING)
        if packs:
            headers["content-encoding"] = "gzip"
        return self._send(200, headers, kept.content(packed=packs), with_content)

    def _send(self, status: int, headers: Mapping[str, str], content: bytes, with_content: bool) -> None:
        self.send_response(status)
        fixed = {
            "content-length": str(len(content)),
            "content-security-policy": "frame-ancestors 'none'",
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
        }
        for name, value in {"content-type": "text/plain", **fixed, **headers}.items():
            self.send_header(name, value)
        with suppress(ConnectionError):  # the browser has gone
            self.end_headers()
            if with_content:
                self.wfile.write(content)
