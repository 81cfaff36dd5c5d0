def hello(reply):
    return "0 ok 2 ascii"
