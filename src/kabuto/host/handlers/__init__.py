"""Endpoints, one function each; those about a person's identity belong to the server."""

from collections.abc import Awaitable, Callable
from typing import Any

from kabuto.host.handlers import catalogue, deals, own, puzzles, studies, tables, thinking

Handler = Callable[..., Awaitable[Any]]
"""Takes a host, a call and, if the endpoint takes one, a body."""
HANDLERS: dict[str, Handler] = {
    handler.__name__: handler
    for handler in (
        catalogue.catalogue,
        catalogue.preparation,
        catalogue.reference,
        catalogue.lessons,
        own.my_statistics,
        own.qr_code,
        tables.lobby,
        tables.new_table,
        tables.next_person,
        tables.upload,
        tables.table,
        tables.join,
        tables.leave,
        tables.glance,
        tables.record,
        tables.replay,
        deals.deal,
        deals.deals,
        deals.check_deal,
        thinking.hint,
        thinking.evaluation,
        thinking.review,
        thinking.look_back,
        studies.study,
        studies.line,
        studies.study_hint,
        studies.my_studies,
        studies.new_study,
        studies.read_study,
        studies.save_study,
        studies.delete_study,
        studies.study_record,
        puzzles.puzzles,
        puzzles.puzzle,
        puzzles.solve,
        puzzles.found_puzzles,
        puzzles.find_puzzles,
    )
}
"""Name of an endpoint → what answers there."""
