"""What peers say to each other at a table, and what they do upon it: without input or output."""
