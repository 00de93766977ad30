"""Masks in a launch command → variables of a shell, where `<…>` is a redirection."""

import re

from kb.core.redact.personal import PERSONAL

_MASK = re.compile(r"<([A-Z]+(?:_[A-Z]+)*?)(?:_(\d{1,6}))?>")
_PERSONAL = frozenset(rule.kind.upper().replace("-", "_") for rule in PERSONAL)


def placeholder_variable(kind_or_name: str) -> str:
    """The variable that stands for a secret: of a kind (`hf-token`), a mask or an option's name.

    `hf-token` and `<HF_TOKEN_1>` → `$HF_TOKEN`; `<HF_TOKEN_2>` → `$HF_TOKEN_2`; `--api-key` →
    `$API_KEY`.
    """
    name, _, number = _mask_parts(kind_or_name)
    words = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_").upper() or "SECRET"
    return f"${words}" if number in ("", "1") else f"${words}_{number}"


def _mask_parts(text: str) -> tuple[str, str, str]:
    found = _MASK.fullmatch(text)
    return (found[1], "_", found[2] or "") if found else (text, "", "")


def variables_in(text: str) -> tuple[str, ...]:
    """The names of the variables that the masks of secrets in `text` become, in order."""
    found = (hit for hit in _MASK.finditer(text) if _is_secret(hit))
    return tuple(dict.fromkeys(placeholder_variable(hit.group())[1:] for hit in found))


def with_variables(text: str) -> str:
    """`text` with the masks of secrets as variables; masks of personal details stay."""

    def variable(found: re.Match[str]) -> str:
        return placeholder_variable(found.group()) if _is_secret(found) else found.group()

    return _MASK.sub(variable, text)


def _is_secret(mask: re.Match[str]) -> bool:
    """Masks have a number; `<MODEL>` is somebody's placeholder."""
    return mask[2] is not None and mask[1] not in _PERSONAL
