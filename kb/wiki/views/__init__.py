"""Pages of the wiki: an article, the list, the search."""
