"""Tables of words."""


def words(text: str) -> frozenset[str]:
    """The blank-separated words of a table."""
    return frozenset(text.split())
