"""What people see and press: the screen, the lines of plain mode, the command line."""
