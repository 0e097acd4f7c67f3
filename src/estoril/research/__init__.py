"""Standard environments of reinforcement learning and game theory, all on the same games.

`zoo` has PettingZoo's AEC and parallel forms, `gym` Gymnasium's `Env` and `VectorEnv`, `spiel` the
game for OpenSpiel. They share observations, actions and rewards: what `estoril.bulk.encoder` says,
actions by their compact number, and for each seat its share of the win when a game ends.
"""
