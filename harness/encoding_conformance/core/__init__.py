"""The data types of the project, and the judge. All of it is pure: it uses no processes, files or clocks."""
