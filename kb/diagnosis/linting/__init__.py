"""Article files proven without a database: each must find itself, and no two may contradict."""

from kb.diagnosis.linting.finding import Finding
from kb.diagnosis.linting.lint import lint

__all__ = ["Finding", "lint"]
