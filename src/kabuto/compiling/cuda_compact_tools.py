"""The engine's tools on a GPU, for code that plays whole games: it must fit the instruction cache.

The compiler would copy every function into all of its callers. What is ``apart`` stays one piece of code,
which they jump to. For a single step, as environments do it, the copies are faster.
"""

from contextlib import suppress

from kabuto.compiling import cuda_tools
from kabuto.compiling.cuda_tools import copy, inline, inner, jit, lowest, mark, part, popcount

__all__ = ["apart", "copy", "inline", "inner", "jit", "lowest", "mark", "nth", "part", "popcount"]

_APART: set[tuple[str, str]] = set()


def apart(function):
    """Compile a function that is not copied into its callers."""
    _APART.add((function.__module__, function.__qualname__))
    return jit(function)


def _keep_apart() -> None:
    """Tell the compiler, for which numba-cuda has no option; with versions that differ, games are slower."""
    from numba.cuda.core.funcdesc import FunctionDescriptor

    declare = FunctionDescriptor.declare_function

    def declare_function(self, module):
        function = declare(self, module)
        if (self.modname, self.qualname) in _APART:
            function.attributes.add("noinline")
        return function

    FunctionDescriptor.declare_function = declare_function


with suppress(ImportError):  # Numba's own simulator has no such module
    _keep_apart()


@apart
def nth(mask, n):
    """The index of the n-th bit of a mask, from the lowest."""
    return cuda_tools.nth(mask, n)
