"""The screens: home, forms, lobby, table, result, and pages of text."""
