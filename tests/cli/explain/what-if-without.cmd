attnviz explain masked --without mask --set 'S_{1,2} = 0' --only S
