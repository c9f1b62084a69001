"""The house has floors: arrows point down only, the rules touch neither clock nor world, no room grows too large."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parent.parent / "src" / "erqishi"
FILES = sorted(SRC.rglob("*.py"))

# From the ground up. A room imports from its own floor or below; a new room must be given a floor here.
FLOORS = (
    {"errors"},
    {"cards", "twospeed"},
    {"seating"},
    {"zipai", "paoyao"},
    {"record", "match", "match_explain", "shuffle"},
    {"bots", "coach"},
    {"server", "cli", "envs", "arena"},
    {"__main__"},
)
FLOOR = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}
PURE_FLOORS = range(5)
STRANGERS = ({"zipai", "paoyao"},)  # the games know nothing of each other

# Clock, world and chance come in as arguments.
WORLDLY = {
    *("asyncio", "threading", "multiprocessing", "concurrent", "subprocess", "signal"),
    *("socket", "ssl", "http", "urllib", "select", "selectors", "sqlite3"),
    *("time", "datetime", "secrets", "uuid", "os", "shutil", "tempfile", "logging", "getpass", "platform"),
    *("typer", "rich", "fastapi", "starlette", "uvicorn", "sqlalchemy", "asyncpg", "nats", "ray", "structlog", "torch"),
}
# The doors: what is costly to make (machine code, the table of covers) is kept in a cache directory between runs.
DOORS = {
    "twospeed.py": {"os", "shutil", "platform"},
    "zipai/tables.py": {"os"},
    "zipai/wilds.py": {"os"},
}
SEEDED_ONLY = {"Random", "default_rng", "Generator", "PCG64", "SeedSequence"}
LONGEST = 600


def room_of(path: Path) -> str:
    return path.relative_to(SRC).parts[0].removesuffix(".py")


def imports(path: Path, of_types: bool = True) -> Iterator[tuple[int, str]]:
    """(line, dotted name) of everything imported, wherever in the file, `from a import b` counted as a.b.

    of_types: also what stands under `if TYPE_CHECKING`.
    """
    package = ("erqishi", *path.relative_to(SRC).parts[:-1])
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in list(ast.walk(tree)):
        if not of_types and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) + "." if node.level else ""
            yield from ((node.lineno, f"{base}{node.module or ''}.{alias.name}") for alias in node.names)


def own_rooms(path: Path) -> Iterator[tuple[int, str]]:
    """(line, room) for each import of a room of ours, other than the file's own."""
    for line, name in imports(path):
        top, _, rest = name.partition(".")
        room = rest.partition(".")[0]
        if top == "erqishi" and room not in ("", "__version__", room_of(path)):
            yield line, room


def each_file(floors):
    chosen = [path for path in FILES if FLOOR.get(room_of(path), -1) in floors]
    return pytest.mark.parametrize("path", chosen, ids=lambda path: str(path.relative_to(SRC)))


def test_every_room_has_a_floor():
    assert {room_of(path) for path in FILES} - {"__init__"} <= set(FLOOR)


@each_file(range(len(FLOORS)))
def test_arrows_point_down(path):
    room = room_of(path)
    for line, other in own_rooms(path):
        assert FLOOR[other] <= FLOOR[room], f"line {line}: {room} imports {other}, which is above it"
        assert not any({room, other} <= pair for pair in STRANGERS), f"line {line}: {room} imports {other}"


def test_rooms_of_one_floor_make_no_circle():
    below = {room: {other for path in FILES if room_of(path) == room for _, other in own_rooms(path)} for room in FLOOR}
    while free := {room for room, others in below.items() if not others & below.keys()}:
        below = {room: others for room, others in below.items() if room not in free}
    assert not below, f"import one another: {sorted(below)}"


def module_of(path: Path) -> str:
    return ".".join(("erqishi", *path.relative_to(SRC).with_suffix("").parts)).removesuffix(".__init__")


@pytest.mark.parametrize("of_types", [False, True], ids=["run", "types"])
def test_modules_make_no_circle(of_types):
    """Wherever in the file the import stands; in the pure floors what only a type checker reads counts too."""
    files = [path for path in FILES if not of_types or FLOOR.get(room_of(path)) in PURE_FLOORS]
    modules = {module_of(path): path for path in files}
    needs = {
        module: {name if name in modules else name.rpartition(".")[0] for _, name in imports(path, of_types=of_types)}
        & modules.keys() - {module}
        for module, path in modules.items()
    }
    while free := {module for module, others in needs.items() if not others & needs.keys()}:
        needs = {module: others for module, others in needs.items() if module not in free}
    # What is left stands in a circle or above one; those below nothing else that is left are above.
    while top := needs.keys() - {other for others in needs.values() for other in others}:
        needs = {module: others for module, others in needs.items() if module not in top}
    assert not needs, {module: sorted(others & needs.keys()) for module, others in needs.items()}


# Inside zipai: who plays stands above what is played.
PLAYERS = {"novice", "greedy", "expert", "sight", "play", "batch", "compiled", "trace", "simulation", "many"}


def test_the_rules_of_zipai_know_none_of_the_players():
    rules = [path for path in FILES if room_of(path) == "zipai" and path.stem not in PLAYERS]
    found = {path.name: {name for _, name in imports(path) if _player(name)} for path in rules}
    assert not {name: others for name, others in found.items() if others}
    assert {path.stem for path in FILES if room_of(path) == "zipai"} >= PLAYERS


def _player(name: str) -> bool:
    return name.startswith("erqishi.zipai.") and name.split(".")[2] in PLAYERS


@each_file(PURE_FLOORS)
def test_the_rules_touch_neither_clock_nor_world(path):
    allowed = DOORS.get(path.relative_to(SRC).as_posix(), set())
    worldly = {(line, name) for line, name in imports(path) if name.partition(".")[0] in WORLDLY - allowed}
    assert not worldly


@each_file(PURE_FLOORS)
def test_the_rules_use_no_chance_that_was_not_handed_to_them(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    drawn = {name.rpartition(".")[2] for _, name in imports(path) if name.startswith(("random.", "numpy.random."))}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("random", "np.random", "numpy.random"):
            drawn.add(node.attr)
        if isinstance(node, ast.Call) and not (node.args or node.keywords):
            assert ast.unparse(node.func).rpartition(".")[2] not in SEEDED_ONLY, f"line {node.lineno}: no seed"
    assert drawn <= SEEDED_ONLY


@each_file(PURE_FLOORS)
def test_the_rules_neither_print_nor_ask_nor_open_files(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in {"print", "input", "open"}, f"line {node.lineno}: {node.func.id}()"


def test_no_file_holds_two_subjects():
    long = {
        str(path.relative_to(SRC)): length
        for path in FILES
        if (length := len(path.read_bytes().splitlines())) > LONGEST
    }
    assert not long, f"longer than {LONGEST} lines"
