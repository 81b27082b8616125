attnviz explain --arithmetic e_1 e_2
