"""What all tests share: the account of which rules are proved."""

pytest_plugins = ["proof_plugin"]
