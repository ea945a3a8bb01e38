"""Machine Hall: a digital table for heavy board games of the industrial age."""
