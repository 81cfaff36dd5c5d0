"""The processes of a campaign: a worker, and the supervisor that starts it, watches it and starts it again."""
