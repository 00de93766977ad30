import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch, clear_script_prefix, set_script_prefix


def shown(text: str, **values: str) -> str:
    return Template(text).render(Context(values))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("{% url 'home' %}", "/"),
        ("{% url name %}", "/help/"),
        ("{% url 'article' slug %}", "/articles/a-b/"),
        ("{% url 'article' slug=slug %}", "/articles/a-b/"),
        ("{% url 'help' as there %}<{{ there }}>", "</help/>"),
        ("{% autoescape off %}{% url 'home' %}{% endautoescape %}", "/"),
        ("{% url 'none' as there %}<{{ there }}>", "<>"),
    ],
)
def test_an_address_is_the_one_that_django_gives(text: str, address: str) -> None:
    for _ in range(2):
        assert shown(text, name="help", slug="a-b") == address


def test_a_site_below_a_folder_has_its_addresses_there() -> None:
    assert shown("{% url 'help' %}") == "/help/"
    set_script_prefix("/kb/")
    try:
        assert shown("{% url 'help' %}") == "/kb/help/"
    finally:
        clear_script_prefix()
    assert shown("{% url 'help' %}") == "/help/"


def test_a_name_that_is_not_there_is_an_error_each_time() -> None:
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            shown("{% url 'none' %}")
