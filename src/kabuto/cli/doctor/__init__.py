"""``kabuto doctor``: what is installed and missing, where data and caches are, and a report to attach."""
