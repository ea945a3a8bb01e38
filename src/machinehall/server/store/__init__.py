"""The database: all SQL is here, and what finds and mends damage."""
