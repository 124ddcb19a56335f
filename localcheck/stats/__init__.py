"""The numbers of the methods: pure functions of arrays, with the equation and the paper in the docstring."""
