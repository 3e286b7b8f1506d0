"""Pictures of the program's screens, made by `python -m pictures.make`."""
