attnviz explain reader --sentence "$(yes a | head -5000)"
