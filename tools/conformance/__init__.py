"""The conformance suite of formats: its files, what reference readers make of them, and the page."""
