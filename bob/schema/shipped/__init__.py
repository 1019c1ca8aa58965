"""Schemas that Bob ships: a module each kind, a class each variant; `bob.schema.load_schema("llama")`.

Names and shapes are those of the sources that each module cites, and so are the files that a class accepts.
"""
