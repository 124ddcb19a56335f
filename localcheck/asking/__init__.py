"""How a language model is asked: structured answers, retries, and what the answers cost."""
