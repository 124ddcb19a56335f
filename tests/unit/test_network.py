"""The network guard: what it refuses and counts; nothing here leaves this machine."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from localcheck.errors import NetworkRefused, SandboxError
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.system import network, network_namespace
from tests import warm

ROOT = Path(__file__).parents[2]
FAR = "192.0.2.1"


@pytest.fixture(autouse=True)
def guard() -> None:
    network.install()


@pytest.fixture(scope="module")
def namespace() -> None:
    """Skips where no network namespace can be made. Two processes find that out: not while tests are collected."""
    with suppress(SandboxError):
        if network_namespace.prove().holds:
            return
    pytest.skip("this system lets nobody make a network namespace")


SANDBOX = pytest.mark.usefixtures("namespace")


def udp() -> socket.socket:
    return socket.socket(socket.AF_INET, socket.SOCK_DGRAM)


@pytest.mark.parametrize("second", [True, False])
def test_the_network_is_closed_again_when_blocks_of_two_threads_overlap(second: bool) -> None:
    """The block that ended last left it as it was when it began: open, for the rest of the process."""
    one, other = network.allow(), network.allow(second)
    one.__enter__()
    other.__enter__()
    one.__exit__(None, None, None)
    assert network.allowed() is second
    other.__exit__(None, None, None)
    assert not network.allowed()


@pytest.mark.parametrize("what", ["connect", "connect_ex", "sendto", "sendmsg", "udp connect"])
def test_connections_and_datagrams_are_refused_and_counted(what: str) -> None:
    before = network.attempts()
    with socket.socket() if what.startswith("connect") else udp() as s, pytest.raises(NetworkRefused):
        match what:
            case "sendto":
                s.sendto(b"x", (FAR, 9))
            case "sendmsg":
                s.sendmsg([b"x"], [], 0, (FAR, 9))
            case "connect_ex":
                s.connect_ex((FAR, 9))
            case _:
                s.connect((FAR, 9))
    assert network.attempts() == before + 1


def test_questions_to_resolvers_are_refused() -> None:
    for ask in (
        lambda: socket.getaddrinfo("example.org", 80),
        lambda: socket.gethostbyname("example.org"),
        lambda: socket.gethostbyname_ex("example.org"),
        lambda: socket.gethostbyaddr(FAR),
        lambda: socket.getnameinfo((FAR, 80), 0),
    ):
        with pytest.raises(NetworkRefused):
            ask()


@pytest.mark.skipif(os.geteuid() != 0 or not hasattr(socket, "AF_PACKET"), reason="raw sockets need root and Linux")
def test_raw_sockets_are_refused() -> None:
    for family, kind in ((socket.AF_INET, socket.SOCK_RAW), (socket.AF_PACKET, socket.SOCK_DGRAM)):
        with pytest.raises(NetworkRefused):
            socket.socket(family, kind)


def test_this_machine_stays_open() -> None:
    before = network.attempts()
    with udp() as receiver, udp() as sender:
        receiver.bind(("127.0.0.1", 0))
        sender.sendto(b"x", receiver.getsockname())
        sender.sendmsg([b"y"], [], 0, receiver.getsockname())
        assert receiver.recv(9) == b"x"
    a, b = socket.socketpair()
    a.close()
    b.close()
    assert socket.getaddrinfo("localhost", 80) and network.attempts() == before


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """A proxy on this machine, which keeps what it is asked and answers by itself."""
    asked: list[bytes] = []
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                asked.append(connection.recv(4096))
                connection.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok")

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{server.getsockname()[1]}")
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    yield asked
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join(5)


def fetch() -> bytes:
    """Ask the proxy of the environment, as libraries do."""
    place = urlsplit(os.environ["http_proxy"])
    with socket.socket() as s:
        s.settimeout(10)
        s.connect((place.hostname, place.port))
        s.sendall(b"GET http://example.invalid/page HTTP/1.0\r\n\r\n")
        return s.recv(4096)


def test_what_a_proxy_on_this_machine_carries_is_refused_or_counted(proxy: list[bytes]) -> None:
    """It was a connection to loopback, so it was neither refused nor counted, and the traffic left the machine."""
    before = network.attempts()
    with pytest.raises(NetworkRefused):
        fetch()
    assert not proxy and network.attempts() == before + 1
    with network.allow():
        assert fetch().endswith(b"ok")
    assert proxy[0].startswith(b"GET http://example.invalid/page") and network.attempts() == before + 2


def test_connections_made_while_opening_stand_in_the_report(proxy: list[bytes]) -> None:
    with open_runtime(Settings(detector="all-false")) as runtime, network.allow():
        runtime.detector()
        fetch()
        assert runtime.info().network_connections == 1


@SANDBOX
def test_the_sandbox_holds_for_code_in_c_and_for_children() -> None:
    proof = network_namespace.prove()
    assert proof.without == "connected", "the probe itself works"
    assert proof.within == proof.child == "refused: Network is unreachable"


@SANDBOX
def test_a_check_runs_in_the_sandbox_and_children_inherit_it(tmp_path: Path, home: Path) -> None:
    environment = {**os.environ, "LOCALCHECK_HOME": str(home), "PYTHONPATH": str(ROOT)}
    (tmp_path / "a.txt").write_text("Mars is red.")
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = (
            "import socket, subprocess, sys; from localcheck.cli.main import run\n"
            "run(['--sandbox', 'detectors'])\n"
            "command = [sys.executable, '-m', 'localcheck.system.network_namespace', 'child']\n"
            f"done = subprocess.run([*command, '{port}'], capture_output=True)\n"
            "assert done.stdout.startswith(b'refused'), done\n"
            "import ctypes; from localcheck.system.network_namespace import _connect_in_c\n"
            f"assert _connect_in_c({port}).startswith('refused')\n"
        )
        subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=120, capture_output=True)
    done = warm.run(["--sandbox", "check", tmp_path / "a.txt", "-d", "all-false"], environment=environment)
    assert done.returncode == 1 and "Mars is red." in done.stdout, done.stderr
    done = warm.run(["--sandbox", "--network", "detectors"], environment=environment)
    assert done.returncode == 2
    done = warm.run(["doctor", "--offline"], environment=environment)
    assert done.returncode == 0 and "Network is unreachable" in done.stdout and done.stdout.count("✓") == 4, done


@SANDBOX
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_somebody_who_is_not_root_keeps_their_name_in_the_sandbox() -> None:
    code = (
        "import os, sys; from localcheck import errors; from localcheck.system import network_namespace\n"
        "import fcntl, socket, pathlib\n"
        "os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "try:\n    network_namespace.enter()\n"
        "except errors.SandboxError as e:\n    print('impossible', e.message); sys.exit(0)\n"
        "assert (os.getuid(), os.getgid()) == (65534, 65534)\n"
        "print(network_namespace._connect_in_c(9))\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout.startswith(("refused", "impossible")), done


def test_a_machine_without_loopback_has_nothing_to_prove(monkeypatch: pytest.MonkeyPatch) -> None:
    """``doctor --offline`` said that the sandbox does not hold, because its own probe could not connect."""
    from localcheck.monitoring import offline
    from localcheck.system import network_namespace

    refused = "refused: Network is unreachable"
    monkeypatch.setattr(network_namespace, "prove", lambda: network_namespace.Proof(refused, refused, refused))
    monkeypatch.setattr(network_namespace, "interfaces_up", list)
    finding = list(offline.findings())[-1]
    assert finding.level == "ok" and "not even loopback" in finding.text
    monkeypatch.setattr(network_namespace, "interfaces_up", lambda: ["eth0"])
    assert list(offline.findings())[-1].level == "error"
