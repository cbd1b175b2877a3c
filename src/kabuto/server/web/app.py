"""The web application: addresses, headers, cookies, and refusals as answers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from msgspec.json import encode
from starlette.applications import Starlette
from starlette.datastructures import Headers, QueryParams
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kabuto.host import handlers
from kabuto.host.backend import Answer
from kabuto.host.call import Call
from kabuto.host.computing import LEVEL, WORTH_ZIPPING
from kabuto.host.host import Host
from kabuto.host.log import log, warn
from kabuto.host.rate_limits import Guard, network
from kabuto.host.tasks import stop
from kabuto.protocol.bodies import check_text, check_values, read_body
from kabuto.protocol.endpoints import ENDPOINTS, SOCKET, Endpoint
from kabuto.protocol.errors import STATUS, Refusal, language_of, refuse
from kabuto.protocol.http import Problem
from kabuto.protocol.openapi import encoded_openapi
from kabuto.server.accounts import handlers as account_handlers
from kabuto.server.accounts.caller import Caller
from kabuto.server.services import Services
from kabuto.server.web.device import ADDRESS, ASKED, Device, not_offered
from kabuto.server.web.monitoring import Health
from kabuto.server.web.origins import Sites
from kabuto.server.web.pages import ASSETS, STATIC, UNLISTED, build, page
from kabuto.server.web.pictures import PICTURES
from kabuto.server.web.request import caller_of, keep, services_of
from kabuto.server.web.socket import table_socket
from kabuto.server.web.uvicorn_limits import Peer
from kabuto.table import Refused
from kabuto.table.text import translate

NEVER_USED = ("camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb")
"""What no page of ours asks a browser for, so that nothing on one may."""
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{feature}=()" for feature in NEVER_USED),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""On every answer: no script but our own, and no address of ours told to others."""
HSTS = "max-age=31536000"
"""If the server is public over TLS: browsers shall use nothing else for a year."""
GONE = 499
"""What is logged as the status if the client left before it had sent everything, or got an answer."""

Answering = Callable[..., Awaitable[Any]]
"""Takes services, a caller and, if the endpoint takes one, a body."""


def create_app(services: Services, sites: Sites | None = None, folder: Path | None = None) -> Starlette:
    """The application over the services of a server; ``sites`` are the names it goes by.

    ``folder`` is one of ``kabuto static``, for browsers to keep.
    """
    sites = sites or Sites()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await services.open()
        sharing = services.store.assets and asyncio.create_task(
            services.store.assets.share_on(STATIC / ASSETS)
        )
        try:
            yield
        finally:
            await stop([sharing] if sharing else [])
            await services.close()

    found, paths = answering(), dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)
    routes: list[BaseRoute] = [Route(path, Address(path, found)) for path in paths]
    routes += [
        WebSocketRoute(SOCKET, table_socket),
        Route("/api/openapi.json", _openapi),
        *(Route(path, partial(_picture, draw)) for path, draw in PICTURES.items()),
        Route("/healthz", _health),
        Route("/api/{path:path}", _nothing),
        Route(ADDRESS, Device(folder).file) if folder else Route(ASKED, not_offered, methods=["HEAD"]),
        Route("/{path:path}", page),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(Outermost, services=services, sites=sites),
            Middleware(RequestLimit, guard=services.host.guard),
            Middleware(GZipMiddleware, minimum_size=WORTH_ZIPPING, compresslevel=LEVEL),
        ],
        exception_handlers={HTTPException: _http_refusal},
    )
    app.router.redirect_slashes = False  # every address is answered as it is
    app.state.services, app.state.sites = services, sites
    services.accounts.push.contact = sites.public_url if sites.is_secure else ""
    app.state.health = Health(services.store.check)
    return app


