"""Addresses of the wiki."""

from django.urls import path

from kb.wiki.views import articles, feed, lists, search

urlpatterns = [
    path("search/", search.search, name="search"),
    path("feed.atom", feed.LatelyChanged(), name="feed"),
    # Articles
    path("articles/", lists.article_list, name="article-list"),
    path("articles/<slug:slug>/", articles.article, name="article"),
    path("articles/<slug:slug>.md", articles.article_markdown, name="article-markdown"),
    path("articles/<slug:slug>.json", articles.article_as_json, name="article-json"),
]
