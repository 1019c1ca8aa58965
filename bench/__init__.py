"""Timings of Bob and its peers, never imported by tests of `bob`: `make bench`, `make bench-quick`."""
