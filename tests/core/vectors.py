"""Attack vectors: our own, and those of others where the shared folder is there."""

import json
from pathlib import Path

_SHARED = Path(__file__).parents[3] / "shared" / "safety" / "xss-vectors.txt"


def _vectors(path: Path, column: int) -> list[tuple[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    return [(row[0], json.loads(row[column])) for row in rows]


OWN = [vector for _, vector in _vectors(Path(__file__).parent / "samples" / "xss.txt", 1)]
OTHERS = [vector for _, vector in _vectors(_SHARED, 2)]
