"""An article in plain prose → Article with proposals."""
