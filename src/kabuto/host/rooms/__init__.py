"""The rooms: one for every table in use, the list of them, and what becomes of old ones."""
