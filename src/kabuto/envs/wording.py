"""The sentences of environments, and what is said where a package is missing."""

from kabuto.table import Catalogue
from kabuto.table.numbers import missing

__all__ = ["WORDS", "missing"]

WORDS = Catalogue("kabuto.envs")
