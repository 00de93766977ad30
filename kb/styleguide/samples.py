"""What the components show on the style guide: contents, so not translated."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator

from kb.core.articles import Change, Verification
from kb.core.messages import msg
from kb.core.questions import Option
from kb.diagnosis.diffing import diff
from kb.diagnosis.shaping import Choice

MATCH_STATES = ("confirmed", "likely", "same-error", "aside", "near")
PAGE_STATES = ("draft", "review", "published", "outdated", "superseded", "archived")
SWATCHES = ["paper", "raised", "sunken", "ink", "soft", "accent", "good", "info", "warn", "bad"]
BANNERS = ("plain", "good", "info", "warn", "bad")
BEFORE = "vllm serve RedHatAI/Mistral-Small-3.1-24B-FP8 --max-model-len 32768 --enable-foo"
AFTER = "vllm serve RedHatAI/Mistral-Small-3.1-24B-FP8 --max-model-len 32768 --enforce-eager"
LONG_TITLE = (
    "Block-scaled FP8 model on GB10 (SM 12.1): CUTLASS stops vLLM with 'Error Internal' in "
    "torch.ops._C.cutlass_scaled_mm_supports_block_fp8 during the first request"
)
LINE = "ValueError: Out of range float values are not JSON compliant: nan"


def samples() -> dict[str, Any]:
    """The context of the style guide."""
    return {
        "match_states": MATCH_STATES,
        "page_states": PAGE_STATES,
        "banners": BANNERS,
        "swatches": SWATCHES,
        "masked": _masked(),
        "before": BEFORE,
        "conditions": _conditions(),
        "questions": [{"question": _chosen()}, {"question": _free()}],
        "verdicts": _verdicts(),
        "launches": _launches(),
        "checks": _checks(),
        "causes_sample": _causes(),
        "facts_sample": _facts(),
        "log_sample": _log(),
        "reached": _reached(),
        "page_first": Paginator(range(60), 20).page(1),
        "page_middle": Paginator(range(60), 20).page(2),
        "fields": _fields(),
        "long_title": LONG_TITLE,
        "line": LINE,
    }


def _checks() -> list[Verification]:
    return [
        Verification("Start the server and send a request", f"`{LINE}` does not come back"),
        Verification("Start it without the change", LINE, without=True),
    ]


def _conditions() -> list[dict[str, Any]]:
    rows = (
        ("Engine", "vLLM", "vLLM", "holds", None),
        ("vLLM", ">=0.9,<0.11", "0.8.5", "fails", msg("Nothing was changed.")),
        ("Kind of request", "an image", "", "unknown", None),
    )
    return [
        {"label": label, "wanted": wanted, "have": have, "state": state, "reason": reason}
        for label, wanted, have, state, reason in rows
    ]


def _masked() -> list[dict[str, Any]]:
    return [
        {"kind": "hf-token", "count": 1},
        {"kind": "ip", "count": 3, "personal": True},
    ]


def _chosen() -> dict[str, Any]:
    """A question with choices; the last one leaves no cause."""
    reason = msg("no cause here has it")
    options = (Option("image", "an image", 2), Option("text", "text only", 1))
    return _question("What does the failing request carry?", options, left=3) | {
        "find_out": "grep -c image_url request.json",
        "rest": [Option("audio", "audio", 0, reason)],
    }


def _free() -> dict[str, Any]:
    return _question("Which model is it?", (), left=12)


def _question(text: str, options: tuple[Option, ...], left: int) -> dict[str, Any]:
    return {
        "id": "modality",
        "text": text,
        "options": options,
        "help": "The richest part of the request: with an `image_url` it is an image.",
        "separates": "FP8 answers NaN; embeddings answer 500",
        "left": left,
    }


def _verdicts() -> list[dict[str, Any]]:
    """The four answers: known, known with ifs, not known, and no error at all."""
    error = {"line": 1, "text": LINE}
    read = {"lines": [LINE], "errors": {"errors": [error]}}
    elsewhere = {"lines": [LINE], "errors": {"errors": [error], "cause_is_elsewhere": True}}
    calm = {"lines": [LINE], "errors": {"errors": []}}
    return [
        _known("match", "confirmed", "confirmed"),
        _known("ask", "same-error", "likely"),
        {"diagnosed": {"verdict": "none", "reading": read}},
        {"diagnosed": {"verdict": "none", "reading": elsewhere}},
        {"diagnosed": {"verdict": "none", "reading": calm}},
    ]


def _known(outcome: str, verdict: str, certainty: str) -> dict[str, Any]:
    article = {"slug": "sample", "title": LONG_TITLE, "cause": {"certainty": certainty}}
    best: dict[str, Any] = {"verdict": verdict, "article": article, "reasons": ()}
    return {"best": best, "diagnosed": {"verdict": outcome}}


def _launches() -> list[dict[str, Any]]:
    change = Change(
        "add-flag",
        "--enforce-eager",
        because="The NaN appears only on the compiled path.",
        price="No CUDA graphs, so decoding is slower.",
    )
    changed = {"origin": "yours", "after": AFTER, "changes": (change,), "warnings": (LINE,)}
    rows = [Choice("add --enforce-eager", "?undo=add", change=change)]
    undone = [Choice("set --max-model-len 16384", "?")]
    forms = [Choice("as it is", "?", current=True), Choice("Docker", "?form=docker")]
    more = {"rows": rows, "undone": undone, "forms": forms}
    return [
        changed | more | {"diff": diff(BEFORE, AFTER)},
        {"question": msg("Nothing was changed.")},
        {"refused": msg("the change does not settle in this command")},
    ]


def _causes() -> dict[str, Any]:
    facts = [{"label": "Kind of request", "have": ""}, {"label": "vLLM", "have": "0.10.1"}]
    rows = [
        [
            {"label": "Kind of request", "wanted": "an image", "state": "unknown", "ask": "?ask=m"},
            {"wanted": ">=0.9", "state": "holds"},
        ],
        [{"wanted": ""}, {"wanted": "<0.6", "state": "fails"}],
    ]  # fmt: skip
    titles = (LONG_TITLE, "/v1/embeddings answers 500 with NaN")
    return {
        "facts": facts,
        "rows": [
            {"slug": "sample", "title": title, "cells": row}
            for title, row in zip(titles, rows, strict=True)
        ],
    }


def _facts() -> list[dict[str, Any]]:
    rows = (
        ("vllm", "vLLM", ["0.10.1"], {"how": "stated", "line": 3, "text": "vLLM version 0.10.1"}),
        ("modality", "Kind of request", ["an image"], {"how": "answered"}),
        ("quantization", "Quantization", ["FP8"], {"how": "implied"}),
        ("gpu_memory", "GPU memory", ["80", "96"], {"how": "estimated"}),
    )
    return [
        {"name": name, "label": label, "values": values, "fact": fact}
        for name, label, values, fact in rows
    ]


def _log() -> list[dict[str, Any]]:
    rows = (
        (7, "INFO 09-30 12:00:01 [loader.py:12] Loading weights took 41.2 seconds", "", 6),
        (8, "Traceback (most recent call last):", "other", 0),
        (31, LINE, "root", 22),
        (32, "RuntimeError: Engine core initialization failed.", "generic", 0),
    )
    return [
        {"number": number, "text": text, "role": role, "skipped": skipped}
        for number, text, role, skipped in rows
    ]


def _reached() -> list[dict[str, str]]:
    names = ("import", "config", "weights", "compile", "KV cache", "warm-up", "serving")
    states = ("passed", "passed", "passed", "passed", "died", "unreached", "unreached")
    return [{"name": name, "state": s} for name, s in zip(names, states, strict=True)]


def _fields() -> list[object]:
    from kb.styleguide.form import SampleForm

    form = SampleForm({"name": "", "where": "sglang"})
    form.is_valid()
    return [form[name] for name in form.fields]
