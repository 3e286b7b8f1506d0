"""The shedding family."""

PRESETS = {}
