"""Static files whose hashed addresses are looked up once: a page names up to a dozen."""

from __future__ import annotations

from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]


class Storage(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The manifest is read when the storage is made, so that an address stays what it is."""

    def __init__(self, *given: object, **named: object) -> None:
        super().__init__(*given, **named)
        self._addresses: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        if force or name not in self._addresses:
            self._addresses[name] = super().url(name, force)
        return self._addresses[name]
