attnviz explain --only α --at t=1 --arithmetic 'α_{1,2}'
