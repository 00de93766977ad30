"""Launch commands in YAML: compose services, Kubernetes containers, Helm templates, llama-swap
models."""

import re
from dataclasses import replace

from kb.core.launch import shell
from kb.core.launch.dialects import COMPOSE, COMPOSE_FOLDED, FOLDED, SH, Dialect
from kb.core.launch.itemlists import BlockList
from kb.core.launch.launchers import (
    base_name,
    canonical_engine,
    engine_of_image,
    entry_of,
    find_launcher,
)
from kb.core.launch.model import LaunchError
from kb.core.launch.options import looks_like_option
from kb.core.launch.spans import Layer, whole
from kb.core.launch.target import Env, Image, Target
from kb.core.launch.yaml_runs import KEYS as SCRIPT_KEYS
from kb.core.launch.yamlenv import YamlEnv, read_env
from kb.core.launch.yamlholders import ARGUMENT_KEYS, LAUNCH_KEYS, MOST, Holder, about_pods, holders
from kb.core.launch.yamlimages import AbsentArgs, image_at
from kb.core.launch.yamllines import Row, Scalar, read_rows, siblings
from kb.core.launch.yamllists import Node
from kb.core.launch.yamlscripts import scalar_layer

_IMAGE = re.compile(r"^[ ]*(?:-[ ]+)*image:[ \t]*\S", re.M)
_CAMEL = re.compile(r"(?<=[a-z])[A-Z]")
_SHELLS = ("bash", "sh", "zsh", "dash", "ash")
_ENGINES = ("vllm", "sglang", "llamacpp", "ollama", "tgi", "lmdeploy", "tensorrt_llm")


def targets(text: str) -> tuple[Target, ...]:
    """Every launch command in the YAML of the text. Raises LaunchError where none can be read."""
    found: list[Target] = []
    broken: LaunchError | None = None
    for holder in holders(text):
        try:
            found += [one for one in (_target(holder),) if one]
        except LaunchError as error:
            broken = error
    if broken and not found:
        raise broken
    return tuple(found) or bare_services(text)


def bare_services(text: str) -> tuple[Target, ...]:
    """Services and containers with an engine's image and neither command nor arguments."""
    if not _IMAGE.search(text):
        return ()
    layer, rows = whole(text), read_rows(text)
    places = [at for at, row in enumerate(rows) if row.key == "image"][:MOST]
    pods = about_pods(text)
    found = (_bare(layer, rows, at, pods) for at in places)
    return tuple(one for one in found if one)


def _bare(layer: Layer, rows: tuple[Row, ...], at: int, pods: bool) -> Target | None:
    image = image_at(layer, rows, at)
    engine = engine_of_image(image.name) if image else None
    keys = {rows[one].key: one for one in siblings(rows, at)}
    if not engine or set(keys) & {*LAUNCH_KEYS, *SCRIPT_KEYS}:
        return None
    row = rows[at]
    node = Node(at, None, None, row.end)
    holder = Holder(layer, rows, keys, None, node, pods)
    key = "args" if holder.form == "kubernetes" else "command"
    args = AbsentArgs(layer, row.end, " " * row.indent, key)
    return Target(
        holder.form,
        engine,
        rows[min(keys.values())].start,
        row.end,
        args,
        _env(holder),
        image,
        entry="image",
    )


def _target(holder: Holder) -> Target | None:
    base = _command(holder)
    if base is None:
        return None
    image = image_at(holder.layer, holder.rows, holder.keys.get("image"))
    engine = base.engine or _engine(holder, image)
    start = holder.rows[min(holder.keys.values())].start
    return replace(
        base,
        form=holder.form, engine=engine or "", start=start, end=holder.tail.end,
        env=base.env if base.image else _env(holder),
        image=base.image or image,
        sure=bool(engine), complete=_complete(holder, base.entry, image),
        elsewhere=_beside(holder),
    )  # fmt: skip


def _complete(holder: Holder, entry: str, image: Image | None) -> bool:
    """Arguments alone are; where nothing tells what starts with them, they say not all."""
    return bool(holder.head or entry != "image" or (image and engine_of_image(image.name)))


def _beside(holder: Holder) -> tuple[tuple[str, str], ...]:
    """`maxModelLen` beside `extraArgs`: the chart makes `--max-model-len` of it."""
    if not set(ARGUMENT_KEYS) & set(holder.keys):
        return ()
    keys = [key for key in holder.keys if key not in ARGUMENT_KEYS]
    return tuple((_CAMEL.sub(lambda hit: f"-{hit[0].lower()}", f"--{key}"), key) for key in keys)


