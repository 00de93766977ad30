"""What the search index still has to learn; written in the transaction of the change itself."""

from __future__ import annotations

from django.db import connections, models, router


class IndexOutbox(models.Model):
    """One changed slug. The newest row's id is the base's generation; ids are never used twice."""

    slug = models.CharField(max_length=200)

    class Meta:
        verbose_name_plural = "index outbox"

    def __str__(self) -> str:
        return f"{self.pk}: {self.slug}"

    @classmethod
    def generation(cls) -> int:
        """The number that a fresh index has; 0 for an empty base."""
        with connections[router.db_for_read(cls)].cursor() as cursor:  # asked by every page
            cursor.execute("SELECT max(id) FROM wiki_indexoutbox")
            return int(cursor.fetchone()[0] or 0)

    @classmethod
    def forget_until(cls, generation: int) -> None:
        """Drops rows that the index has; the newest stays, since it carries the generation."""
        cls.objects.filter(id__lt=generation).delete()
