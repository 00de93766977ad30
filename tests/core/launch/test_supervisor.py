"""Supervisor's programs and Podman's units."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

from tests.core.launch.tiny import add, env, image, put

CHANGES = [
    ('[program:v]\ncommand=/opt/bin/vllm serve m --port 1\nautostart=true\n',
     add("--enforce-eager"),
     '[program:v]\ncommand=/opt/bin/vllm serve m --port 1 --enforce-eager\nautostart=true\n'),
    ('[program:v]\ncommand=vllm serve m\nenvironment=A="1",B="2"\n',
     env("NEW", "50%"),
     '[program:v]\ncommand=vllm serve m\nenvironment=A="1",B="2",NEW="50%%"\n'),
    ('[program:v]\ncommand=vllm serve m\nautostart=true\n',
     env("NEW", "1"),
     '[program:v]\ncommand=vllm serve m\nenvironment=NEW="1"\nautostart=true\n'),
    ('[program:v]\ncommand=vllm serve m\nenvironment=A="1",B="2"\n',
     env("A", None),
     '[program:v]\ncommand=vllm serve m\nenvironment=B="2"\n'),
    ('[program:v]\ncommand=vllm serve m\nenvironment=A="1",B=2\n',
     env("B", "3"),
     '[program:v]\ncommand=vllm serve m\nenvironment=A="1",B="3"\n'),
    ('[program:r]\ncommand=redis-server\n[program:v]\ncommand=vllm serve m --dtype "a"\n',
     put("--dtype", "50%"),
     '[program:r]\ncommand=redis-server\n[program:v]\ncommand=vllm serve m --dtype 50%%\n'),
    ('[Container]\nImage=docker.io/a/vllm-openai:v1\nEnvironment=A=1\nExec=--model m --port 1\n',
     add("--enforce-eager"),
     '[Container]\nImage=docker.io/a/vllm-openai:v1\nEnvironment=A=1\nExec=--model m --port 1 --enforce-eager\n'),
    ('[Container]\nImage=docker.io/a/vllm-openai:v1\nEnvironment=A=1\nExec=--model m\n',
     env("NEW", "1"),
     '[Container]\nImage=docker.io/a/vllm-openai:v1\nEnvironment=A=1\nEnvironment=NEW=1\nExec=--model m\n'),
    ('[Container]\nImage=docker.io/a/vllm-openai:v1\nExec=--model m\n',
     image("v2"),
     '[Container]\nImage=docker.io/a/vllm-openai:v2\nExec=--model m\n'),
]  # fmt: skip
