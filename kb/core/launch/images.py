"""Image references: repository, tag, digest, and the version that a tag gives."""

import re
from dataclasses import dataclass

_TAG = re.compile(
    r"(?P<repository>.+?)(?::(?P<tag>[\w][\w.-]*))?(?:@(?P<digest>\w+:[0-9a-fA-F]+))?", re.ASCII
)
_VERSION = re.compile(r"v?(\d+\.\d+(?:\.\d+)*(?:(?:rc|a|b|\.post|\.dev)\d+)*)", re.ASCII)
_BUILD = re.compile(r"(?:server-)?(?:\w+-)?(b\d{4,})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Reference:
    repository: str
    tag: str = ""
    digest: str = ""

    def __str__(self) -> str:
        tag = f":{self.tag}" if self.tag else ""
        return self.repository + tag + (f"@{self.digest}" if self.digest else "")

    @property
    def last(self) -> str:
        """The last part of the repository, the same on every mirror."""
        return self.repository.rsplit("/", 1)[-1]

    @property
    def version(self) -> str:
        """The version in the tag, "" where it has none (latest, nightly, a hash)."""
        if found := _VERSION.match(self.tag):
            return found[1]
        found = _BUILD.search(self.tag)
        return found[1] if found else ""


def read_reference(name: str) -> Reference:
    """`registry:5000/team/image:tag@sha256:…` in its parts; the port of a registry is no tag."""
    head, slash, last = name.rpartition("/")
    found = _TAG.fullmatch(last)
    if not found:
        return Reference(name)
    return Reference(head + slash + found["repository"], found["tag"] or "", found["digest"] or "")
