"""Who may say what, when; and the wire. Imports core, never tui."""
