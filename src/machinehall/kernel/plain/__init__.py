"""What a title has before it has anything of its own beyond the rules: plain, complete, and made from declarations."""
