"""The table in the browser: pages made by the server, boards as SVG, a little script."""
