"""A small HTTP API on this machine, so that an application can gate its answers: check, faithfulness, health."""
