"""Who does the work of a command that has much of it: ``--jobs`` processes, or a Ray cluster."""

import argparse
from contextlib import AbstractContextManager

from kabuto.arena import Pool, cluster, here, processes
from kabuto.cli.arguments import Parser, number
from kabuto.table import BadOption
from kabuto.text_ui.language import sentence

MOST_JOBS = 256


def add_workers(parser: Parser, group: argparse._ArgumentGroup, jobs: str) -> None:
    """Let the command take workers; ``jobs`` is the sentence that explains the number of processes."""
    group.add_argument("--jobs", metavar="J", help=parser.text(jobs))
    group.add_argument("--ray", metavar="ADDRESS", help=parser.text("option_ray"))


def workers(args: argparse.Namespace, usual: int = 1) -> AbstractContextManager[Pool]:
    """The workers asked for, or else the usual number of processes; one is this process itself."""
    if args.ray is not None:
        if args.jobs is not None:
            raise BadOption(sentence("exclusive", options=["--jobs", "--ray"]), "--jobs")
        return cluster(args.ray)
    jobs = number(args.jobs, "--jobs", 1, MOST_JOBS) or usual
    return here() if jobs == 1 else processes(jobs)
