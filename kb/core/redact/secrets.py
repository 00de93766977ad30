"""What is a secret, as one table; the order is the meaning. Masked always.

Patterns stay in what Python's `re` (ASCII) and JavaScript's RegExp share, but for the spelling of
named groups, so that a browser can apply the same rows before anything is sent. Each starts at a
literal or at the start of a run of its characters, and each repetition is bounded: linear.
"""

from kb.core.redact.model import UUID, Rule

_NOT_RUN = r"(?<![A-Za-z0-9_-])"
_VALUE = (
    r"""(?:(?<=")[^"\n<]{1,300}(?=")|(?<=')[^'\n<]{1,300}(?=')"""
    r"""|[^\s"'`&;<>|\\$][^\s"'`&;<>|\\]{1,300}[^\s"'`&;<>|\\,:.)\]}])"""
)
_NAMES = (
    r"token|secret|passwd|password|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key"
    r"|credential|passphrase"
)
_SEPARATOR = r"""["']?[ \t]{0,4}(?:=>|:=|=|:)[ \t]{0,4}\[?[bu]?["']?"""
_SEPARATED = r"[\"']?[ \t]{0,4}[:=]"
_MODEL_TOKENS = (
    r"(?:bos|eos|pad|unk|sep|cls|mask|image|img|video|audio|speech|think|stop|start|end|special|next"
    r"|prompt|per|first|last|context|max|min|num|expected|unexpected|invalid|unknown|per)[_ -]?$"
)


def _token(kind: str, pattern: str, *needs: str, tail: str = "") -> Rule:
    return Rule(kind, _NOT_RUN + pattern, needs, tail=tail)


