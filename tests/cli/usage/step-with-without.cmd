# --step shows one lesson, not two beside each other
attnviz explain scaling --step --without scale
