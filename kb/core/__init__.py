"""The domain: text and values in, text and values out. No Django, no files, no clock."""
