def hello(reply):
    return "0 ok 1 kim"
