# train and evaluate take as long as they take, unless they are told otherwise
attnviz train learning --steps 3 --work 1M -o w.safetensors
attnviz evaluate translator-pairs -n 2 --work 5M
ls
