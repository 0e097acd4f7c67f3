"""What goes over the wire between server and clients, as types; both sides use these."""
