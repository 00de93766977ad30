"""Every way by which a text of a person comes in, each sending every seeded secret."""
