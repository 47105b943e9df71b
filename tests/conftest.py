"""How much the tests try: `fast` in `make test`, `fuzz` in `make fuzz`."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# No deadline: the first example of a test may compile a kernel. `make test` tries the same examples every time, so that
# it tells of the code and not of its luck; `make fuzz` draws new ones.
settings.register_profile(
    "fast", max_examples=50, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("fuzz", max_examples=1000, deadline=None, suppress_health_check=list(HealthCheck))
settings.load_profile("fast")
