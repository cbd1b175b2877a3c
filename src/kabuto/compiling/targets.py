"""What differs between the CPU and the GPU."""

import sys
from importlib import import_module
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from types import ModuleType


def tools(target: str) -> ModuleType:
    """A target's own tools: ``jit``, ``inline`` and ``apart``, and operations on bits."""
    if target == "cuda":
        from kabuto.compiling import cuda_tools

        return cuda_tools
    if target == "cuda_compact":
        from kabuto.compiling import cuda_compact_tools

        return cuda_compact_tools
    if target == "plain":
        from kabuto.compiling import plain_tools

        return plain_tools
    from kabuto.compiling import cpu_tools

    return cpu_tools


def build(module: ModuleType | str, target: str) -> ModuleType:
    """A module of compiled functions, built for a target.

    On the CPU that is the module itself. For another target its source runs once more, as a module of its
    own, with ``TARGET`` set to ``"cuda"``, ``"cuda_compact"`` or ``"plain"`` and so with the tools of it. A
    module that is given by its name needs no compiler for ``"plain"``.
    """
    if target == "cpu":
        return import_module(module) if isinstance(module, str) else module
    source = module if isinstance(module, str) else module.__name__
    name = f"{source}_{target}"
    if name not in sys.modules:
        found = find_spec(source)
        assert found is not None
        spec = spec_from_file_location(name, found.origin)
        assert spec is not None
        assert spec.loader is not None
        built = module_from_spec(spec)
        built.TARGET = target  # type: ignore[attr-defined]
        spec.loader.exec_module(built)
        sys.modules[name] = built
    return sys.modules[name]
