"""The words of the project as plain data, and the judge. All of it is pure: it uses no processes, files or clocks."""
