"""How each engine's own parser reads option names (tried with the real parsers)."""

from dataclasses import dataclass

from kb.core.launch.catalogue.timeline import Place, Timeline

NEVER = "never"
ALWAYS = ""


@dataclass(frozen=True, slots=True)
class Parser:
    """From which version on a way of writing is taken; ALWAYS and NEVER for all versions."""

    underscores: str = NEVER  # --max_model_len
    abbreviations: str = NEVER  # --max-model, any unique beginning
    dotted: str = NEVER  # --compilation-config.mode 3
    appending: str = NEVER  # --json.list+ value
    equals: str = ALWAYS  # --flag=value
    letters: bool = False  # -O3, -qawq: a value joined to a one-letter option


VLLM = Parser(
    underscores="0.5.1",
    abbreviations=ALWAYS,
    dotted="0.9.0.1",
    appending="0.9.2",
    letters=True,
)
ARGPARSE = Parser(abbreviations=ALWAYS, letters=True)
LLAMA = Parser(underscores=ALWAYS, equals=NEVER)
CLAP = Parser(letters=True)

PARSERS = {"vllm": VLLM, "sglang": ARGPARSE, "llamacpp": LLAMA, "tgi": CLAP}


def takes(since: str, place: Place | None, timeline: Timeline) -> bool:
    """Whether a parser at `place` takes a way of writing; an unknown version counts as newest."""
    if since in (ALWAYS, NEVER):
        return since == ALWAYS
    number = timeline.index.get(since, 0)
    return place is None or place.high >= number
