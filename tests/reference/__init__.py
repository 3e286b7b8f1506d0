"""A second implementation of the rules, written from rules.md and arbiter.md alone."""
