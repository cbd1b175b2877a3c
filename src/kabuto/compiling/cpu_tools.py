"""The engine's tools on the CPU, and two that only the search needs: ``copy`` and ``part``."""

import os
from collections.abc import Callable
from functools import cache
from typing import Any
from warnings import warn

import llvmlite.binding
import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from kabuto import folders
from kabuto.compiling.code_cache import LOST, cache_folder

WORD = ir.IntType(64)
NOT_KEPT = (
    "{place}: {reason}: compiled engines can't be kept, and are compiled again the next time. "
    "Free some space there, or let KABUTO_CACHE name another folder."
)
EACH_BYTE = 0x0101010101010101
"""1 in every byte of a word."""
SLOW_DEPOSIT = ("znver1", "znver2")
"""Processors that have the bit-deposit instruction, but run it as a slow microcode loop."""


def jit(function: Any, **options: Any) -> Any:
    """Compile a function on its first call, and cache it."""
    source = function.__code__.co_filename
    folder = cache_folder(source) if os.path.isfile(source) else None
    # The folder is a setting of the whole process, so put it back after decorating.
    before = numba.config.CACHE_DIR
    try:
        numba.config.CACHE_DIR = str(folder or "")
        # Nothing calls it from C, and a wrapper for that would cost a few percent of the compile time.
        chosen = {"cache": folder is not None, "nogil": True, "no_cfunc_wrapper": True, **options}
        return once(_kept_if_possible(numba.njit(**chosen)(function)))
    finally:
        numba.config.CACHE_DIR = before


def _kept_if_possible(function: Any) -> Any:
    """Let a full disk keep nobody from playing: what can't be cached is compiled anew the next time."""
    save = function._cache.save_overload

    def attempt(*compiled: Any) -> None:
        try:
            save(*compiled)
        except OSError as error:
            LOST.append(str(error))
            warn(NOT_KEPT.format(place=folders.cache_folder(), reason=error.strerror), stacklevel=2)

    function._cache.save_overload = attempt
    return function


apart = jit
"""On a GPU such functions must not be copied into their callers; LLVM knows best on the CPU."""


def inline(function: Any) -> Any:
    """Have LLVM inline a function wherever it is called: for small ones that must not cost a call."""
    return jit(function, forceinline=True)


def part(function: Any) -> Any:
    """Have Numba paste a function into its caller instead of compiling it by itself.

    Numba compiles a function together with everything it calls, and again as part of each caller. This saves
    the first of the two for large functions with one caller.
    """
    return jit(function, inline="always")


class _Unlinked(JITCodeLibrary):  # type: ignore[misc]
    """The code of one function alone, to be linked into that of an entry point.

    Numba would link and optimise it together with everything it calls, and make machine code of it, and do so
    again for each of its callers.
    """

    def finalize(self) -> None:
        """Take it as it is."""
        self._raise_if_finalized()
        self._finalized = True


class _Linked(JITCodeLibrary):  # type: ignore[misc]
    """The code of an entry point with everything that it calls, optimised once."""

    def finalize(self) -> None:
        """Link what is called directly and indirectly, each once."""
        found, waiting = dict[Any, None](), list(self._linking_libraries)
        while waiting:
            library = waiting.pop(0)
            if library not in found:
                found[library] = None
                waiting += library._linking_libraries
        self._linking_libraries: Any = list(found)
        super().finalize()


class _Inner(Compiler):  # type: ignore[misc]
    """Compiles a function that nothing but compiled code calls."""

    def compile_extra(self, func: Any) -> Any:
        """Compile it into a library of its own, without machine code."""
        self.state.flags.no_compile = True
        self.state.library = _Unlinked(self.state.targetctx.codegen(), func.__qualname__)
        compiled = super().compile_extra(func)
        # Callers find it by a built-in function that is no other's; this one refuses calls from Python.
        key = dict[Any, Any]().update
        self.state.targetctx.insert_user_function(key, compiled.fndesc, [compiled.library])
        return compiled._replace(entry_point=key)


