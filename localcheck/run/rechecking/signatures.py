"""Signs files with an SSH key and checks signatures, by OpenSSH's ``ssh-keygen -Y`` (the key never passes through here)."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from localcheck.errors import BadInput, MissingResource

NAMESPACE = "localcheck-report"
"""What a signature is for: one made for another purpose is not accepted."""
SUFFIX = ".sig"
BEGINS = b"-----BEGIN SSH SIGNATURE-----"
SECONDS = 120
"""A key may ask for its passphrase on the terminal."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What was found out about a file's signature."""

    file: Path
    problem: str = ""
    """Why it does not hold; empty if it does."""
    key: str = ""
    """The fingerprint of the key."""
    trusted: bool = False
    """True if it is the key that the user named."""


def sign(file: Path, key: Path, namespace: str = NAMESPACE) -> Path:
    """Sign ``file`` with a private key (or a public one whose private part an agent holds); returns the file of the signature.

    Raises ``BadInput`` if it cannot be signed, and ``MissingResource`` without OpenSSH.
    """
    if not key.is_file():
        raise BadInput(key, "no such key", "make one: ssh-keygen -t ed25519 -f KEY")
    made = signature_of(file)
    made.unlink(missing_ok=True)
    done = _run("sign", "-f", key, "-n", namespace, file)
    if done.returncode or not made.is_file():
        raise BadInput(
            key, f"cannot sign: {_last(done.stderr)}", "is it a private SSH key, or one that the agent holds?"
        )
    return made


def unsign(file: Path) -> Path | None:
    """Remove the signature beside ``file``, which was written anew: it was one of what stood there before.

    Returns what was removed; None if there was no signature by an SSH key.
    """
    beside = signature_of(file)
    try:
        if not beside.read_bytes().startswith(BEGINS):
            return None
        beside.unlink()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise BadInput(beside, f"cannot be removed: {error.strerror}", "remove it: it signs an earlier file") from error
    return beside


def signature_of(file: Path) -> Path:
    """Where the signature of ``file`` lies."""
    return file.with_name(file.name + SUFFIX)


def check(file: Path, public: Path | None = None) -> Signature:
    """Check the signature beside ``file``; with ``public``, a file of public keys, it must be by one of them."""
    beside = signature_of(file)
    if not beside.is_file():
        return Signature(file, f"there is no signature {beside.name} beside it")
    if public is None:
        done = _run("check-novalidate", "-n", NAMESPACE, "-s", beside, stdin=file)
    else:
        done = _verified(file, beside, public)
    if done.returncode:
        return Signature(file, f"the signature does not hold: {_last(done.stdout + done.stderr)}")
    key = next((word for word in done.stdout.split() if word.startswith("SHA256:")), "")
    return Signature(file, key=key, trusted=public is not None)


def _verified(file: Path, signature: Path, public: Path) -> subprocess.CompletedProcess[str]:
    try:
        keys = [line for line in public.read_text("utf-8").splitlines() if line.strip() and not line.startswith("#")]
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(public, f"cannot be read: {error}", "name a file of public SSH keys, KEY.pub") from error
    if not keys or any("PRIVATE KEY" in line for line in keys):
        raise BadInput(public, "holds no public key", "name a file of public SSH keys, KEY.pub")
    with tempfile.TemporaryDirectory() as folder:
        allowed = Path(folder, "allowed")
        allowed.write_text("".join(f'signer namespaces="{NAMESPACE}" {line}\n' for line in keys), "utf-8")
        return _run("verify", "-f", allowed, "-I", "signer", "-n", NAMESPACE, "-s", signature, stdin=file)


def _run(what: str, *arguments: str | Path, stdin: Path | None = None) -> subprocess.CompletedProcess[str]:
    program = shutil.which("ssh-keygen")
    if program is None:
        raise MissingResource("ssh-keygen is not here", "install the OpenSSH client")
    try:
        with (stdin or Path("/dev/null")).open("rb") as file:
            return subprocess.run(
                [program, "-Y", what, *map(str, arguments)],
                stdin=file, capture_output=True, encoding="utf-8", errors="replace", timeout=SECONDS,
            )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise MissingResource(
            f"ssh-keygen gave no answer in {SECONDS} s", "does the key wait for its passphrase?"
        ) from None


def _last(text: str) -> str:
    return (text.strip().splitlines() or ["no reason given"])[-1]
