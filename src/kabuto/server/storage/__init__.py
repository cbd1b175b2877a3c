"""What lasts: SQLite or PostgreSQL, and the other servers on the same database."""
