"""A shell: the whole table in a page, without a server. It runs in a worker of the page, or anywhere."""
