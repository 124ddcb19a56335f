"""Running code from a checked text where it can do no harm: no network, a read-only system, bounded in every direction."""

from localcheck.agent.tools.sandbox.program import Isolation, Limits, Outcome, choose, run_python
