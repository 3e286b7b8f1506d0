"""How a host is reached from outside its own network (protocol/reach.md)."""
