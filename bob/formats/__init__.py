"""Other people's files, each by its own written rules: bytes in, an inventory and every finding out."""
