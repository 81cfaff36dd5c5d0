"""The words of the project as plain data, and the judge: pure, no processes, files or clocks."""
