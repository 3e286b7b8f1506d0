"""`durak doctor` where no router needs to be asked; where one is: tests/lab/test_reach.py."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.programs import run


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("0.0.0.0", 0)) as server:
        yield server.getsockname()[1]


def test_a_port_in_use_is_told(tmp_path: Path, taken_port: int) -> None:
    done = run(tmp_path, "doctor", "--port", str(taken_port))
    assert done.returncode == 5
    assert f"Port {taken_port} cannot be listened on: Address already in use." in done.stdout
    assert "So nobody else can join." in done.stdout


def test_json(tmp_path: Path, taken_port: int) -> None:
    done = run(tmp_path, "doctor", "--port", str(taken_port), "--json")
    told = json.loads(done.stdout)
    assert told["range"] == "nobody"
    assert told["listening"] is False
    assert told["ipv4"] is None
    kinds = {address["address"]: address["kind"] for address in told["addresses"]}
    assert kinds["127.0.0.1"] == "loopback"


def test_a_port_that_is_none(tmp_path: Path) -> None:
    assert run(tmp_path, "doctor", "--port", "70000").returncode == 2
