"""Owners' packs: where they are kept, and who draws and tries them."""
