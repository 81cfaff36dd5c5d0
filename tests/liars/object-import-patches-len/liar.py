import builtins

builtins.len = lambda items: 0
CODEC = None
