"""Writing: the form and the source are two dresses of one article text."""
