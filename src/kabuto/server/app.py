"""The web application: addresses, headers, cookies, and refusals as answers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import sha256
from typing import Any

from msgspec import MsgspecError, convert
from msgspec.json import decode, encode
from starlette.applications import Starlette
from starlette.datastructures import Headers, QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kabuto.server import answers, personal_answers
from kabuto.server.calls import Call
from kabuto.server.connections import Peer
from kabuto.server.endpoints import ENDPOINTS, SOCKET, Endpoint
from kabuto.server.house import House
from kabuto.server.limits import Guard, network
from kabuto.server.logs import log, warn
from kabuto.server.messages import Problem
from kabuto.server.monitoring import Health
from kabuto.server.pages import ASSETS, STATIC, UNLISTED, build, page
from kabuto.server.pictures import PICTURES
from kabuto.server.schema import encoded_openapi
from kabuto.server.sites import Sites
from kabuto.server.socket import table_socket
from kabuto.server.speech import STATUS, No, language_of, no
from kabuto.server.stopping import stop
from kabuto.table import Refused
from kabuto.table.text import translate

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""On every answer: no script but our own, and no address of ours told to others."""
HSTS = "max-age=31536000"
"""If the server is public over TLS: browsers shall use nothing else for a year."""
GONE = 499
"""What is logged as the status if the client left before it had sent everything."""


def create_app(house: House, sites: Sites | None = None) -> Starlette:
    """The application over the tables of a house; ``sites`` are the names it goes by."""
    sites = sites or Sites()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        sharing = house.store.assets and asyncio.create_task(house.store.assets.share_on(STATIC / ASSETS))
        try:
            yield
        finally:
            await stop([sharing] if sharing else [])
            await house.close()

    paths = dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)
    routes: list[BaseRoute] = [Route(path, Address(path)) for path in paths]
    routes += [
        WebSocketRoute(SOCKET, table_socket),
        Route("/api/openapi.json", _openapi),
        *(Route(path, partial(_picture, draw)) for path, draw in PICTURES.items()),
        Route("/healthz", _health),
        Route("/api/{path:path}", _nothing),
        Route("/{path:path}", page),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(Outermost, house=house, sites=sites),
            Middleware(RequestLimit, guard=house.guard),
            Middleware(GZipMiddleware, minimum_size=1000),
        ],
        exception_handlers={HTTPException: _http_refusal},
    )
    app.router.redirect_slashes = False  # every address is answered as it is
    app.state.house, app.state.sites = house, sites
    house.push.contact = sites.public_url if sites.is_secure else ""
    app.state.health = Health(house.store.check)
    return app


