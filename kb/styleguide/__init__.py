"""The living page of the design system: each component partial in every state, for staff."""
