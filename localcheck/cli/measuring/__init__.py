"""Commands that measure, calibrate and explain the methods."""
