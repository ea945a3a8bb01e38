"""Tables: who sits at them, what happens at them, what stays of it."""
