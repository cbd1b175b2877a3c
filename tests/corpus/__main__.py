"""Add to the corpus, count it and replay it: ``python -m tests.corpus --help``."""

import sys

from .command import main

sys.exit(main())
