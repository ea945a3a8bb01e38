"""Counters for /metrics, in the text form that Prometheus reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)


class Metrics:
    """What this process has done since it started."""

    def __init__(self) -> None:
        self.requests: Counter[tuple[str, int]] = Counter()
        self.seconds = 0.0
        self.buckets = [0] * (len(BUCKETS) + 1)

    def count(self, method: str, status: int, seconds: float) -> None:
        self.requests[method, status] += 1
        self.seconds += seconds
        for i, limit in enumerate(BUCKETS):
            if seconds <= limit:
                self.buckets[i] += 1
                return
        self.buckets[-1] += 1

    def text(self, gauges: Mapping[str, float]) -> str:
        lines = ["# TYPE machinehall_requests_total counter"]
        for (method, status), n in sorted(self.requests.items()):
            lines.append(f'machinehall_requests_total{{method="{method}",status="{status}"}} {n}')
        lines.append("# TYPE machinehall_request_seconds histogram")
        total = 0
        for limit, n in zip((*BUCKETS, "+Inf"), self.buckets, strict=True):
            total += n
            lines.append(f'machinehall_request_seconds_bucket{{le="{limit}"}} {total}')
        lines.append(f"machinehall_request_seconds_sum {self.seconds:.6f}")
        lines.append(f"machinehall_request_seconds_count {total}")
        for name, value in gauges.items():
            lines.append(f"# TYPE machinehall_{name} gauge")
            lines.append(f"machinehall_{name} {value:g}")
        return "\n".join(lines) + "\n"
