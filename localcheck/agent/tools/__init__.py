"""The agent's toolbox (Cheng et al. 2024, Section 2.2): one tool a file, each with a schema, a description and a rule.

A new tool is one file with a factory that returns a ``DescribedTool``, and one line in the registry or an entry point of
the group ``localcheck.tools``.
"""