def _engine(holder: Holder, image: Image | None) -> str | None:
    if image and (found := engine_of_image(image.name)) is not None:
        return found
    named = holder.scalar("engine")
    engine = canonical_engine(named.value) if named else ""
    if holder.form == "llama-swap":
        return "llamacpp"
    return engine if engine in _ENGINES else None


def _command(holder: Holder) -> Target | None:
    """Arguments and, where an entry point stands there, the engine."""
    before = _words(holder.head)
    if holder.tail.text:
        return _of_text(holder, before, holder.tail.text)
    items = _words(holder.tail)
    script = _script(before, items)
    if script is not None:
        return _of_script(holder, script)
    return _of_list(holder, before, items)


def _words(node: Node | None) -> tuple[str, ...]:
    if node is None:
        return ()
    if node.list:
        return tuple(item.value for item in node.list.items)
    return tuple(node.text.value.split()) if node.text else ()


def _script(before: tuple[str, ...], items: tuple[str, ...]) -> int | None:
    """The item that is a shell script: the first one behind `sh -c`."""
    words = (*before, *items)
    for at, word in enumerate(words[:-1]):
        follows = words[at + 1]
        if base_name(word) in _SHELLS and re.fullmatch(r"-[a-z]*c", follows):
            place = at + 2 - len(before)
            return place if 0 <= place < len(items) else None
    return None


def _of_list(holder: Holder, before: tuple[str, ...], items: tuple[str, ...]) -> Target | None:
    args = holder.tail.list
    if args is None:
        return None
    launcher = find_launcher([*before, *items])
    low = max(0, launcher.end - len(before)) if launcher else 0
    first = items[low : low + 1]
    positional = bool(first) and not looks_like_option(first[0])
    engine = launcher.engine if launcher else ""
    entry = entry_of([*before, *items][launcher.start : launcher.end]) if launcher else "image"
    return Target(
        "", engine, 0, 0, replace(args, low=low), positional_model=positional, entry=entry
    )


def _of_script(holder: Holder, at: int) -> Target | None:
    scripts = holder.tail.list
    if scripts is None:
        return None
    scalar = scripts.items[at]
    layer = scalar_layer(holder.layer, scalar)
    found = shell.targets(layer, script_dialect(scalar))
    return found[0] if len(found) == 1 else None


def script_dialect(scalar: Scalar) -> Dialect:
    """Line ends are line ends only in a literal block."""
    return SH if scalar.quote == "|" or "\n" not in scalar.value else FOLDED


def _of_text(holder: Holder, before: tuple[str, ...], scalar: Scalar) -> Target | None:
    """`command:` as a string: compose splits it into words; behind `sh -c` it is a script."""
    layer = scalar_layer(holder.layer, scalar)
    if "args" not in holder.keys and "cmd" not in holder.keys:
        escape = layer.escape
        layer = replace(layer, escape=lambda text: escape(text.replace("$", "$$")))
    runs = any(base_name(one) in _SHELLS for one in before)
    if runs and any(one.endswith("c") for one in before):
        found = shell.targets(layer, script_dialect(scalar))
        return found[0] if len(found) == 1 else None
    folded = scalar.quote != "|"
    dialect = COMPOSE_FOLDED if folded else COMPOSE
    if runs and (found := shell.behind_dash_c(layer, dialect)):
        return found[0] if len(found) == 1 else None
    return shell.command_in(layer, dialect, "", first=1 if "cmd" in holder.keys else 0)


def _env(holder: Holder) -> Env | None:
    for key in ("env", "environment"):
        if key in holder.keys:
            return read_env(holder.layer, holder.rows, holder.keys[key])
    row = holder.rows[holder.tail.row]
    indent = " " * row.indent
    style = "pairs" if holder.form in ("kubernetes", "helm") else "items"
    word = "environment" if holder.form == "compose" else "env"
    below = indent + "  "
    if isinstance(holder.tail.list, BlockList):
        line = holder.layer.text[holder.tail.list.lines[0][0] :]
        below = line[: len(line) - len(line.lstrip(" "))]
    first = holder.head.row if holder.head else holder.tail.row
    before = holder.rows[first].dash < 0
    spot = holder.rows[first].start if before else holder.tail.end
    return YamlEnv(holder.layer, style, (), below + "- ", None, spot, indent, before, word)


def yaml_spans(text: str) -> list[tuple[int, int]]:
    """Where the YAML launch commands of a paste stand, from the mapping's first line to its
    arguments' end."""
    try:
        found = targets(text)
    except LaunchError:
        return []
    return [(one.start, one.end) for one in found if one.sure and _tells(one)]


def _tells(target: Target) -> bool:
    """An image's name alone is no command; with variables it is one."""
    bare = isinstance(target.args, AbsentArgs)
    return not bare or bool(target.env and target.env.variables)
