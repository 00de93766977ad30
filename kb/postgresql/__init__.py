"""A database engine for settings: Django's PostgreSQL, asked no more often than it has to be."""
