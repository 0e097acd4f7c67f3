"""A game as programs use it: options, actions, events, views, records, and `Game` itself."""
