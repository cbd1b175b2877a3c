"""Rehearses under this Python with what a page offers: ``python -m tests.folder.native SEED…``."""

import asyncio
import json
import sys

from kabuto.folder.rehearsal import rehearse
from kabuto.folder.surroundings import without_engine
from kabuto.protocol.errors import LANGUAGES
from kabuto.table import manifests


def main(*seeds: int) -> None:
    """Rehearse with these seeds, each in the next language, as the build of a folder does."""
    manifests.restrict(without_engine)
    languages = [LANGUAGES[(seed - 1) % len(LANGUAGES)] for seed in seeds]
    found = [
        asyncio.run(rehearse(seed, language=language))
        for seed, language in zip(seeds, languages, strict=True)
    ]
    print(json.dumps([each.messages for each in found]))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
