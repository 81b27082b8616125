attnviz explain scores --without scale --format json --only e_scaled,e_dot
