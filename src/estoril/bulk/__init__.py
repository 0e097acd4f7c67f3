"""Many games at once: arrays, rows, simulation, how fast it all is.

`batch` steps games together as NumPy arrays, `sim` plays random games and adds them up, `rows`
writes them as tables, and `bench` measures the engine.
"""
