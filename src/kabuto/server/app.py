"""The web application: addresses, headers, cookies, and refusals as answers."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

from msgspec import MsgspecError, convert
from msgspec.json import decode, encode
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kabuto.server import answers
from kabuto.server.calls import Call, check_origin
from kabuto.server.endpoints import ENDPOINTS, SOCKET, Endpoint
from kabuto.server.house import House
from kabuto.server.identity import COOKIE, COOKIE_AGE
from kabuto.server.logs import log, warn
from kabuto.server.messages import Problem
from kabuto.server.monitoring import Health
from kabuto.server.pages import page
from kabuto.server.schema import encoded_openapi
from kabuto.server.socket import table_socket
from kabuto.server.speech import STATUS, No, language_of, no
from kabuto.table import Refused
from kabuto.table.text import translate

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; media-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
"""On every answer: no script but our own, and no address of ours told to others."""


def create_app(house: House) -> Starlette:
    """The application over the tables of a house."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    paths = dict.fromkeys(endpoint.path for endpoint in ENDPOINTS)
    routes: list[BaseRoute] = [Route(path, Address(path)) for path in paths]
    routes += [
        WebSocketRoute(SOCKET, table_socket),
        Route("/api/openapi.json", _openapi),
        Route("/healthz", _health),
        Route("/api/{path:path}", _nothing),
        Route("/{path:path}", page),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(Outermost, house=house), Middleware(GZipMiddleware, minimum_size=1000)],
        exception_handlers={HTTPException: _http_refusal},
    )
    app.router.redirect_slashes = False  # every address is answered as it is
    app.state.house = house
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
    work = getattr(answers, endpoint.name)

    async def respond(request: Request) -> Response:
        call = Call.of(request)
        try:
            check_origin(request)
            call.house.guard.spend("requests", call.address)
            arguments = [await _body(request, call, endpoint.takes)] if endpoint.takes else []
            response = _json(await work(call, *arguments))
        except Refused as refusal:
            return _refusal(refusal, call.language)
        if call.is_new or endpoint.name == "me":
            _set_cookie(response, request, call)
        return response

    return respond


async def _body(request: Request, call: Call, kind: Any) -> Any:
    """The body of a request, checked against its type."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise no("not_json", "not_json")
    most, body = call.house.limits.body, b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise no("too_large", "too_large", most=most)
    try:
        return convert(_whole_numbers(decode(body)), kind)
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


def _set_cookie(response: Response, request: Request, call: Call) -> None:
    response.set_cookie(
        COOKIE,
        call.house.signer.cookie(call.person),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def _json(value: Any, status: int = 200) -> Response:
    return Response(
        encode(value), status, media_type="application/json", headers={"cache-control": "no-store"}
    )


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


async def _health(request: Request) -> Response:
    """Whether the server can write: it is not healthy if it cannot."""
    if await request.app.state.health.is_good():
        return _json({"status": "ok"})
    return _json({"status": "cannot write"}, 503)


class Outermost:
    """Headers for every answer, a line in the log and a count for every request."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app, self.house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started, status = monotonic(), 500

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                known = {name for name, _ in message["headers"]}
                message["headers"] += [
                    (name.encode(), value.encode())
                    for name, value in HEADERS.items()
                    if name.encode() not in known
                ]
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception:
            warn("request_failed", method=scope["method"])
            if status == 500:
                await _json(Problem("internal", "Something went wrong here."), 500)(scope, receive, sending)
        took = monotonic() - started
        self.house.metrics.count("requests", f'status="{status}"')
        self.house.metrics.time("request", took)
        route = getattr(scope.get("route"), "path", "")
        log("request", method=scope["method"], route=route, status=status, ms=round(took * 1000, 1))
