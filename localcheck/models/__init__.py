"""Models on disk: the catalogue, installing, converting and verifying them. None is run here."""
