# a training is looked at more often than the lesson does
attnviz explain learning --every 100 --only A
