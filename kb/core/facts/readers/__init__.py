"""One module a source: its lines → what they state."""
