"""Another image tag; another repository only where it is the same image on a mirror or no
question."""

from dataclasses import replace

from kb.core.articles.model import Change
from kb.core.launch.changes.step import Step
from kb.core.launch.images import Reference, read_reference
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.options import Grammar
from kb.core.launch.target import Target
from kb.core.messages import Message, msg


def image_tag(change: Change, target: Target, grammar: Grammar) -> Step:
    if target.image is None:
        raise LaunchQuestion(
            msg("the command names no image: which program or image starts this server?")
        )
    old = read_reference(target.image.name)
    if "$" in target.image.name or "{{" in target.image.name:
        raise LaunchQuestion(
            msg(
                "the image {image} is a variable: change the tag where it is set",
                image=target.image.name,
            )
        )
    new = _wanted(f"{change.name}:{change.value}" if change.name else change.value or "", old)
    if str(new) == str(old):
        return Step()
    return Step((target.image.change(str(new)),), _notes(old, new))


def _wanted(value: str, old: Reference) -> Reference:
    """`value` is a tag, or an image with its tag."""
    if "/" not in value and ":" not in value:
        return replace(old, tag=value, digest="")
    new = read_reference(value)
    if new.repository == old.repository:
        return new
    if new.last == old.last and new.tag:  # a mirror: the same image at another registry
        return replace(old, tag=new.tag, digest=new.digest)
    raise LaunchQuestion(
        msg(
            "the fix is for the image {wanted}, the command uses {image}",
            wanted=value,
            image=str(old),
        )
    )


def _notes(old: Reference, new: Reference) -> tuple[Message, ...]:
    found = []
    if old.digest and not new.digest:
        found.append(
            msg("the image was pinned by a digest, which decided over its tag; the digest is gone")
        )
    tail = old.tag.partition("-")[2]
    if tail and old.version and tail not in new.tag:
        found.append(
            msg("the old tag had the suffix {suffix}, the new one has not", suffix=f"-{tail}")
        )
    return tuple(found)
