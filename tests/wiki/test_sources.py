import pytest

from kb.wiki.sources import Source, source_of


@pytest.mark.parametrize(
    ("text", "source"),
    [
        (
            "vllm-project/vllm#52034",
            Source("vllm-project/vllm#52034", "https://github.com/vllm-project/vllm/issues/52034"),
        ),
        ("https://example.com/a?b=1", Source("example.com/a?b=1", "https://example.com/a?b=1")),
        ("javascript:alert(1)", Source("javascript:alert(1)", "")),
        ("https://x y", Source("https://x y", "")),
        ('https://x/"onclick', Source('https://x/"onclick', "")),
        ("a colleague", Source("a colleague", "")),
    ],
)
def test_only_addresses_are_linked(text: str, source: Source) -> None:
    assert source_of(text) == source
