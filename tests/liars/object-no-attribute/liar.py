OTHER = None
