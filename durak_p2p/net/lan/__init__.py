"""Tables on the LAN: announced, found, and entered by a PIN (protocol/lan.md)."""
