attnviz explain scores analogy
