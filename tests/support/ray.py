"""Ray as far as Kabuto uses it, in this process."""

from collections.abc import Callable
from concurrent.futures import Future
from types import ModuleType, SimpleNamespace
from typing import Any

from kabuto.table import Refused


class Ray(ModuleType):
    """Stands in for the module ``ray``."""

    class exceptions:  # noqa: N801 - its name in Ray
        class RayError(Exception): ...

    def __init__(self) -> None:
        super().__init__("ray")
        self.events: list[str] = []
        self.calls_left = 10**6
        """How many calls the workers survive."""

    def init(self, address: str, **_: object) -> None:
        self.events.append(f"init {address}")
        if address == "nowhere":
            raise ConnectionError("nobody answers")

    def remote(self, function: Callable[..., Any]) -> object:
        def call(*arguments: Any) -> object:
            future: Future[Any] = Future()
            self.calls_left -= 1
            try:
                if self.calls_left < 0:
                    raise self.exceptions.RayError("the worker died")
                future.set_result(function(*arguments))
            except (Refused, self.exceptions.RayError) as error:
                future.set_exception(self.exceptions.RayError(error))
            return SimpleNamespace(future=lambda: future)

        return SimpleNamespace(remote=call)

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def shutdown(self) -> None:
        self.events.append("shutdown")
