"""Both READMEs lead to each other, and to what is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.parametrize(
    ("name", "other"), [("README.md", "README.ru.md"), ("README.ru.md", "README.md")]
)
def test_links_lead_somewhere(name: str, other: str) -> None:
    links = LINK.findall((ROOT / name).read_text(encoding="utf-8"))
    assert other in links
    assert [link for link in links if not (ROOT / link).exists()] == []
