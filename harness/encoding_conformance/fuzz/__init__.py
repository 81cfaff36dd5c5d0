"""Campaigns: the checks and the judge of a run, with inputs from a fuzzer, and the findings.

Bytes → cases → outcomes → verdicts → findings. A `target` turns bytes into findings. An
`engine` makes the bytes. A `worker` is a process in which both run. A `supervisor` keeps a worker running, and a `campaign` has a
supervisor for each core.
"""
