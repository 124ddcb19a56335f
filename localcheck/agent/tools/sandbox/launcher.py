"""Run a program in new user, mount, pid, network, IPC and UTS namespaces. Started as a script; standard library only.

    python -I -S launcher.py '{"argv": [...], "binds": [...], "tmp": 16777216}'

The process that runs the program is an ordinary user without capabilities, process 1 of its namespace, in a file system of
its own: what is bound is read-only, ``/tmp`` is an empty tmpfs. When this process dies, everything in it dies.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import signal
import struct
import sys
from pathlib import Path

CLONE = 0x00020000 | 0x10000000 | 0x20000000 | 0x40000000 | 0x08000000 | 0x04000000  # NS, USER, PID, NET, IPC, UTS
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 8, 4096, 16384, 1 << 18
ATTR_RDONLY, ATTR_NOSUID, ATTR_NODEV = 1, 2, 4
AT_FDCWD, AT_RECURSIVE, SYS_MOUNT_SETATTR = -100, 0x8000, 442
PR_SET_PDEATHSIG, PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 1, 24, 38
INSIDE, NOBODY = 1000, 65534
FAILED = 125

libc = ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: object) -> None:
    """A libc function that returns -1 on error. Raises ``OSError``."""
    if getattr(libc, name)(*arguments) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")


def mount(source: str, target: str, kind: str | None, flags: int, data: str = "") -> None:
    """mount(2)."""
    call(
        "mount", source.encode(), target.encode(), kind.encode() if kind else None, ctypes.c_ulong(flags), data.encode()
    )


def lock(path: str, attributes: int, recursive: bool) -> None:
    """Set mount attributes, on everything below as well when ``recursive`` (Linux 5.12)."""
    request = struct.pack("QQQQ", attributes, 0, 0, 0)
    flags = AT_RECURSIVE if recursive else 0
    if libc.syscall(SYS_MOUNT_SETATTR, AT_FDCWD, path.encode(), flags, request, len(request)) == -1:
        number = ctypes.get_errno()
        raise OSError(number, f"mount_setattr {path}: {os.strerror(number)}")


def build_root(root: str, binds: list[str], tmp: int) -> None:
    """The new file system under ``root``, and in it this process."""
    mount("none", "/", None, MS_REC | MS_PRIVATE)
    mount("tmpfs", root, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=755")
    for name in ("proc", "dev", "tmp", "old"):
        Path(root, name).mkdir()
    for path in binds:
        source, target = Path(path), Path(root + path)
        if source.is_symlink():
            target.parent.mkdir(parents=True, exist_ok=True)
            target.symlink_to(source.readlink())
        elif source.is_dir():
            target.mkdir(parents=True, exist_ok=True)
            mount(path, str(target), None, MS_BIND | MS_REC)
            lock(str(target), ATTR_RDONLY | ATTR_NOSUID | ATTR_NODEV, recursive=True)
    for name in ("null", "zero", "urandom"):
        Path(root, "dev", name).touch()
        mount(f"/dev/{name}", f"{root}/dev/{name}", None, MS_BIND)
    mount("tmpfs", f"{root}/tmp", "tmpfs", MS_NOSUID | MS_NODEV, f"size={tmp},mode=1777,nr_inodes=1024")
    with contextlib.suppress(OSError):  # a container that masks parts of /proc allows no other; programs do without
        mount("proc", f"{root}/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    call("pivot_root", root.encode(), f"{root}/old".encode())
    os.chdir("/tmp")
    call("umount2", b"/old", 2)
    Path("/old").rmdir()
    lock("/", ATTR_RDONLY, recursive=False)


def drop(privileged: bool) -> None:
    """No capabilities, now or later, and the end of this process with its parent."""
    for capability in range(64):
        libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    if privileged:
        os.setgroups([])
        os.setresgid(INSIDE, INSIDE, INSIDE)
        os.setresuid(INSIDE, INSIDE, INSIDE)
    call("prctl", PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def write_maps(pid: int, privileged: bool) -> None:
    """User and group of the namespace. Root runs the program as nobody, so that limits on users hold."""
    if privileged:
        maps = (f"0 0 1\n{INSIDE} {NOBODY} 1\n", f"0 0 1\n{INSIDE} {NOBODY} 1\n")
    else:
        maps = (f"{INSIDE} {os.getuid()} 1\n", f"{INSIDE} {os.getgid()} 1\n")
        Path(f"/proc/{pid}/setgroups").write_text("deny")
    Path(f"/proc/{pid}/uid_map").write_text(maps[0])
    Path(f"/proc/{pid}/gid_map").write_text(maps[1])


def inner(root: str, config: dict[str, object], privileged: bool) -> None:
    """Process 1 of the namespace: it becomes the program."""
    os.setsid()
    build_root(root, [str(b) for b in config["binds"]], int(str(config["tmp"])))  # type: ignore[attr-defined]
    drop(privileged)
    argv = [str(a) for a in config["argv"]]  # type: ignore[attr-defined]
    os.execve(argv[0], argv, {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": "/tmp"})


def guarded(body: object, *arguments: object) -> None:
    """Run ``body`` in a child process that ends here, whatever happens."""
    try:
        body(*arguments)  # type: ignore[operator]
    except BaseException as error:
        os.write(2, f"localcheck-sandbox: {error}\n".encode())
    os._exit(FAILED)


def middle(root: str, config: dict[str, object], privileged: bool, ready: int, go: int) -> None:
    """Unshare, wait for the maps, start the program, pass its end on."""
    call("prctl", PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    call("unshare", CLONE)
    os.write(ready, b"1")
    if os.read(go, 1) != b"1":
        raise OSError("no user namespace")
    if not (child := os.fork()):
        guarded(inner, root, config, privileged)
    os._exit(exit_code(os.waitpid(child, 0)[1]))


def exit_code(status: int) -> int:
    """As a shell says it: 128 and the signal for a process that was killed."""
    return 128 + os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)


def main() -> int:
    """Start the program and wait for it."""
    config = json.loads(sys.argv[1])
    root, privileged = str(config["root"]), os.getuid() == 0
    wait_ready, ready = os.pipe()
    go, send_go = os.pipe()
    if not (child := os.fork()):
        os.close(wait_ready)
        os.close(send_go)
        guarded(middle, root, config, privileged, ready, go)
    os.close(ready)
    os.close(go)
    if os.read(wait_ready, 1) == b"1":
        try:
            write_maps(child, privileged)
            os.write(send_go, b"1")
        except OSError as error:
            os.write(2, f"localcheck-sandbox: {error}\n".encode())
    os.close(send_go)
    return exit_code(os.waitpid(child, 0)[1])


if __name__ == "__main__":
    sys.exit(main())