class Address:
    """An address that answers in several ways: whatever else is asked there is told which."""

    def __init__(self, path: str) -> None:
        self._ways = {e.method: _answer(e) for e in ENDPOINTS if e.path == path}
        if "GET" in self._ways:
            self._ways["HEAD"] = self._ways["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive, send)
        if request.method not in self._ways:
            raise HTTPException(405, headers={"allow": ", ".join(sorted(self._ways))})
        response = await self._ways[request.method](request)
        await response(scope, receive, send)


def _answer(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    work = getattr(personal_answers if endpoint.is_personal else answers, endpoint.name)

    async def respond(request: Request) -> Response:
        call = Call.of(request)
        try:
            call.house.guard.spend("requests", call.address)
            call.house.bans.check(call.person, call.address)
            arguments = [await _body(request, call, endpoint)] if endpoint.takes else []
            response = _json(await work(call, *arguments))
            if endpoint.is_settled:
                response = _unless_known(request, response)
        except Refused as refusal:
            return _refusal(refusal, call.language)
        if endpoint.is_lasting:
            with suppress(No):  # not stored: next time
                await call.house.devices.keep(call.identity, call.agent)
        if endpoint.is_identity or (call.is_new and (endpoint.is_lasting or not call.was_signed_out)):
            call.keep(response)  # that a device was signed out is told where it asks who it is
        return response

    return respond


async def _body(request: Request, call: Call, endpoint: Endpoint) -> Any:
    """The body of a request, checked against its type."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise no("not_json", "not_json")
    most, body = max(call.house.limits.body, endpoint.most_bytes), b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise no("too_large", "too_large", most=most)
    try:
        return convert(_whole_numbers(decode(body)), endpoint.takes)
    except (MsgspecError, RecursionError, UnicodeError) as error:
        raise no("bad_request", "bad_body", reason=str(error)[:200]) from None


def _whole_numbers(value: Any) -> Any:
    """To JSON 3.0 is a whole number too."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: _whole_numbers(each) for key, each in value.items()}
        case list():
            return [_whole_numbers(each) for each in value]
    return value


def _json(value: Any, status: int = 200) -> Response:
    return Response(
        encode(value), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


def _unless_known(request: Request, response: Response) -> Response:
    """An answer that the browser may keep, or that it has it already."""
    tag = f'W/"{sha256(response.body).hexdigest()[:32]}"'
    headers = {"cache-control": "private, no-cache", "etag": tag, "vary": "Cookie, Accept-Language"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


def _refusal(refusal: Refused, language: str) -> Response:
    error = refusal.error if isinstance(refusal, No) else "bad_request"
    problem = Problem(error, translate(refusal.reason, language), refusal.place)
    return _json(problem, STATUS[error])


async def _http_refusal(request: Request, error: Exception) -> Response:
    """What the router refuses: no such address, or not in this way."""
    assert isinstance(error, HTTPException)
    language = language_of(request.query_params.get("language"), request.headers.get("accept-language", ""))
    kind = no("not_allowed", "no_method") if error.status_code == 405 else no("not_found", "no_page")
    response = _refusal(kind, language)
    response.headers.update(error.headers or {})
    return response


async def _nothing(request: Request) -> Response:
    raise HTTPException(404)


async def _openapi(request: Request) -> Response:
    """The same for everybody, so it is neither built nor compressed again for each request."""
    call = Call.of(request)
    try:
        call.house.guard.spend("requests", call.address)
    except Refused as refusal:
        return _refusal(refusal, call.language)
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"cache-control": "no-cache", "vary": "Accept-Encoding"}
    if zipped:
        headers["content-encoding"] = "gzip"
    return Response(encoded_openapi(zipped), media_type="application/json", headers=headers)


async def _picture(draw: Callable[[Call], Awaitable[bytes]], request: Request) -> Response:
    """A picture, which may be kept for a while: names in it can change."""
    call = Call.of(request)
    try:
        call.house.guard.spend("requests", call.address)
        found = await draw(call)
    except Refused as refusal:
        return _refusal(refusal, call.language)
    headers = {"cache-control": "private, max-age=600", "vary": "Accept-Language", **UNLISTED}
    return Response(found, media_type="image/png", headers=headers)


async def _health(request: Request) -> Response:
    """Whether the server can write: it is not healthy if it cannot."""
    if await request.app.state.health.is_good():
        return _json({"status": "ok"})
    return _json({"status": "cannot write"}, 503)


class Outermost:
    """Headers for every answer, a line in the log and a count for every request; other sites stay outside."""

    def __init__(self, app: ASGIApp, house: House, sites: Sites) -> None:
        self.app, self.house, self.sites = app, house, sites
        self._headers = HEADERS | ({"strict-transport-security": HSTS} if sites.is_secure else {})
        if version := build():
            self._headers["kabuto-build"] = version  # so that an older page notices
        self._has_warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._checked(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _checked(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through if it is for this server, and from nobody else's page."""
        self._look_for_proxy(scope)
        try:
            self.sites.check(scope)
        except No as refusal:
            query = QueryParams(scope["query_string"])
            language = language_of(query.get("language"), Headers(scope=scope).get("accept-language", ""))
            await _refusal(refusal, language)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _look_for_proxy(self, scope: Scope) -> None:
        """Say once that a proxy tells whose requests it passes on, but is not believed."""
        if self._has_warned or not scope["client"]:
            return
        told, peer = Headers(scope=scope).get("x-forwarded-for"), scope["client"][0]
        if told and peer not in told:
            self._has_warned = True
            warn("proxy_not_trusted", peer=peer, hint=f"if this is your proxy: --trusted-proxy {peer}")

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        clock = self.house.world.monotonic
        started, status = clock(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                known = {name for name, _ in message["headers"]}
                message["headers"] += [
                    (name.encode(), value.encode())
                    for name, value in self._headers.items()
                    if name.encode() not in known
                ]
            await send(message)

        try:
            await self._checked(scope, receive, sending)
        except ClientDisconnect:
            status = GONE
        except Exception:
            warn("request_failed", method=scope["method"])
            if status == 500:
                await _json(Problem("internal", "Something went wrong here."), 500)(scope, receive, sending)
        took = clock() - started
        self.house.metrics.count("requests", f'status="{status}"')
        self.house.metrics.time("request", took)
        route = getattr(scope.get("route"), "path", "")
        log("request", method=scope["method"], route=route, status=status, ms=round(took * 1000, 1))


class RequestLimit:
    """Counts the requests of an address, whatever they ask for; cuts it off if it won't slow down."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app, self.guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        request = Request(scope)
        address = network(request.client.host) if request.client else ""
        app = self.app
        try:
            self.guard.spend("hits", address)
        except No as refusal:
            language = language_of(
                request.query_params.get("language"), request.headers.get("accept-language", "")
            )
            app = _refusal(refusal, language)
        await app(scope, receive, sending)
        if status == STATUS["too_fast"] and self.guard.take("refused_requests", address):
            peer: Peer = request.state.peer
            if not peer.is_proxy:
                peer.cut("requests")
