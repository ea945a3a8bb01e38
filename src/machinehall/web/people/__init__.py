"""The reader's own pages: who they are, what they set, what they are proud of."""
