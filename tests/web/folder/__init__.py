"""The table in a folder, in a real browser: any web server of files, or none once the page was there."""
