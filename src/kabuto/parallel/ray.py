"""A pool of workers on a Ray cluster."""

import os
import socket
from collections.abc import Callable, Generator
from concurrent.futures import Future
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from kabuto.parallel.pools import AHEAD, Pool, call
from kabuto.table import BadOption, Refused
from kabuto.table.errors import short
from kabuto.table.text import WORDS
from kabuto.version import __version__

PATIENCE = 10.0
"""Seconds to wait for the machine that an address names."""


@contextmanager
def cluster(address: str) -> Generator[Pool]:
    """A Ray cluster, with a worker for each of its processors; ``local`` starts one on this machine.

    Ray repeats a call whose worker is lost three times; what fails for good is refused.
    """
    ray = _ray(address)
    try:
        _connect(ray, address)
        remote = ray.remote(call)

        def submit(function: Callable[..., Any], *arguments: Any) -> Future[Any]:
            future: Future[Any] = remote.remote(__version__, function, *arguments).future()
            return future

        try:
            yield Pool(submit, AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1))))
        except ray.exceptions.RayError as error:
            fault = getattr(error, "cause", None) or error
            raise Refused(WORDS.say("cluster_failed", fault=str(fault))) from None
    finally:
        ray.shutdown()


def _ray(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    if address == "local":
        os.environ.setdefault("RAY_AUTH_MODE", "disabled")  # or it leaves a token in the home folder
    try:
        return import_module("ray")
    except ImportError:
        raise BadOption(WORDS.say("no_ray"), "--ray") from None


def _connect(ray: Any, address: str) -> None:
    try:
        place = urlsplit(address if "://" in address else f"//{address}")
        if place.hostname and place.port:  # Ray itself waits for minutes, or ends this process
            socket.create_connection((place.hostname, place.port), PATIENCE).close()
        ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, RuntimeError, ValueError) as error:
        raise BadOption(WORDS.say("no_cluster", address=short(address), fault=error), "--ray") from None
