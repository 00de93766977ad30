"""What is wrong with a launch command in a version, and what an upgrade would break."""
