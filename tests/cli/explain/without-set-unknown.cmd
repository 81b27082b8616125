attnviz explain scaling --without scale --set 'zzz = 1'
