"""A progress bar for people who wait at a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(name: str, total: int | None = None) -> Iterator[Callable[..., object]]:
    """Count steps on the error stream, beside what is printed; silent without a terminal.

    What is yielded takes the number of steps and, if there is more to say, another name.
    """
    if not sys.stderr.isatty():
        yield lambda steps, name=name: None
        return

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        speed_estimate_period=3600,  # a step may take minutes
    )
    with bar:
        task = bar.add_task(name, total=total)
        yield lambda steps, name=name: bar.update(task, advance=steps, description=name)
