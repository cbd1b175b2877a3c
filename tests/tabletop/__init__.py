"""Tests of a table with people at it, as a value."""
