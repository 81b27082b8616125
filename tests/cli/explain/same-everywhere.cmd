attnviz explain >one
COLUMNS=60 HOME=/ TZ=Asia/Tokyo MALLOC_PERTURB_=165 attnviz explain | cmp one - && echo same
