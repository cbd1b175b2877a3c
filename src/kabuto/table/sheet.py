"""``kabuto.table.drawing.sheet`` by the name that games of other packages know."""

from kabuto.table.drawing.sheet import PAPER, Sheet, Svg

__all__ = ["PAPER", "Sheet", "Svg"]
