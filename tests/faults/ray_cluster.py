"""A Ray cluster of this machine for a test: prints its address, loses a node for each line read, ends with its input."""

from __future__ import annotations

import os
import sys

os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_raylet_start_wait_time_s="200", RAY_worker_niceness="0")


def main(nodes: int) -> None:
    """A head with one CPU, and ``nodes`` more with one each."""
    from ray.cluster_utils import Cluster

    small = {"object_store_memory": 80 * 2**20}
    left_out = {"include_dashboard": False, "include_log_monitor": False, "no_monitor": True}  # nobody reads or scales
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, **left_out, **small})
    workers = [cluster.add_node(num_cpus=1, **small) for _ in range(nodes)]
    sys.stdout.write(f"\naddress {cluster.address}\n")
    sys.stdout.flush()
    for _ in sys.stdin:
        cluster.remove_node(workers.pop(), allow_graceful=False)
        sys.stdout.write("gone\n")
        sys.stdout.flush()
    cluster.shutdown()


if __name__ == "__main__":
    main(int(sys.argv[1]))
