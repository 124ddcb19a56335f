"""The methods, one a file: a factory whose keyword-only parameters are ports and the options of the user."""
