"""Pages from the paste box to the fix."""
