"""Gets Yedo's engine ready: compiles it once, then loads it from the cache."""

from typing import Any

from kabuto.compiling.warming import Report, Stage, is_warm, warm
from kabuto.table.options import resolve
from kabuto.yedo.options import OPTIONS, Setting


def stages() -> list[Stage]:
    """What is compiled, called with the types that Python passes."""
    import numpy as np

    from kabuto.yedo.kernel import calls
    from kabuto.yedo.kernel.convert import states
    from kabuto.yedo.kernel.record import LEGAL

    t, out = _setting(), np.zeros(LEGAL, np.int64)
    return [Stage("Yedo", 15, calls.__file__, lambda: calls.legal(states(1), 0, t, out)), samplers()]


def samplers() -> Stage:
    """What deals hidden cards again."""
    import numpy as np

    from kabuto.compiling.arrays import empty
    from kabuto.yedo.kernel import deals
    from kabuto.yedo.kernel.convert import states
    from kabuto.yedo.kernel.record import LEGAL
    from kabuto.yedo.kernel.unseen import UNSEEN

    def sample() -> None:
        deals.draw(empty(1, UNSEEN), states(1), states(1), 1, 0)
        deals.forget(states(1), 1, _setting(), 0, np.zeros(LEGAL, np.int64))

    return Stage("Yedo's hidden cards", 5, deals.__file__, sample)


def _setting() -> Any:
    from kabuto.yedo.kernel.tables import setting_record

    return setting_record(Setting.of(resolve(OPTIONS, {})))


def warm_all(report: Report | None = None) -> None:
    """Get the engine ready; ``report`` is called if it has to be compiled first."""
    warm(stages(), report)


def is_ready() -> bool:
    """Whether everything is in the cache, compiled from these sources."""
    return is_warm(stages())
