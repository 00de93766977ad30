#!/bin/sh
# Writes requirements.txt (run time, direct dependencies named first) and tests/requirements.txt from pyproject.toml.
set -eu
cd "$(dirname "$0")/.."
compile="uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header pyproject.toml"
{
  echo "# What the site needs, pinned with hashes; written by 'make lock' from pyproject.toml. The direct ones:"
  sed -n '/^dependencies = \[/,/^\]/s/^  "\([A-Za-z0-9_.-]*\)[^"]*",  *# \(.*\)/#   \1: \2/p' pyproject.toml
  $compile
} > requirements.txt
{
  echo "# Tools and test packages, with the extras that tests need; written by 'make lock' from pyproject.toml."
  $compile --extra test --extra postgres --extra mcp --constraint requirements.txt
} > tests/requirements.txt
