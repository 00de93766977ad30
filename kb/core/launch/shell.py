"""Launch commands of shell-like text: one line, continued, behind wrappers, in chains, in `docker
run`, in `sh -c`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.core.launch import tables
from kb.core.launch.commands import Line, launch_lines, simple_commands
from kb.core.launch.dialects import FOLDED, SH, Dialect
from kb.core.launch.docker import PROGRAMS, DockerEnv, DockerRun, find_docker_run
from kb.core.launch.exports import exports_above
from kb.core.launch.launchers import (
    SPEAKERS,
    Launcher,
    base_name,
    engine_of_image,
    entry_of,
    find_launcher,
)
from kb.core.launch.model import LaunchError, LaunchQuestion
from kb.core.launch.nested import script_in
from kb.core.launch.options import looks_like_option
from kb.core.launch.shellenv import ASSIGNMENT, PASSING, ShellEnv
from kb.core.launch.spans import Layer
from kb.core.launch.target import Env, Target, WordImage
from kb.core.launch.wordlist import WordList
from kb.core.launch.words import Token, tokenise
from kb.core.messages import msg

_SHELLS = tables.words("bash sh zsh dash ash ksh")
_SCRIPT_TAKERS = tables.words(
    """
    ssh tmux screen su runuser eval wsl wsl.exe kubectl byobu watch
    """
)
_ARGUMENTS = re.compile(r"\s*--?[A-Za-z][\w.-]+(?:[\s=]|$)")
_LISTERS = tables.words("start-process saps start-job")  # PowerShell: arguments as an array
_MOST = 50  # commands of one text: more is no question anyone could answer
_DASH_C = re.compile(r"-[a-z]*c")
_POSITIONAL = frozenset(("vllm", "lmdeploy", "tensorrt_llm"))


def targets(layer: Layer, dialect: Dialect = SH, form: str = "shell") -> tuple[Target, ...]:
    """Every launch command in the layer's text. Raises LaunchError where the only one cannot be
    read."""
    found: list[Target] = []
    broken: LaunchError | None = None
    for line in launch_lines(layer.text, dialect):
        broken = broken or line.broken
        found += _of_line(layer, dialect, form, line)
        if len(found) > _MOST:
            break
    if not found and broken:
        raise broken
    return tuple(found)


def _of_line(layer: Layer, dialect: Dialect, form: str, line: Line) -> Iterator[Target]:
    _no_bracket(layer, line)
    for words in simple_commands(line.tokens):
        if words:
            yield from _of_command(layer, dialect, form, words)


def _no_bracket(layer: Layer, line: Line) -> None:
    """Raises LaunchError for an opening bracket among the words of a launch command: this is the
    language of another shell."""
    words: list[str] = []
    for token in line.tokens:
        if token.kind == "word":
            words.append(token.value)
        elif token.value == "(" and find_launcher(words):
            number = layer.text.count("\n", 0, token.start) + 1
            raise LaunchError(msg("line {line}: a bracket cannot stand there", line=number))
        elif token.kind in ("operator", "newline"):
            words.clear()


def _of_command(
    layer: Layer, dialect: Dialect, form: str, words: tuple[Token, ...]
) -> Iterator[Target]:
    values = [word.value for word in words]
    if _first_program(values) in SPEAKERS:
        return
    if values[0].casefold() in _LISTERS and find_launcher(values):
        raise LaunchQuestion(msg("{program} hands the arguments on as a list: give the program's"
                                 " own command", program=values[0]))  # fmt: skip
    docker = find_docker_run(values)
    start = docker.rest if docker else 0
    script = _script(values, start, docker)
    if script is not None:
        yield from _nested(layer, dialect, words, script, docker)
    elif docker:
        yield _docker(layer, dialect, form, words, docker)
    elif launcher := find_launcher(values):
        yield _plain(layer, dialect, form, words, launcher)


def _first_program(values: Sequence[str]) -> str:
    words = (base_name(one) for one in values if not ASSIGNMENT.match(one) and one != "sudo")
    return next(words, "")


def _script(values: Sequence[str], start: int, docker: DockerRun | None) -> int | None:
    """The place of a word that is a script: `bash -c SCRIPT`, `ssh host SCRIPT`."""
    shell = bool(docker and base_name(docker.entrypoint) in _SHELLS)
    for at in range(start, len(values) - 1):
        shell = shell or base_name(values[at]) in _SHELLS
        if shell and _DASH_C.fullmatch(values[at]):
            return at + 1
    if {base_name(one) for one in values[:3]} & _SCRIPT_TAKERS:
        return next((at for at, one in enumerate(values) if " " in one and _speaks(one)), None)
    return None


def _speaks(word: str) -> bool:
    return find_launcher(word.split()) is not None


def _nested(
    layer: Layer, dialect: Dialect, words: tuple[Token, ...], script: int, docker: DockerRun | None
) -> Iterator[Target]:
    inner = script_in(layer, words[script])
    for found in targets(inner, FOLDED if dialect.folded else SH):
        if not docker:
            yield found
            continue
        outer = _docker(layer, dialect, "docker", words, docker)
        engine = found.engine or outer.engine
        model = found.positional_model
        yield replace(
            outer,
            engine=engine,
            args=found.args,
            positional_model=model,
            sure=True,
            entry=found.entry,
        )


def _span(layer: Layer, words: tuple[Token, ...]) -> tuple[int, int]:
    return layer.place(words[0].start, words[-1].end)


def _plain(
    layer: Layer, dialect: Dialect, form: str, words: tuple[Token, ...], launcher: Launcher
) -> Target:
    args = WordList(layer, dialect, words, launcher.end, len(words))
    env = _env(layer, dialect, words, launcher.start)
    positional = launcher.engine in _POSITIONAL and words[launcher.end - 1].value in (
        "serve",
        "api_server",
    )
    start, end = _span(layer, words)
    entry = entry_of([word.value for word in words[launcher.start : launcher.end]])
    return Target(form, launcher.engine, start, end, args, env, None, positional, entry=entry)


def _env(layer: Layer, dialect: Dialect, words: tuple[Token, ...], launcher: int) -> Env:
    """`docker exec -e K=v …` and wrappers with docker's `-e` take variables as options."""
    values = [word.value for word in words[:launcher]]
    verb = next((at for at, one in enumerate(values) if one == "exec" and at), 0)
    container = bool(verb) and base_name(values[verb - 1]) in PROGRAMS
    takes = bool(values) and base_name(values[0]) not in PASSING and {"-e", "--env"} & set(values)
    if container or takes:
        low = verb + 1 if container else 1
        high = launcher if takes else low
        return DockerEnv(WordList(layer, dialect, words, low, high))
    exports = exports_above(layer, dialect, words[0].start)
    return ShellEnv(layer, dialect, words, launcher, exports)


