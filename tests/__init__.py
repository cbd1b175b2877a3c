"""The tests, laid out like the package; `support` holds what several of them share."""
