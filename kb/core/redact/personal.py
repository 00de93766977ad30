"""What tells of a person, a machine or a network, as one table. Masked unless the owner asks."""

from kb.core.redact.model import UUID, Rule

_NOT_RUN = r"(?<![A-Za-z0-9_-])"
_OCTET = r"(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])"
_DOTTED = r"(?<!127\.)[0-9]{1,3}\.[0-9]{1,3}\.[0-9]"  # behind the first dot
_A_VERSION = (
    r"(?:[=<>~!]=|version|ver\.?|driver|got|requires?|release|cudnn|nccl|cublas|tensorrt"
    r"|libnv\w{0,20}|nvidia-[\w-]{1,30}|cuda[\w-]{0,20}|rocm[\w-]{0,20}|cu1[0-9])"
    r"[ \t=:|,'\"v(]{0,30}$"
)


PERSONAL = (
    Rule(
        "email",
        r"(?<![A-Za-z0-9._%+@/-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,6}[A-Za-z]{2,24}"
        r"(?![A-Za-z0-9_/-])",
        ("@",),
        personal=True,
        unless=r"git@.*|.*\.(?:local|internal|service|py|so|target|socket)|.*@example\.(?:com|org|net)",
    ),
    Rule(
        "login",
        r"(?<![A-Za-z0-9._@/-])[a-z_][a-z0-9_-]{0,31}@[A-Za-z0-9][A-Za-z0-9.-]{0,62}"
        r"(?=:[~/]|[ \t]~?[^\s\]]{0,80}\][#$])",
        ("@",),
        personal=True,
        unless=r"git@.*",
    ),
    Rule(
        "user",
        r"(?:/home/|/Users/|(?<=[A-Za-z]:)\\{1,2}Users\\{1,2})(?P<secret>[^\s/\\\"':,;)<>$*]{1,64})",
        ("/home/", "/users/", "\\users"),
        personal=True,
        unless=r"(?:user|username|you|me|ubuntu|root|runner|app|admin|vllm|ec2-user|jovyan|docker|conda"
        r"|anaconda3?|miniconda3?|linuxbrew|Public|Default|Shared|nonroot|dev|test|x+|\.+)",
    ),
    Rule(
        "host",
        r"(?:^|\n)[A-Za-z]{3}[ ]{1,2}[0-9]{1,2} [0-9:]{8} "
        r"(?P<secret>[A-Za-z0-9][A-Za-z0-9.-]{0,62})"
        r"(?= [A-Za-z0-9@._-]{1,60}\[[0-9]{1,9}\]:)",
        ("]:",),
        personal=True,
        unless=r"(?:host|hostname|localhost|node)",
    ),
    Rule(
        "host",
        r"(?<![A-Za-z0-9.-])(?=[A-Za-z.]{0,120}[0-9-]|[A-Za-z.]{1,120}:[0-9])"
        r"(?:[A-Za-z0-9-]{1,63}\.){1,6}(?:internal|local|corp|lan|intranet)(?![A-Za-z0-9_(-]|\.[A-Za-z])",
        (".internal", ".local", ".corp", ".lan", ".intranet"),
        personal=True,
        unless=r"host\.docker\.internal|metadata\.google\.internal",
    ),
    Rule("host", _NOT_RUN + r"ip(?:-[0-9]{1,3}){4}(?![0-9-])", ("ip-",), personal=True),
    Rule("uuid", rf"(?<=(?:GPU|MIG)-)(?P<secret>{UUID})", ("gpu-", "mig-"), personal=True),
    Rule(
        "serial",
        r"serial(?: number)?[ \t]{0,20}[:=][ \t]{0,4}(?P<secret>[A-Za-z0-9]{8,32})",
        ("serial",),
        personal=True,
        ignore_case=True,
        unless=r"[A-Za-z]+",
    ),
    Rule(
        "mac",
        r"(?<![0-9A-Za-z:])(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}(?![0-9A-Za-z:])",
        (":",),
        personal=True,
        unless=r"(?:00:){5}00|(?:ff:){5}ff",
        tail=r"[0-9a-f]{2}:[0-9a-f]{2}:[0-9a-f]{2}:",
    ),
    Rule(
        "container",
        r"(?<![0-9A-Za-z])[0-9a-f]{64}(?![0-9A-Za-z])",
        ("",),
        personal=True,
        unless_before=r"(?:sha256[:-]|blobs/|compile/|cache/|(?:etag|digest|hash|sha)[^\n]{0,8})$",
        run=64,
    ),
    Rule(
        "organisation",
        _NOT_RUN + r"(?:org-[A-Za-z0-9]{16,}|psm_[a-z0-9]{6,})",
        ("org-", "psm_"),
        True,
    ),
    Rule(
        "ip",
        rf"(?<![0-9A-Za-z._-])(?!0\.0\.0\.0|127\.|255\.255\.255|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|172\.17\.0\.1[^0-9])"
        rf"(?:(?!(?:[0-9]|1[1-5])\.){_OCTET}(?:\.{_OCTET}){{3}}|{_OCTET}(?:\.{_OCTET}){{3}}(?=:[0-9]{{2,5}}))"
        r"(?![0-9A-Za-z_+-]|\.[0-9A-Za-z])",
        (".",),
        personal=True,
        unless_before=_A_VERSION,
        tail=_DOTTED,
    ),
    Rule(
        "ip",
        r"(?:from|host|address|addr|ip|peer|client|//|@)[ =:'\"(/]{0,3}"
        rf"(?P<secret>(?!0\.0\.0\.0|127\.|192\.0\.2\.)(?:[1-9]|1[1-5])(?:\.{_OCTET}){{3}})(?![0-9A-Za-z_+-]|\.[0-9A-Za-z])",
        (".",),
        personal=True,
        ignore_case=True,
        tail=_DOTTED,
    ),
    Rule(
        "ip",
        r"(?<![0-9A-Za-z_:.])(?=[A-Fa-f:]{0,40}[0-9])(?!2001:0?db8:)(?:(?:[0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}"
        r"|(?:[0-9A-Fa-f]{1,4}:){1,6}(?::[0-9A-Fa-f]{1,4}){1,6})(?![0-9A-Za-z_:.])",
        (":",),
        personal=True,
        unless_before=r"[\w.]$",
        tail=r"(?::[0-9a-f]|[0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}:)",
    ),
)