class _Entry(Compiler):  # type: ignore[misc]
    """Compiles a function that Python calls, and that calls ``inner`` ones."""

    def compile_extra(self, func: Any) -> Any:
        """Compile it into a library that links everything."""
        self.state.library = _Linked(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


def inner(function: Any) -> Any:
    """Compile a function that nothing but compiled code calls, as a part of each ``entry`` that needs it."""
    compiled = numba.njit(
        nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, pipeline_class=_Inner, cache=False
    )
    return once(compiled(function))


def entry(function: Any) -> Any:
    """Compile a function that Python calls and that is built from ``inner`` ones, and cache it."""
    return jit(function, pipeline_class=_Entry)


def quick(function: Any) -> Any:
    """Compile a function of integers that Python calls very often: a call takes about 40 ns.

    Nothing chooses between versions of it, it keeps the interpreter's lock, and it takes no arrays, which
    cost 100 ns each: their addresses instead (``record_at``).
    """
    compiled = jit(function, nogil=False)
    return cache(lambda: compiled.compile((types.int64,) * function.__code__.co_argcount))


def record_at(dtype: Any) -> Any:
    """The record at an address, as compiled code sees it; whoever has the address keeps the array alive."""
    kind = numba.from_dtype(dtype)

    def typed(_: Any, address: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(kind))

        return kind(types.int64), build

    return intrinsic(typed)


def once(function: Any) -> Any:
    """Let compiled callers share one version of a function, with every integer passed as 64 bits.

    Numba would compile another version for each constant and each width that callers pass. This cuts compile
    time to a third. It overrides a method that Numba does not document, on this one function;
    ``test_a_function_is_compiled_once_whatever_numbers_it_is_given`` fails if Numba stops calling it.
    """
    template = function.get_call_template

    def wide(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return types.int64 if isinstance(kind, types.Integer) else kind

    function.get_call_template = lambda args, kws: template(tuple(map(wide, args)), kws)
    return function


def _on_word(build: Callable[[Any, Any], Any]) -> Any:
    """A function of one 64-bit word that is a single instruction."""

    def typed(_: Any, word: Any) -> Any:
        return types.int64(types.int64), lambda context, builder, signature, args: build(builder, args[0])

    return intrinsic(typed)


popcount = _on_word(lambda builder, word: builder.ctpop(word))
lowest = _on_word(lambda builder, word: builder.cttz(word, ir.Constant(ir.IntType(1), 0)))


@intrinsic  # type: ignore[untyped-decorator]
def deposit(_: Any, bits: Any, mask: Any) -> Any:
    """The lowest bits of a word, moved to the positions that are set in a mask."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(WORD, (WORD, WORD))
        return builder.call(
            cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64"), args
        )

    return types.int64(types.int64, types.int64), build


def _can_deposit() -> bool:
    """Whether the target processor has that instruction, and a fast one."""
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
def _mark_eight(_: Any, array: Any, first: Any, ones: Any) -> Any:
    """Set the bits of a word in eight bytes of an array."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        data = make_array(signature.args[0])(context, builder, args[0]).data
        place = builder.bitcast(builder.gep(data, [args[1]]), WORD.as_pointer())
        builder.store(builder.or_(builder.load(place, align=1), args[2]), place, align=1)
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), build


@jit
def _mark_each(bits, first, out):
    """Write 1 for every bit into an array of bytes, from an index on, bit by bit."""
    while bits:
        out[first + lowest(bits)] = 1
        bits &= bits - 1


if _can_deposit():

    @jit
    def mark(bits, first, out):
        """Write 1 for every bit into an array of bytes, from an index on."""
        while bits and first + 8 <= out.shape[0]:
            _mark_eight(out, first, deposit(bits & 255, EACH_BYTE))
            bits >>= 8
            first += 8
        _mark_each(bits, first, out)

else:
    mark = _mark_each


@intrinsic  # type: ignore[untyped-decorator]
def copy(_: Any, target: Any, source: Any) -> Any:
    """Copy one record to another of the same type.

    An assignment does the same, but LLVM splits it into single bytes, which is slow to compile.
    """
    if target != source:
        return None

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        cgutils.raw_memcpy(builder, *args, ir.Constant(WORD, target.size), 1)
        return context.get_dummy_value()

    return types.void(target, source), build
