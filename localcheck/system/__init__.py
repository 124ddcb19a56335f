"""What the operating system is asked for: files, network, child processes, archives, CPUs. Nothing here knows of checking."""
