"""Natural language inference: does a premise entail, contradict, or say nothing about a hypothesis?

``open_nli(name_or_path)`` is the door; the backends behind it stand in ``registry.NLIS``. Importing this package loads no
runtime.
"""

from localcheck.backends.nli.open_model import OpenNLI, open_nli
