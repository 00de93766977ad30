"""Pages about people: in and out, one-time links, who may what, who did what."""
