"""Imperial Steam: what a learner sees, as numbers."""
