"""`docker run` (podman, nerdctl): docker's own options apart from the image and from what follows
it."""

from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.launch.launchers import base_name
from kb.core.launch.spans import Edit
from kb.core.launch.tables import words
from kb.core.launch.target import Variable
from kb.core.launch.wordlist import WordList

PROGRAMS = words(
    """
    docker docker.exe podman podman.exe nerdctl nvidia-docker finch
    """
)

# Options of `docker run` that take the next word as their value (docker 29, podman 5, nerdctl 2).
VALUED = words(
    """
    --add-host --annotation --arch --attach --authfile --blkio-weight --blkio-weight-device
    --cap-add --cap-drop --cgroup-conf --cgroup-parent --cgroupns --cgroups --chrootdirs
    --cidfile --conmon-pidfile --cpu-count --cpu-percent --cpu-period --cpu-quota
    --cpu-rt-period --cpu-rt-runtime --cpu-shares --cpus --cpuset-cpus --cpuset-mems --creds
    --decryption-key --detach-keys --device --device-cgroup-rule --device-read-bps
    --device-read-iops --device-write-bps --device-write-iops --dns --dns-opt --dns-option
    --dns-search --domainname --entrypoint --env --env-file --env-merge --expose --gidmap
    --gpus --group-add --group-entry --health-cmd --health-interval --health-on-failure
    --health-retries --health-start-interval --health-start-period --health-timeout
    --hooks-dir --hostname --hostuser --image-volume --init-path --io-maxbandwidth
    --io-maxiops --ip --ip6 --ipc --isolation --kernel-memory --label --label-file --link
    --link-local-ip --log-driver --log-opt --mac-address --memory --memory-reservation
    --memory-swap --memory-swappiness --mount --name --net --net-alias --network
    --network-alias --oom-score-adj --os --passwd-entry --personality --pid --pidfile
    --pids-limit --platform --pod --pod-id-file --preserve-fd --publish --pull --rdt-class
    --requires --restart --retry --retry-delay --runtime --sdnotify --seccomp-policy --secret
    --security-opt --shm-size --shm-size-systemd --snapshotter --stop-signal --stop-timeout
    --storage-opt --subgidname --subuidname --sysctl --systemd --timeout --tmpfs --tz --uidmap
    --ulimit --umask --user --userns --uts --variant --volume --volume-driver --volumes-from
    --workdir -a -c -e -h -l -m -p -u -v -w
    """
)
SWITCHES = words(
    """
    --detach --disable-content-trust --env-host --help --http-proxy --init --interactive
    --no-healthcheck --no-hosts --no-hostname --oom-kill-disable --privileged --publish-all
    --quiet --read-only --read-only-tmpfs --replace --rm --rmi --rootfs --sig-proxy
    --tls-verify --tty --unsetenv-all --use-api-socket -d -i -t -P -q
    """
)
_GLOBAL_VALUED = words(
    """
    --config --context -c --host -H --log-level -l --namespace -n --url
    """
)


@dataclass(frozen=True, slots=True)
class DockerRun:
    """Places in the words of a command: first option, image, and the word behind the image."""

    options: int
    image: int
    entrypoint: str = ""

    @property
    def rest(self) -> int:
        return self.image + 1


def find_docker_run(words: Sequence[str]) -> DockerRun | None:
    """`docker run` and its image among the words; None where there is none."""
    for at, word in enumerate(words):
        if base_name(word) in PROGRAMS and (start := _run_verb(words, at + 1)):
            return _image(words, start)
    return None


def _run_verb(words: Sequence[str], at: int) -> int | None:
    while at < len(words) and words[at].startswith("-"):
        at += 2 if words[at] in _GLOBAL_VALUED else 1
    if words[at : at + 1] == ["container"] or tuple(words[at : at + 1]) == ("container",):
        at += 1
    return at + 1 if at < len(words) and words[at] in ("run", "create") else None


def _image(words: Sequence[str], start: int) -> DockerRun | None:
    at, entrypoint = start, ""
    while at < len(words) and words[at].startswith("-"):
        width = option_width(words, at)
        if words[at].startswith("--entrypoint"):
            entrypoint = words[at].partition("=")[2] or "".join(words[at + 1 : at + width])
        at += width
    return DockerRun(start, at, entrypoint) if at < len(words) else None


def option_width(words: Sequence[str], at: int) -> int:
    """How many words the docker option at `at` takes: 1 or 2."""
    word = words[at]
    if "=" in word or word in SWITCHES:
        return 1
    if word in VALUED:
        return 2
    if not word.startswith("--"):
        return _cluster_width(word)
    return 1 if _could_be_image(words[at + 1 : at + 2]) else 2


def _cluster_width(word: str) -> int:
    """`-it`, `-itp 80:80`, `-p80:80`: letters up to the first one that takes a value."""
    for place, letter in enumerate(word[1:], 1):
        if f"-{letter}" in VALUED:
            return 2 if place == len(word) - 1 else 1
    return 1


def _could_be_image(follows: Sequence[str]) -> bool:
    return not follows or follows[0].startswith("-") or "/" in follows[0].lstrip("/.")


@dataclass(frozen=True, slots=True)
class DockerEnv:
    """`-e NAME=value` among docker's own options."""

    options: WordList

    @property
    def variables(self) -> tuple[Variable, ...]:
        found, words, at = [], self.options.values, 0
        while at < len(words):
            if setting := _setting(words, at):
                name, _, value = setting.partition("=")
                found.append(Variable(name, value, at))
            at += option_width(words, at) if words[at].startswith("-") else 1
        return tuple(found)

    def add(self, name: str, value: str) -> Edit:
        words, known = self.options.values, self.variables
        setting = f"{name}={value}"
        if known:
            at = known[-1].index
            return self._behind(at, [*_spelling(words[at]), setting])
        gpus = [at for at, word in enumerate(words) if word.split("=")[0] == "--gpus"]
        if gpus:
            last = gpus[-1] + option_width(words, gpus[-1]) - 1
            return self.options.insert_line(last, ["-e", setting])
        return self.options.insert_line(len(words) - 1, ["-e", setting])

    def _behind(self, at: int, words: list[str]) -> Edit:
        width = option_width(self.options.values, at)
        joined = [words[0] + words[1]] if words[0].endswith("=") or width == 1 else words
        return self.options.insert_line(at + width - 1, joined, gap_of=at)

    def change(self, variable: Variable, value: str) -> Edit:
        width = option_width(self.options.values, variable.index)
        written = self.options.values[variable.index + width - 1]
        keep = written[: written.index("=") + 1] if "=" in written else f"{variable.name}="
        if width == 1 and written.startswith("--env="):
            keep = f"--env={variable.name}="
        return self.options.replace(variable.index + width - 1, value, keep)

    def drop(self, variable: Variable) -> Edit:
        width = option_width(self.options.values, variable.index)
        return self.options.remove(variable.index, variable.index + width - 1)


def _setting(words: Sequence[str], at: int) -> str:
    word = words[at]
    if word in ("-e", "--env"):
        return "".join(words[at + 1 : at + 2])
    if word.startswith("--env="):
        return word.removeprefix("--env=")
    return word[2:] if word.startswith("-e") and not word.startswith("--") else ""


def _spelling(word: str) -> list[str]:
    if word.startswith("--env="):
        return ["--env="]
    return [word if word in ("-e", "--env") else "-e"]
