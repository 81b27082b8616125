attnviz explain --arithmetic 'a = 1'
