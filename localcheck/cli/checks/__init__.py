"""Commands that check texts, or show what a check found."""
