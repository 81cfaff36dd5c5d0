module @REPOSITORY@/vectors@MAJOR@

go 1.18
