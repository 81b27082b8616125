attnviz explain --sentence "$(printf 'caf\351')"
