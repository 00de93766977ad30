# make run and make test are all that most people need; the rest is listed by make help.
PYTHON ?= python3
BIN = .venv/bin
PORT ?= 8000
FUZZ ?= 300

.PHONY: help run test test-long fuzz check format screenshots lock audit clean
help:
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

run: .venv/installed ## install if needed, load the library, serve on 127.0.0.1:$(PORT)
	@$(BIN)/python manage.py start --port $(PORT)

test: .venv/tested ## lint, types and every test that this machine can run
	@$(MAKE) --no-print-directory check
	@$(BIN)/python -m pytest -n auto --dist loadgroup -m "not long"

test-long: .venv/tested ## the long forms: fuzzing, kills, all surfaces, the load minute
	@$(BIN)/python -m pytest -m "long or not long"

fuzz: ## fuzz what reads strangers' text, FUZZ seconds each (needs uv and the network)
	@uv run --quiet --no-project --python 3.11 --with atheris==3.0.0 --with-requirements requirements.txt python -m tests.safety.fuzzing $(FUZZ)

check: .venv/tested
	@$(BIN)/ruff check --quiet . && $(BIN)/ruff format --quiet --check .
	@said=$$(find templates -name '*.html' -print0 | xargs -0 $(BIN)/djade --check --target-version 5.2 2>&1) || { echo "$$said"; exit 1; }
	@$(BIN)/mypy --no-error-summary kb
	@$(BIN)/python manage.py makemigrations --check --dry-run --verbosity 0
	@said=$$(KB_HTTPS=1 $(BIN)/python manage.py check --deploy --fail-level WARNING 2>&1) || { echo "$$said"; exit 1; }
	@said=$$($(BIN)/python manage.py lint articles 2>&1) || { echo "$$said"; exit 1; }

format: .venv/tested ## put code and templates into shape
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .
	@find templates -name '*.html' -print0 | xargs -0 $(BIN)/djade --target-version 5.2

screenshots: .venv/tested ## make the pictures of the README anew (needs Chromium)
	@$(BIN)/python -m pytest tests/screenshots.py

lock: ## pin what pyproject.toml asks for, with hashes (needs uv)
	@sh tests/lock.sh

audit: ## look the pins up in the database of known holes (needs uv and the network)
	@uvx pip-audit==2.10.1 --strict --require-hashes -r requirements.txt

.venv/installed: requirements.txt
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@touch $@

.venv/tested: .venv/installed tests/requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r tests/requirements.txt
	@touch $@

clean:
	@rm -rf .venv var staticfiles .mypy_cache .ruff_cache .pytest_cache
