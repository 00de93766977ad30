"""The identity of an article: slug, state, who may see it, and which of its revisions is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser, Group, User
from django.db import models
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact
from django.urls import reverse

from kb.accounts.roles import may_write

if TYPE_CHECKING:
    from kb.wiki.models.revision import Revision

Reader = User | AnonymousUser


class State(models.TextChoices):
    DRAFT = "draft"
    REVIEW = "review"
    PUBLISHED = "published"
    OUTDATED = "outdated"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"


# What a search and a diagnosis offer; an archived article keeps its address and nothing else.
ANSWERING = (State.PUBLISHED, State.OUTDATED, State.SUPERSEDED)
SHOWN = (*ANSWERING, State.ARCHIVED)


class PageQuerySet(models.QuerySet["Page"]):
    def visible_to(self, user: Reader) -> PageQuerySet:
        """What `user` may read: shown pages, restricted ones by group; writers drafts as well."""
        kept = self.filter(trashed=None)
        if user.is_superuser:
            return kept
        pages = kept if may_write(user) else kept.filter(state__in=SHOWN)
        return pages.filter(_open_to(user, ""), _original_shown_to(user))

    def answering(self) -> PageQuerySet:
        return self.filter(state__in=ANSWERING, trashed=None)

    def trash(self, user: Reader) -> PageQuerySet:
        """What was thrown away and `user` could read before."""
        gone = self.exclude(trashed=None)
        return gone if user.is_superuser else gone.filter(_open_to(user, ""))

    def originals(self) -> PageQuerySet:
        return self.filter(translation_of=None)

    def stating(self, fact: str, value: str) -> PageQuerySet:
        """Pages whose conditions name `value` of `fact`."""
        return self.filter(facets__fact=fact, facets__value=value)

    def not_against(self, fact: str, value: str) -> PageQuerySet:
        """Pages that do not require another value of `fact`. Few are wanted, in their order: of an
        EXISTS PostgreSQL would first gather all facets, and sort if it took most to be left out."""
        required = Facet.objects.filter(page=models.OuterRef("pk"), fact=fact, required=True)
        fits = models.Max(models.Case(models.When(value=value, then=1), default=0))
        found = models.Subquery(
            required.order_by().values("page").annotate(fits=fits).values("fits")
        )
        return self.exclude(Exact(Coalesce(found, 1), 0))


def _open_to(user: Reader, path: str) -> models.Q:
    """Without an audience, or with one that the reader is of."""
    return models.Q((f"{path}restricted", False)) | models.Q(
        (f"{path or 'pk__'}in", _granted(user))
    )


def _original_shown_to(user: Reader) -> models.Q:
    """A translation has no audience of its own: it is as open as what it translates."""
    original = _open_to(user, "translation_of__")
    if not may_write(user):
        original &= models.Q(translation_of__state__in=SHOWN)
    return models.Q(translation_of=None) | original


def _granted(user: Reader) -> models.QuerySet[Any]:
    if not user.is_authenticated:
        return Page.objects.none()
    return Page.objects.filter(audience__in=Group.objects.filter(user=user)).values("pk")


class Page(models.Model):
    """One fault in one language."""

    slug = models.CharField(max_length=200, unique=True)
    topic = models.CharField(max_length=100, default="inbox", db_index=True)
    language = models.CharField(max_length=20, default="en")
    title = models.CharField(max_length=500)
    summary = models.TextField(blank=True)  # the first words of the summary, as text, for lists
    state = models.CharField(max_length=10, choices=State, default=State.DRAFT, db_index=True)
    translation_of = models.ForeignKey(
        "self",
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="translations",
        db_index=False,  # nearly all have none: an index of those would only mislead SQLite
    )
    current_revision: models.ForeignKey[Revision | None, Revision | None] = models.ForeignKey(
        "wiki.Revision", models.PROTECT, null=True, blank=True, related_name="+"
    )
    digest = models.CharField(max_length=64, blank=True)  # hash of the text that is read
    imported = models.CharField(max_length=64, blank=True)  # hash of the file it was last read from
    superseded_by = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="supersedes"
    )
    trashed = models.DateTimeField(null=True, blank=True)
    review_by = models.CharField(max_length=10, blank=True, db_index=True)  # ISO date of the text
    restricted = models.BooleanField(default=False)
    audience = models.ManyToManyField(Group, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    translation: Page | None = None  # into the reader's language, where a list gives it

    objects = PageQuerySet.as_manager()

    class Meta:
        ordering = ("topic", "slug")
        permissions = (("review_page", "Can review pages"),)
        indexes = (
            models.Index(fields=("-updated",), name="page_updated"),
            models.Index(fields=("topic", "slug"), name="page_order"),  # the first of many
            models.Index(
                fields=("translation_of",),
                name="page_translates",
                condition=models.Q(translation_of__isnull=False),
            ),
            models.Index(
                fields=("trashed",), name="page_trashed", condition=models.Q(trashed__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("article", args=[self.slug])

    @property
    def shown(self) -> Page:
        """The page that a list shows and leads to."""
        return self.translation or self

    @property
    def answers(self) -> bool:
        return self.state in ANSWERING

    @property
    def is_public(self) -> bool:
        """Readers see it, so that a new text waits beside it."""
        return self.state in SHOWN

    @property
    def live(self) -> Revision:
        """The revision that readers see. Every saved page has one."""
        if self.current_revision is None:
            raise LookupError(f"{self.slug} has no revision")
        return self.current_revision


class FormerSlug(models.Model):
    """An address that a page had before; it answers with a redirect."""

    slug = models.CharField(max_length=200, unique=True)
    page = models.ForeignKey(Page, models.CASCADE, related_name="former_slugs")

    def __str__(self) -> str:
        return f"{self.slug} → {self.page}"


class Facet(models.Model):
    """A value that a page's conditions name, for the filters of lists; derived."""

    page = models.ForeignKey(Page, models.CASCADE, related_name="facets")
    fact = models.CharField(max_length=40)
    value = models.CharField(max_length=200)
    required = models.BooleanField(default=False)  # the fault happens only there

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("page", "fact", "value"), name="one_facet_a_value"),
        )
        indexes = (models.Index(fields=("fact", "value"), name="facet_value"),)

    def __str__(self) -> str:
        return f"{self.fact}={self.value}"


class Until(models.Model):
    """From which version on a fix (or, without `fix`, the article) is no longer needed; derived."""

    page = models.ForeignKey(Page, models.CASCADE, related_name="untils")
    fix = models.CharField(max_length=200, blank=True)
    component = models.CharField(max_length=40)
    version = models.CharField(max_length=60)

    class Meta:
        indexes = (models.Index(fields=("component", "version"), name="until_version"),)

    def __str__(self) -> str:
        return f"{self.page}: {self.component} {self.version}"
