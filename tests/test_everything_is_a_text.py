"""No sentence reaches a person past `durak_p2p.texts`: what the sources say of it."""

from __future__ import annotations

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import durak_p2p

ROOT = Path(durak_p2p.__file__).parent
MODULES = {
    path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
    for path in sorted(ROOT.rglob("*.py"))
}
# What the arbiter answers is exact, and for programs (protocol/arbiter.md); what is wrong with what
# a router or somebody in the LAN sends is never told.
NEVER_SHOWN = {"BadLine", "HttpError", "XmlError", "AdmissionError", "RecordError"}
# Functions that show what they are given, and arguments of others that are shown.
SAYING = {"say", "_say", "complain", "saying", "command", "option", "argument", "Failure", "error"}
SHOWN = {"help", "metavar", "about", "says", "title", "reason", "sentence"}
MAKING = {"text": 1, "plural": 2}


def called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(name) | ast.Attribute(_, name):
            return name
        case _:
            return ""


def errors() -> set[str]:
    """The exceptions that the program has of its own."""
    found: dict[str, set[str]] = {}
    for tree in MODULES.values():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                found.setdefault(node.name, set()).update(bases)
    own = {name for name, bases in found.items() if bases & {"Exception", "ValueError"}}
    while more := {name for name, bases in found.items() if bases & own} - own:
        own |= more
    return own


ERRORS = errors() - NEVER_SHOWN


def is_untranslatable(node: ast.expr) -> bool:
    """Whether an argument is a sentence in English alone, as far as it can be seen."""
    match node:
        case ast.Constant(str() as said) if not said.startswith("\b"):  # examples to be typed
            return any(letter.isalpha() for letter in said) and " " in said.strip()
        case ast.JoinedStr(values):
            return any(is_untranslatable(part) or _is_word(part) for part in values)
        case ast.BinOp(left, ast.Add() | ast.Mod(), right):
            return is_untranslatable(left) or is_untranslatable(right)
        case ast.IfExp(_, one, other):
            return is_untranslatable(one) or is_untranslatable(other)
        case ast.Call(ast.Name("str"), [ast.Name("error")]):
            return True
        case ast.Call(ast.Attribute(_, "join" | "format")):
            return True
        case _:
            return False


def _is_word(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and any(map(str.isalpha, str(node.value)))


def shown(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what is given to errors, to functions that say it, and to what keeps it to be said."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if called(node) in ERRORS or called(node) in SAYING:
                yield from node.args
            yield from (named.value for named in node.keywords if named.arg in SHOWN)
        elif isinstance(node, ast.Assign):
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
            if names & SHOWN:
                yield node.value


@pytest.mark.parametrize("module", MODULES)
def test_what_is_shown_is_a_text(module: str) -> None:
    found = [
        f"{node.lineno}: {ast.unparse(node)}"
        for node in shown(MODULES[module])
        if is_untranslatable(node)
    ]
    assert found == []


@pytest.mark.parametrize("module", MODULES)
def test_templates_are_literals_whose_braces_are_all_given(module: str) -> None:
    for node in ast.walk(MODULES[module]):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        templates = node.args[: MAKING.get(node.func.id, 0)]
        if not templates or module == "texts.py":
            continue
        given = {named.arg for named in node.keywords}
        if node.func.id == "plural":
            given.add("count")
        fields: set[str] = set()
        for template in templates:
            assert isinstance(template, ast.Constant), ast.unparse(node)
            assert isinstance(template.value, str), ast.unparse(node)
            parts = string.Formatter().parse(template.value)
            fields |= {field for _, field, _, _ in parts if field is not None}
        if None in given:  # **values, which are not seen
            assert fields >= given - {None, "count"}, ast.unparse(node)
        else:
            assert fields | {"count"} == given | {"count"}, ast.unparse(node)


# Where an error's words are for programs, for the log alone, or not this program's own.
WORDS_ALONE = {
    *("arbiter/arbiter.py", "arbiter/beating.py", "arbiter/shedding.py", "texts.py"),
    *("net/reach/http.py", "net/reach/xml.py", "net/lan/admission.py", "net/lan/record.py"),
    "net/lan/mdns.py",
    "cli/settings_file.py",
}


def _is_logged(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("logger.")


def said_in_english(tree: ast.AST, caught: frozenset[str] = frozenset()) -> Iterator[ast.AST]:
    """Yield where a caught error is made a plain string: its text would be lost."""
    if _is_logged(tree):
        return
    if isinstance(tree, ast.ExceptHandler) and tree.name is not None:
        caught |= {tree.name}
    match tree:
        case ast.Call(ast.Name("str"), [ast.Name(name)]) if name in caught:
            yield tree
        case ast.FormattedValue(ast.Name(name)) if name in caught:
            yield tree
    for child in ast.iter_child_nodes(tree):
        yield from said_in_english(child, caught)


@pytest.mark.parametrize("module", sorted(MODULES.keys() - WORDS_ALONE))
def test_the_text_of_a_caught_error_is_not_lost(module: str) -> None:
    found = [f"{ast.unparse(node)}" for node in said_in_english(MODULES[module])]
    assert found == []


def test_the_check_sees_what_it_is_for() -> None:
    bad = """
raise RuleError("No such card.")
raise RuleError(f"{card} is no card.")
raise RuleError(str(error))
raise RuleError("one " + "two three")
raise RuleError("a b" if c else text("d"))
raise RuleError(", ".join(cards))
say("Hello there.")
Fault(1, None, reason="It is wrong.")
reason = "It is wrong."
"""
    good = """
raise RuleError(text("No such card."))
raise RuleError(sentence_of(error))
raise ValueError("a programmer's error")
say("")
say(f"    {invite}")
"""
    assert sum(map(is_untranslatable, shown(ast.parse(bad)))) == bad.count("\n") - 1
    assert not any(map(is_untranslatable, shown(ast.parse(good))))
    lost = """
try:
    move()
except RuleError as error:
    refusal = str(error)
    told = f"No: {error}"
    logger.debug("refused: %s", str(error))
    refusal = sentence_of(error)
"""
    assert len(list(said_in_english(ast.parse(lost)))) == 2
