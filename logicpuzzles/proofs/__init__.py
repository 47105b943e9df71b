"""What is proved from the rewrite rules alone: lower bounds, and why a goal cannot be reached."""
