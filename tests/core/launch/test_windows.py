"""cmd.exe with carets, PowerShell with backticks."""

# ruff: noqa: E501  (a row is one text, a change and what becomes of it)

from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, put

CHANGES = [
    ('docker run --rm ^\r\n  --gpus all ^\r\n  a/vllm-openai ^\r\n  --port 1',
     add("--enforce-eager"),
     'docker run --rm ^\r\n  --gpus all ^\r\n  a/vllm-openai ^\r\n  --port 1 ^\r\n  --enforce-eager'),
    ('docker run --rm ^\n  --gpus all ^\n  -v "%cd%\\a:/a" ^\n  a/vllm-openai',
     env("NEW", "1"),
     'docker run --rm ^\n  --gpus all ^\n  -e NEW=1 ^\n  -v "%cd%\\a:/a" ^\n  a/vllm-openai'),
    ('set A=1\nvllm serve m ^\n  --port 1',
     env("NEW", "1"),
     'set A=1\nset NEW=1\nvllm serve m ^\n  --port 1'),
    ('vllm serve m ^\n  --port 1',
     add("--limit-mm-per-prompt", '{"image":4}'),
     'vllm serve m ^\n  --port 1 ^\n  --limit-mm-per-prompt "{\\"image\\":4}"'),
    ('.\\llama-server.exe `\n  -m C:\\a\\b.gguf `\n  -c 1',
     put("-c", "2"),
     '.\\llama-server.exe `\n  -m C:\\a\\b.gguf `\n  -c 2'),
    ('.\\llama-server.exe `\n  -m C:\\a\\b.gguf',
     add("--no-mmap"),
     '.\\llama-server.exe `\n  -m C:\\a\\b.gguf `\n  --no-mmap'),
    ('$env:A = "1"\n.\\llama-server.exe -m a.gguf',
     env("NEW", "1"),
     '$env:A = "1"\n$env:NEW = "1"\n.\\llama-server.exe -m a.gguf'),
    ('.\\llama-server.exe -m a.gguf',
     env("NEW", "1"),
     "$env:NEW = '1'\n.\\llama-server.exe -m a.gguf"),
    ('& "C:\\Program Files\\llama-server.exe" -m $env:M\\a.gguf `\n  -c 1',
     put("-c", "2"),
     '& "C:\\Program Files\\llama-server.exe" -m $env:M\\a.gguf `\n  -c 2'),
    ('$env:A="1"; ollama serve',
     env("NEW", "1"),
     "$env:A=\"1\"; $env:NEW = '1'; ollama serve"),
    ("docker run a/vllm-openai `\n  --limit-mm-per-prompt '{\\\"image\\\": 4}'",
     put("--limit-mm-per-prompt", '{"image": 1}'),
     "docker run a/vllm-openai `\n  --limit-mm-per-prompt '{\\\"image\\\": 1}'"),
]  # fmt: skip


def test_a_list_of_arguments_for_another_command_is_asked() -> None:
    text = 'Start-Process -FilePath .\\llama-server.exe -ArgumentList "-m","a.gguf"'
    assert fix_command(text, add("--no-mmap"), "llamacpp", None, TINY).question
