"""The processes of a campaign: a worker, and the keeper that starts it, watches it and starts it again."""
