"""The language server: verdicts in an editor, at the sentences that they are about."""
