attnviz explain scaling --without scale --only stuck_S,stuck_T
