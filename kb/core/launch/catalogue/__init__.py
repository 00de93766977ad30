"""The flag catalogue of an engine: which option exists in which version; reading and writing it."""
