"""Labelled data that a method is measured on or calibrated with: rows of files become ``Example`` values."""
