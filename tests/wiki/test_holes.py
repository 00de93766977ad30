"""A printed command in parts: its comparison and its placeholders."""

import re

from django.template import Context, Template

from kb.diagnosis.diffing import diff
from kb.wiki.templatetags.holes import parts


def test_a_command_is_cut_at_its_placeholders() -> None:
    shown = parts("vllm serve <model> --port 1")
    assert [(one.text, one.hole is not None) for one in shown] == [
        ("vllm serve ", False),
        ("<model>", True),
        (" --port 1", False),
    ]


def test_the_parts_make_up_the_command_whatever_was_struck_out() -> None:
    before, after = "vllm serve <model> --port 1", "vllm serve <model> --port '<your port>'"
    shown = parts(after, diff(before, after))
    assert "".join(one.text for one in shown if one.kind != "del") == after
    assert [(one.kind, one.hole.name) for one in shown if one.hole] == [
        ("same", "<model>"),
        ("add", "<your port>"),
    ]


def test_the_placeholder_stays_visible_and_escaped() -> None:
    template = Template("{% include 'components/command.html' with id='x' text=text %}")
    page = template.render(Context({"text": "vllm serve <model> --a '<b>\"'"}))
    assert 'data-name="&lt;model&gt;"' in page and ">&lt;model&gt;</span>" in page
    assert "<b>" not in page


def test_each_name_has_one_field_that_no_form_sends() -> None:
    template = Template("{% include 'components/command.html' with id='x' text=text %}")
    page = template.render(Context({"text": "vllm serve <model> --tokenizer <model> --port <n>"}))
    fields = re.findall(r"<input [^>]*>", page)
    assert [re.findall(r' (data-hole|name)="([^"]*)"', each) for each in fields] == [
        [("data-hole", "&lt;model&gt;")],
        [("data-hole", "&lt;n&gt;")],
    ]
    assert "<input" not in template.render(Context({"text": "vllm serve org/model"}))
