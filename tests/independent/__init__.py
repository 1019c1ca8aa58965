"""An independent program for the checkpoint format and the arithmetic, written from their documents alone."""
