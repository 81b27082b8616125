attnviz explain scaling --only g_S,g_T
