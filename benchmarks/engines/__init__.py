"""How each engine is played at random, one module for each; they import it when it is needed."""
