attnviz explain --arithmetic E_X
