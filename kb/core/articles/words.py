"""The closed sets of words of the format."""

CERTAINTIES = ("confirmed", "likely", "unknown")
EVIDENCE = ("reported", "reproduced", "measured")
FIX_KINDS = (
    "workaround",
    "configuration",
    "upgrade",
    "downgrade",
    "install",
    "code",
    "hardware",
    "watch-upstream",
)
SEEN_BY = ("client", "server")
STATES = ("draft", "review", "published", "outdated", "superseded", "archived")
UPSTREAM_STATES = ("open", "fixed", "unclear", "unknown")
RESERVED_SLUGS = frozenset({"new", "try", "import"})
