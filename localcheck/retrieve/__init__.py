"""Sources of evidence: local full-text indexes, recorded evidence, passages in memory. All implement ``ports.Retriever``."""
