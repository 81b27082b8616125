attnviz explain multi-head --arithmetic 'W_Q_{1,1}'
