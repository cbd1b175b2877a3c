"""Code that Numba compiles, whatever the game: one source for the CPU and a GPU, and what is kept of it.

Needs NumPy and Numba (``pip install kabuto[play]``).

- ``targets``: one source for the CPU and the GPU
- ``code_cache``: where compiled code is kept
- ``cpu_tools``, ``cuda_tools``, ``cuda_compact_tools``: how each target compiles functions
- ``warming``: compiles ahead of time, with progress or in the background
"""
