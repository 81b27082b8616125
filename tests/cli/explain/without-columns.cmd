attnviz explain scaling --without scale --only top_T,H_T
