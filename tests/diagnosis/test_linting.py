"""What lint names in broken articles: file, line, field and what is wrong."""

from pathlib import Path

import pytest

from kb.core.articles import follows, parse
from kb.diagnosis.linting import Finding, lint
from kb.diagnosis.linting.places import line_of
from tests.core.vocabulary import VOCABULARY
from tests.wiki.texts import source, translation, write

LAUNCH = "      - add: --enforce-eager"
COMMAND = "    command: |\n      vllm serve example/model --enforce-eager\n"
SEEN = "    quantization: fp8\n"
TWO = "Another thing breaks"


def found(*files: Path) -> list[tuple[str, str]]:
    return [(each.field, str(each.message)) for each in lint(files)]


def one(tmp_path: Path, *changes: tuple[str, str]) -> list[Finding]:
    text = source()
    for change in changes:
        assert change[0] in text
        text = text.replace(*change)
    return list(lint([write(tmp_path, "vllm/one.md", text)]))


MARLIN = "`--moe-backend` came with vLLM 0.17"
LATE = (LAUNCH, "      - add: --moe-backend marlin")


def of(version: str) -> tuple[str, str]:
    return SEEN, f'{SEEN}    vllm: "{version}"\n'


def in_command(flags: str) -> tuple[str, str]:
    return COMMAND, COMMAND.replace("--enforce-eager", f"{flags} --enforce-eager")


BLOCK = "vllm serve m --moe-backend marlin"
RUN = (COMMAND, f"    run:\n      - {BLOCK}\n{COMMAND}")
CHECK = f"  - {{id: a, ask: So?, command: {BLOCK}}}"
ASKED = ("fixes:", f"checks:\n{CHECK}\nfixes:")
OLDER = (LAUNCH, f"      - pip: vllm==0.8.3\n{LAUNCH}")
EMPTY = ("FrobnicationError: widget 17 is not frobnicated", "TimeoutError")

WRONG = [
    # a flag that the version lacks, or that every version of a range does
    ([of("==0.8.3"), LATE, (COMMAND, "")], "fixes[0].launch", MARLIN, "    launch:"),
    ([of("<=0.9.2"), LATE, (COMMAND, "")], "fixes[0].launch", MARLIN, "    launch:"),
    (
        [of(">=0.10"), in_command("--device x")],
        "fixes[0].command",
        "`--device` is gone",
        "    command:",
    ),
    ([of("==0.8.3"), RUN], "fixes[0].run[0]", MARLIN, f"      - {BLOCK}"),
    ([of("==0.8.3"), ASKED], "checks[0].command", MARLIN, CHECK),
    # what a fix installs is what its command is for
    (
        [of("==0.24.0"), OLDER, in_command("--moe-backend marlin")],
        "fixes[0].command",
        MARLIN,
        "    command:",
    ),
    (
        [(COMMAND, COMMAND.replace(" --enforce-eager", ""))],
        "fixes[0].command",
        "lacks a change of its fix: --enforce-eager",
        "    command:",
    ),
    ([EMPTY], "errors[0]", "hint", "  - |"),
]


@pytest.mark.parametrize(("changes", "field", "says", "line"), WRONG)
def test_it_is_named_with_its_line(
    tmp_path: Path, changes: list[tuple[str, str]], field: str, says: str, line: str
) -> None:
    findings = [each for each in one(tmp_path, *changes) if says in str(each.message)]
    assert [each.field for each in findings] == [field]
    written = Path(findings[0].path).read_text("utf-8").splitlines()
    assert written[findings[0].line - 1].startswith(line.rstrip())


NEWER = (LAUNCH, f"      - pip: vllm>=0.20\n{LATE[1]}")
RIGHT = [[of(">=0.8.3"), LATE, (COMMAND, "")], [of("==0.8.3"), NEWER, (COMMAND, "")]]


@pytest.mark.parametrize("changes", RIGHT)
def test_a_version_that_may_have_the_flag_is_enough(
    tmp_path: Path, changes: list[tuple[str, str]]
) -> None:
    assert not [each for each in one(tmp_path, *changes) if "came with" in str(each.message)]


