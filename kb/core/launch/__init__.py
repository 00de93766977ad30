"""Launch commands: parse by span, mend, change only the words that a fix names, check against the catalogue."""