def _docker(
    layer: Layer, dialect: Dialect, form: str, words: tuple[Token, ...], run: DockerRun
) -> Target:
    values = [word.value for word in words]
    image = words[run.image]
    launcher = find_launcher(values, run.rest)
    low = launcher.end if launcher else run.rest
    engine = launcher.engine if launcher else engine_of_image(image.value)
    args = WordList(layer, dialect, words, low, len(words))
    env = DockerEnv(WordList(layer, dialect, words, run.options, run.image))
    picture = WordImage(layer, dialect, image.start, image.end, image.value)
    first = values[low : low + 1]
    positional = bool(first) and not looks_like_option(first[0]) and engine == "vllm"
    name = "docker" if form == "shell" else form
    start, end = _span(layer, words)
    entry = entry_of(values[launcher.start : low]) if launcher else "image"
    return Target(
        name, engine or "", start, end, args, env, picture, positional, bool(engine), entry=entry
    )


def command_in(layer: Layer, dialect: Dialect, form: str, first: int = 0) -> Target | None:
    """The one command that the layer's whole text is; without an entry point its words from
    `first` on
    are arguments."""
    words = next(simple_commands(tokenise(layer.text, dialect)))
    if not words:
        return None
    found = next(_of_command(layer, dialect, form, words), None)
    if found:
        return found
    start, end = _span(layer, words)
    args = WordList(layer, dialect, words, min(first, len(words)), len(words))
    return Target(form, "", start, end, args, sure=False)


def behind_dash_c(layer: Layer, dialect: Dialect) -> tuple[Target, ...]:
    """The commands of `-c 'SCRIPT'`, the arguments of a shell that stands elsewhere."""
    words = next(simple_commands(tokenise(layer.text, dialect)))
    if len(words) < 2 or not _DASH_C.fullmatch(words[0].value):
        return ()
    return targets(script_in(layer, words[1]), FOLDED if dialect.folded else SH)


def arguments(layer: Layer, dialect: Dialect) -> tuple[Target, ...]:
    """A text that is nothing but the arguments of a server, as a field of a panel holds them."""
    if not _ARGUMENTS.match(layer.text):
        return ()
    words = next(simple_commands(tokenise(layer.text, dialect)))
    start, end = _span(layer, words)
    args = WordList(layer, dialect, words, 0, len(words))
    return (Target("shell", "", start, end, args, complete=False, sure=False),)
