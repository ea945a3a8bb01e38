"""The table server: keeps matches, seats people and bots, pushes news, and speaks JSON to programs."""
