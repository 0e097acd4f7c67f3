"""Pgx on the CPU: games compiled by JAX, many side by side or one step at a time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

from benchmarks.row import Kind, Row, Run, Seen, fraction, version

STEPS: Final = 64  # decisions of each game in one call
SAMPLE: Final = 128  # games played out to learn their length
BATCH: Final = 1024
SMALL_BATCH: Final = 64  # faster than the large one where a state is large
SMALL: Final = ("sparrow_mahjong", "animal_shogi", "backgammon")
GAMES: Final = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_holdem", "hex", *SMALL)
USUAL: Final = {("tic_tac_toe", BATCH), ("hex", BATCH), ("sparrow_mahjong", SMALL_BATCH),
                ("backgammon", SMALL_BATCH)}  # fmt: skip


def _version() -> str:
    return f"{version('pgx')}, jax {version('jax')}"


def _cache_soon(jax: Any) -> None:
    """Keep what took longer than half a second to compile for the next pass."""
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.5)


def _length(env: Any, key: Any) -> float:
    """Return the mean length of a game, by a sample of whole games."""
    import jax
    import jax.numpy as jnp
    from pgx.experimental import act_randomly

    step = jax.vmap(env.step)

    def more(carry: Any) -> Any:
        return ~jnp.all(carry[0].terminated | carry[0].truncated)

    def body(carry: Any) -> Any:
        state, key, steps = carry
        key, choosing, chance = jax.random.split(key, 3)
        steps += ~(state.terminated | state.truncated)
        action = act_randomly(choosing, state.legal_action_mask)
        return step(state, action, jax.random.split(chance, SAMPLE)), key, steps

    def lengths(key: Any) -> Any:
        key, first = jax.random.split(key)
        state = jax.vmap(env.init)(jax.random.split(first, SAMPLE))
        return jax.lax.while_loop(more, body, (state, key, jnp.zeros(SAMPLE, jnp.int32)))[2]

    return float(jnp.mean(jax.jit(lengths)(key)))


def batch(name: str, size: int) -> Callable[[], Run]:
    """Play games side by side with jit and vmap; what ends begins again (lax.scan)."""

    def make() -> Run:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental import act_randomly, auto_reset

        _cache_soon(jax)
        env = pgx.make(name)
        step = jax.vmap(auto_reset(env.step, env.init))

        def body(carry: Any, _: Any) -> Any:
            state, key, legal = carry
            key, choosing, chance = jax.random.split(key, 3)
            mask = state.legal_action_mask
            legal += jnp.mean(jnp.sum(mask, axis=1, dtype=jnp.float32))
            state = step(state, act_randomly(choosing, mask), jax.random.split(chance, size))
            return (state, key, legal), None

        @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
        def run(state: Any, key: Any) -> Any:
            return jax.lax.scan(body, (state, key, jnp.float32(0)), None, length=STEPS)[0]

        key = jax.random.PRNGKey(random.getrandbits(30))
        per_game = _length(env, key)
        at: list[Any] = [jax.jit(jax.vmap(env.init))(jax.random.split(key, size)), key]
        legal_sum = 0.0

        def play() -> tuple[float, float]:
            nonlocal legal_sum
            state, key, legal = run(*at)
            at[:] = [state, key]
            legal_sum += float(legal)  # also waits for the batch
            return STEPS * size, STEPS * size / per_game

        play()
        play()
        return Run(_version(), play, legal_sum / (2 * STEPS))

    return make


def stepped(name: str) -> Callable[[], Run]:
    """Play one game, one jitted step for each call from Python: what an interactive user gets."""

    def make() -> Run:
        import jax
        import numpy as np
        import pgx

        _cache_soon(jax)
        env = pgx.make(name)
        init, step = jax.jit(env.init), jax.jit(env.step)
        key = jax.random.PRNGKey(0)
        seen = Seen()

        def play() -> int:
            nonlocal key
            key, setup, chance = jax.random.split(key, 3)
            state, decisions = init(setup), 0
            while not state.terminated:
                legal = np.flatnonzero(np.asarray(state.legal_action_mask))
                seen.actions += len(legal)
                state = step(state, legal[int(fraction() * len(legal))], chance)
                decisions += 1
            seen.decisions += decisions
            return decisions

        for _ in range(5):
            play()
        return Run(_version(), play, seen.legal)

    return make


def _rows() -> Iterator[Row]:
    for game in GAMES:
        for size in (BATCH, SMALL_BATCH) if game in SMALL else (BATCH,):
            yield Row("pgx", f"{game}, batch of {size:,}", Kind.INSIDE, batch(game, size),
                      usual=(game, size) in USUAL)  # fmt: skip
    yield Row("pgx", "connect_four, jit, one game", Kind.STEPPED, stepped("connect_four"),
              usual=True)  # fmt: skip


ROWS: Final = tuple(_rows())
