"""What several detectors share: choosing what to read, weighing it, quoting it, and deciding on a label."""