def undoing(*changes: tuple[str, str]) -> str:
    text = source(TWO).replace("      - add: --enforce-eager", "      - remove: --enforce-eager")
    text = text.replace("example/model --enforce-eager", "example/model")
    for change in changes:
        text = text.replace(*change)
    return text


@pytest.mark.parametrize(
    ("changes", "contradict"),
    [
        ([], True),
        ([("quantization: fp8", "gpu: H100")], True),  # an FP8 model on an H100 meets both
        ([("quantization: fp8", "quantization: awq")], False),
        ([("    launch:", "    when: {quantization: awq}\n    launch:")], False),
    ],
)
def test_fixes_undo_each_other_where_one_environment_meets_both(
    tmp_path: Path, changes: list[tuple[str, str]], contradict: bool
) -> None:
    files = write(tmp_path, "one.md", source()), write(tmp_path, "two.md", undoing(*changes))
    undone = [field for field, message in found(*files) if "undoes" in message]
    assert undone == (["fixes[0].launch[0]"] if contradict else [])


def test_two_articles_that_nothing_tells_apart(tmp_path: Path) -> None:
    first = write(tmp_path, "one.md", source())
    twin = write(tmp_path, "two.md", source(TWO))
    assert [field for field, message in found(first, twin) if "apart" in message] == [
        "environment.requires"
    ]
    asked = source(TWO, more="checks: [{id: a, ask: So?}]\n")
    assert not [m for _, m in found(first, write(tmp_path, "two.md", asked)) if "apart" in m]


def in_chinese(original: str, *changes: tuple[str, str]) -> str:
    parsed = parse(original, "one", "vllm", VOCABULARY).article
    assert parsed
    reason = "    launch:\n      - {because: 只有编译路径失败。, price: 较慢。}\n"
    text = translation("one").replace("0123456789abcdef", follows(parsed))
    text = text.replace("    title: 关闭编译\n", f"    title: 关闭编译\n{reason}")
    for change in changes:
        text = text.replace(*change)
    return text


OPEN = "cause: {open: Nobody knows why., ruled_out: [the disk]}\n"


@pytest.mark.parametrize(
    ("more", "changes", "fields"),
    [
        ("", [], []),
        ("", [("## 快速结论", "## 其他")], ["sections.summary"]),
        ("", [("关闭编译", "Switch compilation off")], ["fixes.eager.title"]),
        ("", [("because: 只有编译路径失败。, ", "")], ["fixes.eager.launch"]),
        (OPEN, [], ["cause.open", "cause.ruled_out"]),
    ],
)
def test_parts_that_are_not_translated(
    tmp_path: Path, more: str, changes: list[tuple[str, str]], fields: list[str]
) -> None:
    original = source(more=more)
    files = (
        write(tmp_path, "one.md", original),
        write(tmp_path, "one-zh.md", in_chinese(original, *changes)),
    )
    assert [field for field, _ in found(*files)] == fields


def test_a_translation_that_lags(tmp_path: Path) -> None:
    text = in_chinese(source())
    files = (
        write(tmp_path, "one.md", source(summary="It breaks at once.")),
        write(tmp_path, "one-zh.md", text),
    )
    findings = list(lint(files))
    assert [each.field for each in findings] == ["follows"]
    assert text.splitlines()[findings[0].line - 1].startswith("follows:")


@pytest.mark.parametrize(
    ("field", "line"),
    [
        ("title", "title: The"),
        ("errors[0]", "  - |"),
        ("environment.requires.quantization", "    quantization:"),
        ("environment.seen.gpu", "environment:"),
        ("fixes[0].launch[0].because", "        because:"),
        ("fixes.eager.title", "    title: Switch"),
        ("fixes.none", "fixes:"),
        ("sections.fix", "## Fix"),
        ("Symptom", "## Symptom"),
        ("", "---"),
        ("no.such[3].thing", "---"),
    ],
)
def test_the_line_of_a_field(field: str, line: str) -> None:
    assert source().splitlines()[line_of(source(), field) - 1].startswith(line)
