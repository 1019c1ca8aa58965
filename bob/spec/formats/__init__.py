"""The families of other formats: the fixed layouts that `bob.formats` reads them by."""
