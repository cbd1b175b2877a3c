"""A table with people at it, as a value: what it is, what it decides, and what each person is shown of it."""
