"""The teacher, which is also the careful reader: MPNet-base with low-rank differences and a three-way head."""
