"""Positions and starts as JSON: written, read back and checked."""
