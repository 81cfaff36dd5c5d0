"""Campaigns: the laws and the judge of a run, fed by a fuzzer, and what is kept of that it finds.

Bytes → subjects of the laws → operations → outcomes → violations → findings. `target` is the way from bytes to
violations; an `engine` feeds it; a `worker` is a process in which both run; a `keeper` keeps a worker going; a
`campaign` has one keeper a core.
"""
