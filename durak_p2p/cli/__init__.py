"""The command `durak`."""
