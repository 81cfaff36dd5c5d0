def lie(reply):
    raise TypeError("[red]\x1b[31m<script>alert(1)</script>\x07")
