"""Atomic operations on the words of an ``int64`` array, in one order that all threads agree on."""

import platform
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

ORDER = "seq_cst"
WAITING = dict.fromkeys(("x86_64", "AMD64"), "llvm.x86.sse2.pause")
"""Machine → the instruction for spin-wait loops."""


def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    array = make_array(signature.args[0])(context, builder, args[0])
    return builder.gep(array.data, [args[1]])


def _changing(operation: str) -> Any:
    """A function ``(array, index, value)`` that changes a word and returns its old value."""

    def typed(_: Any, array: Any, index: Any, value: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.atomic_rmw(operation, _place(context, builder, signature, args), args[2], ORDER)

        return types.int64(array, types.int64, types.int64), build

    return intrinsic(typed)


put = _changing("xchg")
add = _changing("add")
lower = _changing("min")


@intrinsic  # type: ignore[untyped-decorator]
def get(_: Any, array: Any, index: Any) -> Any:
    """The word."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.load_atomic(_place(context, builder, signature, args), ORDER, 8)

    return types.int64(array, types.int64), build


@intrinsic  # type: ignore[untyped-decorator]
def pause(_: Any) -> Any:
    """Pause briefly in a spin-wait loop."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if name := WAITING.get(platform.machine()):
            kind = ir.FunctionType(ir.VoidType(), ())
            builder.call(cgutils.get_or_insert_function(builder.module, kind, name), ())
        return context.get_dummy_value()

    return types.void(), build
