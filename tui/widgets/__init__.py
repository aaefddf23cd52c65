"""What draws a table and fills a form: lines from plain values, few widgets that show them."""
