"""How the server writes its log: lines for people, or one JSON object a line for programs.

Modules log with the standard library and give what belongs to a line as `extra` (table, cmd_id, …); here it gets its form.
"""

from __future__ import annotations

import logging
import sys

import structlog

FIELDS = {"table", "cmd_id", "person", "level_of_bot", "address", "code"}
"""What a line may carry beside its text."""


def set_up(level: str, form: str) -> None:
    """Write the log to standard error. level: debug, info, warning or error. form: text or json."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.ExtraAdder(allow=FIELDS),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if form == "json":
        last: list[structlog.typing.Processor] = [
            # Without locals: they hold tokens and hidden cards, and take a second of the server's one loop to print.
            structlog.processors.ExceptionRenderer(
                structlog.tracebacks.ExceptionDictTransformer(show_locals=False, max_frames=20)
            ),
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        plain = structlog.dev.plain_traceback  # a pretty one with locals stops every table for a second
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), pad_event_to=0, exception_formatter=plain)]
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )
    handler = logging.StreamHandler()
    handler.setFormatter(formatter)
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers[:] = []
        logger.propagate = True
