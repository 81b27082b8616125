attnviz lessons all
