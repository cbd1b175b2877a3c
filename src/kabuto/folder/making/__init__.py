"""Makes a folder that holds the whole table: pages, Python for browsers, and everything that both need."""
