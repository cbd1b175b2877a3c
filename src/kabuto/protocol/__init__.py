"""Every message between a page and the holder of its tables, typed once."""
