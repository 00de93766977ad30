import re

import pytest
from django.template import Context, Template
from django.template.loader import render_to_string
from django.utils import translation

from kb.core.messages import msg
from kb.core.questions.model import Option

OPTION = "diagnosis/option.html"


def shown(**values: object) -> str:
    told = " ".join(f"{name}={name}" for name in values)
    text = f"{{% load assets %}}{{% same '{OPTION}' {told} %}}"
    return Template(text).render(Context({**values, "request": "never seen"}))


@pytest.mark.parametrize(
    "option",
    [
        Option("fp8", "FP8", 3),
        Option("fp8", "FP8", 4),
        Option("<b>", "<i>", 0),
        Option("awq", "AWQ", 0, msg("no longer with {engine}", engine="vllm")),
        Option("awq", "AWQ", 0, msg("no longer with {engine}", engine="sglang")),
    ],
)
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_a_component_is_what_it_would_be_without_being_kept(option: Option, language: str) -> None:
    with translation.override(language):
        for values in ({"option": option, "differ": True, "others": 0}, {"option": option}):
            assert shown(**values) == shown(**values) == render_to_string(OPTION, values)


def test_only_the_addresses_of_static_files_are_in_what_all_pages_have_in_common() -> None:
    """What `same` shows belongs to nobody: no form with a token, no reader."""
    for name in ("components/site_foot.html", "components/keys.html"):
        text = render_to_string(name)
        assert not re.search(r'method="post"|csrf|user', text)
