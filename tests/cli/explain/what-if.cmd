attnviz explain --set 'e_{1,2} = 2.0' --only e,α
