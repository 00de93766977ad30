"""The vocabulary and the flag catalogues as texts with a history: kept, taken in, imported."""
