"""A request and a runtime become events: what a front end needs to check documents."""
