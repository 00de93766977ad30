import ctypes
import re
import subprocess
import sys

import pytest

_HEAPS = """
import ctypes, sys, threading, django
django.setup()
from kb.wiki.server import share_heap

libc = ctypes.CDLL(None)
libc.fopen.restype = libc.malloc.restype = ctypes.c_void_p
if "shared" in sys.argv:
    share_heap()
together = threading.Barrier(4)

def take():
    together.wait()
    libc.malloc(100_000)
    together.wait()

threads = [threading.Thread(target=take) for _ in range(4)]
[each.start() for each in threads]
[each.join() for each in threads]
told = ctypes.c_void_p(libc.fopen(b"/dev/stdout", b"w"))
libc.malloc_info(0, told)
libc.fflush(told)
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_info"), reason="this is not glibc")
def test_threads_share_one_heap() -> None:
    def heaps(*arguments: str) -> int:
        command = [sys.executable, "-c", _HEAPS, *arguments]
        told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        return len(re.findall(r"<heap nr=", told))

    assert heaps() > 1, "else this proves nothing"
    assert heaps("shared") == 1
