attnviz explain --arithmetic zz
