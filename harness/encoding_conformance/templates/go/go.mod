module example.org/plugin

go 1.19
