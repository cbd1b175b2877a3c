"""Makes a release: everything that people get, its sums and notes, checked by building it twice."""
