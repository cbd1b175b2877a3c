"""A position as a value, and what it is made of."""
