"""The workshop of owners: packs of true components, typed, tried, kept, shared, merged."""
