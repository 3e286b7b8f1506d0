"""The layers of the program: lower rooms never import higher ones (protocol/README.md)."""

import ast
import re
from pathlib import Path

import pytest

import durak_p2p

ROOT = Path(durak_p2p.__file__).parent

# What each room may import besides itself and those that are for all.
FOR_ALL = {"texts", "system_errors"}
MAY_IMPORT: dict[str, set[str]] = {
    "texts": set(),
    "system_errors": set(),
    "locale": set(),
    "cards": set(),
    "rules": {"cards"},
    "crypto": set(),
    "game": {"cards", "rules", "crypto"},
    "replay": {"cards", "rules", "crypto", "game"},
    "limits": set(),
    "table": {"cards", "rules", "crypto", "game", "replay", "limits"},
    "net": {"cards", "rules", "crypto", "game", "replay", "table", "limits"},
    "arbiter": {"cards", "rules"},
    "bots": {"cards", "rules"},
    "ui": {"cards", "rules", "game", "replay", "table", "net", "bots"},
    "cli": {
        *("cards", "rules", "crypto", "game", "replay", "table", "net", "limits"),
        *("bots", "ui", "arbiter"),
    },
    "__main__": {"cli"},
    "__init__": set(),
}
# Rooms that must do no input or output, read no clock and draw no randomness by themselves.
PURE = {
    *("texts", "system_errors", "cards", "rules", "crypto", "game", "table", "limits"),
    *("arbiter", "bots"),
}
IMPURE_MODULES = {
    *("asyncio", "os", "pathlib", "random", "secrets", "socket"),
    *("ssl", "threading", "time", "trio"),
}


def room_of(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Absolute dotted names that a module imports; relative imports are resolved."""
    package = ("durak_p2p", *path.relative_to(ROOT).parts[:-1])
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = list(package[: len(package) - node.level + 1]) if node.level else []
            base += node.module.split(".") if node.module else []
            names.update(".".join([*base, alias.name]) for alias in node.names)
            names.add(".".join(base))
    return names


MODULES = sorted(ROOT.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_only_lower_rooms(path: Path) -> None:
    room = room_of(path)
    for name in imported(path):
        if name.startswith("durak_p2p."):
            target = name.split(".")[1]
            if target == "__version__":
                continue
            allowed = target in {room} | FOR_ALL or target in MAY_IMPORT[room]
            assert allowed, f"{room} imports {name}"
        elif room in PURE:
            module = name.split(".")[0]
            allowed = path.name == "randomness.py" and module == "secrets"
            assert allowed or module not in IMPURE_MODULES, f"{room} is pure but imports {name}"


def test_every_room_is_known() -> None:
    assert {room_of(path) for path in MODULES} <= set(MAY_IMPORT)


TABLE = {
    Path(found[1]): found[2]
    for line in (Path(__file__).parents[1] / "CONTRIBUTING.md")
    .read_text(encoding="utf-8")
    .splitlines()
    if (found := re.match(r"\| `durak_p2p/(\S+)` \| (.*) \|$", line))
}


def test_every_room_has_its_row_in_the_table_of_contributing() -> None:
    packages = {path.parent.relative_to(ROOT) for path in ROOT.glob("*/**/__init__.py")}
    alone = {path.relative_to(ROOT) for path in ROOT.glob("[a-z]*.py")}
    assert packages - set(TABLE) <= {Path("game/steps")}  # of which game's row tells
    assert alone <= set(TABLE)


@pytest.mark.parametrize("room", TABLE, ids=str)
def test_a_row_of_that_table_names_what_is_there(room: Path) -> None:
    named = set(re.findall(r"`([a-z_]+)`", TABLE[room])) - {"durak"}
    assert named <= {path.stem for path in (ROOT / room).rglob("*")}
