"""The agent of Cheng et al. 2024 (HaluAgent): split the text, check each part with a tool, reflect, and remember."""
