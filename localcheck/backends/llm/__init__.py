"""Language models on this machine: local servers, recorded and scripted answers.

``open_llm`` is the door. Nothing heavy is imported before a backend is opened.
"""

from localcheck.backends.llm.open_backend import open_llm
