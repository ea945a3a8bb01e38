"""Imperial Steam: names, sentences and terms."""
