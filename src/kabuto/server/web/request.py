"""What is the same for every request: who asks, from where, in which language."""

from functools import partial

from starlette.requests import HTTPConnection
from starlette.responses import Response

from kabuto.host.call import Call
from kabuto.host.rate_limits import network
from kabuto.protocol.errors import language_of
from kabuto.server.accounts.caller import Caller
from kabuto.server.accounts.identity import Identity
from kabuto.server.services import Services
from kabuto.server.web.cookies import Cookies
from kabuto.server.web.origins import Sites


def services_of(connection: HTTPConnection) -> Services:
    """The services behind the application that was asked."""
    services: Services = connection.app.state.services
    return services


def caller_of(connection: HTTPConnection) -> Caller:
    """Who asks, and for what."""
    services, sites = services_of(connection), _sites(connection)
    ended = services.accounts.devices.ended
    cookies = Cookies(services.accounts.signer, connection)
    found, before = cookies.present(), cookies.before()
    was_signed_out = found is not None and found.device in ended
    present = None if was_signed_out else found
    identity = present or Identity.new(services.host.backend.chance)
    headers = connection.headers
    origin = headers.get("origin", "").lower() or _origin(connection, sites)
    return Caller(
        call=Call(
            person=identity.person,
            language=language_of(connection.query_params.get("language"), headers.get("accept-language", "")),
            address=network(connection.client.host) if connection.client else "",
            is_known=present is not None,
            table=connection.path_params.get("table", ""),
            study=connection.path_params.get("study", ""),
            query=dict(connection.query_params),
            zips="gzip" in headers.get("accept-encoding", ""),
        ),
        identity=identity,
        before=None if before is None or before.device in ended else before,
        is_new=present is None,
        was_signed_out=was_signed_out,
        agent=headers.get("user-agent", ""),
        origin=origin,
        owns_origin=partial(sites.owns, origin, (connection.scope.get("server") or (None, None))[1]),
        public_url=sites.public_url,
    )


def keep(connection: HTTPConnection, response: Response, caller: Caller) -> None:
    """Have the browser keep who it is and was."""
    signer = services_of(connection).accounts.signer
    Cookies(signer, connection).keep(response, caller.identity, caller.before)


def _sites(connection: HTTPConnection) -> Sites:
    sites: Sites = connection.app.state.sites
    return sites


def _origin(connection: HTTPConnection, sites: Sites) -> str:
    """How the server is reached: a browser leaves the origin of its own pages out where they only read."""
    return sites.public_url or f"{connection.url.scheme.replace('ws', 'http')}://{connection.url.netloc}"
