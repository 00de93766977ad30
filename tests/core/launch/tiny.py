"""A catalogue of a dozen flags for the tests of the forms."""

from dataclasses import dataclass

from kb.core.articles.model import Change


@dataclass(frozen=True)
class TinyResolved:
    flag: str
    kind: str
    negated: bool = False
    ambiguous: tuple[str, ...] = ()


_FLAGS = {
    "--model": "value",
    "--host": "value",
    "--port": "value",
    "--tensor-parallel-size": "value",
    "--max-model-len": "value",
    "--max-num-seqs": "value",
    "--gpu-memory-utilization": "value",
    "--served-model-name": "list",
    "--enforce-eager": "pair",
    "--enable-prefix-caching": "pair",
    "--enable-chunked-prefill": "pair",
    "--trust-remote-code": "switch",
    "--language-model-only": "switch",
    "--compilation-config": "json",
    "--speculative-config": "json",
    "--limit-mm-per-prompt": "json",
    "--quantization": "value",
    "--dtype": "value",
    "--tokenizer-mode": "value",
    "--api-key": "list",
    "--attention-backend": "value",
}
_ALIASES = {"-tp": "--tensor-parallel-size", "-q": "--quantization", "-O": "--compilation-config"}


class TinyCatalogue:
    def resolve(self, option: str, version: str | None) -> TinyResolved | None:
        option = _ALIASES.get(option, option.replace("_", "-"))
        if option in _FLAGS:
            return TinyResolved(option, _FLAGS[option])
        positive = option.replace("--no-", "--", 1)
        if _FLAGS.get(positive) == "pair":
            return TinyResolved(positive, "pair", negated=True)
        return self._beginning(option)

    def _beginning(self, option: str) -> TinyResolved | None:
        found = [flag for flag in _FLAGS if flag.startswith(option)] if len(option) > 2 else []
        if len(found) > 1:
            return TinyResolved("", "", ambiguous=tuple(found))
        return TinyResolved(found[0], _FLAGS[found[0]]) if found else None

    def spellings(self, flag: str, version: str | None) -> tuple[str, ...]:
        aliases = [alias for alias, known in _ALIASES.items() if known == flag]
        return (flag, *aliases, *([flag.replace("--", "--no-", 1)] * (_FLAGS[flag] == "pair")))


TINY = {"vllm": TinyCatalogue()}


def add(flag: str, value: str | None = None) -> Change:
    return Change("add-flag", flag, value)


def put(flag: str, value: str) -> Change:
    return Change("set-flag", flag, value)


def remove(flag: str) -> Change:
    return Change("remove-flag", flag)


def env(name: str, value: str | None) -> Change:
    return Change("env", name=name, value=value)


def image(tag: str, repository: str = "") -> Change:
    return Change("image-tag", name=repository, value=tag)
