"""The bill of materials (CycloneDX): what others made, in a release or beside it, with its licence."""

import json
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_DNS, uuid5

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LEFT_OUT = ("dev", "docs")
"""Extras for engineers."""
CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "MIT No Attribution License (MIT-0)": "MIT-0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
}
"""What packages said of their licence before there were expressions."""
NOT_INSTALLED = {"ray": "Apache-2.0", "torch": "BSD-3-Clause"}
"""Parts of extras that are too large to install for a list, with the licence on their pages."""
INSIDE = (
    ("CPython", "3.14", "PSF-2.0", "in Pyodide, its library compiled"),
    ("Shippori Mincho", "2021", "OFL-1.1", "a subset of the font"),
    ("Ysabeau Office", "2023", "OFL-1.1", "a subset of the font"),
)
"""What no lock names, and the release contains: NOTICE.md says more."""


def bill(root: Path, version: str, seconds: int, maps: Path) -> str:
    """The list as JSON; the same for the same sources."""
    own = Component(name="kabuto", version=version, type=ComponentType.APPLICATION, bom_ref="kabuto")
    own.licenses = _licences("MIT")
    found = {each.bom_ref.value: each for each in (*_inside(), *_scripts(root, maps), *_python(root))}
    bom = Bom(
        components=found.values(),
        metadata=BomMetaData(component=own, timestamp=datetime.fromtimestamp(seconds, UTC)),
        serial_number=uuid5(NAMESPACE_DNS, f"kabuto {version} {seconds}"),
    )
    required = [each for each in found.values() if each.scope is ComponentScope.REQUIRED]
    bom.register_dependency(own, required)
    return f"{JsonV1Dot6(bom).output_as_string(indent=1)}\n"


def _inside() -> Iterator[Component]:
    for name, version, licence, what in INSIDE:
        yield _component(name, version, licence, ComponentScope.REQUIRED, None, description=what)


def _scripts(root: Path, maps: Path) -> Iterator[Component]:
    """Packages of npm: those in the pages and in the edition, and the tools that build them."""
    used = {"web": _in_pages(maps), "src/kabuto/folder/making": {"pyodide"}, "web/linker": set()}
    for place, names in used.items():
        lock = json.loads((root / place / "package-lock.json").read_text("utf-8"))
        for path, entry in sorted(lock["packages"].items()):
            name = path.rpartition("node_modules/")[2]
            if not name:
                continue
            scope = ComponentScope.REQUIRED if name in names else ComponentScope.EXCLUDED
            group, _, short = name.rpartition("/")
            address = PackageURL("npm", group or None, short, entry["version"])
            yield _component(name, entry["version"], entry.get("license", ""), scope, address)
    for line in (root / "src/kabuto/folder/making/wheels.txt").read_text("utf-8").splitlines():
        if found := re.match(r"([\w-]+)==([\w.]+)", line):
            address = PackageURL("pypi", None, found[1], found[2], {"platform": "wasm32"})
            licence = _licence(_distribution(found[1]))
            yield _component(found[1], found[2], licence, ComponentScope.REQUIRED, address)


def _in_pages(maps: Path) -> set[str]:
    """The packages that parts of the pages come from, as the maps of the build say."""
    named = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
    sources = (
        source for each in maps.glob("*.map") for source in json.loads(each.read_text("utf-8"))["sources"]
    )
    return {found[-1] for source in sources if (found := named.findall(source))}


def _python(root: Path) -> Iterator[Component]:
    """Packages that pip installs beside Kabuto: without extras, or with any of them."""
    tested = dict(
        re.findall(r"^([\w.-]+)==([^\s;]+)", (root / "constraints.txt").read_text("utf-8"), re.MULTILINE)
    )
    own = distribution("kabuto")
    core = _closure(_asked(own, ("",)))
    extras = [each for each in own.metadata.get_all("Provides-Extra") or [] if each not in LEFT_OUT]
    for name in sorted(core | _closure(_asked(own, extras))):
        scope = ComponentScope.REQUIRED if name in core else ComponentScope.OPTIONAL
        licence = NOT_INSTALLED.get(name) or _licence(_distribution(name))
        version = tested.get(name)
        yield _component(name, version, licence, scope, PackageURL("pypi", None, name, version))


def _closure(asked: Iterable[Requirement]) -> set[str]:
    """The names of packages with all that they need."""
    found: set[tuple[str, frozenset[str]]] = set()
    waiting = list(asked)
    while waiting:
        requirement = waiting.pop()
        name, extras = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if (name, extras) not in found and name != "kabuto":
            found.add((name, extras))
            if package := _distribution(name):
                waiting += _asked(package, ("", *extras))
    return {name for name, _ in found}


def _asked(package: Distribution, extras: Iterable[str]) -> list[Requirement]:
    """What a package asks for, with some of its extras."""
    requirements = [Requirement(line) for line in package.requires or []]
    return [
        each
        for each in requirements
        if each.marker is None or any(each.marker.evaluate({"extra": extra}) for extra in extras)
    ]


def _distribution(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:
        return None


def _licence(package: Distribution | None) -> str:
    """The licence of a package, as an expression if it gives one."""
    if package is None:
        return ""
    facts = package.metadata
    if expressions := facts.get_all("License-Expression"):
        return str(expressions[0])
    kinds = [line.rpartition(" :: ")[2] for line in facts.get_all("Classifier") or [] if "License ::" in line]
    known = [CLASSIFIERS[kind] for kind in kinds if kind in CLASSIFIERS]
    return " OR ".join(known) or str((facts.get_all("License") or [""])[0]).partition("\n")[0][:60]


def _component(
    name: str,
    version: str | None,
    licence: str,
    scope: ComponentScope,
    address: PackageURL | None,
    **more: Any,
) -> Component:
    reference = str(address) if address else f"{name} {version}"
    made = Component(name=name, version=version, scope=scope, purl=address, bom_ref=reference, **more)
    made.licenses = _licences(licence)
    return made


def _licences(licence: str) -> Any:
    return [LicenseFactory().make_from_string(licence)] if licence else []
