"""Running code from a checked text where it can do no harm: no network, a read-only system, bounded in every direction."""

from localcheck.agent.tools.sandbox.isolation import Isolation, choose
from localcheck.agent.tools.sandbox.program import Limits, Outcome, run_python
