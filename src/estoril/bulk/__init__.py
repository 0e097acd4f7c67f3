"""Many games at once: arrays, rows, simulation, how fast it all is."""
