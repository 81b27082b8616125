# no such set of instructions
attnviz explain --kernels mmx
