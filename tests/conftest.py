"""Settings for all tests."""

import os

from hypothesis import HealthCheck, settings

# The same examples every time; `make soak` looks for new ones.
settings.register_profile(
    "fixed",
    deadline=None,
    derandomize=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fixed")

# The tests read English, whatever the language of the system; processes inherit it.
os.environ["ESTORIL_LANGUAGE"] = "en"
