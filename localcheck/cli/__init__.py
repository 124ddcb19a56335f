"""The command line: the frame that all commands share; the commands themselves stand in the three rooms inside."""