SECRETS = (
    Rule(
        "private-key",
        r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:[^-]|-(?!----)){0,8000}"
        r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?",
        ("private key-----",),
        reach=8_100,
    ),
    _token("hf-token", r"(?:hf|api_org)_[A-Za-z0-9]{20,}", "hf_", "api_org_"),
    _token("hf-token", r"api_[A-Za-z]{34}(?![A-Za-z])", "api_"),
    _token("anthropic-key", r"sk-ant-[A-Za-z0-9_-]{16,}", "sk-ant-"),
    _token("openai-key", r"sk-(?=[A-Za-z_-]{0,200}[0-9])[A-Za-z0-9_-]{16,}", "sk-"),
    _token("github-token", r"gh[pousr]_[A-Za-z0-9]{36,}", "_", tail="[a-z0-9]{36}"),
    _token("github-token", r"github_pat_[A-Za-z0-9_]{22,}", "github_pat_"),
    _token("gitlab-token", r"gl(?:pat|dt|rt)-[A-Za-z0-9_-]{20,}", "glpat-", "gldt-", "glrt-"),
    _token("aws-key", r"(?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])", "akia", "asia"),
    _token("google-key", r"AIza[0-9A-Za-z_-]{35}", "aiza"),
    _token("google-key", r"ya29\.[0-9A-Za-z_-]{20,}", "ya29."),
    _token("nvidia-key", r"nvapi-[A-Za-z0-9_-]{20,}", "nvapi-"),
    _token("docker-token", r"dckr_[a-z]{3,4}_[A-Za-z0-9_-]{20,}", "dckr_"),
    _token("slack-token", r"xox[baprs]-[A-Za-z0-9-]{8,}", "xox"),
    _token("wandb-key", r"wandb_v1_[A-Za-z0-9_]{20,}", "wandb_v1_"),
    _token("modelscope-token", rf"ms-{UUID}", "ms-"),
    _token(
        "provider-key",
        r"(?:gsk|rpa|r8|tgp_v1|fw|npm|dop_v1)_[A-Za-z0-9_-]{24,}",
        "_",
        tail="[a-z0-9_-]{24}",
    ),
    _token("provider-key", r"(?:pplx|pypi|xai)-[A-Za-z0-9_-]{24,}", "pplx-", "pypi-", "xai-"),
    _token("alibaba-key", r"LTAI[A-Za-z0-9]{12,24}(?![A-Za-z0-9])", "ltai"),
    _token("tencent-key", r"AKID[A-Za-z0-9]{32}(?![A-Za-z0-9])", "akid"),
    Rule(
        "jwt",
        _NOT_RUN + r"eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}(?:\.[A-Za-z0-9_-]*)?",
        ("eyj",),
    ),
    Rule("account-key", r"AccountKey=(?P<secret>[^;\s\"'<]{8,300})", ("accountkey=",)),
    Rule(
        "signature",
        r"[?&;](?:sig|X-Amz-Signature)=(?P<secret>[^&\s\"'<]{8,300})",
        ("sig=", "signature="),
    ),
    Rule(
        "authorization",
        r"authorization[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?:(?:bearer|basic|token)[ \t]{1,4})?"
        r"(?P<secret>[^\s\"'<>;]{5,2999}[^\s\"'<>;,.)\]}])",
        ("authorization",),
        ignore_case=True,
        unless=r"(?:bearer|basic|token|header|headers|required|failed|missing)",
    ),
    Rule(
        "bearer-token",
        r"\bbearer[ \t]{1,4}(?P<secret>(?=[A-Za-z._~+/=-]{0,300}[0-9])[A-Za-z0-9._~+/=-]{8,3000})",
        ("bearer",),
        ignore_case=True,
    ),
    Rule(
        "password",
        r"(?<=://)(?P<secret>[^\s/:@'\"<>]{0,200}:[^\s/'\"<>]{1,300})(?=@(?!sha256))",
        ("://",),
        unless=r"[^:]*:(?:\$.*|\*+|x+)",
    ),
    Rule(
        "api-key",
        rf"(?<![A-Za-z0-9_-])--(?:[a-z0-9][a-z0-9_-]{{0,40}}-)?(?:api[_-]?keys?|access[_-]?key)(?:=|[\"']?,?\s{{1,40}}(?:-\s)?)"
        rf"[\"']?(?P<secret>{_VALUE})",
        ("key",),
        unless=r"-.*",
        reach=400,
    ),
    Rule(
        "token",
        r"(?<![A-Za-z0-9_-])--(?:[a-z0-9][a-z0-9_-]{0,40}-)?(?:auth)?(?:token|secret|password|passphrase)"
        rf"(?:=|[\"']?,?\s{{1,40}}(?:-\s)?)[\"']?(?P<secret>{_VALUE})",
        ("--",),
        unless=r"-.*",
        reach=400,
        unless_before=_MODEL_TOKENS,
    ),
    Rule(
        "password",
        r"(?:docker|podman|nerdctl)[ \t]login[^\n|;]{0,120}?[ \t](?:-p|--password)[ =]"
        r"[\"']?(?P<secret>[^\s\"'<$]{3,200})",
        ("login",),
    ),
    Rule("password", r"sshpass[ \t]-p[ \t]?[\"']?(?P<secret>[^\s\"'<$]{3,200})", ("sshpass",)),
    Rule(
        "password",
        r"curl[ \t][^\n|;]{0,120}?(?:-u|--user)[ \t=][\"']?[^\s:\"'<]{1,80}:"
        r"(?P<secret>[^\s\"'<$]{3,200})",
        ("curl",),
    ),
    Rule(
        "wandb-key",
        r"wandb[ \t]login[^\n]{0,60}?[ \t](?P<secret>[0-9a-f]{40})(?![0-9a-f])",
        ("wandb",),
    ),
    Rule(
        "secret",
        rf"name:[ \t]{{0,4}}[\"']?[A-Za-z0-9_]{{0,60}}(?:{_NAMES})[\"']?[ \t]{{0,8}}\r?\n"
        rf"[ \t#>|+-]{{0,60}}value:[ \t]{{0,4}}[\"']?(?P<secret>{_VALUE})",
        ("name:",),
        ignore_case=True,
        reach=500,
    ),
    Rule(
        "password",
        rf"(?:passwd|password|passphrase){_SEPARATOR}(?P<secret>{_VALUE})",
        ("passwd", "password", "passphrase"),
        ignore_case=True,
        tail=_SEPARATED,
    ),
    Rule(
        "api-key",
        rf"(?:api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key){_SEPARATOR}(?P<secret>{_VALUE})",
        ("key",),
        ignore_case=True,
        tail=_SEPARATED,
    ),
    Rule(
        "token",
        rf"(?:token|secret|credential){_SEPARATOR}(?P<secret>{_VALUE})",
        ("token", "secret", "credential"),
        ignore_case=True,
        tail=_SEPARATED,
        unless_before=_MODEL_TOKENS,
    ),
)
