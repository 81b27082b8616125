attnviz generate translater-x
