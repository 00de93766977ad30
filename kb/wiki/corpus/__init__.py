"""The only module that opens `articles/` and other files of articles: in, out, and the contents."""
