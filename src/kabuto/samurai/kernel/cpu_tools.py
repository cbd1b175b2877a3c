"""The tools of the engine on the CPU, and two that only the search needs: ``copy`` and ``part``."""

import os
from collections.abc import Callable
from typing import Any

import llvmlite.binding
import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from kabuto.samurai.kernel.targets import cache_folder

WORD = ir.IntType(64)
SLOW_DEPOSIT = ("znver1", "znver2")
"""Processors that have the instruction to deposit bits, but take it apart into a loop of their own."""


def jit(function: Any, **options: Any) -> Any:
    """Compile a function when it is first called, and keep it."""
    source = function.__code__.co_filename
    folder = cache_folder(source) if os.path.isfile(source) else None
    # The folder is a setting of the whole process: it is ours only while we decorate.
    before = numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = str(folder or "")
        # Nobody calls it from C: that takes a few percent of the time to compile.
        kept = numba.njit(cache=folder is not None, nogil=True, no_cfunc_wrapper=True, **options)
        return _once(kept(function))
    finally:
        numba.config.CACHE_DIR = before


def part(function: Any) -> Any:
    """Compile a function as a part of those that call it, never by itself.

    Numba compiles a function together with all that it calls, all over again for each of its callers. This is
    for large functions with one caller.
    """
    return jit(function, inline="always")


def _once(function: Any) -> Any:
    """Let compiled callers share one version: Numba would make another for every constant passed to it.

    A third of the time to compile is left. Whole numbers of any size are passed as 64 bits.
    """
    template = function.get_call_template

    def wide(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) else kind

    function.get_call_template = lambda args, kws: template(tuple(map(wide, args)), kws)
    return function


def _on_word(build: Callable[[Any, Any], Any]) -> Any:
    """A function of one word, made by an instruction."""

    def typed(_: Any, word: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, args: build(builder, args[0])

    return intrinsic(typed)


popcount = _on_word(lambda builder, word: builder.ctpop(word))
lowest = _on_word(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)))


@intrinsic  # type: ignore[untyped-decorator]
def deposit(_: Any, bits: Any, mask: Any) -> Any:
    """The lowest bits of a word, laid on the places that a mask has set."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(WORD, (WORD, WORD))
        return builder.call(
            cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args
        )

    return types.int64(types.int64, types.int64), build


def _can_deposit() -> bool:
    """Whether the processor that is compiled for has that instruction, and a fast one."""
    other = numba.config.CPU_NAME or numba.config.CPU_FEATURES is not None
    quick = llvmlite.binding.get_host_cpu_name() not in SLOW_DEPOSIT
    return not other and quick and bool(llvmlite.binding.get_host_cpu_features().get("bmi2"))


if _can_deposit():

    @jit
    def nth(mask, n):
        """The index of the n-th bit of a mask, from the lowest."""
        return lowest(deposit(1 << n, mask))

else:

    @jit
    def nth(mask, n):
        """The index of the n-th bit of a mask, from the lowest."""
        for _ in range(n):
            mask &= mask - 1
        return lowest(mask)


@intrinsic  # type: ignore[untyped-decorator]
def copy(_: Any, target: Any, source: Any) -> Any:
    """Copy one record to another of the same type.

    An assignment does the same, but is taken apart into single bytes on the way, which takes long to compile.
    """
    if target != source:
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        cgutils.raw_memcpy(builder, *args, ir.Constant(WORD, target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), build
