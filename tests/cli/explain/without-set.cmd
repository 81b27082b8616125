attnviz explain masked --without mask --set 'e_3 = 1'
