"""How it looks: the themes that come with the program, as TOML files for `tui.themes` to read."""
