"""What the server counts about itself, for Prometheus (`/metrics`). Every name stands here and in docs/operations.md."""

from __future__ import annotations

import time
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Meters:
    """The counters of one server. No label holds a person, a table or an address: they would never end."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.commands = Counter(
            "erqishi_commands",
            "Commands to tables, by kind and how they ended (done, or the code of the refusal)",
            ("kind", "outcome"),
            registry=self.registry,
        )
        self.answer_seconds = Histogram(
            "erqishi_answer_seconds",
            "From a command's arrival to its answer, commit included",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.commit_seconds = Histogram(
            "erqishi_commit_seconds",
            "One transaction of the store",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.commit_jobs = Histogram(
            "erqishi_commit_jobs",
            "Requests gathered in one transaction",
            buckets=(1, 2, 4, 8, 16, 32, 64),
            registry=self.registry,
        )
        self.store_failures = Counter(
            "erqishi_store_failures", "Transactions that the disk refused", registry=self.registry
        )
        self.bot_seconds = Histogram(
            "erqishi_bot_seconds",
            "A bot's thought, waiting for a process included",
            ("level",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.bot_failures = Counter(
            "erqishi_bot_failures", "Bots' answers that did not come", ("level",), registry=self.registry
        )
        self.hands = Counter("erqishi_hands", "Hands played to their end", registry=self.registry)
        self.quarantines = Counter("erqishi_quarantines", "Tables that met a fault", registry=self.registry)
        self.faults = Counter(
            "erqishi_faults", "Messages that could not be read, by code", ("code",), registry=self.registry
        )
        self.cut_off = Counter(
            "erqishi_cut_off", "Connections that the server ended, by close code", ("code",), registry=self.registry
        )
        self.connections = Gauge("erqishi_connections", "Open sockets", registry=self.registry)
        self._tables = Gauge("erqishi_tables", "Open tables", registry=self.registry)
        self._people = Gauge("erqishi_people", "People known", registry=self.registry)

    def answered(self, kind: str, outcome: str, arrived: float) -> None:
        """A command has its answer. arrived: reading of `time.perf_counter` when it came, 0 if it did not come by a connection."""
        self.commands.labels(kind, outcome).inc()
        if arrived:
            self.answer_seconds.observe(time.perf_counter() - arrived)

    def watch(self, tables: Callable[[], int], people: Callable[[], int]) -> None:
        """Where to read how many tables and people there are."""
        self._tables.set_function(tables)
        self._people.set_function(people)

    def page(self) -> bytes:
        """All of it as Prometheus reads it."""
        page = generate_latest(self.registry)
        # When each counter was made is of no use to anybody, and there is no way to leave it out for one registry alone.
        return b"".join(line for line in page.splitlines(keepends=True) if b"_created" not in line)
