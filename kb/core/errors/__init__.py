"""Lines → error lines → signatures, and which is the root."""

from kb.core.errors.model import ErrorLine, ErrorReading
from kb.core.errors.reading import read_errors
from kb.core.errors.signature import SIGNATURE_ROWS, fingerprint, signature

__all__ = ["SIGNATURE_ROWS", "ErrorLine", "ErrorReading", "fingerprint", "read_errors", "signature"]
