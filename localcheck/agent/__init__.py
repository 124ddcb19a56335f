"""The agent of Cheng et al. 2024 (HaluAgent): segmentation, tools sentence by sentence, reflection, and a memory."""
