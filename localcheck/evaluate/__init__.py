"""How good a method is: experiments over labelled data, their figures and tables."""
