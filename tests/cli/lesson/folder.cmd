mkdir folder.json; attnviz explain folder.json
