"""`docker run`: docker's own options, the image, and the engine's arguments behind it."""

# ruff: noqa: E501  (a row is one command and what becomes of it)

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command, parse_command
from kb.core.launch.docker import find_docker_run
from tests.core.launch.tiny import TINY, add, env, image, put, remove

CHANGES = [
    ("docker run --gpus all -p 80:80 vllm/vllm-openai:v0.8.0 --model m", add("--enforce-eager"),
     "docker run --gpus all -p 80:80 vllm/vllm-openai:v0.8.0 --model m --enforce-eager"),
    ("docker run --gpus all -p 80:80 vllm/vllm-openai:v0.8.0 --model m", env("A", "1"),
     "docker run --gpus all -e A=1 -p 80:80 vllm/vllm-openai:v0.8.0 --model m"),
    ("docker run --name x vllm/vllm-openai", env("A", "1"), "docker run --name x -e A=1 vllm/vllm-openai"),
    ("docker run vllm/vllm-openai", env("A", "1"), "docker run -e A=1 vllm/vllm-openai"),
    ("docker run --env B=2 -v a:b vllm/vllm-openai m", env("A", "1"),
     "docker run --env B=2 --env A=1 -v a:b vllm/vllm-openai m"),
    ("docker run --env=B=2 vllm/vllm-openai m", env("B", "3"), "docker run --env=B=3 vllm/vllm-openai m"),
    ('docker run -e "B=2" vllm/vllm-openai m', env("B", "3"), 'docker run -e "B=3" vllm/vllm-openai m'),
    ("docker run \\\n  --gpus all \\\n  -p 80:80 \\\n  vllm/vllm-openai:latest \\\n  --model m", env("A", "1"),
     "docker run \\\n  --gpus all \\\n  -e A=1 \\\n  -p 80:80 \\\n  vllm/vllm-openai:latest \\\n  --model m"),
    ("docker run -d -p 80:80 -e B=2 -e C=3 vllm/vllm-openai m", env("B", None),
     "docker run -d -p 80:80 -e C=3 vllm/vllm-openai m"),
    ("docker run vllm/vllm-openai:v0.8.0 --model m", image("v0.8.1"),
     "docker run vllm/vllm-openai:v0.8.1 --model m"),
    ("docker run vllm/vllm-openai --model m", image("v0.8.1"), "docker run vllm/vllm-openai:v0.8.1 --model m"),
    ("docker run reg:5000/a/vllm-openai:x m", image("y", "vllm/vllm-openai"), "docker run reg:5000/a/vllm-openai:y m"),
    ('docker run "vllm/vllm-openai:v0.8.0" m', image("v0.8.1"), 'docker run "vllm/vllm-openai:v0.8.1" m'),
    ("docker run --gpus '\"device=0,1\"' -p 1:1 vllm/vllm-openai -q awq", put("--quantization", "fp8"),
     "docker run --gpus '\"device=0,1\"' -p 1:1 vllm/vllm-openai -q fp8"),
    ("podman run -it --rm --device nvidia.com/gpu=all vllm/vllm-openai --port 1", remove("--port"),
     "podman run -it --rm --device nvidia.com/gpu=all vllm/vllm-openai"),
    ("docker run --entrypoint bash vllm/vllm-openai -c 'pip install x && vllm serve m'", add("--enforce-eager"),
     "docker run --entrypoint bash vllm/vllm-openai -c 'pip install x && vllm serve m --enforce-eager'"),
    ("docker run --gpus all lmsysorg/sglang python3 -m sglang.launch_server --model m", add("--x"),
     "docker run --gpus all lmsysorg/sglang python3 -m sglang.launch_server --model m --x"),
    ("docker run --port 1 vllm/vllm-openai --port 2", put("--port", "3"),
     "docker run --port 1 vllm/vllm-openai --port 3"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "change", "wanted"), CHANGES)
def test_only_the_named_words_change(text: str, change: Change, wanted: str) -> None:
    assert fix_command(text, change, None, None, TINY).after == wanted
    assert fix_command(wanted, change, None, None, TINY).already == (change,)


IMAGES = [
    ("docker run -d -it --rm a/b c", "a/b"),
    ("docker --context x run -p80:80 a/b c", "a/b"),
    ("docker container run -itp 80:80 a/b", "a/b"),
    ("docker run --gpus=all --ipc=host --ulimit memlock=-1 a/b", "a/b"),
    ("docker run --shm-size 1g --mount type=bind,source=a,target=b a/b", "a/b"),
    ("docker run --new-switch a/b c", "a/b"),
    ("docker run --new-option value a/b c", "a/b"),
    ("docker stop a/b", None),
    ("docker run --rm", None),
]


@pytest.mark.parametrize(("text", "name"), IMAGES)
def test_the_image_is_the_first_word_that_is_no_option(text: str, name: str | None) -> None:
    words = text.split()
    found = find_docker_run(words)
    assert (words[found.image] if found else None) == name


ASKED = [
    ("docker run $IMAGE m", image("v1")),
    ("docker run vllm/vllm-openai m", image("v1", "lmsysorg/sglang")),
    ("vllm serve m", image("v1")),
]


@pytest.mark.parametrize(("text", "change"), ASKED)
def test_an_image_that_is_not_there_or_another_is_asked_for(text: str, change: Change) -> None:
    assert fix_command(text, change, None, None, TINY).question


def test_a_digest_goes_with_its_tag_and_is_named() -> None:
    text = "docker run vllm/vllm-openai:v1@sha256:0a1b m"
    outcome = fix_command(text, image("v2"), None, None, TINY)
    assert outcome.after == "docker run vllm/vllm-openai:v2 m"
    assert "digest" in str(outcome.warnings[0])


IMAGES = [
    ("vllm/vllm-openai:v0.8.0 --model m", "0.8.0"),
    ("quay.io/ascend/vllm-ascend:v0.9.1rc1 vllm serve m", "0.9.1rc1"),
    ("ghcr.io/llm-d/llm-d:v0.2.0 vllm serve m", ""),
    ("runpod/worker-v1-vllm:v2.7.0 vllm serve m", ""),
]


@pytest.mark.parametrize(("rest", "version"), IMAGES)
def test_the_tag_of_another_program_is_no_version_of_the_engine(rest: str, version: str) -> None:
    assert parse_command(f"docker run {rest}", "vllm", None, TINY).version == version
