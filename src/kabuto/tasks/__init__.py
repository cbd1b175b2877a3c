"""Standard tasks: a game, frozen opponents, seeds and a budget, and results that another machine checks."""

from kabuto.tasks.checking import check, decides_again
from kabuto.tasks.frozen import verify
from kabuto.tasks.result import Result, begin, read
from kabuto.tasks.running import play_missing
from kabuto.tasks.task import Task, task, tasks

__all__ = [
    "Result",
    "Task",
    "begin",
    "check",
    "decides_again",
    "play_missing",
    "read",
    "task",
    "tasks",
    "verify",
]
