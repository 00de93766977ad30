"""Addresses of the wiki."""

from django.urls import path

from kb.wiki.views import (
    articles,
    editor,
    feed,
    files,
    history,
    importing,
    jobs,
    lists,
    review,
    search,
    shared,
    shared_history,
    shared_import,
    together,
    write,
)

urlpatterns = [
    path("search/", search.search, name="search"),
    path("feed.atom", feed.LatelyChanged(), name="feed"),
    # Articles
    path("articles/", lists.article_list, name="article-list"),
    path("articles/new/", write.new, name="article-new"),
    path("articles/import/", importing.import_article, name="article-import"),
    path("articles/<slug:slug>/", articles.article, name="article"),
    path("articles/<slug:slug>.md", articles.article_markdown, name="article-markdown"),
    path("articles/<slug:slug>.json", articles.article_as_json, name="article-json"),
    # Writing; the slug `new` is nobody's
    path("articles/<slug:slug>/edit/", write.edit, name="article-edit"),
    path("articles/<slug:slug>/source/", write.source, name="article-source"),
    path("articles/<slug:slug>/preview/", editor.preview, name="article-preview"),
    path("articles/<slug:slug>/hold/", editor.hold, name="article-hold"),
    # From draft to live
    path("reviews/", review.reviews, name="reviews"),
    path("articles/<slug:slug>/review/<int:number>/", review.review, name="review"),
    path("articles/<slug:slug>/review/<int:number>/decide/", review.decide, name="review-decide"),
    path("articles/<slug:slug>/state/", review.set_state, name="article-state"),
    # What became of it
    path("articles/<slug:slug>/history/", history.history, name="history"),
    path("articles/<slug:slug>/history/<int:number>/", history.revision, name="revision"),
    path("articles/<slug:slug>/compare/", history.compare, name="compare"),
    path("articles/<slug:slug>/restore/<int:number>/", history.restore, name="restore"),
    path("articles/<slug:slug>/rename/", history.move, name="rename"),
    path("articles/<slug:slug>/trash/", history.throw_away, name="article-trash"),
    path("articles/<slug:slug>/untrash/", history.take_back, name="article-untrash"),
    path("trash/", history.trash, name="trash"),
    # What people say
    path("articles/<slug:slug>/comment/<int:number>/", together.comment, name="comment-new"),
    path("comments/<int:number>/resolve/", together.resolve, name="comment-resolve"),
    path("articles/<slug:slug>/flag/", together.flag, name="article-flag"),
    path("articles/<slug:slug>/watch/", together.watch, name="article-watch"),
    path("tasks/<int:number>/close/", together.close_task, name="task-close"),
    path("changes/", together.changes, name="changes"),
    # What all articles share
    path("shared/", shared.texts, name="shared"),
    path("shared/new/", shared.new, name="shared-new"),
    path("shared/import/", shared_import.import_build, name="shared-import"),
    path("shared/<slug:name>/", shared.edit, name="shared-text"),
    path("shared/<slug:name>/history/", shared_history.history, name="shared-history"),
    path(
        "shared/<slug:name>/history/<int:number>/", shared_history.revision, name="shared-revision"
    ),
    path("shared/<slug:name>/compare/", shared_history.compare, name="shared-compare"),
    path("shared/<slug:name>/restore/<int:number>/", shared_history.restore, name="shared-restore"),
    # Many at once
    path("files/", files.files, name="files"),
    path("files/export.zip", files.export, name="files-export"),
    path("jobs/reindex/", jobs.reindex, name="reindex"),
    path("jobs/<int:number>/", jobs.show, name="job"),
]
