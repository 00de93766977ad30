"""From a draft to what readers see: who may take which step, and what it changes."""