class Address:
    """An address that answers in several ways: any other method is refused with their names."""

    def __init__(self, path: str, found: dict[str, Answering]) -> None:
        self._ways = {e.method: _answer(e, found[e.name]) for e in ENDPOINTS if e.path == path}
        if "GET" in self._ways:
            self._ways["HEAD"] = self._ways["GET"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = Request(scope, receive, send)
        if request.method not in self._ways:
            raise HTTPException(405, headers={"allow": ", ".join(sorted(self._ways))})
        response = await self._ways[request.method](request)
        await response(scope, receive, send)


def answering() -> dict[str, Answering]:
    """Name of an endpoint → what answers there; an error if one has nothing, or something has none."""
    found: dict[str, Answering] = {name: partial(_of_host, work) for name, work in handlers.HANDLERS.items()}
    found |= {name: partial(_of_accounts, work) for name, work in account_handlers.HANDLERS.items()}
    names = {endpoint.name for endpoint in ENDPOINTS}
    if missing := sorted(names - found.keys()):
        raise LookupError(f"no function answers at {', '.join(missing)}")
    if surplus := sorted(found.keys() - names):
        raise LookupError(f"there is no endpoint for {', '.join(surplus)}")
    return found


def _of_host(work: Answering, services: Services, caller: Caller, *body: Any) -> Awaitable[Any]:
    return work(services.host, caller.call, *body)


def _of_accounts(work: Answering, services: Services, caller: Caller, *body: Any) -> Awaitable[Any]:
    return work(services.accounts, caller, *body)


def _answer(endpoint: Endpoint, work: Answering) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        services, caller = services_of(request), caller_of(request)
        call, devices = caller.call, services.accounts.devices
        try:
            services.host.guard.spend("requests", call.address)
            services.accounts.bans.check(call.person, call.address)
            check_values({**call.query, **request.path_params})
            limit = services.host.backend.limits.body
            arguments = [await _body(request, limit, endpoint)] if endpoint.takes else []
            found = await work(services, caller, *arguments)
            response = _ready(found) if isinstance(found, Answer) else _json(found)
            if endpoint.is_settled:
                response = _unless_known(request, response)
        except Refused as refusal:
            return _refusal(refusal, call.language)
        if endpoint.is_lasting:
            with suppress(Refusal):  # not stored: next time
                await devices.keep(caller.identity, caller.agent)
        if endpoint.is_identity or (caller.is_new and (endpoint.is_lasting or not caller.was_signed_out)):
            keep(request, response, caller)  # that a device was signed out is told where it asks who it is
        return response

    return respond


async def _body(request: Request, limit: int, endpoint: Endpoint) -> Any:
    """The body of a request, checked against its type."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise refuse("not_json", "not_json")
    most, body = max(limit, endpoint.most_bytes), b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise refuse("too_large", "too_large", most=most)
    check_text(body, "bad_request")
    if len(body) > limit:
        return await asyncio.to_thread(read_body, body, endpoint.takes)
    return read_body(body, endpoint.takes)


def _json(value: Any, status: int = 200) -> Response:
    return Response(
        encode(value), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


def _ready(answer: Answer) -> Response:
    """An answer that a worker has encoded."""
    headers = {"cache-control": "no-store", "vary": "Accept-Encoding"}
    if answer.is_zipped:
        headers["content-encoding"] = "gzip"
    return Response(answer.body, media_type="application/json", headers=headers)


def _unless_known(request: Request, response: Response) -> Response:
    """An answer that the browser may keep, or that it has it already."""
    tag = f'W/"{sha256(response.body).hexdigest()[:32]}"'
    headers = {
        "cache-control": "private, no-cache",
        "etag": tag,
        "vary": "Cookie, Accept-Language, Accept-Encoding",
    }
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


def _refusal(refusal: Refused, language: str) -> Response:
    error = refusal.error if isinstance(refusal, Refusal) else "bad_request"
    again = refusal.again if isinstance(refusal, Refusal) else 0
    problem = Problem(error, translate(refusal.reason, language), refusal.place, again)
    response = _json(problem, STATUS[error])
    if again:
        response.headers["retry-after"] = str(again)
    return response


async def _http_refusal(request: Request, error: Exception) -> Response:
    """What the router refuses: no such address, or not in this way."""
    assert isinstance(error, HTTPException)
    language = language_of(request.query_params.get("language"), request.headers.get("accept-language", ""))
    kind = refuse("not_allowed", "no_method") if error.status_code == 405 else refuse("not_found", "no_page")
    response = _refusal(kind, language)
    response.headers.update(error.headers or {})
    return response


async def _nothing(request: Request) -> Response:
    raise HTTPException(404)


async def _openapi(request: Request) -> Response:
    """The same for everyone, so it is neither built nor compressed again for each request."""
    host, call = services_of(request).host, caller_of(request).call
    try:
        host.guard.spend("requests", call.address)
    except Refused as refusal:
        return _refusal(refusal, call.language)
    zipped = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"cache-control": "no-cache", "vary": "Accept-Encoding"}
    if zipped:
        headers["content-encoding"] = "gzip"
    return Response(encoded_openapi(zipped), media_type="application/json", headers=headers)


async def _picture(draw: Callable[[Host, Call], Awaitable[bytes]], request: Request) -> Response:
    """A picture, which may be kept for a while: names in it can change."""
    host, call = services_of(request).host, caller_of(request).call
    try:
        host.guard.spend("requests", call.address)
        found = await draw(host, call)
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

    def __init__(self, app: ASGIApp, services: Services, sites: Sites) -> None:
        self.app, self.sites = app, sites
        self._clock, self._metrics = services.host.backend.clock.monotonic, services.metrics
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
        """Let a request through if it is for this server, and not from another site's page."""
        self._look_for_proxy(scope)
        try:
            self.sites.check(scope)
        except Refusal as refusal:
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
        started, status = self._clock(), GONE

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
            if status == GONE:
                await _json(Problem("internal", "Something went wrong here."), 500)(scope, receive, sending)
        took = self._clock() - started
        self._metrics.count("requests", status=status)
        self._metrics.time("request", took)
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
        except Refusal as refusal:
            language = language_of(
                request.query_params.get("language"), request.headers.get("accept-language", "")
            )
            app = _refusal(refusal, language)
        await app(scope, receive, sending)
        if status == STATUS["too_fast"] and self.guard.take("refused_requests", address):
            peer: Peer = request.state.peer
            if not peer.is_proxy:
                peer.cut("requests")
